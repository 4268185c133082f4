public import SnapCrypto
public import SnapRules

/// A point on a peer's own monotonic clock, microseconds from an origin of no meaning.
public struct Instant: Hashable, Comparable, Sendable {
    public var micros: Int64
    public init(micros: Int64) { self.micros = micros }
    public static func < (a: Instant, b: Instant) -> Bool { a.micros < b.micros }
    public static func + (a: Instant, micros: Int64) -> Instant { Instant(micros: a.micros + micros) }
    public static func - (a: Instant, b: Instant) -> Int64 { a.micros - b.micros }
}

/// Where a datagram came from and can be answered: opaque to the core (the shell packs an IPv4 address and port).
public struct PeerAddress: Hashable, Sendable {
    public var raw: UInt64
    public init(raw: UInt64) { self.raw = raw }
}

/// What the person (or computer player) at this peer wants.
public enum Command: Hashable, Sendable {
    /// Propose the start with everyone who is listed (in joining order), by these rules.
    case propose(HouseRules)
    /// Answer the open proposal that lists this peer.
    case accept
    case decline
    case turn
    /// Pressed now.
    case snap
    /// Pressed so long ago, microseconds, by a surface's own clock; at most 8,000 of it count.
    case snapEarlier(micros: UInt64)
    /// Say something to everyone at the table.
    case say(String)
    /// Ask for a pause of the game, which begins once every player asks; go on, which ends it.
    case pause
    case resume
    case leave
}

public enum Input: Hashable, Sendable {
    /// A sealed datagram.
    case datagram([UInt8], from: PeerAddress)
    /// Time has passed; nothing else.
    case tick
    case command(Command)
}

public enum Destination: Hashable, Sendable {
    case everyone
    case one(PeerAddress)
}

/// What the shell must do, in order. `.store` before any later `.send`.
public enum Effect: Hashable, Sendable {
    /// Append to the session log, durably: an event of the peer's own, or one that it is about to acknowledge.
    case store(event: [UInt8])
    case send([UInt8], to: Destination)
    /// Append to the transcript of game `game`; the first call for a game has the format marker and the JOINs.
    case transcript(game: UInt64, bytes: [UInt8])
    /// The transcript from its start, in place of what was appended before: this peer was lost, and some of what it had written is no part of
    /// the game.
    case transcriptAgain(game: UInt64, bytes: [UInt8])
    case notice(Notice)
}

/// What a person at the table is told, as it happens.
public enum Notice: Hashable, Sendable {
    case listed(PublicKey, name: String)
    case unlisted(PublicKey, name: String, Departure)
    case proposed(by: PublicKey, start: Digest, rules: HouseRules, roster: [PublicKey], mine: Bool)
    /// Two signed events of one number by this member (oneself: by another process with the same session): proof that it equivocates, so it is
    /// suspected for ever. `stops`: the game cannot go on, since those that are left are too few to drop it.
    case forked(PublicKey, number: UInt64, stops: Bool)
    /// Somebody with the code whose JOIN is of another version of the protocol, and whom this peer therefore passes over; each is told once.
    case otherVersion(PublicKey, name: String, version: UInt64)
    /// A proposal that was shown comes to nothing.
    case proposalClosed(start: Digest, by: PublicKey, ProposalEnd)
    /// The rules that a start at this table goes by. `mine`: by this peer's own word.
    case tableRules(HouseRules, mine: Bool)
    case began(game: UInt64, roster: [PublicKey])
    case game(GameFold.Happening)
    /// A press that was not sent as a call, and why; how long after the last card became knowable, where it came after that.
    case pressIgnored(PressFault, afterMicros: Int64?)
    /// A member has been silent for 1.5 s while the table waits for it; heard again.
    case waiting(for: PublicKey)
    case heardAgain(PublicKey)
    /// A member is one no more: gone, or not doing its part. `isMe`: that is this peer, which now only looks on.
    case dropped(PublicKey, isMe: Bool)
    /// Writes more than a game can need: the rest of it waits until its allowance has grown (Protocol.md, *Limits*).
    case floods(PublicKey)
    /// What this peer applied contradicts what was decided: it stops, and the game is worth nothing.
    case void(game: UInt64)
    /// The game is over and its transcript complete.
    case finished(game: UInt64, digest: Digest)
    /// Somebody at the table says something; oneself, too.
    case said(PublicKey, String)
    /// A player asks for a pause; or no longer does, which ends one.
    case pause(PublicKey, isAsked: Bool)
    /// Every player asks for a pause and knows that all do: nobody turns, and no time runs. And: it is over.
    case paused
    case resumed
    case refused(Refusal)
}
/// Why a press is no call.
public enum PressFault: Hashable, Sendable {
    /// Before the card could be known, or sooner after it than `falseStart`.
    case tooEarly
    /// No card was turned yet.
    case noCard
    case calledAlready
    /// The call of somebody else, or the next turn, was first.
    case tooLate
}

/// Why a proposal came to nothing.
public enum ProposalEnd: Hashable, Sendable {
    /// By this member; by the proposer: taken back.
    case declined(by: PublicKey)
    /// These did not answer within 30 s.
    case unanswered([PublicKey])
    case left(PublicKey)
    /// This member is in a game that somebody else proposed.
    case playing(PublicKey)
    /// All accepted, but the game did not begin.
    case stuck
}

/// How somebody ceased to be listed: left, no longer heard, or proven to have forked its log.
public enum Departure: Hashable, Sendable { case left, lost, barred }
public enum Refusal: Hashable, Sendable {
    case tableFull, proposalOpen, alreadyPlaying, versionDiffers, notYourTurn, tooEarly, noProposal, needTwo, noCards,
        notPlaying,
        notListed,
        /// All agreed to a pause: nobody turns a card.
        paused,
        /// More was said than others would take; or something that nobody would take.
        saysTooMuch, unsayable,
        /// What was kept of the seat is less than what the others hold of it.
        seatLost
}
