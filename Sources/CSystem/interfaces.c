#define _GNU_SOURCE
#include "CSystem.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netpacket/packet.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void describe(struct snap_interface_row *row, const char *name, uint32_t index, unsigned flags) {
    memset(row, 0, sizeof *row);
    strncpy(row->name, name, SNAP_NAME_MAX - 1);
    row->index = index;
    row->up = (flags & IFF_UP) != 0;
    row->running = (flags & IFF_RUNNING) != 0;
    row->multicast = (flags & IFF_MULTICAST) != 0;
    row->loopback = (flags & IFF_LOOPBACK) != 0;
}

// An IPv4 address is listed under its label ("eth0:1"), and no interface's own name has a colon.
static uint32_t index_of_label(const char *label, char name[SNAP_NAME_MAX]) {
    strncpy(name, label, SNAP_NAME_MAX - 1);
    name[SNAP_NAME_MAX - 1] = 0;
    char *colon = strchr(name, ':');
    if (colon != NULL) *colon = 0;
    return if_nametoindex(name);
}

static uint8_t prefix_length(const struct sockaddr *mask) {
    if (mask == NULL) return 32;
    uint32_t bits = ntohl(((const struct sockaddr_in *)(const void *)mask)->sin_addr.s_addr);
    return (uint8_t)__builtin_popcount(bits);
}

int snap_interfaces(struct snap_interface_row *rows, int capacity) {
    struct ifaddrs *list = NULL;
    if (getifaddrs(&list) != 0) return -errno;
    int total = 0;
    for (struct ifaddrs *entry = list; entry != NULL; entry = entry->ifa_next) {
        if (entry->ifa_addr == NULL || entry->ifa_addr->sa_family != AF_PACKET) continue;
        const struct sockaddr_ll *link = (const struct sockaddr_ll *)(const void *)entry->ifa_addr;
        if (total < capacity) describe(&rows[total], entry->ifa_name, (uint32_t)link->sll_ifindex, entry->ifa_flags);
        total++;
    }
    for (struct ifaddrs *entry = list; entry != NULL; entry = entry->ifa_next) {
        if (entry->ifa_addr == NULL || entry->ifa_addr->sa_family != AF_INET) continue;
        char name[SNAP_NAME_MAX];
        uint32_t index = index_of_label(entry->ifa_name, name);
        if (index == 0) continue; // gone between the two looks; a notice of that follows
        if (total < capacity) {
            struct snap_interface_row *row = &rows[total];
            describe(row, name, index, entry->ifa_flags);
            row->has_address = 1;
            row->address = ntohl(((const struct sockaddr_in *)(const void *)entry->ifa_addr)->sin_addr.s_addr);
            row->prefix_length = prefix_length(entry->ifa_netmask);
        }
        total++;
    }
    freeifaddrs(list);
    return total;
}

int snap_watch_links(void) {
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (fd < 0) return -errno;
    struct sockaddr_nl own;
    memset(&own, 0, sizeof own);
    own.nl_family = AF_NETLINK;
    own.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR;
    if (bind(fd, (struct sockaddr *)&own, sizeof own) == 0) return fd;
    int failed = -errno;
    close(fd);
    return failed;
}

int snap_watch_drain(int fd) {
    char room[8192];
    int notices = 0;
    for (int attempt = 0; attempt < 256; attempt++) {
        ssize_t length = recv(fd, room, sizeof room, MSG_DONTWAIT);
        int error = length < 0 ? errno : 0;
        // An overrun (ENOBUFS) means that notices were lost, so it is news itself.
        if (error == 0 || error == ENOBUFS) {
            notices++;
        } else if (error == EAGAIN) {
            break;
        } else if (error != EINTR) {
            return notices > 0 ? notices : -error;
        }
    }
    return notices;
}
