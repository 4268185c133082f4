/// The deal (rules.md 7-8; Protocol.md, *Deal*) and the pools of unknown cards.
extension Game {
    mutating func deal(_ deck: [Card], seats count: Int, starter: Int) {
        seats = Array(repeating: Seat(), count: count)
        pools = [deck.sorted()]
        // A negative remainder is brought back into the table.
        let first = (starter % count + count) % count
        for position in deck.indices {
            seats[(first + position) % count].faceDown.append(Slot(pool: 0))
        }
        active = first
    }

    /// Cards become face-down: one block of unknown order, or (in-order) each a pool of its own, in the given order.
    mutating func makeSlots(of cards: [Card]) -> [Slot] {
        if cards.isEmpty { return [] }
        switch rules.recycle {
        case .inOrder:
            return cards.map { card in Slot(pool: makePool([card])) }
        case .shuffled:
            let pool = makePool(cards.sorted())
            return cards.map { _ in Slot(pool: pool) }
        }
    }

    /// An empty pool has no slots left, so its number is free: the lowest is taken, which keeps the table of pools within
    /// the number of cards however long the game is.
    private mutating func makePool(_ cards: [Card]) -> Int {
        if let free = pools.firstIndex(where: \.isEmpty) {
            pools[free] = cards
            return free
        }
        pools.append(cards)
        return pools.count - 1
    }
}
