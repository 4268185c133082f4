/// A JSON value written without spaces, keys in the order given (RFC 8259).
indirect enum JSONText {
    case null
    case bool(Bool)
    case number(Int64)
    case text(String)
    case list([JSONText])
    case object([(String, JSONText)])

    static func number(_ value: Int) -> JSONText { .number(Int64(value)) }
    static func number(_ value: UInt64) -> JSONText { .number(Int64(clamping: value)) }
    static func number(orNull value: Int64?) -> JSONText { value.map(JSONText.number) ?? .null }

    var written: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): String(value)
        case .text(let value): JSONText.quoted(value)
        case .list(let values): "[" + values.map(\.written).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { JSONText.quoted($0.0) + ":" + $0.1.written }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ value: String) -> String {
        var out = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7f {
                    let digits = String(scalar.value, radix: 16)
                    out += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
                } else {
                    out.unicodeScalars.append(scalar)
                }
            }
        }
        return out + "\""
    }
}
