#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

int snap_epoll(void) {
    int fd = epoll_create1(EPOLL_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int snap_epoll_add(int epoll, int fd) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = EPOLLIN;
    event.data.fd = fd;
    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0 ? 0 : -errno;
}

int snap_epoll_remove(int epoll, int fd) {
    return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL) == 0 ? 0 : -errno;
}

int snap_epoll_wait(int epoll, int *ready, int capacity, int64_t micros) {
    enum { most = 32 };
    struct epoll_event events[most];
    if (capacity < 1) return -EINVAL;
    if (capacity > most) capacity = most;
    struct timespec time = {.tv_sec = micros / 1000000, .tv_nsec = (micros % 1000000) * 1000};
    int got = epoll_pwait2(epoll, events, capacity, micros < 0 ? NULL : &time, NULL);
    if (got < 0 && errno == ENOSYS) { // sandboxes that lag behind the kernel: milliseconds, rounded up
        int64_t millis = micros < 0 ? -1 : micros / 1000 + (micros % 1000 != 0);
        got = epoll_wait(epoll, events, capacity, millis > INT_MAX ? INT_MAX : (int)millis);
    }
    if (got < 0) return errno == EINTR ? 0 : -errno;
    for (int i = 0; i < got; i++) ready[i] = events[i].data.fd;
    return got;
}

int snap_eventfd(void) {
    int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int snap_eventfd_signal(int fd) {
    uint64_t one = 1;
    // A full counter (EAGAIN) is a pending wake-up already.
    if (write(fd, &one, sizeof one) == sizeof one || errno == EAGAIN) return 0;
    return -errno;
}

int snap_eventfd_clear(int fd) {
    uint64_t count = 0;
    if (read(fd, &count, sizeof count) == sizeof count || errno == EAGAIN) return 0;
    return -errno;
}

uint64_t snap_clock_micros(int including_sleep) {
    struct timespec now = {0, 0};
    (void)clock_gettime(including_sleep ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}
