/// The state as numbers, for digests (Protocol.md, *Canonical state*).
extension Game {
    /// The whole state as numbers in a fixed order, for digests. Each list is preceded by its count; an absent seat
    /// number is 0 and a present one is 1 more than itself; a score is 2s if s >= 0, else -2s - 1.
    public var canonical: [UInt64] {
        var numbers = rules.wire
        func put(_ number: Int) { numbers.append(UInt64(clamping: number)) }
        func put(_ cards: [Card]) {
            put(cards.count)
            for card in cards { put(Int(card.number)) }
        }
        put(seats.count)
        for seat in seats {
            put(seat.present ? 1 : 0)
            put(seat.score >= 0 ? 2 * seat.score : -2 * seat.score - 1)
            put(seat.snapsWon)
            put(seat.faceDown.count)
            for slot in seat.faceDown { put(slot.pool) }
            put(seat.faceUp)
        }
        put(pools.count)
        for pool in pools { put(pool) }
        put(active.map { $0 + 1 } ?? 0)
        switch inFlight {
        case nil:
            put(0)
            put(0)
            put(0)
        case .slot(let seat, let slot):
            put(1)
            put(seat)
            put(slot.pool)
        case .recycled(let seat):
            put(2)
            put(seat)
            put(0)
        }
        put(snapPool)
        put(quietTurns)
        put(turns)
        if let outcome {
            put(Int(outcome.reason.rawValue) + 1)
            put(outcome.winners.count)
            for winner in outcome.winners { put(winner) }
        } else {
            put(0)
            put(0)
        }
        return numbers
    }
}
