public import SnapCrypto

/// A cursor over deterministic CBOR (RFC 8949 section 4.2) for decoding fixed layouts: each call says what must come next.
///
/// Whatever is not the one deterministic form is refused: indefinite lengths, heads longer than needed, floats, reserved
/// values. A declared length or count is compared with the octets that are left before anything is made of it.
/// After an error the position is unspecified.
public struct CBORReader: Sendable {
    let bytes: [UInt8]
    /// The octet that is read next.
    public private(set) var offset: Int
    /// One past the last octet that may be read.
    public let end: Int

    /// Reads `bytes` from `start` up to, not including, `end`; both are clamped to the bytes that there are.
    public init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
        self.bytes = bytes
        self.end = max(0, min(end ?? bytes.count, bytes.count))
        offset = max(0, min(start, self.end))
    }

    /// Octets not yet read.
    public var left: Int { end - offset }

    /// The head of an item: its major type and its argument.
    struct Head {
        var major: UInt8
        var argument: UInt64
        /// Where the item begins.
        var at: Int
    }

    /// Reads a head of any kind. Of major type 7 only simple values come back, with the value as the argument.
    mutating func head(_ field: String) throws(WireError) -> Head {
        let at = offset
        guard at < end else { throw WireError(.truncated, at: at, in: field) }
        let initial = bytes[at]
        offset = at + 1
        let major = initial >> 5
        let info = initial & 31
        if info < 24 { return Head(major: major, argument: UInt64(info), at: at) }
        if major == 7 { return try longSimple(info, at: at, field) }
        guard info < 28 else { throw WireError(info == 31 ? .indefinite : .reserved, at: at, in: field) }
        let octets = 1 << Int(info - 24)
        guard left >= octets else { throw WireError(.truncated, at: at, in: field) }
        var argument: UInt64 = 0
        for index in offset..<offset + octets { argument = argument << 8 | UInt64(bytes[index]) }
        offset += octets
        // Shortest: one octet says at least 24, and n octets more than n / 2 octets could.
        let least: UInt64 = octets == 1 ? 24 : 1 << UInt64(octets * 4)
        guard argument >= least else { throw WireError(.notShortest, at: at, in: field) }
        return Head(major: major, argument: argument, at: at)
    }

    private mutating func longSimple(_ info: UInt8, at: Int, _ field: String) throws(WireError) -> Head {
        switch info {
        case 24:
            guard left >= 1 else { throw WireError(.truncated, at: at, in: field) }
            let value = bytes[offset]
            offset += 1
            // RFC 8949 section 3.3: below 32 the two-octet form is not well-formed.
            guard value >= 32 else { throw WireError(.badSimple, at: at, in: field) }
            return Head(major: 7, argument: UInt64(value), at: at)
        case 25, 26, 27: throw WireError(.float, at: at, in: field)
        case 31: throw WireError(.indefinite, at: at, in: field)
        default: throw WireError(.reserved, at: at, in: field)
        }
    }

    private mutating func head(
        _ major: UInt8, _ expected: String, _ field: String
    ) throws(WireError) -> Head {
        let head = try head(field)
        guard head.major == major else { throw WireError(.wrongType(expected: expected), at: head.at, in: field) }
        return head
    }

    /// An unsigned integer within `range`.
    public mutating func unsigned(
        in range: ClosedRange<UInt64>, _ field: String
    ) throws(WireError) -> UInt64 {
        let head = try head(0, "unsigned integer", field)
        guard range.contains(head.argument) else { throw WireError(.outOfRange, at: head.at, in: field) }
        return head.argument
    }

    /// An integer within `range`.
    public mutating func integer(in range: ClosedRange<Int64>, _ field: String) throws(WireError) -> Int64 {
        let head = try head(field)
        guard head.major <= 1 else { throw WireError(.wrongType(expected: "integer"), at: head.at, in: field) }
        guard let magnitude = Int64(exactly: head.argument) else {
            throw WireError(.outOfRange, at: head.at, in: field)
        }
        let value = head.major == 0 ? magnitude : ~magnitude
        guard range.contains(value) else { throw WireError(.outOfRange, at: head.at, in: field) }
        return value
    }

    /// The place of the content of a byte string of at most `limit` octets.
    public mutating func byteRange(limit: Int, _ field: String) throws(WireError) -> Range<Int> {
        try content(2, "byte string", limit: limit, field)
    }

    private mutating func content(
        _ major: UInt8, _ expected: String, limit: Int, _ field: String
    ) throws(WireError) -> Range<Int> {
        let head = try head(major, expected, field)
        return try contentRange(of: head, limit: limit, field)
    }

    private mutating func contentRange(
        of head: Head, limit: Int?, _ field: String
    ) throws(WireError) -> Range<Int> {
        // The limit first: a damaged length that no valid item could have is not a torn end.
        if let limit, head.argument > UInt64(max(0, limit)) {
            throw WireError(.tooLong(limit: limit), at: head.at, in: field)
        }
        guard head.argument <= UInt64(left) else { throw WireError(.truncated, at: head.at, in: field) }
        let start = offset
        offset += Int(head.argument)
        return start..<offset
    }

    /// The content of a string whose head has been read.
    mutating func content(of head: Head, _ field: String) throws(WireError) -> ArraySlice<UInt8> {
        let range = try contentRange(of: head, limit: nil, field)
        return bytes[range]
    }

    /// The declared length of a byte string whose content is read by other means.
    mutating func byteStringHead(limit: Int, _ field: String) throws(WireError) -> Int {
        let head = try head(2, "byte string", field)
        guard head.argument <= UInt64(max(0, limit)) else {
            throw WireError(.tooLong(limit: limit), at: head.at, in: field)
        }
        return Int(head.argument)
    }

    /// A byte string of at most `limit` octets.
    public mutating func byteString(limit: Int, _ field: String) throws(WireError) -> [UInt8] {
        let range = try byteRange(limit: limit, field)
        return Array(bytes[range])
    }

    /// A byte string of exactly `count` octets.
    public mutating func byteString(exactly count: Int, _ field: String) throws(WireError) -> [UInt8] {
        let at = offset
        let head = try head(2, "byte string", field)
        guard head.argument == UInt64(count) else { throw WireError(.badLength(expected: count), at: at, in: field) }
        guard left >= count else { throw WireError(.truncated, at: at, in: field) }
        let start = offset
        offset += count
        return Array(bytes[start..<offset])
    }

    /// A byte string of exactly 32 octets.
    public mutating func octets<Value: Octets32>(
        _ field: String, as type: Value.Type = Value.self
    ) throws(WireError) -> Value {
        let head = try head(2, "byte string", field)
        guard head.argument == 32 else { throw WireError(.badLength(expected: 32), at: head.at, in: field) }
        guard left >= 32 else { throw WireError(.truncated, at: head.at, in: field) }
        let words = (word(), word(), word(), word())
        return Value(words: words)
    }

    /// Eight octets, most significant first. The caller has checked that they are there.
    private mutating func word() -> UInt64 {
        var word: UInt64 = 0
        for index in offset..<offset + 8 { word = word << 8 | UInt64(bytes[index]) }
        offset += 8
        return word
    }

    /// A text string of at most `limit` octets of valid UTF-8.
    public mutating func text(limit: Int, _ field: String) throws(WireError) -> String {
        let at = offset
        let range = try content(3, "text string", limit: limit, field)
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw WireError(.badUTF8, at: at, in: field)
        }
        return text
    }

    /// The head of an array of a number of items within `counts`.
    public mutating func array(_ counts: ClosedRange<Int>, _ field: String) throws(WireError) -> Int {
        let head = try head(4, "array", field)
        guard head.argument >= UInt64(max(0, counts.lowerBound)), head.argument <= UInt64(max(0, counts.upperBound))
        else {
            throw WireError(
                counts.count == 1 ? .badLength(expected: counts.lowerBound) : .outOfRange, at: head.at, in: field)
        }
        // Each item takes at least one octet.
        guard head.argument <= UInt64(left) else { throw WireError(.truncated, at: head.at, in: field) }
        return Int(head.argument)
    }

    /// The head of an array of exactly `count` items.
    public mutating func array(_ count: Int, _ field: String) throws(WireError) {
        _ = try array(count...count, field)
    }

    public mutating func bool(_ field: String) throws(WireError) -> Bool {
        let head = try head(field)
        guard head.major == 7, head.argument == 20 || head.argument == 21 else {
            throw WireError(.wrongType(expected: "true or false"), at: head.at, in: field)
        }
        return head.argument == 21
    }

    /// Whether the next item is null; if so it is read.
    public mutating func null() -> Bool {
        guard offset < end, bytes[offset] == 0xf6 else { return false }
        offset += 1
        return true
    }

    /// Exactly these octets.
    public mutating func expect(
        _ octets: [UInt8], else reason: WireError.Reason, _ field: String
    ) throws(WireError) {
        let at = offset
        for octet in octets {
            guard offset < end else { throw WireError(.truncated, at: at, in: field) }
            guard bytes[offset] == octet else { throw WireError(reason, at: offset, in: field) }
            offset += 1
        }
    }

    /// Passes over `count` octets that the caller knows to be there.
    mutating func skip(_ count: Int) { offset = min(end, offset + max(0, count)) }

    /// Nothing may be left.
    public func finish(_ field: String) throws(WireError) {
        guard offset == end else { throw WireError(.trailing, at: offset, in: field) }
    }
}
