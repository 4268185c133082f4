public import SnapCrypto

/// One peer's entry in a heartbeat.
public struct HeartbeatEntry: Hashable, Sendable {
    public var author: PublicKey
    /// The highest contiguous seq that the sender holds of `author`; 0: none.
    public var seq: UInt64
    /// The last probe of `author` that the sender heard, handed back; nil: none yet.
    public var echo: UInt64?
    /// How long the sender held that probe, microseconds; at most `Limits.holdMicros`, 0 without an echo.
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
    /// The seq of the first event that the sender's running process wrote: rises with each restart, so that a heartbeat of a process before
    /// is known as old.
    public var epoch: UInt64
    /// The sender's clock in microseconds plus a random base of its session: a fresh nonce and a probe in one.
    public var probe: UInt64
    /// The sender's own highest seq.
    public var seq: UInt64
    /// 0 lobby, 1 playing, 2 watching, 3 playing and asking for a pause, 4 the same and every other player was heard asking.
    public var state: UInt64
    /// Whom the sender asks to answer its gaps with events; nil: no one.
    public var ask: PublicKey?
    /// Ascending by author; at most `Limits.heads`; the sender itself is not among them.
    public var entries: [HeartbeatEntry]
    public init(
        author: PublicKey, table: TableID, epoch: UInt64 = 1, probe: UInt64, seq: UInt64, state: UInt64,
        ask: PublicKey?, entries: [HeartbeatEntry]
    ) {
        self.author = author
        self.epoch = epoch
        self.table = table
        self.probe = probe
        self.seq = seq
        self.state = state
        self.ask = ask
        self.entries = entries
    }

    /// A tagged COSE_Sign1 with its own external_aad, signed as `key` whatever `author` says. Entries in any order.
    ///
    /// Fields outside their bounds make a heartbeat that `open` refuses.
    public func signed(by key: SigningKey) -> [UInt8] {
        var writer = CBORWriter(reserving: 48 + entries.count * 60)
        writer.array(7)
        writer.byteString(table.bytes)
        writer.unsigned(epoch)
        writer.unsigned(probe)
        writer.unsigned(seq)
        writer.unsigned(state)
        if let ask { writer.octets(ask) } else { writer.null() }
        writer.array(entries.count)
        for entry in entries.sorted(by: { $0.author < $1.author }) {
            writer.array(4)
            writer.octets(entry.author)
            writer.unsigned(entry.seq)
            writer.unsigned(orNull: entry.echo)
            writer.unsigned(entry.holdMicros)
        }
        return Envelope.seal(writer.bytes, for: .heartbeat, by: key)
    }

    /// Strict decoding *and* signature check.
    public static func open(_ bytes: [UInt8]) throws(WireError) -> Heartbeat {
        let heartbeat = try decode(bytes)
        guard Envelope.isSigned(bytes, by: heartbeat.author, for: .heartbeat) else {
            throw WireError(.badSignature, at: 0, in: "heartbeat")
        }
        return heartbeat
    }

    /// Strict decoding without the signature check: for the fuzzer, which cannot sign.
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> Heartbeat {
        var whole = CBORReader(bytes)
        let (author, payload) = try Envelope.read(&whole, limit: Limits.event, "heartbeat")
        try whole.finish("heartbeat")
        var reader = CBORReader(bytes, from: payload.lowerBound, to: payload.upperBound)
        try reader.array(7, "heartbeat")
        let table = try TableID.read(&reader, "heartbeat.table")
        let epoch = try reader.unsigned(in: 1...Limits.counter, "heartbeat.epoch")
        let probe = try reader.unsigned(in: 0...UInt64.max, "heartbeat.probe")
        let seq = try reader.unsigned(in: 0...Limits.counter, "heartbeat.seq")
        let state = try reader.unsigned(in: 0...4, "heartbeat.state")
        let ask = reader.null() ? nil : try reader.octets("heartbeat.ask", as: PublicKey.self)
        var entries: [HeartbeatEntry] = []
        for _ in 0..<(try reader.array(0...Limits.heads, "heartbeat.entries")) {
            let at = reader.offset
            let entry = try HeartbeatEntry.read(&reader)
            if let last = entries.last, last.author >= entry.author {
                let reason: WireError.Reason = last.author == entry.author ? .duplicate : .misordered
                throw WireError(reason, at: at, in: "heartbeat.entries")
            }
            guard entry.author != author else { throw WireError(.outOfRange, at: at, in: "heartbeat.entries") }
            entries.append(entry)
        }
        try reader.finish("heartbeat")
        return Heartbeat(
            author: author, table: table, epoch: epoch, probe: probe, seq: seq, state: state, ask: ask, entries: entries
        )
    }
}

extension HeartbeatEntry {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> HeartbeatEntry {
        try reader.array(4, "heartbeat.entry")
        let author = try reader.octets("entry.author", as: PublicKey.self)
        let seq = try reader.unsigned(in: 0...Limits.counter, "entry.seq")
        let echo = reader.null() ? nil : try reader.unsigned(in: 0...UInt64.max, "entry.echo")
        let hold = try reader.unsigned(in: 0...Limits.holdMicros, "entry.hold")
        return HeartbeatEntry(author: author, seq: seq, echo: echo, holdMicros: hold)
    }
}
