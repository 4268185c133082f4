#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "CSystem.h"

static const int watched[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT};

int snap_signals_watch(void) {
    sigset_t set;
    sigemptyset(&set);
    for (unsigned i = 0; i < sizeof watched / sizeof watched[0]; i++) sigaddset(&set, watched[i]);
    if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -errno;
    signal(SIGPIPE, SIG_IGN);
    // A file that may not grow is an error of one write, as a full disk is.
    signal(SIGXFSZ, SIG_IGN);
    int fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int snap_signals_take(int fd) {
    struct signalfd_siginfo info;
    if (read(fd, &info, sizeof info) != (ssize_t)sizeof info) return 0;
    return (int)info.ssi_signo;
}

void snap_signals_stop(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    // The kernel stops nobody whose shell is not there to go on with it; SIGSTOP would not ask.
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

void snap_signals_release(int fd) {
    sigset_t set;
    sigemptyset(&set);
    for (unsigned i = 0; i < sizeof watched / sizeof watched[0]; i++) sigaddset(&set, watched[i]);
    // One more of what has been obeyed already (an impatient second control-C) must not end the process anew.
    struct signalfd_siginfo info;
    while (read(fd, &info, sizeof info) == (ssize_t)sizeof info) {}
    close(fd);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}
