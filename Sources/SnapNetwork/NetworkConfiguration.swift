/// How the network is to be used. The defaults are the game's; all peers must have the same port and groups.
public struct NetworkConfiguration: Equatable, Sendable {
    /// 1...65535. Best below 32768, where no program gets a port by chance.
    public var port: UInt16
    /// The only interfaces to use, by name; empty: all.
    public var interfaceNames: [String]
    /// The beacons' group, in host order.
    public var discoveryGroup: UInt32
    /// Octets; longer datagrams are neither sent nor taken. 1...9000.
    public var datagramMax: Int

    public init(
        port: UInt16 = Groups.port, interfaceNames: [String] = [], discoveryGroup: UInt32 = Groups.discovery,
        datagramMax: Int = 1200
    ) {
        self.port = port
        self.interfaceNames = interfaceNames
        self.discoveryGroup = discoveryGroup
        self.datagramMax = min(max(datagramMax, 1), 9000)
    }
}

/// A datagram that came.
public struct Arrival: Equatable, Sendable {
    public enum Way: Equatable, Sendable {
        case discovery, table, unicast
    }

    /// 1 to `NetworkConfiguration.datagramMax` octets.
    public let bytes: [UInt8]
    /// `Endpoint.raw` of the sender's unicast socket: it can be answered there.
    public let from: UInt64
    public let way: Way
    /// The interface that it came by; 0 where the kernel did not tell.
    public let interfaceIndex: UInt32
    /// Sent by this very port, and come back by the loop of multicast.
    public let isOwn: Bool

    public var viaMulticast: Bool { way != .unicast }
}

/// Where to send.
public enum Destination: Equatable, Sendable {
    /// To everyone, by every usable interface.
    case discovery
    /// To the open table's group, by every usable interface.
    case table
    /// To one peer, by `Endpoint.raw`.
    case address(UInt64)
}
