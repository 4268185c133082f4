import Testing

@testable import SnapRules

/// The reducer against a table with real cards: whole games, the same moves on both.
@Suite struct RealTableTests {
    @Test("Rules 7-24: the reducer and real cards show the same after every move", arguments: 2...4)
    func sameGame(seats: Int) {
        for rules in HouseRules.flows {
            for seed in 0..<8 as Range<UInt64> {
                var twins = Twins(rules: rules, seats: seats, seed: seed)
                while twins.goesOn, twins.moves < 1_500 {
                    twins.move()
                    let problem = twins.game.fault() ?? twins.difference
                    if let problem {
                        Issue.record("\(rules.recycle) \(rules.deadHeat) seed \(seed) move \(twins.moves): \(problem)")
                        return
                    }
                }
            }
        }
    }
}

/// One game on both tables.
private struct Twins {
    var game: Game
    var real: RealTable
    var draws: Draws
    var moves = 0
    var difference: String?
    var goesOn: Bool { game.outcome == nil && !(game.active == nil && idle > 20) }
    private var idle = 0

    init(rules: HouseRules, seats: Int, seed: UInt64) {
        draws = Draws(seed: seed)
        let starter = draws.below(seats)
        game = Game(rules: rules, seats: seats, starter: starter)
        let order = Twins.shuffled(Card.deck, &draws)
        real = RealTable(order: order, seats: seats, starter: starter, inOrder: rules.recycle == .inOrder)
    }

    static func shuffled(_ cards: [Card], _ draws: inout Draws) -> [Card] {
        var order = cards
        for i in order.indices.dropFirst() { order.swapAt(i, draws.below(i + 1)) }
        return order
    }

    mutating func move() {
        moves += 1
        idle = game.active == nil ? idle + 1 : 0
        var shuffling = draws
        _ = draws.next()
        let shuffle: ([Card]) -> [Card] = { Twins.shuffled($0, &shuffling) }
        let turner = draws.below(game.seats.count)
        let callers = game.seats.indices.filter { game.cards(of: $0) > 0 }
        let caller = callers[draws.below(callers.count)]
        let foul = draws.chance(20) ? callers[draws.below(callers.count)] : nil
        let matches = game.matchingSeats != nil
        if matches != !real.pairs.isEmpty { difference = "only one of the tables matches" }
        switch draws.below(1_000) {
        case 0..<4:
            let seat = draws.below(game.seats.count)
            _ = game.leave(seat: seat)
            real.goes(seat, shuffle)
        case 4..<300 where matches:
            let toMiddle = game.rules.deadHeat == .pool && draws.chance(40)
            let other = foul == caller ? nil : foul
            _ = game.settle(toMiddle ? .pooled(foul: foul) : .match(winner: caller, foul: other), turner: turner)
            real.match(caller: toMiddle ? nil : caller, foul: toMiddle ? foul : other, turner: turner, shuffle)
        case 300..<350:
            _ = game.settle(.wrong(payer: caller), turner: turner)
            real.wrong(caller, turner: turner, shuffle)
        case 350..<700 where game.inFlight == nil:
            if let seat = game.active, !game.fixFlip(seat: seat) { difference = "the active seat cannot turn" }
            real.lift()
        default:
            guard let candidates = game.drawCandidates, let card = real.show(shuffle) else { return }
            guard let choice = candidates.firstIndex(of: card) else {
                difference = "\(card) was turned, and is none of \(candidates)"
                return
            }
            _ = game.resolveFlip(choice: choice)
        }
        if difference == nil, game.seen != real.seen { difference = "\(game.seen) against \(real.seen)" }
        if difference == nil { comparePools() }
    }

    /// Every slot's pool holds the very card that really lies there.
    private mutating func comparePools() {
        for (seat, slots) in game.seats.map(\.faceDown).enumerated() {
            for (slot, hidden) in zip(slots, real.down[seat]) where !game.pools[slot.pool].contains(hidden.card) {
                difference = "seat \(seat) really has \(hidden.card), none of \(game.pools[slot.pool])"
            }
        }
    }
}
