/// Games that cannot end by play (rules.md 23a; Protocol.md, *Stalemate*).
extension Game {
    /// Turned cards without a change of owner that end the game.
    public static let quietTurnLimit = 200

    /// `raceSettled`: the last card's race is over, so a match that still lies there can be called only after a next card.
    func isStalemate(raceSettled: Bool) -> Bool {
        if quietTurns >= Game.quietTurnLimit { return true }
        if raceSettled && active == nil && inFlight == nil { return true }
        return !isMatchPossible
    }

    /// Whether some rank can still be shown by two seats, or by a seat and the snap pool's top. True where a match lies on
    /// the table; false where none does and nobody can turn, for then each seat has one card at most. Cautious: it looks at each
    /// seat alone, so it may say yes where the cards of a shared pool would allow only one of two seats.
    var isMatchPossible: Bool {
        var showers = [Int](repeating: 0, count: 13)
        if let top = snapPool.last { showers[top.rank] += 1 }
        for seat in seats.indices where seats[seat].present {
            for (rank, shows) in showableRanks(seat).enumerated() where shows { showers[rank] += 1 }
        }
        return showers.contains { $0 >= 2 }
    }

    /// The ranks of the seat's face-up cards and of all cards that its face-down or in-flight ones could be.
    private func showableRanks(_ seat: Int) -> [Bool] {
        var ranks = [Bool](repeating: false, count: 13)
        for card in seats[seat].faceUp { ranks[card.rank] = true }
        var drawn = [Bool](repeating: false, count: pools.count)
        for slot in seats[seat].faceDown { drawn[slot.pool] = true }
        if case .slot(seat, let slot) = inFlight { drawn[slot.pool] = true }
        for pool in pools.indices where drawn[pool] {
            for card in pools[pool] { ranks[card.rank] = true }
        }
        return ranks
    }
}
