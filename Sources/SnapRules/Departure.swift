/// A seat that leaves or is dropped (rules.md 24; Protocol.md, *Departure*).
extension Game {
    /// A seat leaves or is dropped (rule 24). Voids its flip in flight. Empty (and nothing changes) if the game is over or
    /// the seat is not present.
    public mutating func leave(seat: Int) -> [Happening] {
        guard outcome == nil, isPresent(seat) else { return [] }
        var happenings: [Happening] = []
        if inFlight?.seat == seat { happenings += withdrawFlip() }
        let slots = seats[seat].faceDown + makeSlots(of: seats[seat].faceUp)
        seats[seat].faceDown = []
        seats[seat].faceUp = []
        seats[seat].present = false
        let others = clockwise(after: seat).filter { seats[$0].present }
        let holders = others.filter { cards(of: $0) > 0 }
        // Nobody holds a card where all the others lie in the snap pool: then all of them share.
        let receivers = holders.isEmpty ? others : holders
        for (position, slot) in slots.enumerated() where !receivers.isEmpty {
            seats[receivers[position % receivers.count]].faceDown.append(slot)
        }
        if !slots.isEmpty { quietTurns = 0 }
        happenings.append(.left(seat: seat, cards: slots.count))
        if others.count == 1 { return happenings + finish(.lastSeat, winners: others) }
        happenings += finishIfAllCards()
        if outcome != nil { return happenings }
        happenings += keepTurn(after: seat)
        return happenings + finishIfOver(raceSettled: false)
    }

    /// The card in flight goes back on top of where it came from.
    mutating func withdrawFlip() -> [Happening] {
        guard let flight = inFlight else { return [] }
        if case .slot(let seat, let slot) = flight { seats[seat].faceDown.insert(slot, at: 0) }
        inFlight = nil
        return [.voided(seat: flight.seat)]
    }
}
