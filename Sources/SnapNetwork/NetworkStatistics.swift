/// Counts since the port was opened, for whoever asks why nothing is heard.
public struct NetworkStatistics: Equatable, Sendable {
    /// One interface, by name: it keeps its counts when it goes and comes.
    public struct OfInterface: Equatable, Sendable {
        public let name: String
        /// Multicast datagrams that the kernel took, and that it refused.
        public internal(set) var sent: UInt64 = 0
        public internal(set) var refused: UInt64 = 0
        /// Multicast datagrams of others, and one's own come back.
        public internal(set) var heard: UInt64 = 0
        public internal(set) var heardOwn: UInt64 = 0
    }

    /// Why the kernel, or the port itself, did not send.
    public enum Refusal: Equatable, Sendable {
        /// Buffers full (EAGAIN, ENOBUFS, ENOMEM).
        case busy
        /// EPERM, EACCES: nearly always a firewall of this host.
        case forbidden
        /// Over the port's or the link's limit.
        case tooLarge
        /// No address of one host, or not by the chosen interfaces, or no table is open.
        case noDestination
        /// No route, no link, address gone.
        case unreachable
    }

    public internal(set) var interfaces: [OfInterface] = []
    public internal(set) var unicastSent: UInt64 = 0
    public internal(set) var unicastHeard: UInt64 = 0

    public internal(set) var refusedBusy: UInt64 = 0
    public internal(set) var refusedForbidden: UInt64 = 0
    public internal(set) var refusedTooLarge: UInt64 = 0
    public internal(set) var refusedNoDestination: UInt64 = 0
    public internal(set) var refusedUnreachable: UInt64 = 0

    /// Arrivals dropped: over the limit, empty, from no address of one host, by an interface not chosen, one's own.
    public internal(set) var droppedTooLarge: UInt64 = 0
    public internal(set) var droppedEmpty: UInt64 = 0
    public internal(set) var droppedSource: UInt64 = 0
    public internal(set) var droppedInterface: UInt64 = 0
    public internal(set) var droppedOwn: UInt64 = 0
    /// Arrivals that the kernel dropped because nobody read in time.
    public internal(set) var droppedOverrun: UInt64 = 0
    /// Reads that failed; none is fatal.
    public internal(set) var receiveErrors: UInt64 = 0
    /// How often the interfaces were seen to change.
    public internal(set) var interfaceChanges: UInt64 = 0

    static let interfacesMax = 64

    /// All that was heard from others.
    public var heardFromOthers: UInt64 { interfaces.reduce(unicastHeard) { $0 &+ $1.heard } }

    mutating func count(_ refusal: Refusal) {
        switch refusal {
        case .busy: refusedBusy &+= 1
        case .forbidden: refusedForbidden &+= 1
        case .tooLarge: refusedTooLarge &+= 1
        case .noDestination: refusedNoDestination &+= 1
        case .unreachable: refusedUnreachable &+= 1
        }
    }

    mutating func on(_ name: String, _ change: (inout OfInterface) -> Void) {
        if let place = interfaces.firstIndex(where: { $0.name == name }) {
            change(&interfaces[place])
        } else if interfaces.count < Self.interfacesMax {
            var fresh = OfInterface(name: name)
            change(&fresh)
            interfaces.append(fresh)
        }
    }
}

extension NetworkStatistics.Refusal {
    init(_ errno: Errno) {
        switch errno {
        case .again, .noBuffers, .noMemory: self = .busy
        case .notPermitted, .accessDenied: self = .forbidden
        case .messageTooLong: self = .tooLarge
        default: self = .unreachable
        }
    }
}
