public import SnapCrypto
public import SnapRules
public import SnapWire

/// Bounds of the races of a game, computed by rule from its ACCEPTs. Microseconds.
public struct RaceBounds: Hashable, Sendable {
    /// C: how much distance is compensated.
    public var capMicros: Int64
    /// U: within this two reactions are equal.
    public var uncertaintyMicros: Int64
    /// D: within this the measurements of one reaction agree.
    public var disputeMicros: Int64
    public init(capMicros: Int64, uncertaintyMicros: Int64, disputeMicros: Int64) {
        self.capMicros = capMicros
        self.uncertaintyMicros = uncertaintyMicros
        self.disputeMicros = disputeMicros
    }
}

/// One game as a pure fold over its final events in order. The live peer, the simulator and the auditor run this very code.
public struct GameFold: Sendable {
    /// The events that make draw i knowable: E(i). One entry a seat; nil where that seat has none.
    public struct Evidence: Hashable, Sendable {
        public var flip: Digest
        /// Events that carry each seat's card link of the draw.
        public var links: [Digest?]
        /// Each seat's last WITNESS or TIE of the last race before, if that had claims; else empty.
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
        /// Whether the table matched before this card.
        public var matchedBefore: Bool
        /// First WITNESS of each seat.
        public var witnesses: [Witness?]
        /// entries[k][j]: arrival of claim j at witness k.
        public var entries: [[Int64?]]
        public var ties: [Link?]
        public var lastSettling: [Digest?]
    }
    /// Why an event that is in the order changes nothing. Accountable: it is signed.
    public enum Fault: Hashable, Sendable {
        case notActive, wrongIndex, drawOpen, closedAlready, badLink, notAMember, noSuchDraw, duplicate, noCards,
            gameOver, badReference
    }
    public enum Happening: Hashable, Sendable {
        case rules(Game.Happening)
        /// A turn is out (its slot fixed); the card comes when the links are in.
        case flipping(index: UInt64, seat: Int)
        case resolved(index: UInt64, seat: Int, card: Card)
        case race(RaceResult)
        case ignored(event: Digest, author: PublicKey, Fault)
    }
    public struct RaceResult: Hashable, Sendable {
        public struct Call: Hashable, Sendable {
            public var seat: Int
            /// T; compensated, microseconds.
            public var reactionMicros: Int64
            public var loMicros: Int64
            public var hiMicros: Int64
            public var disputed: Bool
            /// Under falseStart, on a table that did not match before.
            public var foul: Bool
        }
        public var index: UInt64
        public var calls: [Call]
        public var verdict: Game.Verdict
        /// Contenders of a lottery, empty without one.
        public var lottery: [Int]
        public var void: Bool
        public var matched: Bool
    }

    /// The hash of the START event: names the game in every link and draw.
    public let gameID: Digest
    public let start: Start
    public let rules: HouseRules
    public let bounds: RaceBounds
    /// Session keys by seat.
    public var roster: [PublicKey] { start.roster }
    /// False once left.
    public private(set) var present: [Bool]
    /// nil until draw 0 is resolved.
    public private(set) var game: Game?
    /// Index that the next FLIP must have.
    public private(set) var nextIndex: UInt64
    public private(set) var openDraw: OpenDraw?
    public private(set) var race: Race?
    /// Members that logged END after the outcome, by seat.
    public private(set) var ended: [Bool]
    /// Whether the outcome stands and each present member has logged END.
    public var isClosed: Bool { fatalError() }
    public var isOver: Bool { game?.outcome != nil }
    /// BLAKE2b-256 of the whole state: the digest that FLIP and END carry.
    public var digest: Digest { fatalError() }

    /// The fold of a game that begins: `start` a START, `accepts` the ACCEPT of each seat in roster order.
    public init(start: Event, accepts: [Event]) throws(FoldError) { fatalError() }
    public func seat(of author: PublicKey) -> Int? { start.roster.firstIndex(of: author) }
    /// Applies the next final event of the order. Kinds outside the fold (JOIN, ACK, START ...) change nothing.
    public mutating func apply(_ event: Event) -> [Happening] { fatalError() }
    /// What would be wrong with this FLIP if it were applied now; nil: valid.
    public func fault(ofFlip flip: Flip, by author: PublicKey) -> Fault? { fatalError() }
    /// Whether `link` is the member's card link of `index`: hashing it on leads to the anchor.
    public func isCardLink(_ link: Link, index: UInt64, seat: Int) -> Bool { fatalError() }
}

public enum FoldError: Error, Hashable, Sendable {
    case badRules(String)
    case badAccept(seat: Int)
}
