public import SnapCrypto

/// What an event says. Wire form: a CBOR array led by the number of its kind.
public enum Body: Hashable, Sendable {
    case join(Join)
    case leave(Leave)
    case start(Start)
    case accept(Accept)
    case begin(Begin)
    /// Closes the proposal with that START hash for its author.
    case withdraw(start: Digest)
    case ack
    case flip(Flip)
    case reveal(Reveal)
    case claim(Claim)
    case witness(Witness)
    case tie(Tie)
    case time(Time)
    case end(End)
    case promise(Promise)
    case propose(Propose)
    case accepted(Accepted)
    /// RULES: the house rules by which its author wants to play at the table, in the order of START's.
    case rules([UInt64])
}

/// JOIN: the first event of a session log.
public struct Join: Hashable, Sendable {
    public var identity: PublicKey
    /// 1...96 octets of UTF-8 without refused scalars.
    public var name: String
    public var version: UInt64
    /// The identity's signature (64 octets) over the certificate text: see `Join.certificateText`.
    public var certificate: [UInt8]
    public init(identity: PublicKey, name: String, version: UInt64, certificate: [UInt8]) {
        self.identity = identity
        self.name = name
        self.version = version
        self.certificate = certificate
    }
}

/// LEAVE: its author's last event; acknowledges everything.
public struct Leave: Hashable, Sendable {
    /// The author's link of the open draw, where it had not revealed it.
    public var open: IndexedLink?
    public init(open: IndexedLink?) { self.open = open }
}

public struct IndexedLink: Hashable, Sendable {
    public var index: UInt64
    public var link: Link
    public init(index: UInt64, link: Link) {
        self.index = index
        self.link = link
    }
}

/// START: a proposal to play, naming who plays and by which rules.
public struct Start: Hashable, Sendable {
    /// 1 for a table's first game.
    public var game: UInt64
    /// The seats in clockwise order, 2...4 distinct session keys, the proposer's among them.
    public var roster: [PublicKey]
    /// The seat that starts, from the second game on; nil: drawn.
    public var firstSeat: UInt64?
    /// Fixed order, see `SnapProtocol.HouseRules` wire form; exactly `Limits.ruleValues` values.
    public var rules: [UInt64]
    /// For people only; milliseconds since 1970.
    public var wallMillis: UInt64
    public init(game: UInt64, roster: [PublicKey], firstSeat: UInt64?, rules: [UInt64], wallMillis: UInt64) {
        self.game = game
        self.roster = roster
        self.firstSeat = firstSeat
        self.rules = rules
        self.wallMillis = wallMillis
    }
}

/// What a member measured to one seat in the lobby. Microseconds; all 0 for itself.
public struct Path: Hashable, Sendable {
    /// Least round-trip time.
    public var rttMicros: UInt64
    /// 99.9th percentile of (round-trip time - least).
    public var spreadMicros: UInt64
    /// Median of (round-trip time - least).
    public var jitterMicros: UInt64
    public init(rttMicros: UInt64, spreadMicros: UInt64, jitterMicros: UInt64) {
        self.rttMicros = rttMicros
        self.spreadMicros = spreadMicros
        self.jitterMicros = jitterMicros
    }
}

public struct Accept: Hashable, Sendable {
    /// Hash of the START event.
    public var start: Digest
    public var cardAnchor: Link
    public var tieAnchor: Link
    /// One a seat, in roster order.
    public var paths: [Path]
    public init(start: Digest, cardAnchor: Link, tieAnchor: Link, paths: [Path]) {
        self.start = start
        self.cardAnchor = cardAnchor
        self.tieAnchor = tieAnchor
        self.paths = paths
    }
}

public struct Begin: Hashable, Sendable {
    public var start: Digest
    /// Hashes of the ACCEPT events, in roster order.
    public var accepts: [Digest]
    public init(start: Digest, accepts: [Digest]) {
        self.start = start
        self.accepts = accepts
    }
}

public struct Flip: Hashable, Sendable {
    /// >= 1.
    public var index: UInt64
    public var link: Link
    /// Digest of the author's applied state.
    public var state: Digest
    /// The author's monotonic milliseconds since BEGIN.
    public var clockMillis: UInt64
    public init(index: UInt64, link: Link, state: Digest, clockMillis: UInt64) {
        self.index = index
        self.link = link
        self.state = state
        self.clockMillis = clockMillis
    }
}

