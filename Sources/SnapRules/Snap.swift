/// Matches and the settling of a race (rules.md 14-21; Protocol.md, *Snap*).
extension Game {
    /// What lies equal on the table.
    struct Match {
        /// Clockwise from seat 0.
        var seats: [Int]
        var takesPool: Bool
        /// k equal cards are k(k-1)/2 pairs; the snap pool's top counts as one more card.
        var pairs: Int
    }

    var match: Match? {
        var shown = [Int](repeating: 0, count: 13)
        for seat in seats where seat.present {
            if let top = seat.faceUp.last { shown[top.rank] += 1 }
        }
        if let top = snapPool.last { shown[top.rank] += 1 }
        let matching = seats.indices.filter { seat in
            guard seats[seat].present, let top = seats[seat].faceUp.last else { return false }
            return shown[top.rank] >= 2
        }
        if matching.isEmpty { return nil }
        return Match(
            seats: matching,
            takesPool: snapPool.last.map { shown[$0.rank] >= 2 } ?? false,
            pairs: shown.reduce(0) { $0 + $1 * ($1 - 1) / 2 })
    }

    /// The seats whose top cards match another's, or the snap pool's, clockwise from seat 0; nil: no match on the table.
    public var matchingSeats: [Int]? { match?.seats }

    /// Settles a race. May void the flip in flight (then `inFlight` is nil and a `.voided` is among the happenings).
    /// `turner` is the seat whose card the race was about. A verdict that names a seat which is not present, or a match
    /// where there is none, moves nothing.
    public mutating func settle(_ verdict: Verdict, turner: Int) -> [Happening] {
        guard outcome == nil, seats.indices.contains(turner) else { return [] }
        let flipper = inFlight?.seat
        var happenings: [Happening] = []
        var payer: Int?
        switch verdict {
        case .match(let winner, let foul):
            guard isPresent(winner), let match else { break }
            happenings += moving { $0.take(match, winner: winner) }
            payer = foul
        case .pooled(let foul):
            guard rules.deadHeat == .pool, let match else { break }
            happenings += moving { $0.pool(match, turner: turner) }
            payer = foul
        case .wrong(let caller):
            payer = caller
        case .nothing:
            break
        }
        if let payer, outcome == nil, isPresent(payer) {
            happenings += moving { $0.pay(payer) }
        }
        if outcome != nil { return happenings }
        if let flipper, inFlight == nil {
            happenings += passTurn(after: flipper)
        } else {
            happenings += keepTurn(after: turner)
        }
        return happenings + finishIfOver(raceSettled: true)
    }

    /// Does one movement of cards, then says who is out and whether one seat now holds everything.
    private mutating func moving(_ move: (inout Game) -> [Happening]) -> [Happening] {
        let before = seats.indices.map { cards(of: $0) }
        var happenings = move(&self)
        for seat in seats.indices where before[seat] > 0 && cards(of: seat) == 0 {
            happenings.append(.out(seat: seat))
        }
        return happenings + finishIfAllCards()
    }

    /// The winner takes all matching piles, clockwise from its own seat, and the snap pool last, beneath its own cards.
    private mutating func take(_ match: Match, winner: Int) -> [Happening] {
        let from = clockwise(from: winner).filter(match.seats.contains)
        var cards = from.flatMap { seats[$0].faceUp }
        for seat in from { seats[seat].faceUp = [] }
        if match.takesPool {
            cards += snapPool
            snapPool = []
        }
        seats[winner].faceDown += makeSlots(of: cards)
        seats[winner].snapsWon += 1
        seats[winner].score += HouseRules.points(rules.matchBonus) * match.pairs
        quietTurns = 0
        let won = Happening.won(seat: winner, from: from, cards: cards.count, pairs: match.pairs)
        return [won] + voidIfTaken(from)
    }

    /// The matching piles go face up onto the snap pool, clockwise from the turner.
    private mutating func pool(_ match: Match, turner: Int) -> [Happening] {
        let from = clockwise(from: turner).filter(match.seats.contains)
        let cards = from.flatMap { seats[$0].faceUp }
        for seat in from { seats[seat].faceUp = [] }
        snapPool += cards
        quietTurns = 0
        return [.pooled(from: from, cards: cards.count)] + voidIfTaken(from)
    }

    /// A flip that waits to recycle a pile is void once that pile is gone.
    private mutating func voidIfTaken(_ taken: [Int]) -> [Happening] {
        guard case .recycled(let seat) = inFlight, taken.contains(seat) else { return [] }
        inFlight = nil
        return [.voided(seat: seat)]
    }
}
