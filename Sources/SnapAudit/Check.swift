/// What an audit checks, in this order (Protocol.md, *Audit*). Where a check fails, the later ones go on with what does
/// not rest on what failed.
public enum Check: String, CaseIterable, Hashable, Sendable {
    case encoding, signatures, certificates, chain, lamport, order, commitments, finality, draws, races, rules, states,
        result

    /// What it asks, for people.
    public var question: String {
        switch self {
        case .encoding: "every record is an event in its one encoding"
        case .signatures: "every event is signed by its author"
        case .certificates: "every session key is vouched for by its player's identity"
        case .chain: "every log goes on from its last event without gap or fork"
        case .lamport: "every event is later than all that its author had seen"
        case .order: "the records are those of the game, no more and no fewer, in their order"
        case .commitments: "all accepted one start before it began"
        case .finality: "every event that counts was acknowledged by all players"
        case .draws: "every link leads to its anchor; every card is drawn again"
        case .races: "every race is judged again"
        case .rules: "every event is one that an honest player can send; 52 cards, each once"
        case .states: "every state that a player signed is the state recomputed"
        case .result: "the game is over and all agree on it"
        }
    }
}

/// How a check came out.
public struct CheckResult: Hashable, Sendable {
    public enum Mark: String, Hashable, Sendable {
        case passed, failed
        /// What is there is in order, but not all is there.
        case incomplete
        case notReached
    }
    public var check: Check
    public var mark: Mark
    /// Figures, or what is wrong or missing.
    public var words: String
}
