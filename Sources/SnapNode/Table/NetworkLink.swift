internal import SnapCrypto
public import SnapNetwork
public import SnapProtocol
public import SnapWire

/// The table's group on the local network, and the beacon that tells of the table.
public final class NetworkLink: TableLink {
    /// Between two beacons.
    static let beaconMicros: Int64 = 1_000_000
    /// Between two looks at the interfaces: a group that could not be joined is tried again.
    static let interfacesMicros: Int64 = 5_000_000
    /// Datagrams taken by one `receive`.
    private static let batch = 64

    private let port: NetworkPort
    private let tag: [UInt8]
    /// nil: private.
    private let code: TableCode?
    private let tableName: String
    private var announceAt: Instant?
    private var refreshAt: Instant?
    private var lastPlaying = false
    private var lastSeated = 0
    private var lonely = LonelyTable()
    private var heardAtTable: UInt64 = 0
    private var hints: [String] = []

    /// `port`: with the table's group open. `listed`: whether the beacon carries the code.
    public init(port: NetworkPort, code: TableCode, tag: [UInt8], listed: Bool) {
        self.port = port
        self.tag = tag
        self.code = listed ? code : nil
        tableName = TableNames.name(of: code)
    }

    public var descriptor: Int32? { port.descriptor }

    public func send(_ bytes: [UInt8], to destination: SnapProtocol.Destination, from seat: Int) {
        switch destination {
        case .everyone: _ = port.send(bytes, to: .table)
        case .one(let address): _ = port.send(bytes, to: .address(address.raw))
        }
    }

    public func receive() -> [Delivery] {
        var deliveries: [Delivery] = []
        _ = port.receive(upTo: NetworkLink.batch) { arrival in
            guard arrival.way != .discovery else { return }
            heardAtTable &+= 1
            deliveries.append(Delivery(seat: 0, bytes: arrival.bytes, from: PeerAddress(raw: arrival.from)))
        }
        return deliveries
    }

    /// Announces the table once a second, and at once when what the beacon says has changed.
    public func attend(to peer: Peer, at now: Instant) {
        if now >= refreshAt ?? now {
            refreshAt = now + NetworkLink.interfacesMicros
            port.refreshInterfaces()
        }
        guard peer.phase == .seated else { return }
        if port.hasNetwork {
            let sent = port.statistics().interfaces.reduce(0) { $0 &+ $1.sent }
            hints +=
                lonely.look(
                    isAlone: peer.members.count < 2, sent: sent, heard: heardAtTable, port: port.configuration.port,
                    atMicros: now.micros
                ).map { [$0] } ?? []
        }
        let isPlaying = peer.fold != nil
        let seated = min(max(peer.members.count, 1), Limits.seats)
        if let announceAt, now < announceAt, isPlaying == lastPlaying, seated == lastSeated { return }
        announceAt = now + NetworkLink.beaconMicros
        lastPlaying = isPlaying
        lastSeated = seated
        let beacon = Beacon(
            author: peer.me, tag: tag, code: code, tableName: tableName, state: isPlaying ? .playing : .lobby,
            seated: UInt64(seated), seats: UInt64(peer.configuration.capacity),
            playerName: peer.configuration.name, port: port.ownPort)
        _ = port.send(beacon.signed(by: peer.configuration.sessionKey), to: .discovery)
    }

    public func problems() -> [String] {
        defer { hints = [] }
        return port.drainProblems() + hints
    }
}
