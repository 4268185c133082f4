#ifndef SNAP_CMICROHTTPD_H
#define SNAP_CMICROHTTPD_H

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

/// What a daemon calls; each with `context` as its first argument.
struct snap_web_calls {
    MHD_AcceptPolicyCallback accept;
    MHD_NotifyConnectionCallback connection;
    void *(*target)(void *context, const char *uri, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback request;
    MHD_RequestCompletedCallback completed;
    void *context;
};

/// Listens on the loopback address of a family (`port` 0: the system chooses). Without threads: whoever holds it waits for its epoll
/// descriptor and calls MHD_run. NULL: it cannot.
static inline struct MHD_Daemon *snap_web_start(int is_version_6, uint16_t port, struct snap_web_calls calls,
                                                size_t connection_octets, unsigned connections) {
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    memset(&four, 0, sizeof four);
    memset(&six, 0, sizeof six);
    four.sin_family = AF_INET;
    four.sin_port = htons(port);
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(port);
    six.sin6_addr = in6addr_loopback;
    const struct sockaddr *address = is_version_6 ? (const struct sockaddr *)(const void *)&six
                                                  : (const struct sockaddr *)(const void *)&four;
    if (is_version_6) flags |= MHD_USE_IPv6;
    return MHD_start_daemon(flags, port, calls.accept, calls.context, calls.request, calls.context,
                            MHD_OPTION_SOCK_ADDR, address,
                            MHD_OPTION_CONNECTION_LIMIT, connections,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_octets,
                            MHD_OPTION_CONNECTION_TIMEOUT, 0u,
                            MHD_OPTION_NOTIFY_CONNECTION, calls.connection, calls.context,
                            MHD_OPTION_URI_LOG_CALLBACK, calls.target, calls.context,
                            MHD_OPTION_NOTIFY_COMPLETED, calls.completed, calls.context,
                            MHD_OPTION_STRICT_FOR_CLIENT, 1,
                            MHD_OPTION_END);
}

/// The port that it listens on; 0: unknown.
static inline uint16_t snap_web_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info == NULL ? 0 : info->port;
}

/// Readable when MHD_run has something to do; -1: there is none.
static inline int snap_web_descriptor(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info == NULL ? -1 : info->epoll_fd;
}

/// Whether MHD_run has something to do that its descriptor does not tell.
static inline int snap_web_is_due(struct MHD_Daemon *daemon) {
    MHD_UNSIGNED_LONG_LONG millis = 0;
    return MHD_get_timeout(daemon, &millis) == MHD_YES && millis == 0;
}

/// The socket of a connection; -1: none.
static inline int snap_web_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

/// What the connection call has put into its socket context; NULL: nothing.
static inline void *snap_web_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/// Macros with a cast, which are not imported.
static inline int64_t snap_web_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline int64_t snap_web_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }
static inline uint64_t snap_web_unknown_size(void) { return MHD_SIZE_UNKNOWN; }

/// Ends a connection at once, whatever waits to be sent; its descriptor stays the daemon's to close. (SHUT_RDWR is found by Swift in one file
/// and not in another, where two modules have it.)
static inline void snap_web_hang_up(int socket) { (void)shutdown(socket, SHUT_RDWR); }

#endif
