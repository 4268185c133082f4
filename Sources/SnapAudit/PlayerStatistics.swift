/// What one player did in a game. Reactions are those judged, T of Protocol.md, in microseconds.
public struct PlayerStatistics: Hashable, Sendable {
    /// Cards turned.
    public var turns = 0
    /// Claims that a race was decided with.
    public var calls = 0
    /// Races won.
    public var wins = 0
    /// Calls that the player paid for.
    public var wrongCalls = 0
    public var falseStarts = 0
    public var disputedCalls = 0
    public var medianReactionMicros: Int64?
    public var bestReactionMicros: Int64?
    /// Mean of (hi - lo): how far the measurements of this player's calls disagree.
    public var meanResidualMicros: Int64?
    /// Links that others saw sent more than 15 ms after they were due.
    public var lateLinks: UInt64 = 0
    public var claimsAfterClosing: UInt64 = 0
    public var withheldLinks: UInt64 = 0
    /// Events that came to nothing, as honest ones may.
    public var ignoredEvents: UInt64 = 0
    public var score = 0
    /// Cards held when the state was last seen.
    public var cards = 0

    public init() {}
}
