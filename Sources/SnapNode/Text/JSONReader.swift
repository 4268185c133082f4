/// Where and why a text is not JSON.
public struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// In octets, from 1.
    public let column: Int
    public let reason: String
    public var description: String { "line \(line), column \(column): \(reason)" }
}

extension JSONValue {
    /// Containers within containers; one more is refused.
    public static let depthLimit = 32

    /// Strict RFC 8259 and UTF-8; one value and nothing after it; a member name twice in one object is refused, since
    /// readers disagree on which of the two counts.
    public static func parse(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
        var reader = JSONReader(bytes: bytes)
        reader.skipSpace()
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.at == bytes.count else { throw reader.fault("something follows the end of the value") }
        return value
    }
}

private struct JSONReader {
    let bytes: [UInt8]
    var at = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    func fault(_ reason: String) -> JSONFault {
        let before = bytes[..<min(at, bytes.count)]
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONFault(line: line, column: at - start + 1, reason: reason)
    }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    mutating func expect(_ character: Unicode.Scalar) throws(JSONFault) {
        guard take(character) else { throw fault("`\(character)` is missing here") }
    }

    mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        guard let byte = next else { throw fault("the text ends where a value should be") }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default:
            for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
            where bytes[at...].starts(with: word.utf8) {
                at += word.utf8.count
                return value
            }
            throw fault("no value starts like this")
        }
    }

    mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
        guard depth <= JSONValue.depthLimit else { throw fault("nested too deeply") }
        try expect("{")
        var members: [JSONMember] = []
        var seen: Set<String> = []
        skipSpace()
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("a name in double quotes is missing here") }
            let start = at
            let key = try string()
            guard seen.insert(key).inserted else {
                at = start
                throw fault("the name \"\(Printable(key, limit: 40))\" stands here a second time")
            }
            skipSpace()
            try expect(":")
            skipSpace()
            members.append(JSONMember(key, try value(depth: depth)))
            skipSpace()
        } while take(",")
        try expect("}")
        return .object(members)
    }

    mutating func array(depth: Int) throws(JSONFault) -> JSONValue {
        guard depth <= JSONValue.depthLimit else { throw fault("nested too deeply") }
        try expect("[")
        var values: [JSONValue] = []
        skipSpace()
        if take("]") { return .array(values) }
        repeat {
            skipSpace()
            values.append(try value(depth: depth))
            skipSpace()
        } while take(",")
        try expect("]")
        return .array(values)
    }

    mutating func number() throws(JSONFault) -> String {
        let start = at
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    mutating func digits() throws(JSONFault) {
        let start = at
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
        guard at > start else { throw fault("a digit is missing here") }
    }

    mutating func string() throws(JSONFault) -> String {
        try expect("\"")
        var units: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: units, as: UTF8.self) else { throw fault("the text is not UTF-8") }
                at += 1
                return text
            case UInt8(ascii: "\\"):
                at += 1
                try escape(into: &units)
            case ..<0x20: throw fault("a control character must be escaped")
            default:
                units.append(byte)
                at += 1
            }
        }
        throw fault("the text has no closing quote")
    }

    mutating func escape(into units: inout [UInt8]) throws(JSONFault) {
        guard let byte = next else { throw fault("the text has no closing quote") }
        let simple: [UInt8: UInt8] = [
            UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F, UInt8(ascii: "b"): 0x08,
            UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
        ]
        if let unit = simple[byte] {
            units.append(unit)
            at += 1
            return
        }
        guard take("u") else { throw fault("no such escape") }
        var value = try fourDigits()
        if (0xD800..<0xDC00).contains(value), take("\\"), take("u") {
            let low = try fourDigits()
            guard (0xDC00..<0xE000).contains(low) else { throw fault("half of a surrogate pair") }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw fault("half of a surrogate pair") }
        units.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    mutating func fourDigits() throws(JSONFault) -> UInt32 {
        guard at + 4 <= bytes.count else { throw fault("four hexadecimal digits are missing here") }
        var value: UInt32 = 0
        for byte in bytes[at..<at + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault("four hexadecimal digits are missing here")
            }
            value = value << 4 | UInt32(digit)
        }
        at += 4
        return value
    }
}
