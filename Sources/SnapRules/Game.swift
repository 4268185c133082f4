/// The state of one game as a pure value. Seats are numbered clockwise from 0. The reducer takes only final happenings: it has no clock,
/// no randomness and no idea of a network; whoever draws passes the choice in.
public struct Game: Hashable, Sendable {
    /// One face-down card. Which card it is, nobody knows: it is one of its pool's, uniformly.
    public struct Slot: Hashable, Sendable {
        /// Index into `Game.pools`.
        public var pool: Int
    }
    public struct Seat: Hashable, Sendable {
        /// First is the top, the next to be turned.
        public var faceDown: [Slot] = []
        /// Last is the top.
        public var faceUp: [Card] = []
        /// False once left or dropped.
        public var present = true
        public var score: Int = 0
        public var snapsWon: Int = 0
    }
    /// A turned but not yet drawn card.
    public enum InFlight: Hashable, Sendable {
        case slot(seat: Int, Slot)
        /// The top of the seat's face-up pile as recycled, once the race before is settled.
        case recycled(seat: Int)
        public var seat: Int {
            switch self {
            case .slot(let seat, _): seat
            case .recycled(let seat): seat
            }
        }
    }
    public enum EndReason: UInt64, Hashable, Sendable {
        case allCards = 0
        case lastSeat = 1
        case timeLimit = 2
        case stalemate = 3
        case chainsExhausted = 4
    }
    public struct Outcome: Hashable, Sendable {
        /// Ascending; more than one where equal counts share it.
        public var winners: [Int]
        public var reason: EndReason
    }
    /// How a race with claims was decided. Without claims nothing is settled.
    public enum Verdict: Hashable, Sendable {
        /// `winner` takes all matching piles; then `foul` (a false start) pays.
        case match(winner: Int, foul: Int?)
        /// deadHeat: pool. The matching piles go to the snap pool; then `foul` pays.
        case pooled(foul: Int?)
        /// No match: `payer` pays.
        case wrong(payer: Int)
        /// Nothing moves (race void, or all calls too late or too early without penalty).
        case nothing
    }
    public enum Happening: Hashable, Sendable {
        case dealt(starter: Int)
        case recycled(seat: Int, count: Int)
        case turned(seat: Int, card: Card)
        /// The turn of `seat` came to nothing: its pile was won, or it left.
        case voided(seat: Int)
        /// `from` are the seats whose piles were taken, clockwise from the winner; `cards` how many in all; `pairs` for the score.
        case won(seat: Int, from: [Int], cards: Int, pairs: Int)
        case pooled(from: [Int], cards: Int)
        case paid(seat: Int, to: [Int])
        case out(seat: Int)
        case left(seat: Int, cards: Int)
        case active(seat: Int)
        case over(Outcome)
    }

    public let rules: HouseRules
    public private(set) var seats: [Seat] = []
    /// Cards not yet drawn from each pool, ascending. Pools are numbered as they are made; the deal makes pool 0.
    public private(set) var pools: [[Card]] = []
    /// Who turns next, nil while nobody can or when the game is over.
    public private(set) var active: Int?
    public private(set) var inFlight: InFlight?
    /// deadHeat: pool. Last is the top.
    public private(set) var snapPool: [Card] = []
    /// Turns since a card last changed owner.
    public private(set) var quietTurns = 0
    /// Cards turned.
    public private(set) var turns = 0
    public private(set) var outcome: Outcome?

    /// Deals 52 slots of pool 0 one at a time clockwise from `starter`. 2...4 seats.
    public init(rules: HouseRules, seats: Int, starter: Int) { fatalError() }

    /// The seats whose top cards match another's, or the snap pool's, clockwise from seat 0; nil: no match on the table.
    public var matchingSeats: [Int]? { fatalError() }
    /// Cards that a seat holds: face down, face up and in flight.
    public func cards(of seat: Int) -> Int { fatalError() }
    /// The active seat turns: fixes its slot. False (and nothing changes) unless the game runs, `seat` is active and nothing is in flight.
    public mutating func fixFlip(seat: Int) -> Bool { fatalError() }
    /// The cards that the one in flight could be, ascending; nil: nothing in flight.
    public var drawCandidates: [Card]? { fatalError() }
    /// Turns up candidate number `choice` of `drawCandidates`; the turn passes on.
    public mutating func resolveFlip(choice: Int) -> [Happening] { fatalError() }
    /// Settles a race. May void the flip in flight (then `inFlight` is nil and a `.voided` is among the happenings).
    public mutating func settle(_ verdict: Verdict, turner: Int) -> [Happening] { fatalError() }
    /// A seat leaves or is dropped (rule 24). Voids its flip in flight.
    public mutating func leave(seat: Int) -> [Happening] { fatalError() }
    /// The seat(s) with most cards win.
    public mutating func end(_ reason: EndReason) -> [Happening] { fatalError() }
    /// The whole state as numbers in a fixed order, for digests (the layout is in Protocol.md).
    public var canonical: [UInt64] { fatalError() }
    /// What is wrong with the state, in words; nil: 52 cards, each once, everything within its bounds.
    public func fault() -> String? { fatalError() }
}