public struct Reveal: Hashable, Sendable {
    /// 0 (who starts) or a FLIP index.
    public var index: UInt64
    public var link: Link
    public init(index: UInt64, link: Link) {
        self.index = index
        self.link = link
    }
}

public struct Claim: Hashable, Sendable {
    public var race: UInt64
    /// q: press - K, microseconds of the author's clock. 0...`Limits.reactionMicros`.
    public var reactionMicros: UInt64
    public var clockMillis: UInt64
    public init(race: UInt64, reactionMicros: UInt64, clockMillis: UInt64) {
        self.race = race
        self.reactionMicros = reactionMicros
        self.clockMillis = clockMillis
    }
}

public struct ClaimArrival: Hashable, Sendable {
    public var seat: UInt64
    /// Microseconds after the arrival of the race's FLIP at the witness.
    public var micros: Int64
    public init(seat: UInt64, micros: Int64) {
        self.seat = seat
        self.micros = micros
    }
}

/// WITNESS: what its author saw of a race. Times are microseconds of its own clock, relative to the arrival (own: sending)
/// of the race's FLIP; they may be negative, within +-`Limits.arrivalMicros`.
public struct Witness: Hashable, Sendable {
    public var race: UInt64
    /// Whether the author closes the race with this event.
    public var closed: Bool
    /// Least round-trip time to each seat; own 0; one a seat.
    public var rttMicros: [UInt64]
    /// Arrival of each seat's card link of the draw (own: sending); nil where the draw has none of that seat. One a seat.
    public var links: [Int64?]
    /// Arrival of each seat's last WITNESS or TIE of the race before, if that had claims; nil where a seat has none.
    /// Empty if that race had no claims (or there was none).
    public var settling: [Int64?]
    /// Ascending by seat, each seat at most once; may be empty in a bare closing.
    public var claims: [ClaimArrival]
    public init(
        race: UInt64, closed: Bool, rttMicros: [UInt64], links: [Int64?], settling: [Int64?], claims: [ClaimArrival]
    ) {
        self.race = race
        self.closed = closed
        self.rttMicros = rttMicros
        self.links = links
        self.settling = settling
        self.claims = claims
    }
}

public struct Tie: Hashable, Sendable {
    public var race: UInt64
    public var link: Link
    public init(race: UInt64, link: Link) {
        self.race = race
        self.link = link
    }
}

public struct Time: Hashable, Sendable {
    public var clockMillis: UInt64
    public init(clockMillis: UInt64) { self.clockMillis = clockMillis }
}

public struct End: Hashable, Sendable {
    /// Digest of the author's final state.
    public var state: Digest
    public var wallMillis: UInt64
    public init(state: Digest, wallMillis: UInt64) {
        self.state = state
        self.wallMillis = wallMillis
    }
}

/// Which ballot of which view of which game (Protocol.md, *Membership*).
public struct BallotID: Hashable, Sendable {
    public var game: UInt64
    /// >= 1.
    public var view: UInt64
    /// >= 1.
    public var ballot: UInt64
    public init(game: UInt64, view: UInt64, ballot: UInt64) {
        self.game = game
        self.view = view
        self.ballot = ballot
    }
}

/// PROMISE: from here on its author's acknowledgements make nothing final in the view.
public struct Promise: Hashable, Sendable {
    public var id: BallotID
    /// A member that is there but owes what it must do by itself; nil: none.
    public var accused: PublicKey?
    public init(id: BallotID, accused: PublicKey?) {
        self.id = id
        self.accused = accused
    }
}

/// PROPOSE: how the view shall end.
public struct Propose: Hashable, Sendable {
    public var id: BallotID
    /// nil: nobody.
    public var lost: PublicKey?
    /// Where the view ends in each log: one seq a seat, in roster order. Whoever acknowledges the PROPOSE holds all of it, for the cut lies
    /// within what its heads name.
    public var cut: [UInt64]
    public init(id: BallotID, lost: PublicKey?, cut: [UInt64]) {
        self.id = id
        self.lost = lost
        self.cut = cut
    }
}

/// ACCEPTED: a vote for a PROPOSE.
public struct Accepted: Hashable, Sendable {
    public var id: BallotID
    /// Hash of the PROPOSE event.
    public var proposal: Digest
    public init(id: BallotID, proposal: Digest) {
        self.id = id
        self.proposal = proposal
    }
}
