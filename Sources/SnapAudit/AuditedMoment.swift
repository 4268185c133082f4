public import SnapProtocol
public import SnapRules

/// What happened in a game, for a picture of it.
public struct AuditedMoment: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case turned(seat: Int, Card)
        case race(GameFold.RaceResult)
        case won(seat: Int, cards: Int)
        case pooled(cards: Int)
        case paid(seat: Int, to: [Int])
        case recycled(seat: Int, cards: Int)
        case out(seat: Int)
        case left(seat: Int, cards: Int)
        /// By the vote of the others.
        case dropped(seat: Int)
    }

    /// The latest clock that an event carried by then: milliseconds since BEGIN, its author's word.
    public var clockMillis: UInt64
    public var kind: Kind
}

extension AuditedMoment.Kind {
    /// Nil for what nothing is shown of.
    init?(_ happening: GameFold.Happening) {
        switch happening {
        case .resolved(_, let seat, let card): self = .turned(seat: seat, card)
        case .race(let result): self = .race(result)
        case .rules(.won(let seat, _, let cards, _)): self = .won(seat: seat, cards: cards)
        case .rules(.pooled(_, let cards)): self = .pooled(cards: cards)
        case .rules(.paid(let seat, let to)): self = .paid(seat: seat, to: to)
        case .rules(.recycled(let seat, let cards)): self = .recycled(seat: seat, cards: cards)
        case .rules(.out(let seat)): self = .out(seat: seat)
        case .rules(.left(let seat, let cards)): self = .left(seat: seat, cards: cards)
        case .rules, .flipping, .marked, .ignored: return nil
        }
    }
}
