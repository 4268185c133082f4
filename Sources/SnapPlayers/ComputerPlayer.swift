internal import SnapRules

/// A computer player: what it sees in, moves with delays out (rules.md 29-30). It sees only what a person at the table
/// sees. Pure: the same seed and the same questions give the same answers.
public struct ComputerPlayer: Hashable, Sendable {
    /// What the computer players are called, in the order in which they are seated.
    public static let names = ["Ray", "Lucy", "Steve"]
    /// No computer player is ever quicker.
    public static let quickestMillis = 180
    /// Standard deviation of what makes one player of a level quicker than another, for all its life.
    public static let offsetDeviationMillis = 40
    /// How long it takes to turn.
    public static let turnDelaysMillis = 500...2_500

    public let level: Level
    /// What this player's reactions are off its level's, always. Microseconds, within 240 ms.
    public let offsetMicros: Int
    private var chance: Chance

    public init(level: Level, seed: UInt64) {
        self.level = level
        chance = Chance(seed: seed)
        offsetMicros = chance.normal(deviation: ComputerPlayer.offsetDeviationMillis * 1_000)
    }

    /// How long to wait with the turn once it could be made. 500...2500 ms.
    public mutating func turnDelayMillis() -> Int { chance.uniform(ComputerPlayer.turnDelaysMillis) }

    /// When to press after the card is knowable; nil: no press. `matchOnTable`: whether the table matches now. At least
    /// 180 ms.
    public mutating func reaction(matchOnTable: Bool) -> Int? {
        let presses =
            matchOnTable ? !chance.happens(percent: level.missPercent) : chance.happens(percent: level.falsePercent)
        return presses ? reactionMillis() : nil
    }

    /// The ex-Gaussian of the level, moved by the player's offset. A draw that is too quick is drawn anew, so that quick
    /// players do not all press at the same moment.
    private mutating func reactionMillis() -> Int {
        for _ in 0..<16 {
            let normal = chance.normal(deviation: level.sigmaMillis * 1_000)
            let exponential = chance.exponential(mean: level.tauMillis * 1_000)
            let millis = (level.muMillis * 1_000 + offsetMicros + normal + exponential) / 1_000
            if millis >= ComputerPlayer.quickestMillis { return millis }
        }
        return ComputerPlayer.quickestMillis
    }
}
