#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

static int prepare(posix_spawnattr_t *attributes, posix_spawn_file_actions_t *files) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int failed = posix_spawnattr_setflags(attributes,
                                          POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (!failed) failed = posix_spawnattr_setsigmask(attributes, &none);
    if (!failed) failed = posix_spawnattr_setsigdefault(attributes, &all);
    for (int fd = 0; fd <= 2 && !failed; fd++) {
        failed = posix_spawn_file_actions_addopen(files, fd, "/dev/null", fd == 0 ? O_RDONLY : O_WRONLY, 0);
    }
    return failed;
}

int snap_spawn(const char *program, const char *argument) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    int failed = posix_spawnattr_init(&attributes);
    if (failed) return -failed;
    failed = posix_spawn_file_actions_init(&files);
    if (failed) {
        posix_spawnattr_destroy(&attributes);
        return -failed;
    }
    pid_t process = 0;
    failed = prepare(&attributes, &files);
    char *arguments[] = {(char *)program, (char *)argument, NULL};
    if (!failed) failed = posix_spawnp(&process, program, &files, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return failed ? -failed : process;
}

void snap_spawn_wait(int process) {
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
}
