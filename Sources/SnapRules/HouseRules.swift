/// The rules that a table plays by: fixed by the START that its players accepted (rules.md 11, 12, 18, 19, 23, 25).
public struct HouseRules: Hashable, Sendable {
    public enum Recycle: UInt64, Sendable {
        case shuffled = 0
        case inOrder = 1
    }
    public enum DeadHeat: UInt64, Sendable {
        case lottery = 0
        case pool = 1
    }
    public var matchBonus: UInt64 = 4
    public var mismatchPenalty: UInt64 = 2
    public var flipCost: UInt64 = 1
    public var turnPauseMillis: UInt64 = 500
    /// 0: never.
    public var turnLimitMillis: UInt64 = 15_000
    public var falseStartMillis: UInt64 = 100
    /// 0: none.
    public var timeLimitMillis: UInt64 = 600_000
    public var recycle: Recycle = .shuffled
    public var deadHeat: DeadHeat = .lottery
    /// Links of each seat's two hash chains; a draw beyond them ends the game.
    public var chainLength: UInt64 = 65_536
    public init() {}
}
