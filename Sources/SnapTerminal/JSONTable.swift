public import SnapCrypto
public import SnapNode
public import SnapProtocol
internal import SnapRules

/// `--json`: one object a line on standard output, each with its `schema`; for programs and tests.
public final class JSONTable: TableSurface {
    private let output: Int32
    private let wording: Wording
    private let messages: Int32
    private var fate: StandardStream.Fate?
    /// A person's surface beside it, if there is one: it reads the orders and shows its lines on standard error.
    private let person: PlainTable?

    public init(output: Int32, messages: Int32, wording: Wording, person: PlainTable?) {
        self.output = output
        self.messages = messages
        self.wording = wording
        self.person = person
    }

    public var descriptor: Int32? { person?.descriptor }
    public func read() -> [SurfaceInput] { person?.read() ?? [] }
    public var isGone: Bool { fate != nil || (person?.isGone ?? false) }
    public var lost: String? { if case .lost(let why)? = fate { why } else { nil } }

    public func suspend() { person?.suspend() }
    public func resume() { person?.resume() }

    public func attend(to peer: Peer, at now: Instant) { person?.attend(to: peer, at: now) }
    public func fallBehind() { person?.fallBehind() }
    public func catchUp(with peer: Peer) { person?.catchUp(with: peer) }

    public func emit(_ value: JSONValue) {
        if fate == nil { fate = StandardStream.write(value.compact + "\n", to: output) }
    }

    public func tell(_ line: String) {
        if let person { person.tell(line) } else { _ = StandardStream.write(line + "\n", to: messages) }
    }

    private static func word(_ fault: PressFault) -> String {
        switch fault {
        case .tooEarly: "tooEarly"
        case .noCard: "noCard"
        case .calledAlready: "calledAlready"
        case .tooLate: "tooLate"
        }
    }

    /// Why a proposal came to nothing, and by whom.
    private static func closed(_ end: ProposalEnd, _ player: (PublicKey) -> JSONValue) -> (String, [JSONValue]) {
        switch end {
        case .declined(let key): ("declined", [player(key)])
        case .unanswered(let keys): ("unanswered", keys.map(player))
        case .left(let key): ("left", [player(key)])
        case .playing(let key): ("playing", [player(key)])
        case .stuck: ("stuck", [])
        }
    }

    private func player(_ key: PublicKey, _ peer: Peer) -> JSONValue {
        let member = peer.member(key)
        return [
            "key": .string(key.hex), "identity": member.map { .string($0.identity.hex) } ?? .null,
            "name": member.map { .string($0.name) } ?? .null,
        ]
    }

    public func show(_ notice: Notice, peer: Peer, now: Instant) {
        person?.show(notice, peer: peer, now: now)
        func name(_ seat: Int) -> JSONValue {
            guard let fold = peer.fold ?? peer.lastGame, let member = peer.member(fold.roster[seat]) else {
                return .null
            }
            return .string(member.name)
        }
        switch notice {
        case .listed(let key, _):
            emit(["schema": "snap.seated/1", "player": player(key, peer), "seated": .integer(peer.members.count)])
        case .unlisted(let key, _, let departure):
            emit([
                "schema": "snap.unseated/1", "player": player(key, peer),
                "reason": .string(departure == .left ? "left" : departure == .lost ? "lost" : "barred"),
            ])
        case .otherVersion(let key, let name, let version):
            emit([
                "schema": "snap.version-differs/1", "key": .string(key.hex), "name": .string(name),
                "protocol": .integer(version),
            ])
            if person == nil { tell(wording.otherVersion(key, name: name, version: version)) }
        case .began(let game, let roster):
            emit([
                "schema": "snap.begin/1", "game": .integer(game), "seats": .array(roster.map { player($0, peer) }),
                "rules": peer.fold.map { .houseRules($0.rules) } ?? .null,
            ])
        case .proposed(let key, _, let rules, let roster, let isMine):
            emit([
                "schema": "snap.proposal/1", "player": player(key, peer), "mine": .bool(isMine),
                "seats": .array(roster.map { player($0, peer) }), "rules": .houseRules(rules),
            ])
        case .proposalClosed(_, let proposer, let end):
            let (reason, players) = JSONTable.closed(end) { player($0, peer) }
            emit([
                "schema": "snap.proposal-closed/1", "proposer": player(proposer, peer), "reason": .string(reason),
                "players": .array(players),
            ])
        case .pressIgnored(let fault, let after):
            emit([
                "schema": "snap.ignored/1", "reason": .string(JSONTable.word(fault)),
                "afterMicros": after.map { .integer($0) } ?? .null,
            ])
        case .game(let happening):
            if let value = GameJSON.value(happening, name: name) { emit(value) }
        case .tableRules(let rules, let isMine):
            emit(["schema": "snap.rules/1", "mine": .bool(isMine), "rules": .houseRules(rules)])
        case .forked(let key, let number, _):
            emit([
                "schema": "snap.forked/1", "player": player(key, peer), "number": .integer(number),
            ])
        case .void(let game): emit(["schema": "snap.void/1", "game": .integer(game)])
        case .waiting(let key):
            emit([
                "schema": "snap.waiting/1", "player": player(key, peer), "suspended": .bool(peer.isSuspended),
            ])
        case .dropped(let key, _): emit(["schema": "snap.dropped/1", "player": player(key, peer)])
        case .heardAgain(let key): emit(["schema": "snap.heard/1", "player": player(key, peer)])
        case .refused(let reason):
            emit(["schema": "snap.refused/1", "reason": .string(wording.refusal(reason))])
        default: break
        }
    }

    public func unfinished(game: UInt64, awaited: [PublicKey], transcript path: String?, peer: Peer) {
        person?.unfinished(game: game, awaited: awaited, transcript: path, peer: peer)
        emit([
            "schema": "snap.unfinished/1", "game": .integer(game),
            "awaited": .array(awaited.map { player($0, peer) }), "transcript": path.map { .string($0) } ?? .null,
        ])
    }

    public func finished(game: UInt64, digest: String, transcript path: String?, peer: Peer) {
        person?.finished(game: game, digest: digest, transcript: path, peer: peer)
        guard let fold = peer.lastGame, let state = fold.game, let outcome = state.outcome else { return }
        let winners = outcome.winners.map { player(fold.roster[$0], peer) }
        emit([
            "schema": "snap.result/1", "game": .integer(game),
            "winner": winners.count == 1 ? winners[0]["name"] ?? .null : .null, "winners": .array(winners),
            "reason": .string(wording.reason(outcome.reason)), "turns": .integer(state.turns),
            "seats": .array(
                state.seats.enumerated().map { seat, hand in
                    [
                        "key": .string(fold.roster[seat].hex),
                        "name": peer.member(fold.roster[seat]).map { .string($0.name) } ?? .null,
                        "cards": .integer(state.cards(of: seat)), "score": .integer(hand.score),
                        "snapsWon": .integer(hand.snapsWon),
                    ]
                }), "transcript": path.map { .string($0) } ?? .null, "digest": .string(digest),
        ])
    }
}
