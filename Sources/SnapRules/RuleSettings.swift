/// House rules by name, as people set and read them (`--rule NAME=VALUE`; rules.md 25-27).
extension HouseRules {
    /// What a person may set.
    public struct Setting: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            /// A whole number within the range; the unit is for people.
            case number(ClosedRange<UInt64>, unit: String)
            case words([String])
        }
        public let name: String
        public let kind: Kind
        /// "0...10 points", "shuffled or in-order".
        public var allowed: String {
            switch kind {
            case .number(let range, let unit): "\(range.lowerBound)...\(range.upperBound) \(unit)"
            case .words(let words): words.joined(separator: " or ")
            }
        }
    }

    /// Every rule that a person may set, in the order in which they are shown.
    public static let ranges: [Setting] = [
        Setting(name: "matchBonus", kind: .number(0...mostPoints, unit: "points")),
        Setting(name: "mismatchPenalty", kind: .number(0...mostPoints, unit: "points")),
        Setting(name: "flipCost", kind: .number(0...mostPoints, unit: "points")),
        Setting(name: "turnPause", kind: .number(0...5_000, unit: "milliseconds")),
        Setting(name: "turnLimit", kind: .number(0...600, unit: "seconds, 0: never")),
        Setting(name: "falseStart", kind: .number(0...500, unit: "milliseconds")),
        Setting(name: "timeLimit", kind: .number(0...86_400, unit: "seconds, 0: none")),
        Setting(name: "recycle", kind: .words(["shuffled", "in-order"])),
        Setting(name: "deadHeat", kind: .words(["lottery", "pool"])),
    ]

    /// Sets the rule called `name`. Numbers are decimal digits only. Throws, and changes nothing, where there is no such
    /// rule or the value is not allowed.
    public mutating func set(name: String, value: String) throws(RuleError) {
        guard let setting = HouseRules.ranges.first(where: { $0.name == name }) else {
            throw .unknown(name: name, near: Spelling.near(name, in: HouseRules.ranges.map(\.name)))
        }
        let refusal = RuleError.value(name: name, value: value, allowed: setting.allowed)
        switch setting.kind {
        case .number(let range, _):
            let digits = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard digits, let number = UInt64(value), range.contains(number) else { throw refusal }
            set(name, number: number)
        case .words:
            switch (name, value) {
            case ("recycle", "shuffled"): recycle = .shuffled
            case ("recycle", "in-order"): recycle = .inOrder
            case ("deadHeat", "lottery"): deadHeat = .lottery
            case ("deadHeat", "pool"): deadHeat = .pool
            default: throw refusal
            }
        }
    }

    private mutating func set(_ name: String, number: UInt64) {
        switch name {
        case "matchBonus": matchBonus = number
        case "mismatchPenalty": mismatchPenalty = number
        case "flipCost": flipCost = number
        case "turnPause": turnPauseMillis = number
        case "turnLimit": turnLimitMillis = number * 1_000
        case "falseStart": falseStartMillis = number
        case "timeLimit": timeLimitMillis = number * 1_000
        default: break
        }
    }

    /// What `set` would take to give the present value; nil: no such rule. Seconds are rounded up where another's START
    /// carries a fraction, so that a limit never reads as none.
    public func value(named name: String) -> String? {
        func seconds(_ millis: UInt64) -> String { "\(millis / 1_000 + (millis % 1_000 == 0 ? 0 : 1))" }
        return switch name {
        case "matchBonus": "\(matchBonus)"
        case "mismatchPenalty": "\(mismatchPenalty)"
        case "flipCost": "\(flipCost)"
        case "turnPause": "\(turnPauseMillis)"
        case "turnLimit": seconds(turnLimitMillis)
        case "falseStart": "\(falseStartMillis)"
        case "timeLimit": seconds(timeLimitMillis)
        case "recycle": recycle == .inOrder ? "in-order" : "shuffled"
        case "deadHeat": deadHeat == .pool ? "pool" : "lottery"
        default: nil
        }
    }

    /// One line a rule for people: "turnLimit = 15 (0...600 seconds, 0: never)".
    public var lines: [String] {
        HouseRules.ranges.map { "\($0.name) = \(value(named: $0.name) ?? "") (\($0.allowed))" }
    }
}
