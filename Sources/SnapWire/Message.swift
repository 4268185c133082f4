public import SnapCrypto

/// One peer's entry in a heartbeat.
public struct HeartbeatEntry: Hashable, Sendable {
    public var author: PublicKey
    /// The highest contiguous seq that the sender holds of `author`; 0: none.
    public var seq: UInt64
    /// The last probe of `author` that the sender heard, handed back; nil: none yet.
    public var echo: UInt64?
    /// How long the sender held that probe, microseconds.
    public var holdMicros: UInt64
    public init(author: PublicKey, seq: UInt64, echo: UInt64?, holdMicros: UInt64) {
        self.author = author
        self.seq = seq
        self.echo = echo
        self.holdMicros = holdMicros
    }
}

/// A signed, unlogged message: who is there, what it holds, clock probes, and what it lacks.
public struct Heartbeat: Hashable, Sendable {
    public var author: PublicKey
    public var table: TableID
    /// The sender's clock in microseconds plus a random base of its session: a fresh nonce and a probe in one.
    public var probe: UInt64
    /// The sender's own highest seq.
    public var seq: UInt64
    /// 0 lobby, 1 playing, 2 watching.
    public var state: UInt64
    /// Whom the sender asks to answer its gaps with events; nil: no one.
    public var ask: PublicKey?
    /// Ascending by author; at most `Limits.heads`; the sender itself is not among them.
    public var entries: [HeartbeatEntry]
    public init(
        author: PublicKey, table: TableID, probe: UInt64, seq: UInt64, state: UInt64, ask: PublicKey?,
        entries: [HeartbeatEntry]
    ) {
        self.author = author
        self.table = table
        self.probe = probe
        self.seq = seq
        self.state = state
        self.ask = ask
        self.entries = entries
    }
    /// A tagged COSE_Sign1 with its own external_aad.
    public func signed(by key: SigningKey) -> [UInt8] { fatalError() }
    /// Strict decoding *and* signature check.
    public static func open(_ bytes: [UInt8]) throws(WireError) -> Heartbeat { fatalError() }
}

/// The plaintext of a sealed datagram.
public enum Message: Hashable, Sendable {
    /// Events as bytes, decoded one by one by the receiver.
    case events([[UInt8]])
    /// A signed heartbeat as bytes.
    case heartbeat([UInt8])
    public func encode() -> [UInt8] { fatalError() }
    public static func decode(_ bytes: [UInt8]) throws(WireError) -> Message { fatalError() }
    /// Octets that are left for events in one datagram after seal and framing; an event of n octets takes n + 3.
    public static let eventRoom = 1100
}
