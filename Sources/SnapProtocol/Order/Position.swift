internal import SnapCrypto
internal import SnapWire

/// A place in the order of a view: Lamport time, then author.
struct Position: Comparable, Sendable {
    var lamport: UInt64
    var author: PublicKey

    init(_ event: Event) {
        lamport = event.lamport
        author = event.author
    }

    static func < (a: Position, b: Position) -> Bool {
        a.lamport != b.lamport ? a.lamport < b.lamport : a.author < b.author
    }
}

extension Body {
    /// Whether events of this kind take part in the order (Protocol.md, *Finality and order*).
    var isOrdered: Bool {
        switch self {
        case .ack, .promise, .propose, .accepted: false
        default: true
        }
    }
}
