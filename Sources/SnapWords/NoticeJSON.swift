public import SnapCrypto
public import SnapNode
public import SnapProtocol
internal import SnapRules

/// What people at a table are told, as objects for programs: one for each notice, each with its `schema`.
public enum NoticeJSON {
    /// nil for what has no schema. `peer`: as it is after it.
    public static func value(_ notice: Notice, at peer: Peer, _ wording: Wording) -> JSONValue? {
        switch notice {
        case .listed(let key, _):
            ["schema": "snap.seated/1", "player": player(key, peer), "seated": .integer(peer.members.count)]
        case .unlisted(let key, _, let departure):
            [
                "schema": "snap.unseated/1", "player": player(key, peer),
                "reason": .string(departure == .left ? "left" : departure == .lost ? "lost" : "barred"),
            ]
        case .otherVersion(let key, let name, let version):
            [
                "schema": "snap.version-differs/1", "key": .string(key.hex), "name": .string(name),
                "protocol": .integer(version),
            ]
        case .began(let game, let roster):
            [
                "schema": "snap.begin/1", "game": .integer(game), "seats": .array(roster.map { player($0, peer) }),
                "rules": peer.fold.map { .houseRules($0.rules) } ?? .null,
            ]
        case .proposed(let key, _, let rules, let roster, let isMine):
            [
                "schema": "snap.proposal/1", "player": player(key, peer), "mine": .bool(isMine),
                "seats": .array(roster.map { player($0, peer) }), "rules": .houseRules(rules),
            ]
        case .proposalClosed(_, let proposer, let end): closed(end, by: proposer, peer)
        case .pressIgnored(let fault, let after):
            [
                "schema": "snap.ignored/1", "reason": .string(word(fault)),
                "afterMicros": after.map { .integer($0) } ?? .null,
            ]
        case .game(let happening): GameJSON.value(happening) { name(seat: $0, peer) }
        case .tableRules(let rules, let isMine):
            ["schema": "snap.rules/1", "mine": .bool(isMine), "rules": .houseRules(rules)]
        case .forked(let key, let number, _):
            [
                "schema": "snap.forked/1", "player": player(key, peer), "number": .integer(number),
            ]
        case .void(let game): ["schema": "snap.void/1", "game": .integer(game)]
        case .waiting(let key):
            [
                "schema": "snap.waiting/1", "player": player(key, peer), "suspended": .bool(peer.isSuspended),
            ]
        case .dropped(let key, _): ["schema": "snap.dropped/1", "player": player(key, peer)]
        case .heardAgain(let key): ["schema": "snap.heard/1", "player": player(key, peer)]
        case .refused(let reason): ["schema": "snap.refused/1", "reason": .string(wording.refusal(reason))]
        case .said(let key, let text): ["schema": "snap.said/1", "player": player(key, peer), "text": .string(text)]
        case .pause(let key, let isAsked):
            ["schema": "snap.pause/1", "player": player(key, peer), "asked": .bool(isAsked)]
        case .paused: ["schema": "snap.paused/1", "paused": true]
        case .resumed: ["schema": "snap.paused/1", "paused": false]
        case .floods, .finished: nil
        }
    }

    /// The game was left while it stood still.
    public static func unfinished(
        game: UInt64, awaited: [PublicKey], transcript path: String?, at peer: Peer
    ) -> JSONValue {
        [
            "schema": "snap.unfinished/1", "game": .integer(game),
            "awaited": .array(awaited.map { player($0, peer) }), "transcript": path.map { .string($0) } ?? .null,
        ]
    }

    /// The result of the last game; nil where it has none.
    public static func finished(
        game: UInt64, digest: String, transcript path: String?, at peer: Peer, _ wording: Wording
    ) -> JSONValue? {
        guard let fold = peer.lastGame, let state = fold.game, let outcome = state.outcome else { return nil }
        let winners = outcome.winners.map { player(fold.roster[$0], peer) }
        return [
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
        ]
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
    private static func closed(_ end: ProposalEnd, by proposer: PublicKey, _ peer: Peer) -> JSONValue {
        let (reason, players): (String, [PublicKey]) =
            switch end {
            case .declined(let key): ("declined", [key])
            case .unanswered(let keys): ("unanswered", keys)
            case .left(let key): ("left", [key])
            case .playing(let key): ("playing", [key])
            case .stuck: ("stuck", [])
            }
        return [
            "schema": "snap.proposal-closed/1", "proposer": player(proposer, peer), "reason": .string(reason),
            "players": .array(players.map { player($0, peer) }),
        ]
    }

    private static func player(_ key: PublicKey, _ peer: Peer) -> JSONValue {
        let member = peer.member(key)
        return [
            "key": .string(key.hex), "identity": member.map { .string($0.identity.hex) } ?? .null,
            "name": member.map { .string($0.name) } ?? .null,
        ]
    }

    private static func name(seat: Int, _ peer: Peer) -> JSONValue {
        guard let fold = peer.fold ?? peer.lastGame, fold.roster.indices.contains(seat),
            let member = peer.member(fold.roster[seat])
        else { return .null }
        return .string(member.name)
    }
}
