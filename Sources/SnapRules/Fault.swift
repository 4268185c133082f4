/// The invariant that holds after every step.
extension Game {
    /// What is wrong with the state, in words; nil: 52 cards, each once, everything within its bounds.
    public func fault() -> String? { fault(deck: Card.deck) }

    func fault(deck: [Card]) -> String? {
        guard (2...4).contains(seats.count) else { return "\(seats.count) seats" }
        return cardFault(deck) ?? slotFault() ?? seatFault() ?? turnFault() ?? outcomeFault()
    }

    private func cardFault(_ deck: [Card]) -> String? {
        let cards = pools.flatMap(\.self) + seats.flatMap(\.faceUp) + snapPool
        if cards.sorted() != deck.sorted() { return "the cards are not each once: \(cards.sorted())" }
        if pools.count > deck.count { return "\(pools.count) pools" }
        for (number, pool) in pools.enumerated() where pool != pool.sorted() { return "pool \(number) is not sorted" }
        if !snapPool.isEmpty && rules.deadHeat != .pool { return "a snap pool without the house rule" }
        return nil
    }

    private func slotFault() -> String? {
        var slots = [Int](repeating: 0, count: pools.count)
        var all = seats.flatMap(\.faceDown)
        if case .slot(_, let slot) = inFlight { all.append(slot) }
        for slot in all {
            guard pools.indices.contains(slot.pool) else { return "a slot of pool \(slot.pool), which does not exist" }
            slots[slot.pool] += 1
        }
        for (number, pool) in pools.enumerated() where pool.count != slots[number] {
            return "pool \(number) has \(pool.count) cards for \(slots[number]) slots"
        }
        return nil
    }

    private func seatFault() -> String? {
        for (number, seat) in seats.enumerated() {
            if !seat.present && cards(of: number) > 0 { return "seat \(number) left with cards" }
            if seat.snapsWon < 0 { return "seat \(number) won \(seat.snapsWon) snaps" }
        }
        if seats.reduce(0, { $0 + $1.snapsWon }) > turns { return "more snaps than cards turned" }
        return nil
    }

    private func turnFault() -> String? {
        if !(0...Game.quietTurnLimit).contains(quietTurns) || quietTurns > turns { return "\(quietTurns) quiet turns" }
        if let flight = inFlight {
            guard isPresent(flight.seat) else { return "a flip of a seat that is not present" }
            if active != flight.seat { return "a flip of seat \(flight.seat), which is not active" }
            if case .recycled(let seat) = flight, seats[seat].faceUp.count < 2 { return "a flip without a pile" }
        } else if let active {
            guard isPresent(active), isAble(active) else { return "seat \(active) is active and cannot turn" }
        } else if outcome == nil, seats.indices.contains(where: isAble) {
            return "nobody is active though a seat can turn"
        }
        return nil
    }

    private func outcomeFault() -> String? {
        guard let outcome else {
            if seats.filter(\.present).count < 2 { return "one seat is left and the game goes on" }
            if snapPool.isEmpty, seats.indices.filter({ cards(of: $0) > 0 }).count < 2 {
                return "one seat has all cards and the game goes on"
            }
            return nil
        }
        if active != nil || inFlight != nil { return "a turn after the end" }
        if outcome.winners.isEmpty || outcome.winners != outcome.winners.sorted() { return "no winners in order" }
        if !outcome.winners.allSatisfy(isPresent) { return "a winner that left" }
        return nil
    }
}
