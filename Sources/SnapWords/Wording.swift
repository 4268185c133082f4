public import SnapCrypto
public import SnapNode
public import SnapProtocol
public import SnapRules
internal import SnapWire

/// The words for what happens at a table, the same in every text surface.
public struct Wording: Sendable {
    /// Cards and dashes in ASCII: for the C locale.
    public var isASCII: Bool

    /// How the program was called, for lines to be copied.
    public var program: String

    /// What the reader has named others.
    public var petNames: PetNames

    public init(isASCII: Bool, program: String = "snap", petNames: PetNames = PetNames()) {
        self.petNames = petNames
        self.isASCII = isASCII
        self.program = program
    }

    public func card(_ card: Card) -> String { isASCII ? card.asciiName : card.name }

    /// A player's name, made harmless; with its fingerprint where another at the table bears the same.
    public func name(_ key: PublicKey, at peer: Peer) -> String {
        guard let member = peer.member(key) else { return "player " + key.short }
        let others = peer.fold?.roster ?? peer.lastGame?.roster ?? peer.members.map(\.key)
        return name(
            member.name, member.identity, among: others.filter { $0 != key }.compactMap { peer.member($0)?.name })
    }

    /// The name, and beside it the one that the reader has given: for where people are introduced.
    public func introduction(_ key: PublicKey, at peer: Peer) -> String {
        let given = peer.member(key).map { petNames.beside($0.identity) } ?? ""
        return name(key, at: peer) + Printable(given, asciiOnly: isASCII).description
    }

    /// The same of anybody who calls itself `claimed`; `others`: what the others at the table call themselves.
    public func name(_ claimed: String, _ identity: PublicKey, among others: [String]) -> String {
        let shown = Printable(petNames.claimed(claimed), asciiOnly: isASCII).description
        let twins = others.contains { Wording.looksLike($0, claimed) }
        // "you" is who reads; and of what became question marks nobody can tell who it is.
        let isUnclear = Wording.looksLike(claimed, "you") || isASCII && !claimed.utf8.allSatisfy { $0 < 0x80 }
        let name = !isASCII && Wording.isRightToLeft(claimed) ? "\u{2068}\(shown)\u{2069}" : shown
        return twins || isUnclear ? "\(name) (\(identity.short))" : name
    }

    /// The same of all at one table, in their order.
    public func names(ofAll players: [(name: String, identity: PublicKey)]) -> [String] {
        players.indices.map { place in
            let others = players.indices.filter { $0 != place }.map { players[$0].name }
            return name(players[place].name, players[place].identity, among: others)
        }
    }

