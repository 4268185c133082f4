/// House rules as START carries them (Protocol.md, *House rules*).
extension HouseRules {
    /// One number of the wire form.
    public struct WireRange: Hashable, Sendable {
        public let name: String
        public let range: ClosedRange<UInt64>
    }

    /// The numbers of the wire form, in order, with their bounds. Milliseconds, points, links.
    public static let wireRanges: [WireRange] = [
        WireRange(name: "matchBonus", range: 0...mostPoints),
        WireRange(name: "mismatchPenalty", range: 0...mostPoints),
        WireRange(name: "flipCost", range: 0...mostPoints),
        WireRange(name: "turnPause", range: 0...5_000),
        WireRange(name: "turnLimit", range: 0...600_000),
        WireRange(name: "falseStart", range: 0...500),
        WireRange(name: "timeLimit", range: 0...86_400_000),
        WireRange(name: "recycle", range: 0...1),
        WireRange(name: "deadHeat", range: 0...1),
        WireRange(name: "chainLength", range: 256...65_536),
    ]

    /// Ten numbers in the order of `wireRanges`.
    public var wire: [UInt64] {
        [
            matchBonus, mismatchPenalty, flipCost, turnPauseMillis, turnLimitMillis, falseStartMillis, timeLimitMillis,
            recycle.rawValue, deadHeat.rawValue, chainLength,
        ]
    }

    /// Refuses any other number of values and any value out of its range.
    public init(wire: [UInt64]) throws(RuleError) {
        guard wire.count == HouseRules.wireRanges.count else { throw .count(wire.count) }
        for (value, bound) in zip(wire, HouseRules.wireRanges) where !bound.range.contains(value) {
            throw .wireValue(name: bound.name, value: value, range: bound.range)
        }
        guard let recycle = Recycle(rawValue: wire[7]), let deadHeat = DeadHeat(rawValue: wire[8]) else {
            throw .count(wire.count)
        }
        self.init()
        matchBonus = wire[0]
        mismatchPenalty = wire[1]
        flipCost = wire[2]
        turnPauseMillis = wire[3]
        turnLimitMillis = wire[4]
        falseStartMillis = wire[5]
        timeLimitMillis = wire[6]
        self.recycle = recycle
        self.deadHeat = deadHeat
        chainLength = wire[9]
    }
}
