internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapProtocol
internal import SnapRules
internal import SnapWire
internal import SnapWords

/// A game that is told again for the page: at each step what a live table would have told, and how it would have stood then.
///
/// A step is what one final event, or the end of a view, came to, where there is anything to be seen; the first is the deal. A value: a
/// copy goes on from where it was taken.
struct GameReplay: Sendable {
    private(set) var retelling: Retelling
    /// The reader's own seat, where it played.
    let mySeat: Int?
    /// Steps that were taken.
    private(set) var taken = 0
    private let wording: Wording
    private let players: [GameState.Player]

    /// `owner`: the identity of who reads.
    init(_ retelling: Retelling, owner: PublicKey, wording: Wording) {
        self.retelling = retelling
        self.wording = wording
        mySeat = retelling.players.first { $0.identity == owner }?.seat
        let names = wording.names(ofAll: retelling.players.map { ($0.name, $0.identity) })
        players = zip(retelling.players, names).map { player, name in
            GameState.Player(
                name: name, given: wording.petNames[player.identity],
                fingerprint: IdentityFingerprint(player.identity).description)
        }
    }

    var names: [String] { players.map(\.name) }

    /// The next step; nil: there is none.
    mutating func next() -> Retelling.Moment? {
        while let moment = retelling.next() {
            guard retelling.fold?.game != nil, moment.dropped != nil || moment.happenings.contains(where: Self.isSeen)
            else { continue }
            taken += 1
            return moment
        }
        return nil
    }

    private static func isSeen(_ happening: GameFold.Happening) -> Bool {
        switch happening {
        case .rules(.turned), .rules(.active), .flipping, .ignored: false
        case .race(let result): !result.calls.isEmpty
        case .rules, .resolved, .marked: true
        }
    }

    /// How the game stands after the last step, as at a live table; null before the deal.
    var game: JSONValue {
        guard let fold = retelling.fold, fold.game?.seats.count ?? 0 <= players.count else { return .null }
        return GameState(
            fold: fold, number: retelling.game ?? 1, mySeat: mySeat, isTurnMine: false, players: players
        ).json
    }

    /// That step, which was the last, for the page.
    func step(_ moment: Retelling.Moment) -> JSONValue {
        [
            "clockMillis": .integer(moment.clockMillis), "happenings": .array(happenings(moment)), "game": game,
        ]
    }

    private func happenings(_ moment: Retelling.Moment) -> [JSONValue] {
        let teller = teller
        let game = retelling.fold?.game
        var told: [JSONValue] = []
        if let seat = moment.dropped {
            told.append(["schema": "snap.dropped/1", "seat": .integer(seat), "say": [.string(teller.dropped(seat))]])
        }
        for happening in moment.happenings {
            let lines = teller.linesBesideTheTable(happening, game).map { JSONValue.string($0) }
            let value = GameJSON.value(happening) { players.indices.contains($0) ? .string(players[$0].name) : .null }
            guard value != nil || !lines.isEmpty else { continue }
            let members = value?.members ?? [JSONMember("schema", "snap.say/1")]
            told.append(.object(members + [JSONMember("say", .array(lines))]))
        }
        return told
    }

    private var teller: GameTeller {
        // A seat that is not there has no name.
        GameTeller(wording: wording) { seat in
            seat == mySeat ? nil : players.indices.contains(seat) ? players[seat].name : "seat \(seat)"
        }
    }

    // MARK: All of it

    /// What stays the same at every step, as a live table has it.
    func table(code: String?) -> JSONValue {
        [
            "alone": false, "watches": false, "code": code.map { .string($0) } ?? .null, "name": .null, "join": .null,
            "capacity": .integer(players.count), "place": .null, "members": [], "proposal": .null,
            "rules": TableState.rules(retelling.fold?.rules ?? HouseRules()), "suspended": false, "paused": false,
            "leaving": false, "game": .null, "result": .null,
        ]
    }

    /// How the game came out, as after a live one; null where that is not told.
    func result(file: String) -> JSONValue {
        guard let game = retelling.fold?.game, let outcome = game.outcome, game.seats.count <= players.count else {
            return .null
        }
        return GameState.result(
            of: game, number: retelling.game ?? 1, names: names, mySeat: mySeat, words: teller.winners(outcome),
            scoring: wording.scoring(game.rules), transcript: file) ?? .null
    }

    /// Why it ends, and what that means.
    var ending: [String] { retelling.endWords.map { Printable($0).description } }
}
