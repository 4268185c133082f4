public import SnapRules

extension ComputerPlayer {
    /// What to do about the card that was just turned.
    public struct Plan: Hashable, Sendable {
        /// When to turn, from when the turn opens; nil: not this player's turn.
        public var turnAfterMillis: Int?
        /// When to press, from when the card was knowable; nil: not at all.
        public var snapAfterMillis: Int?
        public init(turnAfterMillis: Int? = nil, snapAfterMillis: Int? = nil) {
            self.turnAfterMillis = turnAfterMillis
            self.snapAfterMillis = snapAfterMillis
        }
    }

    /// To be asked once for each turned card, and once at the deal. `game` is the table as it lies, `seat` the player's
    /// own. Nothing where the player cannot move: no such seat, it left, it holds no card, or the game is over.
    public mutating func plan(_ game: Game, seat: Int) -> Plan {
        guard game.outcome == nil, game.seats.indices.contains(seat), game.seats[seat].present, game.cards(of: seat) > 0
        else { return Plan() }
        let matches = game.matchingSeats != nil
        var snap = game.turns == 0 ? nil : reaction(matchOnTable: matches)
        // Where nobody can turn, the table waits for this very match: a long look finds it.
        if matches, game.active == nil {
            for _ in 0..<16 where snap == nil { snap = reaction(matchOnTable: true) }
        }
        // A player knows the house rules: where calls must wait longer than anyone reacts, it waits longer.
        let falseStart = Int(min(game.rules.falseStartMillis, 10_000))
        if let reaction = snap { snap = reaction + max(0, falseStart - ComputerPlayer.quickestMillis) }
        let turn = game.active == seat && game.inFlight == nil ? turnDelayMillis() : nil
        return Plan(turnAfterMillis: turn, snapAfterMillis: snap)
    }
}
