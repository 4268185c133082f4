public import SnapCrypto

/// 16 octets that name a table: derived from the table key, the same for whoever knows the code.
public struct TableID: Hashable, Sendable {
    public let bytes: [UInt8]
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    static func read(_ reader: inout CBORReader, _ field: String) throws(WireError) -> TableID {
        let at = reader.offset
        guard let table = TableID(try reader.byteString(exactly: 16, field)) else {
            throw WireError(.badLength(expected: 16), at: at, in: field)
        }
        return table
    }
}

/// The highest event of a member that an event's author had acknowledged.
public struct Head: Hashable, Sendable {
    public var author: PublicKey
    /// >= 1.
    public var seq: UInt64
    public var hash: Digest
    public init(author: PublicKey, seq: UInt64, hash: Digest) {
        self.author = author
        self.seq = seq
        self.hash = hash
    }
}

/// One signed entry of its author's log: a tagged COSE_Sign1 (RFC 9052) over a deterministic CBOR array.
///
/// The author is the `kid` of the protected header and stands nowhere else. `hash` is BLAKE2b-256 of `bytes`.
///
/// Its fields lie on the heap: logs, queues and rules hand events on, and to copy one is to count one reference.
public struct Event: Sendable, Hashable {
    @usableFromInline let fields: Fields

    @inlinable public var bytes: [UInt8] { fields.bytes }
    @inlinable public var hash: Digest { fields.hash }
    @inlinable public var author: PublicKey { fields.author }
    @inlinable public var table: TableID { fields.table }
    /// 1, 2, ... without gap.
    @inlinable public var seq: UInt64 { fields.seq }
    /// The hash of the author's event before; 32 zero octets at seq 1.
    @inlinable public var previous: Digest { fields.previous }
    /// 1 + the highest Lamport time its author had seen.
    @inlinable public var lamport: UInt64 { fields.lamport }
    /// One a member other than the author, ascending by author; at most `Limits.heads`.
    @inlinable public var heads: [Head] { fields.heads }
    @inlinable public var body: Body { fields.body }

    public static func == (a: Event, b: Event) -> Bool { a.hash == b.hash }
    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    /// Builds and signs. `heads` in any order; the result is sorted.
    ///
    /// Fields outside their bounds make an event that `decode` refuses.
    public static func signed(
        by key: SigningKey, table: TableID, seq: UInt64, previous: Digest, lamport: UInt64, heads: [Head], body: Body
    ) -> Event {
        let content = Content(
            table: table, seq: seq, previous: previous, lamport: lamport,
            heads: heads.sorted { $0.author < $1.author }, body: body)
        return Event(bytes: Envelope.seal(content.encoded, for: .event, by: key), author: key.publicKey, content)
    }

    /// Strict decoding of exactly one event; does not check the signature.
    ///
    /// What is accepted has one encoding only: these very bytes.
    public static func decode(_ bytes: [UInt8]) throws(WireError) -> Event {
        var whole = CBORReader(bytes)
        let (author, payload) = try Envelope.read(&whole, limit: Limits.event, "event")
        try whole.finish("event")
        var reader = CBORReader(bytes, from: payload.lowerBound, to: payload.upperBound)
        let content = try Content.read(&reader, author: author)
        try reader.finish("event")
        return Event(bytes: bytes, author: author, content)
    }

    /// Whether the signature is the author's. About 90 us.
    public func hasValidSignature() -> Bool { Envelope.isSigned(bytes, by: author, for: .event) }

    private init(bytes: [UInt8], author: PublicKey, _ content: Content) {
        fields = Fields(bytes: bytes, author: author, content)
    }

    @usableFromInline
    final class Fields: Sendable {
        @usableFromInline let bytes: [UInt8]
        @usableFromInline let hash: Digest
        @usableFromInline let author: PublicKey
        @usableFromInline let table: TableID
        @usableFromInline let seq: UInt64
        @usableFromInline let previous: Digest
        @usableFromInline let lamport: UInt64
        @usableFromInline let heads: [Head]
        @usableFromInline let body: Body

        init(bytes: [UInt8], author: PublicKey, _ content: Content) {
            self.bytes = bytes
            hash = Digest.of(bytes)
            self.author = author
            table = content.table
            seq = content.seq
            previous = content.previous
            lamport = content.lamport
            heads = content.heads
            body = content.body
        }
    }
}
