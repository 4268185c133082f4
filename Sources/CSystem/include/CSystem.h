#ifndef SNAP_CSYSTEM_H
#define SNAP_CSYSTEM_H

// Linux calls that Swift cannot import (variadic, macros, control messages) or that are clearer as one step.
// Every function returns a value >= 0, or minus the errno: errno itself is never left for the caller to read.
// IPv4 addresses and ports are in host order: 127.0.0.1 is 0x7f000001.

#include <stddef.h>
#include <stdint.h>

// Sockets (sockets.c)

/// A UDP socket bound to `group`:`port`, shareable by every process and user of the host, that hears only the groups that
/// it joins itself and tells the interface of each arrival.
int snap_socket_group(uint32_t group, uint16_t port);
/// A UDP socket on an ephemeral port of every address; multicast leaves with TTL 1 and is heard on the own host too.
int snap_socket_unicast(void);
/// The port that a socket is bound to.
int snap_socket_port(int fd);
/// Datagrams that the kernel dropped because the socket's buffer was full.
int64_t snap_socket_drops(int fd);
int snap_group_join(int fd, uint32_t group, uint32_t interface_index);
int snap_group_leave(int fd, uint32_t group, uint32_t interface_index);

/// `interface_index` and `source`: 0 leaves the choice to the routing table.
int snap_send(int fd, const uint8_t *bytes, size_t length, uint32_t address, uint16_t port, uint32_t interface_index,
              uint32_t source);

enum { SNAP_BATCH_MAX = 32 };

struct snap_arrival {
    uint32_t length;
    uint32_t source;
    uint32_t destination;
    uint32_t interface_index;
    uint16_t source_port;
    /// Whether it was longer than the room for it.
    uint8_t truncated;
};

/// Up to `count` (at most SNAP_BATCH_MAX) waiting datagrams, the i-th at `buffer + i * stride`; 0: none waits. Never blocks.
int snap_receive(int fd, uint8_t *buffer, size_t stride, int count, struct snap_arrival *arrivals);

int snap_close(int fd);

// Interfaces (interfaces.c)

enum { SNAP_NAME_MAX = 16 };

/// One row per IPv4 address, and one with `has_address` 0 per interface, which comes first.
struct snap_interface_row {
    char name[SNAP_NAME_MAX];
    uint32_t index;
    uint32_t address;
    uint8_t has_address;
    uint8_t prefix_length;
    uint8_t up;
    uint8_t running;
    uint8_t multicast;
    uint8_t loopback;
};

/// At most `capacity` rows are written; the number of rows there are is returned.
int snap_interfaces(struct snap_interface_row *rows, int capacity);
/// A netlink socket that becomes readable when a link or an IPv4 address changes.
int snap_watch_links(void);
/// Reads away what waits, at most 256 notices; the number read (an overrun counts as one), 0 where nothing waited.
int snap_watch_drain(int fd);

// Waiting (waiting.c)

int snap_epoll(void);
int snap_epoll_add(int epoll, int fd);
int snap_epoll_remove(int epoll, int fd);
/// Waits until a descriptor is readable, at most `micros` (-1: for ever); writes at most `capacity` (<= 32) descriptors.
/// 0: the time is up, or a signal came.
int snap_epoll_wait(int epoll, int *ready, int capacity, int64_t micros);
int snap_eventfd(void);
int snap_eventfd_signal(int fd);
int snap_eventfd_clear(int fd);
/// Microseconds; `including_sleep` counts the time that the computer was suspended too (CLOCK_BOOTTIME).
uint64_t snap_clock_micros(int including_sleep);

// Who we are (identity.c)

/// The network namespace of the calling thread, or of process 1, as "net:[N]".
int snap_network_namespace(int of_first_process, char *text, size_t capacity);
/// The words of the C library for an errno.
const char *snap_error_words(int number);

// Other programs (spawning.c)

/// Starts `program` (looked for along PATH) with one argument, in a session of its own, with nothing to read or to write to and with
/// the signals as a new process has them. Never waits; gives the process number.
int snap_spawn(const char *program, const char *argument);
/// Waits until a started program has ended; its remains are then gone, and the number must not be asked for again.
void snap_spawn_wait(int process);

// Signals (signals.c)

/// Blocks SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGCONT, ignores SIGPIPE, and gives a descriptor that is readable when one of the
/// five came.
int snap_signals_watch(void);
/// The number of the signal that came; 0: none.
int snap_signals_take(int fd);
/// Stops the process as SIGTSTP does, where a shell is there to continue it; returns when it is continued.
void snap_signals_stop(void);
/// Closes the descriptor and lets the five act as before.
void snap_signals_release(int fd);

#endif
