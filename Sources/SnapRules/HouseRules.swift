/// The rules that a table plays by: fixed by the START that its players accepted (rules.md 11, 12, 18, 19, 23, 25).
/// The bounds of each are in `ranges` and `wireRanges`.
public struct HouseRules: Hashable, Sendable {
    public enum Recycle: UInt64, Sendable {
        case shuffled = 0
        case inOrder = 1
    }
    public enum DeadHeat: UInt64, Sendable {
        case lottery = 0
        case pool = 1
    }
    /// Points per matching pair won. Zero is legal.
    public var matchBonus: UInt64 = 4
    /// Points that a wrong call loses. Zero is legal.
    public var mismatchPenalty: UInt64 = 2
    /// Points that each turned card costs. Zero is legal.
    public var flipCost: UInt64 = 1
    /// From when a card could be seen to the next turn.
    public var turnPauseMillis: UInt64 = 500
    /// 0: never.
    public var turnLimitMillis: UInt64 = 15_000
    /// A reaction below this is a wrong call.
    public var falseStartMillis: UInt64 = 100
    /// 0: none.
    public var timeLimitMillis: UInt64 = 600_000
    public var recycle: Recycle = .shuffled
    public var deadHeat: DeadHeat = .lottery
    /// Links of each seat's two hash chains; a draw beyond them ends the game.
    public var chainLength: UInt64 = 65_536
    public init() {}

    /// The most that one of the three scoring numbers may be.
    static let mostPoints: UInt64 = 10
    /// A scoring number as the reducer adds it: a value out of range, which no START can carry, counts as the most.
    static func points(_ value: UInt64) -> Int { Int(min(value, mostPoints)) }
}
