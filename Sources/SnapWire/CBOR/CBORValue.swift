/// Any item of deterministic CBOR (RFC 8949 section 4.2) without floats, as a tree.
///
/// The protocol's own layouts are read with `CBORReader`; the tree is for what has no fixed layout.
/// Texts compare as Swift strings do, canonically; only the encoded octets tell all texts apart.
public indirect enum CBORValue: Hashable, Sendable {
    case unsigned(UInt64)
    /// The integer -1 - the value: down to -2^64.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// In the order of the encoded keys.
    case map([Pair])
    case tag(UInt64, CBORValue)
    case bool(Bool)
    case null
    case undefined
    /// 0...19 or 32...255.
    case simple(UInt8)

    /// A key of a map and what it leads to.
    public struct Pair: Hashable, Sendable {
        public var key: CBORValue
        public var value: CBORValue
        public init(_ key: CBORValue, _ value: CBORValue) {
            self.key = key
            self.value = value
        }
    }

    /// An integer that fits 64 bits with sign.
    public static func integer(_ value: Int64) -> CBORValue {
        value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(bitPattern: ~value))
    }

    /// What a map holds under `key`; nil where there is no such key or no map.
    public subscript(key: CBORValue) -> CBORValue? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { $0.key == key }?.value
    }
}

extension CBORValue {
    /// Reads exactly one item and nothing after it, with at most `Limits.depth` arrays, maps and tags around a part.
    public static func decode(_ bytes: [UInt8]) throws(WireError) -> CBORValue {
        var reader = CBORReader(bytes)
        let value = try read(&reader, "item")
        try reader.finish("item")
        return value
    }

    /// Reads the next item.
    public static func read(_ reader: inout CBORReader, _ field: String) throws(WireError) -> CBORValue {
        try read(&reader, depth: 0, field)
    }

    private static func read(
        _ reader: inout CBORReader, depth: Int, _ field: String
    ) throws(WireError) -> CBORValue {
        let at = reader.offset
        let head = try reader.head(field)
        switch head.major {
        case 0: return .unsigned(head.argument)
        case 1: return .negative(head.argument)
        case 2: return .bytes(Array(try reader.content(of: head, field)))
        case 3:
            guard let text = String(validating: try reader.content(of: head, field), as: UTF8.self)
            else { throw WireError(.badUTF8, at: at, in: field) }
            return .text(text)
        case 7: return plain(UInt8(truncatingIfNeeded: head.argument))
        default: break
        }
        guard depth < Limits.depth else { throw WireError(.tooDeep, at: at, in: field) }
        if head.major == 6 { return try tagged(head.argument, at: at, &reader, depth: depth, field) }
        // Each item takes at least one octet, a pair two.
        let perItem: UInt64 = head.major == 5 ? 2 : 1
        guard head.argument <= UInt64(reader.left) / perItem else { throw WireError(.truncated, at: at, in: field) }
        let count = Int(head.argument)
        return head.major == 4
            ? try items(count, &reader, depth: depth, field) : try pairs(count, &reader, depth: depth, field)
    }

    private static func plain(_ value: UInt8) -> CBORValue {
        switch value {
        case 20: .bool(false)
        case 21: .bool(true)
        case 22: .null
        case 23: .undefined
        default: .simple(value)
        }
    }

    private static func items(
        _ count: Int, _ reader: inout CBORReader, depth: Int, _ field: String
    ) throws(WireError) -> CBORValue {
        var values: [CBORValue] = []
        for _ in 0..<count { values.append(try read(&reader, depth: depth + 1, field)) }
        return .array(values)
    }

    private static func pairs(
        _ count: Int, _ reader: inout CBORReader, depth: Int, _ field: String
    ) throws(WireError) -> CBORValue {
        var pairs: [Pair] = []
        var last: Range<Int>?
        for _ in 0..<count {
            let start = reader.offset
            let key = try read(&reader, depth: depth + 1, field)
            let place = start..<reader.offset
            if let last {
                let before = reader.bytes[last]
                let after = reader.bytes[place]
                guard before.lexicographicallyPrecedes(after) else {
                    throw WireError(before == after ? .duplicate : .misordered, at: start, in: field)
                }
            }
            last = place
            pairs.append(Pair(key, try read(&reader, depth: depth + 1, field)))
        }
        return .map(pairs)
    }

    private static func tagged(
        _ number: UInt64, at: Int, _ reader: inout CBORReader, depth: Int, _ field: String
    ) throws(WireError) -> CBORValue {
        let value = try read(&reader, depth: depth + 1, field)
        if number == 2 || number == 3 {
            // RFC 8949 section 3.4.3: a bignum has no leading zero, and is none where an integer would do.
            guard case .bytes(let octets) = value else {
                throw WireError(.wrongType(expected: "byte string"), at: at, in: field)
            }
            guard octets.count > 8, octets[0] != 0 else { throw WireError(.notShortest, at: at, in: field) }
        }
        return .tag(number, value)
    }
}

extension CBORValue {
    /// The one deterministic encoding. Maps are put in order.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout CBORWriter) {
        switch self {
        case .unsigned(let value): writer.unsigned(value)
        case .negative(let value): writer.negative(below: value)
        case .bytes(let bytes): writer.byteString(bytes)
        case .text(let text): writer.text(text)
        case .array(let values):
            writer.array(values.count)
            for value in values { value.write(to: &writer) }
        case .map(let pairs):
            writer.map(pairs.count)
            let encoded = pairs.map { (key: $0.key.encoded, value: $0.value) }
            for pair in encoded.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                writer.raw(pair.key)
                pair.value.write(to: &writer)
            }
        case .tag(let number, let value):
            writer.tag(number)
            value.write(to: &writer)
        case .bool(let value): writer.bool(value)
        case .null: writer.null()
        case .undefined: writer.head(7, 23)
        case .simple(let value): writer.head(7, UInt64(value))
        }
    }
}