    /// Whether text could turn around what stands beside it: it is isolated then (UAX 9, *Explicit Directional Isolates*).
    private static func isRightToLeft(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFDFF).contains($0.value)
                || (0xFE70...0xFEFF).contains($0.value) || (0x10800...0x10FFF).contains($0.value)
                || (0x1E800...0x1EFFF).contains($0.value)
        }
    }

    /// Names that people could take for one another: equal but for case and spaces, or of different scripts in part.
    private static func looksLike(_ a: String, _ b: String) -> Bool {
        func bare(_ text: String) -> String { String(text.lowercased().filter { $0 != " " }) }
        if bare(a) == bare(b) { return true }
        func isASCII(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(\.isASCII) }
        return bare(a).count == bare(b).count && isASCII(a) != isASCII(b)
    }

    /// Whether that seat is this peer's, in the game that is played or was played last.
    public func isMine(_ seat: Int, at peer: Peer) -> Bool {
        (peer.fold ?? peer.lastGame)?.seat(of: peer.me) == seat
    }

    public func name(seat: Int, at peer: Peer) -> String {
        guard let fold = peer.fold ?? peer.lastGame, fold.roster.indices.contains(seat) else { return "seat \(seat)" }
        return name(fold.roster[seat], at: peer)
    }

    /// "you Q♣ (12)  Ray 7♥ (3)": what can match now, and how many cards each has.
    public func tops(_ game: Game, at peer: Peer) -> String {
        teller(at: peer).tops(game)
    }

    /// "timeLimit = 300, recycle = in-order": what is not as it usually is.
    public func differences(of rules: HouseRules) -> String {
        let standard = HouseRules()
        let named = HouseRules.ranges.map(\.name).filter { rules.value(named: $0) != standard.value(named: $0) }
        guard !named.isEmpty else { return "as usual" }
        return named.map { "\($0) = \(rules.value(named: $0) ?? "")" }.joined(separator: ", ")
    }

    public func seconds(_ micros: Int64) -> String {
        let millis = max(0, micros) / 1000
        let rest = String(millis % 1000)
        return "\(millis / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest) s"
    }

    /// "4:05"; never less than nothing.
    public func minutes(_ micros: Int64) -> String {
        let seconds = max(0, micros) / 1_000_000
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    /// What the score is made of. It decides nothing.
    public func scoring(_ rules: HouseRules) -> String {
        "Cards decide. Score: +\(rules.matchBonus) a pair won, -\(rules.mismatchPenalty) a wrong call, "
            + "-\(rules.flipCost) a card turned."
    }

    public func cards(_ count: Int) -> String { count == 1 ? "1 card" : "\(count) cards" }

    /// `key`: its session key, as such a player has no place at the table; `version`: of the protocol.
    public func otherVersion(_ key: PublicKey, name: String, version: UInt64) -> String {
        let shown = Printable(name, asciiOnly: isASCII)
        return "\(shown) (\(key.short)) has another version of Snap! (protocol \(version), yours \(protocolVersion)) "
            + "and cannot play with you. Use the same version on all computers."
    }

    /// `afterMicros`: when it came, counted as the reactions of those that called are.
    public func ignored(_ fault: PressFault, afterMicros: Int64?) -> String {
        switch fault {
        case .tooEarly: "Too early: nobody can have seen that card yet."
        case .noCard: "There is no card to call on."
        case .calledAlready: "You have called already."
        // What came seconds later was meant for no card.
        case .tooLate: afterMicros.flatMap { $0 < 5_000_000 ? "Too slow: \(seconds($0))." : nil } ?? "Too slow."
        }
    }

    /// Why a proposal came to nothing.
    public func closed(_ end: ProposalEnd, proposer: PublicKey, at peer: Peer) -> String {
        func names(_ keys: [PublicKey]) -> String {
            keys.map { $0 == peer.me ? "you" : name($0, at: peer) }.joined(separator: " and ")
        }
        switch end {
        case .declined(let key) where key == proposer:
            return key == peer.me ? "You take your proposal back." : "\(names([key])) takes the proposal back."
        case .declined(let key):
            return key == peer.me
                ? "You decline: the proposal is off." : "\(names([key])) declines: the proposal is off."
        case .unanswered(let keys): return "The proposal is off: \(names(keys)) did not answer."
        case .left(let key): return "The proposal is off: \(names([key])) has left."
        case .playing(let key): return "The proposal is off: \(names([key])) plays in another game."
        case .stuck: return "The proposal is off: not everyone could begin."
        }
    }

    public func refusal(_ refusal: Refusal) -> String {
        switch refusal {
        case .tableFull: "The table is full."
        case .alreadyPlaying: "They are already playing. Try again when the game is over."
        case .versionDiffers: "They play with another version of Snap!. Use the same version on all computers."
        case .proposalOpen: "A start is already proposed."
        case .notYourTurn: "It is not your turn."
        case .tooEarly: "Too early: the last card must lie for a moment."
        case .noProposal: "There is no proposal to answer."
        case .needTwo: "A game needs two players at least."
        case .noCards: "You have no cards: you can only look on."
        case .notPlaying: "No game is being played."
        case .notListed: "You are not at the table yet."
        case .paused: "There is a pause: cards are turned when it is over."
        case .saysTooMuch: "Not sent: you say more than others would be shown. Wait a second."
        case .unsayable: "Not sent: 1 to 400 octets of text, please, without control characters or line breaks."
        case .seatLost:
            "Your seat cannot be taken up again: what this computer kept of it may be less than what you did, as after a "
                + "power cut. Join again when the game is over; until then you can watch."
        }
    }

    /// "The game stays unfinished: Ann was not heard any more."
    public func unfinished(_ awaited: [PublicKey], at peer: Peer) -> String {
        let names = awaited.map { name($0, at: peer) }.joined(separator: " and ")
        return "The game stays unfinished: \(names) \(awaited.count == 1 ? "was" : "were") not heard any more."
    }

    /// "Winner: Ann, who holds all the cards." or "You win: you hold all the cards."
    public func winners(_ outcome: Game.Outcome, at peer: Peer) -> String {
        teller(at: peer).winners(outcome)
    }

    func ownReason(_ reason: Game.EndReason) -> String {
        switch reason {
        case .allCards: "hold all the cards"
        case .lastSeat: "are the last one at the table"
        case .timeLimit: "have most cards when the time is up"
        case .stalemate: "have most cards in a game that cannot go on"
        case .chainsExhausted: "have most cards after the last possible turn"
        }
    }

    func ending(_ reason: Game.EndReason) -> String {
        switch reason {
        case .timeLimit: "The time is up."
        case .stalemate: "The game cannot go on."
        case .chainsExhausted: "That was the last possible turn."
        case .allCards, .lastSeat: "The game is over."
        }
    }

    public func reason(_ reason: Game.EndReason) -> String {
        switch reason {
        case .allCards: "holds all the cards"
        case .lastSeat: "is the last one at the table"
        case .timeLimit: "has most cards when the time is up"
        case .stalemate: "has most cards in a game that cannot go on"
        case .chainsExhausted: "has most cards after the last possible turn"
        }
    }
}
