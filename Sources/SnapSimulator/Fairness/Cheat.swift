/// What a cheater tries in a fairness run, and by how much.
public struct Cheat: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Holds back its own link, and so knows the card before the others do.
        case late
        /// Says that it pressed earlier than it did.
        case backdate
        /// Says that it saw the others' calls later than it did.
        case falseWitness = "false-witness"
        /// Makes itself seem far away: everything it sends is slowed but its calls, which it dates back by as much.
        case fixedDelay = "fixed-delay"
        /// Slows its links to one other player.
        case selective
        /// Claims a reaction of one microsecond.
        case foulClaim = "foul-claim"
        /// Holds back its answer to a turn and now and then calls wrongly meanwhile, so that cards change hands.
        case reRoll = "re-roll"
        /// Two that date back each other's calls and put off those of the rest; at the latest they call when somebody else has.
        case pair
        /// Calls, without looking, as soon as somebody else's call comes in.
        case echo
        /// Calls as soon as somebody else's call comes in, if it has not yet, and dates that back: so it disputes what it would lose.
        case spoil
        /// Calls so soon after the card, and says that it was just late enough.
        case falseStart = "false-start"
        /// Never gives its share of a lottery.
        case withholdTie = "withhold-tie"
        /// Leaves one turn of twenty without its link.
        case withholdLink = "withhold-link"

        /// 0 where the cheat is not a matter of time.
        var usualMillis: Int {
            switch self {
            case .late, .backdate, .pair, .spoil: 150
            case .falseWitness: 80
            case .fixedDelay: 17
            case .selective: 100
            case .reRoll: 100
            case .falseStart: 50
            case .foulClaim, .echo, .withholdTie, .withholdLink: 0
            }
        }
    }

    public var kind: Kind
    /// 0...1000.
    public var millis: Int

    /// `KIND` or `KIND:MS`; nil for any other text, and for a time where none matters.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let name = parts.first, let kind = Kind(rawValue: String(name)), parts.count <= 2 else { return nil }
        self.kind = kind
        millis = kind.usualMillis
        guard parts.count == 2 else { return }
        guard let asked = Int(parts[1]), (1...1_000).contains(asked), kind.usualMillis > 0 else { return nil }
        millis = asked
    }

    public var text: String { kind.usualMillis > 0 ? "\(kind.rawValue):\(millis)" : kind.rawValue }
    /// Cheaters at a table.
    public var players: Int { kind == .pair ? 2 : 1 }
    var micros: Int64 { Int64(millis) * 1_000 }
}
