/// The intervals of a peer, microseconds (Protocol.md, *Timers*).
enum Timing {
    /// How much earlier than it came a press may be said to be: less than the least D, so that no surface can make a call disputed.
    static let pressAgeMicros: Int64 = 8_000
    /// Between heartbeats in play and in the lobby.
    static let heartbeatMicros: Int64 = 50_000
    /// Between heartbeats while nothing happens.
    static let idleHeartbeatMicros: Int64 = 500_000
    /// Between heartbeats in a game, at most, while a member is awaited: how soon those are found who are heard again.
    static let awaitingHeartbeatMicros: Int64 = 200_000
    /// How long a bare ACK waits for an event that says the same.
    static let acknowledgeMicros: Int64 = 1_000
    /// First asking for a gap: this plus up to as much again by chance.
    static let gapMicros: Int64 = 10_000
    static let gapRetryMicros: [Int64] = [20_000, 40_000, 80_000, 160_000]
    /// Second and third sending of an event that a race waits for.
    static let repeatMicros: [Int64] = [5_000, 10_000]
    /// A member unheard for this long is silent.
    static let silenceMicros: Int64 = 1_500_000
    /// A player in the lobby unheard for this long is no longer listed.
    static let listedMicros: Int64 = 3_000_000
    /// Someone never seated and unheard for this long is forgotten.
    static let forgetMicros: Int64 = 10_000_000
    /// A probe older than this proves nothing.
    static let probeMicros: Int64 = 10_000_000
    /// Least time between two answers to the same peer's asking.
    static let answerMicros: Int64 = 8_000
    /// Octets of events in one answer; of answers to one asker, and to all: at once, and a second.
    static let answerBytes = 24_000
    static let askerBytes: (most: Int32, perSecond: Int32) = (96_000, 256_000)
    static let answersBytes: (most: Int32, perSecond: Int32) = (256_000, 768_000)
    /// What one player says: at once, and a second.
    static let remarks: (most: Int32, perSecond: Int32) = (5, 1)
    /// Further sendings of a remark, which nobody asks for again.
    static let remarkRepeatMicros: [Int64] = [50_000, 200_000, 800_000]
    /// How far a remark's time may be from its author's present time, as its heartbeats tell that: what is older was said to others.
    static let remarkAgeMicros: Int64 = 3_000_000
    /// How long a ballot may take at first.
    static let ballotMicros: Int64 = 300_000
    /// How long a ballot's owner waits for the word of a member that it does not suspect.
    static let missingMicros: Int64 = 150_000
    /// The same once the view, or this peer's own hearing, began anew: others may be heard a moment later.
    static let gatheringMicros: Int64 = 600_000
    /// How much earlier than by oneself one speaks of a debt when another has begun a ballot.
    static let accusationGraceMicros: Int64 = 500_000
    /// How long at most a peer holds a race open after it knows the card and a call.
    static let closeMicros: Int64 = 2_000_000
    /// A step that comes this much too late shows that the peer itself was held up.
    static let stallMicros: Int64 = 300_000
    /// How long a proof is told before its holder votes on it: who votes without knowing it may name of the forked log what others do not hold.
    static let proofSpreadMicros: Int64 = 100_000
    /// Between the tellings of a proof; the last holds on.
    static let tellProofMicros: [Int64] = [50_000, 200_000, 800_000, 3_200_000, 10_000_000]
    /// Between two showings of an event that is contested: at first, doubling up to the second.
    static let showMicros: Int64 = 50_000
    static let showMostMicros: Int64 = 3_200_000
    /// Who was listed so long before another's coming was there before.
    static let lateMicros: Int64 = 4_000_000
    static let proposalMicros: Int64 = 30_000_000
    static let beginMicros: Int64 = 2_000_000
    /// How long a newcomer listens before its JOIN.
    static let listenMicros: Int64 = 250_000
    /// How long a restarted peer listens to what others hold of its log: less than is missing until it would be taken for gone. And where what it read
    /// again may be less than it had written.
    static let returnMicros: Int64 = 300_000
    static let returnUnsureMicros: Int64 = 2_000_000
    /// How long a joiner listens after its JOIN before it decides that the table is full or playing.
    static let arrivalMicros: Int64 = 1_000_000
}
