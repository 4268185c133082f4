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
    /// The face-up cards of a pile that are shown.
    static let shownCards = 3

    var json: JSONValue {
        [
            "alone": .bool(place.isAlone), "watches": .bool(peer.configuration.watches), "code": text(place.code),
            "name": text(place.name), "join": text(place.code.map { "\(wording.program) join \($0)" }),
            "capacity": .integer(peer.configuration.capacity), "place": text(place.network),
            "members": .array(peer.members.map(member)), "proposal": proposal,
            "rules": rules(peer.fold?.rules ?? peer.tableRules ?? place.rules), "suspended": .bool(peer.isSuspended),
            "paused": .bool(peer.isPaused), "leaving": .bool(isLeaving), "game": game,
            "result": peer.fold == nil ? result ?? .null : .null,
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

    private func rules(_ rules: HouseRules) -> JSONValue {
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
        guard let fold = peer.fold, let game = fold.game else { return .null }
        let mine = peer.mySeat
        let mayCall = mine.map { fold.race?.mayClaim[$0] ?? (game.cards(of: $0) > 0) } ?? false
        return [
            "number": .integer(peer.gameNumber ?? 1), "mySeat": mine.map { .integer($0) } ?? .null,
            "active": game.active.map { .integer($0) } ?? .null, "turnMine": .bool(peer.isTurnOpen),
            "inFlight": game.inFlight.map { .integer($0.seat) } ?? .null,
            "race": fold.race.map { .integer($0.index) } ?? .null,
            "callable": .bool(mayCall && game.outcome == nil), "turns": .integer(game.turns),
            "quietTurns": .integer(game.quietTurns),
            "pool": game.snapPool.last.map {
                ["count": .integer(game.snapPool.count), "top": .string($0.asciiName)]
            } ?? .null,
            "seats": .array(game.seats.indices.map { seat($0, fold, game) }),
        ]
    }

    private func seat(_ number: Int, _ fold: GameFold, _ game: Game) -> JSONValue {
        let hand = game.seats[number]
        let key = fold.roster[number]
        let member = peer.member(key)
        let isMine = number == peer.mySeat
        let marks = fold.marks[number]
        return [
            "seat": .integer(number), "name": .string(wording.name(key, at: peer)),
            "given": text(member.flatMap { wording.petNames[$0.identity] }),
            "fingerprint": text(member.map { IdentityFingerprint($0.identity).description }), "me": .bool(isMine),
            "present": .bool(fold.present[number] && hand.present), "out": .bool(game.cards(of: number) == 0),
            "down": .integer(hand.faceDown.count),
            "up": .array(hand.faceUp.suffix(TableState.shownCards).map { .string($0.asciiName) }),
            "upCount": .integer(hand.faceUp.count), "score": .integer(hand.score),
            "snapsWon": .integer(hand.snapsWon), "gamesWon": .integer(member?.gamesWon ?? 0),
            "awaited": .bool(member?.isAwaited ?? false), "key": .string(key.hex),
            "asksPause": .bool(peer.pauseAskers.contains(key)),
            "rttMicros": member?.rttMicros.map { .integer($0) } ?? .null,
            "marks": .array(
                marks.raised.map { mark in
                    .string(
                        mark.words(
                            of: isMine ? nil : wording.name(key, at: peer), marks.rate(of: mark),
                            players: game.seats.count))
                }),
        ]
    }

    /// How the last game ended; nil where it has no outcome.
    static func result(
        of peer: Peer, _ wording: Wording, game: UInt64, digest: String, transcript path: String?
    ) -> JSONValue? {
        guard let fold = peer.lastGame, let state = fold.game, let outcome = state.outcome else { return nil }
        return [
            "game": .integer(game), "winners": .array(outcome.winners.map { .integer($0) }),
            "words": .string(wording.winners(outcome, at: peer)), "turns": .integer(state.turns),
            "seats": .array(
                state.seats.enumerated().map { seat, hand in
                    [
                        "seat": .integer(seat), "name": .string(wording.name(seat: seat, at: peer)),
                        "me": .bool(wording.isMine(seat, at: peer)), "cards": .integer(state.cards(of: seat)),
                        "score": .integer(hand.score), "snapsWon": .integer(hand.snapsWon),
                    ]
                }), "scoring": .string(wording.scoring(state.rules)),
            "transcript": path.map { .string(String($0.split(separator: "/").last ?? "")) } ?? .null,
            "digest": .string(digest),
        ]
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
