/// Why house rules were refused; the description says what is allowed.
public enum RuleError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknown(name: String, near: [String])
    case value(name: String, value: String, allowed: String)
    /// The wire form has another number of values.
    case count(Int)
    case wireValue(name: String, value: UInt64, range: ClosedRange<UInt64>)

    public var description: String {
        switch self {
        case .unknown(let name, let near):
            let names = HouseRules.ranges.map(\.name).joined(separator: ", ")
            let hint = near.isEmpty ? "the rules are \(names)" : "did you mean \(near.joined(separator: " or "))?"
            return "no rule is called \"\(name)\"; \(hint)"
        case .value(let name, let value, let allowed):
            return "\(name) cannot be \"\(value)\"; allowed: \(allowed)"
        case .count(let count):
            return "\(count) rule values instead of \(HouseRules.wireRanges.count)"
        case .wireValue(let name, let value, let range):
            return "\(name) cannot be \(value); allowed: \(range.lowerBound)...\(range.upperBound)"
        }
    }
}
