/// One counted race: how quick everybody truly was, and whom each judge let win. By player.
struct RaceRecord {
    /// The reaction of somebody that called without having seen the card.
    static let blindMicros: Int64 = 3_600_000_000

    /// From the moment at which each could know the card to its press, by its own clock. Microseconds.
    var reactionsMicros: [Int64]
    var cheaters: [Int]
    /// U of the table.
    var uncertaintyMicros: Int64
    /// D of the table.
    var disputeMicros: Int64
    /// nil: nobody won.
    var winner: Int?
    var isVoid: Bool
    /// Those whom the lottery chose from.
    var tied: [Int]
    /// The first CLAIM that came to player 0, and the first one in the order.
    var firstToArrive: Int?
    var firstInOrder: Int?
    /// What the verdict made of the reactions of the honest ones that called, and whether their measurements disagreed.
    var judged: [(player: Int, reactionMicros: Int64, isDisputed: Bool)]

    func winner(by judge: RaceJudge) -> Int? {
        switch judge {
        case .witnessed: winner
        case .arrival: firstToArrive
        case .lamport: firstInOrder
        }
    }

    /// Of equally quick ones the first.
    var quickest: Int { reactionsMicros.indices.min { reactionsMicros[$0] < reactionsMicros[$1] } ?? 0 }

    /// How much slower a player was than the quickest.
    func marginMicros(of player: Int) -> Int64 {
        reactionsMicros[player] - (reactionsMicros.min() ?? reactionsMicros[player])
    }
}
