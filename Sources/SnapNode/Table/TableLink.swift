public import SnapProtocol

/// A datagram for one of the seats that a table loop runs.
public struct Delivery: Sendable {
    public var seat: Int
    public var bytes: [UInt8]
    public var from: PeerAddress
}

/// How the seats of a loop reach each other and the rest of the table.
public protocol TableLink: AnyObject {
    /// Becomes readable when datagrams wait; nil: they are only ever the loop's own.
    var descriptor: Int32? { get }
    func send(_ bytes: [UInt8], to destination: Destination, from seat: Int)
    /// Takes what has arrived, at most a bounded number.
    func receive() -> [Delivery]
    /// Called now and then with the first seat's peer: the time to announce the table.
    func attend(to peer: Peer, at now: Instant)
    /// Lines to tell the person, each once.
    func problems() -> [String]
}

/// Peers in one process, without a socket: what one sends, the others have at once.
public final class InProcessLink: TableLink {
    private let seats: Int
    private var waiting: [Delivery] = []
    /// More than any step sends at once; beyond it datagrams are lost, as on any network.
    private static let waitingLimit = 4096

    public init(seats: Int) { self.seats = seats }

    public var descriptor: Int32? { nil }

    public func send(_ bytes: [UInt8], to destination: Destination, from seat: Int) {
        let source = PeerAddress(raw: UInt64(seat) + 1)
        for other in 0..<seats where other != seat {
            if case .one(let address) = destination, address.raw != UInt64(other) + 1 { continue }
            guard waiting.count < InProcessLink.waitingLimit else { return }
            waiting.append(Delivery(seat: other, bytes: bytes, from: source))
        }
    }

    public func receive() -> [Delivery] {
        defer { waiting = [] }
        return waiting
    }

    public func attend(to peer: Peer, at now: Instant) {}

    public func problems() -> [String] { [] }
}
