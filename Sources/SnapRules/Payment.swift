/// What a wrong call costs (rules.md 17-18; Protocol.md, *Payment*).
extension Game {
    /// One face-down card from the top to each opponent that still holds any card, clockwise from the payer's left, to the
    /// bottom. Too few: it recycles first, even a single card; still too few: it pays what it has and owes nothing. A card
    /// in flight is no longer its to pay.
    mutating func pay(_ payer: Int) -> [Happening] {
        seats[payer].score -= HouseRules.points(rules.mismatchPenalty)
        let owed = clockwise(after: payer).filter { $0 != payer && seats[$0].present && cards(of: $0) > 0 }
        var happenings: [Happening] = []
        if seats[payer].faceDown.count < owed.count { happenings += recycle(seat: payer) }
        let paid = Array(owed.prefix(seats[payer].faceDown.count))
        for receiver in paid {
            seats[receiver].faceDown.append(seats[payer].faceDown.removeFirst())
        }
        if !paid.isEmpty { quietTurns = 0 }
        return happenings + [.paid(seat: payer, to: paid)]
    }
}
