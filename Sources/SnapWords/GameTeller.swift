public import SnapProtocol
public import SnapRules

/// What happens in a game, in lines: the same words at the table and when it is told again.
public struct GameTeller {
    let wording: Wording
    /// Of a seat; nil: the reader's own.
    public let name: (Int) -> String?

    /// `name`: of a seat; nil: the reader's own.
    public init(wording: Wording, name: @escaping (Int) -> String?) {
        self.wording = wording
        self.name = name
    }

    /// `game`: after it. None for what people need not be told.
    public func lines(_ happening: GameFold.Happening, _ game: Game?) -> [String] {
        switch happening {
        case .rules(let rule): return line(rule, game).map { [$0] } ?? []
        case .resolved(_, let seat, let card):
            guard let game else { return [] }
            return ["\(turned(seat, card))   \(tops(game))"]
        case .race(let result): return PhotoFinish(result: result, wording: wording, name: name).lines
        case .marked(let seat, let mark, let rate):
            return ["Note: " + mark.words(of: name(seat), rate, players: game?.seats.count ?? 2)]
        case .flipping, .ignored: return []
        }
    }

    /// The same where the cards themselves are seen, and nobody has to be told what lies on the table.
    public func linesBesideTheTable(_ happening: GameFold.Happening, _ game: Game?) -> [String] {
        switch happening {
        case .resolved(_, let seat, let card): [turned(seat, card)]
        case .rules(.over(let outcome)): [winners(outcome)]
        default: lines(happening, game)
        }
    }

    private func line(_ rule: Game.Happening, _ game: Game?) -> String? {
        switch rule {
        case .dealt(let starter):
            let counts = game.map { game in
                game.seats.indices.map { "\(inside($0)) \(game.cards(of: $0))" }.joined(separator: ", ")
            }
            return "Dealt: \(counts ?? ""). \(says(starter, "start", "starts"))."
        case .recycled(let seat, let count):
            return "\(says(seat, "turn", "turns")) the pile over: \(wording.cards(count)) face down again."
        case .turned, .active, .over: return nil
        case .voided(let seat):
            return "\(says(seat, "turn", "turns")) nothing: that turn does not count, and the next one is up."
        case .won(let seat, _, let cards, _):
            return "Match! \(says(seat, "receive", "receives")) \(wording.cards(cards))."
        case .pooled(_, let cards): return "Dead heat! \(wording.cards(cards)) go to the snap pool."
        case .paid(let seat, let to):
            let whom = to.isEmpty ? "" : " to " + to.map(inside).joined(separator: ", ")
            return "\(says(seat, "must pay", "must pay")) \(wording.cards(to.count))\(whom)."
        case .out(let seat): return "\(says(seat, "are", "is")) out of cards."
        case .left(let seat, let cards):
            return "\(says(seat, "leave", "leaves")); \(wording.cards(cards)) go to the others."
        }
    }

    /// "Ann turns 7♣."
    public func turned(_ seat: Int, _ card: Card) -> String { "\(says(seat, "turn", "turns")) \(wording.card(card))." }

    /// The others went on without that seat.
    public func dropped(_ seat: Int) -> String {
        "\(says(seat, "are", "is")) dropped by the vote of the others. Play goes on."
    }

    /// Whose turn it is; `own`: what the reader is told of its own.
    public func turn(_ seat: Int, own: String) -> String { name(seat).map { "\($0)'s turn." } ?? own }

    /// "you Q♣ (12)  Ray 7♥ (3)": what can match now, and how many cards each has.
    public func tops(_ game: Game) -> String {
        var parts: [String] = []
        for (seat, pile) in game.seats.enumerated() where pile.present {
            parts.append("\(inside(seat)) \(pile.faceUp.last.map(wording.card) ?? "-") (\(game.cards(of: seat)))")
        }
        if let top = game.snapPool.last { parts.append("pool \(wording.card(top))") }
        return parts.joined(separator: "  ")
    }

    /// "Winner: Ann, who holds all the cards." or "You win: you hold all the cards."
    public func winners(_ outcome: Game.Outcome) -> String {
        let names = outcome.winners.map(inside)
        guard let last = names.last, names.count > 1 else {
            if let first = outcome.winners.first, name(first) == nil {
                return "You win: you \(wording.ownReason(outcome.reason))."
            }
            return "Winner: \(names.first ?? "nobody"), who \(wording.reason(outcome.reason))."
        }
        // All such endings are by count.
        let list = names.dropLast().joined(separator: ", ") + " and " + last
        return "Winners, with equally many cards: \(list). \(wording.ending(outcome.reason))"
    }

    /// How each seat came out, a line a seat, and what the score is made of. `own`: of the reader, as the others name it.
    public func results(_ game: Game, own: String) -> [String] {
        game.seats.enumerated().map { seat, hand in
            "  \(name(seat) ?? own): \(wording.cards(game.cards(of: seat))), score \(hand.score), "
                + "snaps won \(hand.snapsWon)\(name(seat) == nil ? " (you)" : "")"
        } + [wording.scoring(game.rules)]
    }

    /// At the beginning of a sentence.
    private func says(_ seat: Int, _ you: String, _ other: String) -> String {
        name(seat).map { "\($0) \(other)" } ?? "You \(you)"
    }

    /// Within a sentence.
    private func inside(_ seat: Int) -> String { name(seat) ?? "you" }
}

/// Tells once whose turn it is.
public struct TurnWatch {
    private var last: Int?

    public init() {}

    public mutating func note(_ happening: GameFold.Happening) {
        if case .flipping = happening { last = nil }
    }

    /// The seat whose turn has come since the last time; nil: nobody's.
    public mutating func turn(in fold: GameFold) -> Int? {
        guard let game = fold.game, game.outcome == nil, fold.openDraw == nil, let active = game.active, active != last
        else { return nil }
        last = active
        return active
    }
}

extension Wording {
    /// As the peer knows the seats of the game that is played, or was played last.
    public func teller(at peer: Peer) -> GameTeller {
        GameTeller(wording: self) { isMine($0, at: peer) ? nil : name(seat: $0, at: peer) }
    }
}
