#define _GNU_SOURCE
#include "CSystem.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Asked for, not demanded: the kernel caps it at net.core.rmem_max.
static const int receive_buffer_bytes = 1 << 20;

static int set_integer(int fd, int level, int name, int value) {
    return setsockopt(fd, level, name, &value, sizeof value) == 0 ? 0 : -errno;
}

static struct sockaddr_in socket_address(uint32_t address, uint16_t port) {
    struct sockaddr_in result;
    memset(&result, 0, sizeof result);
    result.sin_family = AF_INET;
    result.sin_port = htons(port);
    result.sin_addr.s_addr = htonl(address);
    return result;
}

static int open_udp(void) {
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    // Without this a socket hears every group that any process of the host has joined.
    int failed = set_integer(fd, IPPROTO_IP, IP_MULTICAST_ALL, 0);
    if (!failed) failed = set_integer(fd, IPPROTO_IP, IP_PKTINFO, 1);
    if (failed) {
        close(fd);
        return failed;
    }
    (void)set_integer(fd, SOL_SOCKET, SO_RCVBUF, receive_buffer_bytes);
    return fd;
}

static int bind_or_close(int fd, uint32_t address, uint16_t port) {
    struct sockaddr_in own = socket_address(address, port);
    if (bind(fd, (struct sockaddr *)&own, sizeof own) == 0) return fd;
    int failed = -errno;
    close(fd);
    return failed;
}

int snap_socket_group(uint32_t group, uint16_t port) {
    int fd = open_udp();
    if (fd < 0) return fd;
    // SO_REUSEADDR, not SO_REUSEPORT: the latter refuses a second user, and would deal each datagram to one socket only.
    int failed = set_integer(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    if (failed) {
        close(fd);
        return failed;
    }
    return bind_or_close(fd, group, port);
}

int snap_socket_unicast(void) {
    int fd = open_udp();
    if (fd < 0) return fd;
    int failed = set_integer(fd, IPPROTO_IP, IP_MULTICAST_TTL, 1);
    if (!failed) failed = set_integer(fd, IPPROTO_IP, IP_MULTICAST_LOOP, 1);
    // Never in fragments: one lost fragment loses all, and many Wi-Fi bridges drop them. A path MTU that a stranger
    // may have forged by ICMP is not believed.
    if (!failed) failed = set_integer(fd, IPPROTO_IP, IP_MTU_DISCOVER, IP_PMTUDISC_PROBE);
    if (failed) {
        close(fd);
        return failed;
    }
    return bind_or_close(fd, INADDR_ANY, 0);
}

int snap_socket_port(int fd) {
    struct sockaddr_in own;
    socklen_t length = sizeof own;
    memset(&own, 0, sizeof own);
    if (getsockname(fd, (struct sockaddr *)&own, &length) != 0) return -errno;
    return ntohs(own.sin_port);
}

int64_t snap_socket_drops(int fd) {
    uint32_t memory[SK_MEMINFO_VARS];
    socklen_t length = sizeof memory;
    memset(memory, 0, sizeof memory);
    if (getsockopt(fd, SOL_SOCKET, SO_MEMINFO, memory, &length) != 0) return -errno;
    return memory[SK_MEMINFO_DROPS];
}

static int membership(int fd, int option, uint32_t group, uint32_t interface_index) {
    struct ip_mreqn request;
    memset(&request, 0, sizeof request);
    request.imr_multiaddr.s_addr = htonl(group);
    request.imr_ifindex = (int)interface_index;
    return setsockopt(fd, IPPROTO_IP, option, &request, sizeof request) == 0 ? 0 : -errno;
}

int snap_group_join(int fd, uint32_t group, uint32_t interface_index) {
    return membership(fd, IP_ADD_MEMBERSHIP, group, interface_index);
}

int snap_group_leave(int fd, uint32_t group, uint32_t interface_index) {
    return membership(fd, IP_DROP_MEMBERSHIP, group, interface_index);
}

int snap_send(int fd, const uint8_t *bytes, size_t length, uint32_t address, uint16_t port, uint32_t interface_index,
              uint32_t source) {
    struct sockaddr_in to = socket_address(address, port);
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(struct in_pktinfo))];
    } control;
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_name = &to;
    message.msg_namelen = sizeof to;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (interface_index != 0 || source != 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.room;
        message.msg_controllen = sizeof control.room;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = IPPROTO_IP;
        header->cmsg_type = IP_PKTINFO;
        header->cmsg_len = CMSG_LEN(sizeof(struct in_pktinfo));
        struct in_pktinfo info;
        memset(&info, 0, sizeof info);
        info.ipi_ifindex = (int)interface_index;
        info.ipi_spec_dst.s_addr = htonl(source);
        memcpy(CMSG_DATA(header), &info, sizeof info);
    }
    for (int attempt = 0; attempt < 4; attempt++) {
        if (sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) return 0;
        if (errno != EINTR) return -errno;
    }
    return -EAGAIN;
}

int snap_receive(int fd, uint8_t *buffer, size_t stride, int count, struct snap_arrival *arrivals) {
    struct mmsghdr messages[SNAP_BATCH_MAX];
    struct iovec parts[SNAP_BATCH_MAX];
    struct sockaddr_in sources[SNAP_BATCH_MAX];
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(struct in_pktinfo)) + 64];
    } controls[SNAP_BATCH_MAX];
    if (count < 0) return -EINVAL;
    if (count > SNAP_BATCH_MAX) count = SNAP_BATCH_MAX;
    memset(messages, 0, sizeof messages);
    memset(sources, 0, sizeof sources);
    for (int i = 0; i < count; i++) {
        parts[i].iov_base = buffer + (size_t)i * stride;
        parts[i].iov_len = stride;
        messages[i].msg_hdr.msg_name = &sources[i];
        messages[i].msg_hdr.msg_namelen = sizeof sources[i];
        messages[i].msg_hdr.msg_iov = &parts[i];
        messages[i].msg_hdr.msg_iovlen = 1;
        messages[i].msg_hdr.msg_control = controls[i].room;
        messages[i].msg_hdr.msg_controllen = sizeof controls[i].room;
    }
    int got = recvmmsg(fd, messages, (unsigned)count, MSG_DONTWAIT, NULL);
    if (got < 0) return errno == EAGAIN || errno == EINTR ? 0 : -errno;
    for (int i = 0; i < got; i++) {
        struct snap_arrival *arrival = &arrivals[i];
        memset(arrival, 0, sizeof *arrival);
        arrival->length = messages[i].msg_len > stride ? (uint32_t)stride : messages[i].msg_len;
        arrival->truncated = (messages[i].msg_hdr.msg_flags & MSG_TRUNC) != 0;
        arrival->source = ntohl(sources[i].sin_addr.s_addr);
        arrival->source_port = ntohs(sources[i].sin_port);
        for (struct cmsghdr *header = CMSG_FIRSTHDR(&messages[i].msg_hdr); header != NULL;
             header = CMSG_NXTHDR(&messages[i].msg_hdr, header)) {
            if (header->cmsg_level != IPPROTO_IP || header->cmsg_type != IP_PKTINFO) continue;
            struct in_pktinfo info;
            memcpy(&info, CMSG_DATA(header), sizeof info);
            arrival->interface_index = (uint32_t)info.ipi_ifindex;
            arrival->destination = ntohl(info.ipi_addr.s_addr);
        }
    }
    return got;
}

int snap_close(int fd) { return close(fd) == 0 ? 0 : -errno; }
