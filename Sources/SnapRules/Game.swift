/// The state of one game as a pure value. Seats are numbered clockwise from 0. The reducer takes only final happenings:
/// it has no clock, no randomness and no idea of a network; whoever draws passes the choice in. Input that the rules do
/// not allow changes nothing and never traps (Protocol.md, *The game*).
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
        /// May be negative; decides nothing.
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
        /// The turn of `seat` came to nothing: its pile was won, it left, or the game ended.
        case voided(seat: Int)
        /// `from` are the seats whose piles were taken, clockwise from the winner; `cards` how many in all, the snap
        /// pool's included; `pairs` for the score.
        case won(seat: Int, from: [Int], cards: Int, pairs: Int)
        /// `from` are the seats whose piles were taken, clockwise from the turner.
        case pooled(from: [Int], cards: Int)
        /// One card to each of `to`, in that order; fewer than owed, or none, where the payer ran out.
        case paid(seat: Int, to: [Int])
        /// The seat has lost its last card.
        case out(seat: Int)
        case left(seat: Int, cards: Int)
        case active(seat: Int)
        case over(Outcome)
    }

    public let rules: HouseRules
    public internal(set) var seats: [Seat] = []
    /// Cards not yet drawn from each pool, ascending. The deal makes pool 0; a new pool takes the lowest number whose
    /// pool is empty, so there are never more than 52.
    public internal(set) var pools: [[Card]] = []
    /// Who turns next; the flipper while its card is in flight; nil while nobody can or when the game is over.
    public internal(set) var active: Int?
    public internal(set) var inFlight: InFlight?
    /// deadHeat: pool. Last is the top.
    public internal(set) var snapPool: [Card] = []
    /// Turns since a card last changed owner. 0...200.
    public internal(set) var quietTurns = 0
    /// Cards turned.
    public internal(set) var turns = 0
    public internal(set) var outcome: Outcome?

    /// Deals 52 slots of pool 0 one at a time clockwise from `starter`. 2...4 seats (a number outside is brought to the
    /// nearest within), `starter` counted round the table.
    public init(rules: HouseRules, seats: Int, starter: Int) {
        self.init(rules: rules, seats: seats, starter: starter, deck: Card.deck)
    }

    init(rules: HouseRules, seats count: Int, starter: Int, deck: [Card]) {
        self.rules = rules
        deal(deck, seats: min(max(count, 2), 4), starter: starter)
    }

    /// Cards that a seat holds: face down, face up and in flight. 0 for a seat that is not there.
    public func cards(of seat: Int) -> Int {
        guard seats.indices.contains(seat) else { return 0 }
        var flying = 0
        if case .slot(seat, _) = inFlight { flying = 1 }
        return seats[seat].faceDown.count + seats[seat].faceUp.count + flying
    }

    /// All seats, clockwise from `first`, itself included.
    func clockwise(from first: Int) -> [Int] { seats.indices.map { (first + $0) % seats.count } }

    /// All seats, clockwise from the left of `seat`; that seat is the last.
    func clockwise(after seat: Int) -> [Int] { clockwise(from: seat + 1) }

    func isPresent(_ seat: Int) -> Bool { seats.indices.contains(seat) && seats[seat].present }
}
