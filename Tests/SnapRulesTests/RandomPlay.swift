@testable import SnapRules

/// SplitMix64: the same numbers on every machine, so a seed names a run.
struct Draws {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

/// One game played by chance, with every kind of move that the protocol can pass to the reducer.
struct RandomPlay {
    var game: Game
    var draws: Draws
    var steps = 0
    var happenings: [Game.Happening] = []
    /// Percent of races without a match that somebody calls anyway; of matches that nobody calls.
    var wrongShare = 10
    var missedShare = 10
    var leaveShare = 0

    init(rules: HouseRules, seats: Int, seed: UInt64) {
        draws = Draws(seed: seed)
        game = Game(rules: rules, seats: seats, starter: draws.below(seats))
    }

    /// Turns, perhaps with a race that settles while the next card is in flight. False once the game is over or waits for
    /// a call that nobody makes.
    mutating func step() -> Bool {
        steps += 1
        let before = happenings.count
        let turner = game.active
        if let seat = game.active {
            guard game.fixFlip(seat: seat) else { return false }
            if draws.chance(leaveShare) { happenings += game.leave(seat: draws.below(game.seats.count)) }
            // The race before may be settled only now: the flip is fixed already.
            if game.turns > 0, draws.chance(30) { settle(turner: draws.below(game.seats.count)) }
            if let candidates = game.drawCandidates {
                happenings += game.resolveFlip(choice: draws.below(candidates.count))
            }
        }
        if game.outcome == nil { settle(turner: turner ?? 0) }
        if game.outcome == nil, draws.chance(leaveShare) {
            happenings += game.leave(seat: draws.below(game.seats.count))
        }
        return game.outcome == nil && (happenings.count > before || game.active != nil)
    }

    private mutating func settle(turner: Int) {
        let callers = game.seats.indices.filter { game.cards(of: $0) > 0 }
        let caller = callers[draws.below(callers.count)]
        let foul = draws.chance(20) ? callers[draws.below(callers.count)] : nil
        if game.matchingSeats != nil {
            if draws.chance(missedShare) { return }
            if game.rules.deadHeat == .pool, draws.chance(30) {
                happenings += game.settle(.pooled(foul: foul), turner: turner)
            } else if draws.chance(5) {
                happenings += game.settle(draws.chance(50) ? .nothing : .wrong(payer: caller), turner: turner)
            } else {
                let other = foul == caller ? nil : foul
                happenings += game.settle(.match(winner: caller, foul: other), turner: turner)
            }
        } else if draws.chance(wrongShare) {
            happenings += game.settle(.wrong(payer: caller), turner: turner)
        }
    }
}

extension HouseRules {
    /// Every combination of the rules that change the flow of cards.
    static let flows: [HouseRules] = [Recycle.shuffled, .inOrder].flatMap { recycle in
        [DeadHeat.lottery, .pool].map { deadHeat in
            var rules = HouseRules()
            rules.recycle = recycle
            rules.deadHeat = deadHeat
            return rules
        }
    }
}
