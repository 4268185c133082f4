/// What a fairness run is to measure. The same options give the same report, whatever the number of jobs.
public struct FairnessOptions: Hashable, Sendable {
    /// 2...4.
    public var players = 2
    public var profile = NetworkProfile.wired
    /// Races to count.
    public var races = 2_000
    public var seed: UInt64 = 1
    /// Whose verdicts the report is about; the others are in it for contrast.
    public var judge = RaceJudge.witnessed
    /// nil: everybody is honest.
    public var cheat: Cheat?
    /// Dead heats go to the pool, not to a lottery.
    public var pools = false
    public init() {}

    /// Races that one table, with those that follow it, is good for: what is done by one job at a time.
    static let racesAtATime = 250
    /// Games that are played from one lobby, whose measurements they share.
    static let gamesAtATable: UInt64 = 10

    /// The command that makes this very run again.
    public var command: String {
        "snap-simulator fairness --players \(players) --profile \(profile.rawValue) --races \(races) "
            + (cheat.map { "--cheat \($0.text) " } ?? "") + (pools ? "--dead-heat pool " : "")
            + "--judge \(judge.rawValue) --seed \(seed)"
    }
}

/// Who says who was first.
public enum RaceJudge: String, Hashable, Sendable, CaseIterable {
    /// The protocol: from what all members witnessed.
    case witnessed
    /// Whose CLAIM came first to seat 0, as with a server.
    case arrival
    /// Whose CLAIM has the least Lamport time, as the order has it.
    case lamport
}
