#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int snap_network_namespace(int of_first_process, char *text, size_t capacity) {
    if (capacity == 0) return -EINVAL;
    const char *path = of_first_process ? "/proc/1/ns/net" : "/proc/thread-self/ns/net";
    ssize_t length = readlink(path, text, capacity - 1);
    if (length < 0) return -errno;
    text[length] = 0;
    return (int)length;
}

const char *snap_error_words(int number) {
    const char *words = strerrordesc_np(number);
    return words != NULL ? words : "unknown error";
}
