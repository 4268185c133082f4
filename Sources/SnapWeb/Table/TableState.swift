internal import SnapCrypto
internal import SnapNode
internal import SnapProtocol
public import SnapRules
internal import SnapWire
internal import SnapWords

/// Where a table stands, as one object that the page can draw from nothing.
struct TableState {
    let peer: Peer
    let wording: Wording
    let place: TablePlace
    /// The last game's result, until the next game begins.
    let result: JSONValue?
    let isLeaving: Bool

    var json: JSONValue {
        [
            "alone": .bool(place.isAlone), "watches": .bool(peer.configuration.watches), "code": text(place.code),
            "name": text(place.name), "join": text(place.code.map { "\(wording.program) join \($0)" }),
            "capacity": .integer(peer.configuration.capacity), "place": text(place.network),
            "members": .array(peer.members.map(member)), "proposal": proposal,
            "rules": TableState.rules(peer.fold?.rules ?? peer.tableRules ?? place.rules),
            "suspended": .bool(peer.isSuspended), "paused": .bool(peer.isPaused),
            "leaving": .bool(isLeaving), "game": game, "result": peer.fold == nil ? result ?? .null : .null,
        ]
    }

    private func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    private func member(_ member: MemberView) -> JSONValue {
        [
            "name": .string(wording.name(member.key, at: peer)), "given": text(wording.petNames[member.identity]),
            "fingerprint": .string(IdentityFingerprint(member.identity).description), "me": .bool(member.isMe),
            "rttMicros": member.rttMicros.map { .integer($0) } ?? .null, "gamesWon": .integer(member.gamesWon),
            "awaited": .bool(member.isAwaited), "key": .string(member.key.hex),
        ]
    }

    private var proposal: JSONValue {
        guard peer.fold == nil, peer.isProposalOpen || peer.isInProposal, let shown = place.proposal else {
            return .null
        }
        return [
            "mine": .bool(shown.isMine), "by": .string(wording.introduction(shown.by, at: peer)),
            "players": .array(
                shown.roster.map { .string($0 == peer.me ? "you" : wording.introduction($0, at: peer)) }),
            "rules": .string(wording.differences(of: shown.rules)), "open": .bool(peer.isProposalOpen),
        ]
    }

    /// The house rules of a table, each with what it means.
    static func rules(_ rules: HouseRules) -> JSONValue {
        let standard = HouseRules()
        return .array(
            HouseRules.ranges.map { rule in
                let value = rules.value(named: rule.name) ?? ""
                let shown = TableState.shown(value, rule)
                return [
                    "name": .string(rule.name), "value": .string(shown.value), "unit": .string(shown.unit),
                    "meaning": .string(Setting.named(rule.name)?.meaning ?? ""),
                    "usual": .bool(value == standard.value(named: rule.name)),
                ]
            })
    }

    /// A value as it is said: "60", "seconds", and where the unit tells what 0 is, "seconds, 0: none", that word instead of 0.
    static func shown(_ value: String, _ rule: HouseRules.Setting) -> (value: String, unit: String) {
        guard case .number(_, let words) = rule.kind else { return (value, "") }
        let parts = words.split(separator: ", 0: ", maxSplits: 1)
        if value == "0", parts.count == 2 { return (String(parts[1]), "") }
        return (value, parts.first.map { String($0) } ?? "")
    }

    private var game: JSONValue {
        guard let fold = peer.fold else { return .null }
        return GameState(
            fold: fold, number: peer.gameNumber ?? 1, mySeat: peer.mySeat, isTurnMine: peer.isTurnOpen,
            players: fold.roster.map(player)
        ).json
    }

    private func player(_ key: PublicKey) -> GameState.Player {
        let member = peer.member(key)
        return GameState.Player(
            name: wording.name(key, at: peer), given: member.flatMap { wording.petNames[$0.identity] },
            fingerprint: member.map { IdentityFingerprint($0.identity).description },
            gamesWon: member?.gamesWon ?? 0, isAwaited: member?.isAwaited ?? false, rttMicros: member?.rttMicros,
            key: key, asksPause: peer.pauseAskers.contains(key))
    }

    /// How the last game ended; nil where it has no outcome.
    static func result(
        of peer: Peer, _ wording: Wording, game: UInt64, digest: String, transcript path: String?
    ) -> JSONValue? {
        guard let fold = peer.lastGame, let state = fold.game, let outcome = state.outcome else { return nil }
        return GameState.result(
            of: state, number: game, names: fold.roster.map { wording.name($0, at: peer) },
            mySeat: fold.seat(of: peer.me), words: wording.winners(outcome, at: peer),
            scoring: wording.scoring(state.rules),
            transcript: path.map { String($0.split(separator: "/").last ?? "") }, digest: digest)
    }
}

/// What a page shows of a table that its peer does not know.
public struct TablePlace: Sendable {
    /// A proposal as it was told.
    struct Proposal: Sendable {
        var by: PublicKey
        var rules: HouseRules
        var roster: [PublicKey]
        var isMine: Bool
    }
    /// Everyone else is a computer player in this process.
    public var isAlone: Bool
    /// As shown to people; nil: it cannot be joined.
    public var code: String?
    public var name: String?
    /// "eth0 192.168.1.7"; nil: none.
    public var network: String?
    /// By which this player would start a game, until the table has rules of its own.
    public var rules: HouseRules
    var proposal: Proposal?

    public init(isAlone: Bool, code: String?, name: String?, network: String?, rules: HouseRules) {
        self.isAlone = isAlone
        self.code = code
        self.name = name
        self.network = network
        self.rules = rules
    }
}
