@testable import SnapRules

extension Card {
    /// "7H", "10S".
    init?(_ name: some StringProtocol) {
        guard let card = Card.deck.first(where: { $0.asciiName == name }) else { return nil }
        self = card
    }
    static func list(_ names: String) -> [Card] { names.split(separator: " ").compactMap { Card($0) } }
}

extension Game {
    /// A position of all 52 cards. `up`: face-up piles, oldest first. `down`: known face-down cards, top first, each a pool of
    /// its own. Every other card lies with `rest`, in pool 0, beneath its known ones.
    static func table(
        _ rules: HouseRules = HouseRules(), up: [String], down: [String] = [], rest: Int, active: Int? = 0,
        snapPool: String = ""
    ) -> Game {
        var game = Game(rules: rules, seats: up.count, starter: 0)
        var left = Card.deck
        func take(_ names: String) -> [Card] {
            let cards = Card.list(names)
            left.removeAll(where: cards.contains)
            return cards
        }
        game.seats = up.map { names in
            var seat = Seat()
            seat.faceUp = take(names)
            return seat
        }
        game.snapPool = take(snapPool)
        let known = down.map { take($0) }
        game.pools = [left]
        for (seat, cards) in known.enumerated() {
            for card in cards {
                game.pools.append([card])
                game.seats[seat].faceDown.append(Slot(pool: game.pools.count - 1))
            }
        }
        game.seats[rest].faceDown += left.map { _ in Slot(pool: 0) }
        game.active = active
        game.turns = 100
        return game
    }

    /// The seat's face-down cards, top first, where they are known; "?" where not.
    func down(_ seat: Int) -> String {
        seats[seat].faceDown.map { slot in pools[slot.pool].count == 1 ? pools[slot.pool][0].asciiName : "?" }
            .joined(separator: " ")
    }
    /// The seat's face-up cards, oldest first.
    func up(_ seat: Int) -> String { seats[seat].faceUp.map(\.asciiName).joined(separator: " ") }

    /// Fixes the active seat's flip and turns the given card up. Empty if it cannot be that card.
    mutating func turn(_ card: String? = nil) -> [Happening] {
        guard let active, fixFlip(seat: active) else { return [] }
        return land(card)
    }
    /// Turns up what is in flight: that card, or the first that it can be.
    mutating func land(_ card: String? = nil) -> [Happening] {
        guard let candidates = drawCandidates else { return [] }
        guard let choice = card == nil ? 0 : candidates.firstIndex(where: { $0.asciiName == card }) else { return [] }
        return resolveFlip(choice: choice)
    }
}

extension HouseRules {
    static func with(_ change: (inout HouseRules) -> Void) -> HouseRules {
        var rules = HouseRules()
        change(&rules)
        return rules
    }
    static let inOrder = with { $0.recycle = .inOrder }
    static let pool = with { $0.deadHeat = .pool }
}
