/// Turning cards (rules.md 10-13, 20; Protocol.md, *Turns*).
extension Game {
    /// Whether the seat can turn: a face-down card, or two face-up ones to recycle.
    func isAble(_ seat: Int) -> Bool {
        seats[seat].present && (!seats[seat].faceDown.isEmpty || seats[seat].faceUp.count >= 2)
    }

    /// Gives the turn to the next able seat clockwise; the given one comes last.
    mutating func passTurn(after seat: Int) -> [Happening] {
        active = clockwise(after: seat).first(where: isAble)
        return active.map { [.active(seat: $0)] } ?? []
    }

    /// An active seat that has not turned keeps its turn while it is able; a card in flight keeps its flipper active.
    mutating func keepTurn(after turner: Int) -> [Happening] {
        if inFlight != nil { return [] }
        if let active, isAble(active) { return [] }
        return passTurn(after: active ?? turner)
    }

    /// The active seat turns: fixes its slot. False (and nothing changes) unless the game runs, `seat` is active and
    /// nothing is in flight.
    public mutating func fixFlip(seat: Int) -> Bool {
        guard outcome == nil, inFlight == nil, active == seat, isAble(seat) else { return false }
        if seats[seat].faceDown.isEmpty {
            // The pile stays on the table: the race before may still be won with it.
            inFlight = .recycled(seat: seat)
        } else {
            inFlight = .slot(seat: seat, seats[seat].faceDown.removeFirst())
        }
        return true
    }

    /// The cards that the one in flight could be, ascending; nil: nothing in flight.
    public var drawCandidates: [Card]? {
        switch inFlight {
        case nil: nil
        case .slot(_, let slot): pools[slot.pool]
        case .recycled(let seat):
            switch rules.recycle {
            case .shuffled: seats[seat].faceUp.sorted()
            case .inOrder: Array(seats[seat].faceUp.prefix(1))
            }
        }
    }

    /// Turns up candidate number `choice` of `drawCandidates`; the turn passes on. Empty (and nothing changes) if nothing
    /// is in flight or there is no such candidate.
    public mutating func resolveFlip(choice: Int) -> [Happening] {
        guard outcome == nil, let flight = inFlight, let candidates = drawCandidates,
            candidates.indices.contains(choice)
        else { return [] }
        let seat = flight.seat
        var happenings: [Happening] = []
        if case .recycled = flight { happenings += recycle(seat: seat) }
        guard case .slot(_, let slot) = inFlight else { return [] }
        let card = pools[slot.pool].remove(at: choice)
        inFlight = nil
        seats[seat].faceUp.append(card)
        seats[seat].score -= HouseRules.points(rules.flipCost)
        turns += 1
        quietTurns += 1
        happenings.append(.turned(seat: seat, card: card))
        happenings += passTurn(after: seat)
        return happenings + finishIfOver(raceSettled: false)
    }

    /// Turns the seat's face-up pile over: beneath its face-down cards, but on top of them if its own flip waits for that
    /// pile; then the top is in flight at once, so that no payment can change what was fixed.
    mutating func recycle(seat: Int) -> [Happening] {
        let pile = seats[seat].faceUp
        if pile.isEmpty { return [] }
        seats[seat].faceUp = []
        var slots = makeSlots(of: pile)
        if inFlight == .recycled(seat: seat) {
            inFlight = .slot(seat: seat, slots.removeFirst())
            seats[seat].faceDown = slots + seats[seat].faceDown
        } else {
            seats[seat].faceDown += slots
        }
        return [.recycled(seat: seat, count: pile.count)]
    }
}
