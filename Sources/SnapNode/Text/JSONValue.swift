/// A JSON value (RFC 8259) whose objects keep the order of their members and whose numbers keep their digits, so that
/// what was read and not understood is written back as it was.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The number as it is written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    public static func integer(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }

    /// The members of an object; none of anything else.
    public var members: [JSONMember] {
        if case .object(let members) = self { return members }
        return []
    }

    /// The value of the member `key`, where this is an object that has it.
    public subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }
}

public struct JSONMember: Hashable, Sendable {
    public var key: String
    public var value: JSONValue
    public init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue {
    /// On one line, without spaces: what programs read.
    public var compact: String {
        var out = ""
        write(to: &out, indent: nil)
        return out
    }

    /// One member a line, two spaces a level, a line feed at the end: what people edit.
    public var pretty: String {
        var out = ""
        write(to: &out, indent: 0)
        return out + "\n"
    }

    private func write(to out: inout String, indent: Int?) {
        switch self {
        case .null: out += "null"
        case .bool(let value): out += value ? "true" : "false"
        case .number(let digits): out += digits
        case .string(let text): JSONValue.quote(text, to: &out)
        case .array(let values):
            JSONValue.list(values, "[", "]", to: &out, indent: indent) { value, out, deeper in
                value.write(to: &out, indent: deeper)
            }
        case .object(let members):
            JSONValue.list(members, "{", "}", to: &out, indent: indent) { member, out, deeper in
                JSONValue.quote(member.key, to: &out)
                out += deeper == nil ? ":" : ": "
                member.value.write(to: &out, indent: deeper)
            }
        }
    }

    private static func list<Element>(
        _ elements: [Element], _ open: String, _ close: String, to out: inout String, indent: Int?,
        each: (Element, inout String, Int?) -> Void
    ) {
        out += open
        let deeper = indent.map { $0 + 2 }
        for (index, element) in elements.enumerated() {
            if index > 0 { out += "," }
            if let deeper { out += "\n" + String(repeating: " ", count: deeper) }
            each(element, &out, deeper)
        }
        if let indent, !elements.isEmpty { out += "\n" + String(repeating: " ", count: indent) }
        out += close
    }

    /// Escapes what JSON requires, and beyond that whatever could act on a terminal (`Printable`).
    private static func quote(_ text: String, to out: inout String) {
        out += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            case _ where Printable.isInert(scalar): out.unicodeScalars.append(scalar)
            default:
                for unit in Character(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        out += "\""
    }
}
