internal import CSystem

/// A peer's mouth and ears on the local network: IPv4 multicast on every usable interface, and unicast. It knows nothing
/// of what the datagrams say.
///
/// One thread owns it. Wait until `descriptor` is readable (or 5 s are over, so that an interface that could not be used
/// at once is tried again), then call `receive`; now and then `drainProblems`. Once opened nothing of it throws or ends:
/// a missing or failing interface is told of in words, counted, and waited for.
public final class NetworkPort {
    public let configuration: NetworkConfiguration
    /// The ephemeral port that everything is sent from and unicast comes to.
    public let ownPort: UInt16
    /// The interfaces in use: usable and chosen, by rising index, at most 20.
    public internal(set) var interfaces: [Interface] = []
    /// Rises with every change of `interfaces`.
    public internal(set) var interfacesGeneration: UInt64 = 0

    let unicast: Descriptor
    let discovery: MulticastChannel
    var table: MulticastChannel?
    let poller: Poller
    let watch: Int32?
    var counts = NetworkStatistics()
    var problems = Problems()
    /// What the interfaces lacked when last seen.
    var outlook = Outlook.good
    var ownAddresses: [UInt32] = []
    var buffer: [UInt8]
    /// Overruns of table sockets that are closed.
    var closedOverrun: UInt64 = 0
    /// Which socket `receive` reads first, so that a flood on one cannot starve another.
    var firstTurn = 0

    /// Addresses remembered as one's own, former ones too: a datagram may still be on its way back.
    static let ownAddressesMax = 256

    /// Opens the sockets and joins the discovery group wherever that is possible now.
    public init(_ configuration: NetworkConfiguration = NetworkConfiguration()) throws(NetworkError) {
        self.configuration = configuration
        buffer = [UInt8](repeating: 0, count: Int(SNAP_BATCH_MAX) * configuration.datagramMax)
        discovery = try MulticastChannel(group: configuration.discoveryGroup, port: configuration.port)
        unicast = try Descriptor(snap_socket_unicast(), doing: "opening a port to send from")
        let bound = snap_socket_port(unicast.number)
        guard let number = UInt16(exactly: bound), number > 0 else {
            throw .from(min(bound, -1), doing: "asking for the own port")
        }
        ownPort = number
        poller = try Poller()
        // Without notices of changes the regular refresh still follows them, only later.
        let watched = snap_watch_links()
        watch = watched >= 0 ? watched : nil
        try poller.add(discovery.descriptor)
        try poller.add(unicast.number)
        if let watch {
            try poller.add(watch)
        } else {
            let words = Errno(-watched).words
            problems.tell(
                .watch, on: 0, "Changes of the network are noticed only after some seconds: netlink says \(words).")
        }
        refreshInterfaces()
    }

    deinit {
        if let watch { _ = snap_close(watch) }
    }

    /// Readable while there is something to receive or the interfaces changed; the same for the port's whole life.
    public var descriptor: Int32 { poller.descriptor }

    /// Joins a table's group (`Groups.table`), leaving the one before. Throws with the earlier group still open.
    public func openTable(group: UInt32) throws(NetworkError) {
        if let table, table.group == group { return }
        guard group != configuration.discoveryGroup else { throw .notAGroup(group) }
        let fresh = try MulticastChannel(group: group, port: configuration.port)
        try poller.add(fresh.descriptor)
        closeTable()
        table = fresh
        fresh.join(interfaces, telling: &problems)
    }

    public func closeTable() {
        guard let table else { return }
        closedOverrun &+= Self.overrun(table.descriptor)
        poller.remove(table.descriptor)
        self.table = nil
    }

    /// Whether there is something to play on: where the player chose interfaces, those; else any but the loopback.
    public var hasNetwork: Bool { outlook == .good }

    /// Lines not told before, each once while the trouble lasts, in words that say what to do.
    public func drainProblems() -> [String] { problems.drain() }

    /// One's own addresses with the port that one sends from: what others see as `Arrival.from`. The loopback's last.
    public var ownEndpoints: [Endpoint] {
        (interfaces.filter { !$0.isLoopback } + interfaces.filter(\.isLoopback))
            .flatMap(\.addresses)
            .map { Endpoint(address: $0.address, port: ownPort) }
    }

    /// Whether `raw` is this port itself, by any address that the host has or had.
    public func isOwn(_ raw: UInt64) -> Bool {
        guard let endpoint = Endpoint(raw: raw), endpoint.port == ownPort else { return false }
        return endpoint.address >> 24 == IPv4.loopbackNetwork || ownAddresses.contains(endpoint.address)
    }

    public func statistics() -> NetworkStatistics {
        var result = counts
        result.droppedOverrun = Self.overrun(unicast.number) &+ Self.overrun(discovery.descriptor) &+ closedOverrun
        if let table { result.droppedOverrun &+= Self.overrun(table.descriptor) }
        return result
    }

    private static func overrun(_ descriptor: Int32) -> UInt64 { UInt64(max(0, snap_socket_drops(descriptor))) }
}
