/// What a web server allows its visitors. Whoever can reach the loopback address, be it another user of the computer, is one.
public struct WebLimits: Sendable {
    /// Connections at a time. Beyond it the oldest that never had the cookie is closed for a new one; where all have it, the new one is.
    public var connections = 64
    /// Event streams at a time; more are refused. A browser makes six connections to a server at most, whatever the number of its tabs,
    /// and streams in all of them would leave none for a move.
    public var streams = 4
    /// Octets that a connection's head and what is being sent may take.
    public var connectionOctets = 32_768
    /// Octets of a body.
    public var bodyOctets = 4096
    /// Octets that may wait for a stream whose reader does not read.
    public var streamOctets = 262_144
    /// Events that are kept for who comes back, and their octets (less than may wait for a stream).
    public var keptEvents = 256
    public var keptOctets = 131_072
    /// Microseconds in which the head of a request must have come, from the making of the connection or the end of the last request, where
    /// no request on it had the cookie. All come from this computer.
    public var strangerMicros: UInt64 = 5_000_000
    /// Microseconds in which a request must have come, from its first octet, where one had the cookie; also a body, from the head.
    public var requestMicros: UInt64 = 30_000_000
    /// Microseconds in which an answer must be taken.
    public var answerMicros: UInt64 = 120_000_000
    /// Microseconds that a connection may wait for its next request where one had the cookie; without: `strangerMicros`.
    public var idleMicros: UInt64 = 120_000_000
    /// Microseconds between two signs of life in a stream.
    public var heartbeatMicros: UInt64 = 5_000_000
    /// Microseconds that a stream may have something waiting without taking any of it.
    public var stalledMicros: UInt64 = 30_000_000

    public init() {}
}

/// Why there is no web server.
public enum WebError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing could listen on the port of 127.0.0.1 (0: on any).
    case cannotListen(UInt16)
    case noDescriptors

    public var description: String {
        switch self {
        case .cannotListen(0):
            "Nothing can listen on 127.0.0.1 here, so there is no page: use --ui terminal or --ui plain."
        case .cannotListen(let port):
            "Port \(port) of 127.0.0.1 is taken, so there is no page. See by what with `ss -ltnp sport = :\(port)`."
        case .noDescriptors:
            "No file descriptors are left for the page: close other programs, or raise the limit with `ulimit -n`."
        }
    }
}
