public import SnapProtocol

/// What one player did in a game (Protocol.md, *Statistics*). Reactions are those judged, T of Protocol.md, in microseconds.
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
    /// T of the calls that could have won, in the order of the game: what the next three are of.
    public var reactionsMicros: [Int64] = []
    public var medianReactionMicros: Int64?
    public var bestReactionMicros: Int64?
    /// Mean of (hi - lo): how far the measurements of this player's calls disagree.
    public var meanResidualMicros: Int64?
    /// Mean distance of its own word of its calls from T.
    public var meanOwnErrorMicros: Int64?
    /// Standard deviation of the reactions that the median is of.
    public var deviationMicros: Int64?
    /// One way to the others, as they were before the game: what races make up for, up to C.
    public var lineMicros: Int64 = 0
    /// All that its marks count, and which are raised.
    public var marks: Marks?
    public var score = 0
    /// Cards held when the state was last seen.
    public var cards = 0

    public init() {}
}
