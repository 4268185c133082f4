/// How a game ends (rules.md 22-23a; Protocol.md, *Ending*).
extension Game {
    /// The seat(s) with most cards win. Empty (and nothing changes) if the game is over.
    public mutating func end(_ reason: EndReason) -> [Happening] {
        guard outcome == nil else { return [] }
        let present = seats.indices.filter { seats[$0].present }
        let most = present.map { cards(of: $0) }.max() ?? 0
        return finish(reason, winners: present.filter { cards(of: $0) == most })
    }

    /// One seat with all cards wins, whenever cards have moved.
    mutating func finishIfAllCards() -> [Happening] {
        guard snapPool.isEmpty else { return [] }
        let holders = seats.indices.filter { cards(of: $0) > 0 }
        return holders.count == 1 ? finish(.allCards, winners: holders) : []
    }

    /// Whatever else can end the game of itself: all cards with one seat, or a stalemate.
    mutating func finishIfOver(raceSettled: Bool) -> [Happening] {
        let happenings = finishIfAllCards()
        if outcome != nil { return happenings }
        return isStalemate(raceSettled: raceSettled) ? end(.stalemate) : []
    }

    /// A flip still in flight comes to nothing: its card is counted, and lies, with its seat.
    mutating func finish(_ reason: EndReason, winners: [Int]) -> [Happening] {
        let happenings = withdrawFlip()
        let result = Outcome(winners: winners, reason: reason)
        outcome = result
        active = nil
        return happenings + [.over(result)]
    }
}
