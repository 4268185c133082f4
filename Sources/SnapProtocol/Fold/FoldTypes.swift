public import SnapCrypto
public import SnapRules
public import SnapWire

/// What the fold knows of draws and races, and what it reports.
extension GameFold {
    /// The events that make draw i knowable: E(i). One entry a seat; nil where that seat has none.
    public struct Evidence: Hashable, Sendable {
        public var flip: Digest
        /// Events that carry each seat's card link of the draw; of a seat that left without giving it, its LEAVE.
        public var links: [Digest?]
        /// Each seat's last WITNESS, TIE or LEAVE that helped to settle the last race before, if that had claims; else empty.
        public var settling: [Digest?]
        public init(flip: Digest, links: [Digest?], settling: [Digest?]) {
            self.flip = flip
            self.links = links
            self.settling = settling
        }
    }

    /// A draw whose FLIP (or, at index 0, whose BEGIN) is in the order and that is neither resolved nor void.
    public struct OpenDraw: Hashable, Sendable {
        public var index: UInt64
        /// nil at index 0.
        public var flipper: Int?
        public var links: [Link?]
        public var evidence: [Digest?]

        init(index: UInt64, flipper: Int?, seats: Int) {
            self.index = index
            self.flipper = flipper
            links = Array(repeating: nil, count: seats)
            evidence = Array(repeating: nil, count: seats)
        }
    }

    public struct ClaimRecord: Hashable, Sendable {
        public var seat: Int
        public var reactionMicros: Int64
        public var event: Digest
        public init(seat: Int, reactionMicros: Int64, event: Digest) {
            self.seat = seat
            self.reactionMicros = reactionMicros
            self.event = event
        }
    }

    /// The race of the last card that was turned.
    public struct Race: Sendable {
        public enum Stage: Hashable, Sendable {
            case open
            /// Decided, waiting for TIE links of all present members; contenders ascending.
            case tied([Int])
            case settled
        }
        public var index: UInt64
        public var turner: Int
        public var evidence: Evidence
        public var stage: Stage
        /// In the order of claiming; claims of members that left are removed.
        public var claims: [ClaimRecord]
        public var closed: [Bool]
        /// Seats that held cards at the draw.
        public var mayClaim: [Bool]
        /// Whether the table matched before this card: after the card before, its race not yet judged.
        public var matchedBefore: Bool
        /// Whether it matched once this card lay.
        public internal(set) var matched: Bool
        /// Whether a valid CLAIM was made, even one that went with its author.
        public internal(set) var hadClaims = false
        /// First WITNESS of each seat.
        public var witnesses: [Witness?]
        /// The event of each.
        var witnessEvents: [Digest?]
        /// entries[k][j]: arrival of claim j at witness k.
        public var entries: [[Int64?]]
        public var ties: [Link?]
        /// Each seat's last WITNESS, TIE or LEAVE until the race was settled.
        public var lastSettling: [Digest?]
        /// Whether the active seat spent an index with a FLIP after its closing.
        var baited = false
        /// Whether a member left before its TIE.
        var lotteryBroken = false
        /// Once decided.
        var judgement: Judge.Judgement?

        public var isSettled: Bool { stage == .settled }

        init(
            index: UInt64, turner: Int, evidence: Evidence, mayClaim: [Bool], matchedBefore: Bool, matched: Bool
        ) {
            let seats = mayClaim.count
            self.index = index
            self.turner = turner
            self.evidence = evidence
            stage = .open
            claims = []
            closed = Array(repeating: false, count: seats)
            self.mayClaim = mayClaim
            self.matchedBefore = matchedBefore
            self.matched = matched
            witnesses = Array(repeating: nil, count: seats)
            witnessEvents = Array(repeating: nil, count: seats)
            entries = Array(repeating: Array(repeating: nil, count: seats), count: seats)
            ties = Array(repeating: nil, count: seats)
            lastSettling = Array(repeating: nil, count: seats)
        }
    }

    /// Why an event that is in the order changes nothing. Accountable: it is signed.
    public enum Fault: Hashable, Sendable {
        /// A FLIP out of turn.
        case notActive
        /// A FLIP with another index than the next, or a CLAIM or WITNESS of another race than the last.
        case wrongIndex
        /// A FLIP while a draw is open.
        case drawOpen
        /// A FLIP or CLAIM of a race that its author has closed.
        case closedAlready
        /// Not the chain's link of that index.
        case badLink
        case notAMember
        /// A REVEAL that fits no open draw and closes nothing.
        case noSuchDraw
        case duplicate
        /// A CLAIM of a seat that held no card at the draw.
        case noCards
        case gameOver
        /// A WITNESS of the wrong shape, a TIE where there is no lottery, a TIME without a limit, an END before the end.
        case badReference
    }

    public enum Happening: Hashable, Sendable {
        case rules(Game.Happening)
        /// A turn is out (its slot fixed); the card comes when the links are in.
        case flipping(index: UInt64, seat: Int)
        case resolved(index: UInt64, seat: Int, card: Card)
        case race(RaceResult)
        /// A seat's mark is raised, once a game: so many of its chances.
        case marked(seat: Int, Mark, Mark.Rate)
        case ignored(event: Digest, author: PublicKey, Fault)
    }
}
