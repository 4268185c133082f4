/// What a member's events say of how it plays, counted in the final state (Protocol.md, *Marks*). Nobody is condemned by
/// one of them: a statistic over many games is what they are for.
public struct Marks: Hashable, Sendable {
    /// Links that a race's witnesses saw sent more than `lateLinkMicros` after the turn had reached their author.
    public var lateLinks: UInt64 = 0
    /// Claims that a race was decided with.
    public var judgedClaims: UInt64 = 0
    /// Of those, the ones whose measurements disagreed by more than D.
    public var disputedClaims: UInt64 = 0
    /// Sum of hi - lo over them. Microseconds.
    public var residualMicros: UInt64 = 0
    /// CLAIMs after their author had closed the race.
    public var claimsAfterClosing: UInt64 = 0
    /// Events in the order that changed nothing. Honest ones are among them: a REVEAL may meet a void turn.
    public var ignoredEvents: UInt64 = 0
    /// FLIPs and ENDs with a state that the author cannot honestly have had.
    public var stateMismatches: UInt64 = 0
    /// LEAVEs without the link that the open draw still needed.
    public var withheldLinks: UInt64 = 0

    /// 15 ms.
    public static let lateLinkMicros: Int64 = 15_000

    init() {}

    /// In the order of Protocol.md.
    var numbers: [UInt64] {
        [
            lateLinks, judgedClaims, disputedClaims, residualMicros, claimsAfterClosing, ignoredEvents,
            stateMismatches, withheldLinks,
        ]
    }
}
