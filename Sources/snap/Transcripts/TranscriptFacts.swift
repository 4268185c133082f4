internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// What a transcript says of its game, quickly: nothing of it is checked but that identities vouch for their players.
struct TranscriptFacts {
    enum State: String {
        case finished, unfinished
        /// The last record is cut off.
        case torn
        /// It does not fit together, or is no transcript; an audit says why.
        case broken
    }

    let entry: TranscriptShelf.Entry
    let retelling: Retelling
    var turns = 0
    var races = 0
    var durationMillis: UInt64 = 0
    let state: State
    let reason: String?

    init(_ entry: TranscriptShelf.Entry, _ bytes: [UInt8]) {
        self.entry = entry
        var retelling = Retelling(bytes, checksSignatures: false)
        while let moment = retelling.next() {
            durationMillis = moment.clockMillis
            for happening in moment.happenings {
                switch happening {
                case .resolved: turns += 1
                case .race: races += 1
                default: break
                }
            }
        }
        let isOver = retelling.fold?.isClosed ?? false
        (state, reason) =
            switch retelling.end {
            case .whole: (isOver ? .finished : .unfinished, nil)
            case .short(_, let isTorn, let reason): (isTorn ? .torn : .unfinished, reason)
            case .fault(let fault): (.broken, "record \(fault.record): \(fault.reason)")
            case .malformed(let record, let offset, let reason):
                (.broken, "record \(record), byte \(offset): \(reason)")
            }
        self.retelling = retelling
    }

    var game: Game? { retelling.fold?.game }
    var outcome: Game.Outcome? { game?.outcome }

    /// Some lines; the last is the path, to be copied.
    func lines(_ petNames: PetNames) -> [String] {
        let when = retelling.startedWallMillis.map { String(WallTime.text(millis: $0).prefix(16)) } ?? entry.date ?? ""
        var first = "\(when.replacing("T", with: " "))  \(entry.code?.description ?? "table unknown")"
        if let number = retelling.game { first += "  game \(number)" }
        if game != nil {
            let seconds = durationMillis / 1_000
            let rest = seconds % 60
            first += "  \(turns) turn\(turns == 1 ? "" : "s"), \(races) race\(races == 1 ? "" : "s"), "
            first += "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest) minutes"
        }
        let players = retelling.players.map { player in
            let cards = game.map { ", \($0.cards(of: player.seat)) cards" } ?? ""
            return petNames.introduced(player.name, player.identity) + cards
        }
        var lines = [first]
        if !players.isEmpty { lines.append("  " + players.joined(separator: "; ")) }
        lines.append("  " + result(petNames))
        lines.append("  \(entry.path)")
        return lines
    }

    private func result(_ petNames: PetNames) -> String {
        switch state {
        case .broken: return "Broken; an audit says more. \(reason ?? "")"
        case .torn, .unfinished:
            let why = state == .torn ? "The end of the file is missing" : "Not finished in this file"
            guard let outcome else { return "\(why)." }
            return "\(why). \(winners(outcome))"
        case .finished: return outcome.map(winners) ?? "Not over."
        }
    }

    private func winners(_ outcome: Game.Outcome) -> String {
        let names = outcome.winners.filter(retelling.players.indices.contains).map { retelling.players[$0].name }
        return "\(names.joined(separator: " and ")) \(names.count == 1 ? "wins" : "share it"): \(outcome.reason.words)."
    }

    /// Schema `snap.transcript/1`.
    func json(_ petNames: PetNames) -> JSONValue {
        func orNull(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return [
            "schema": "snap.transcript/1", "file": .string(entry.path), "bytes": .integer(entry.length),
            "date": orNull(entry.date), "code": orNull(entry.code?.description),
            "table": orNull(retelling.table.map { Hex.encode($0.bytes) }),
            "game": retelling.game.map { .integer($0) } ?? .null,
            "started": orNull(retelling.startedWallMillis.map { WallTime.text(millis: $0) }),
            "durationMillis": .integer(durationMillis), "turns": .integer(turns), "races": .integer(races),
            "state": .string(state.rawValue), "reason": orNull(reason),
            "outcome": orNull(outcome?.reason.code),
            "winners": .array((outcome?.winners ?? []).map { .integer($0) }),
            "players": .array(
                retelling.players.map { player in
                    [
                        "seat": .integer(player.seat), "name": .string(player.name),
                        "petName": orNull(petNames[player.identity]), "identity": .string(player.identity.hex),
                        "session": .string(player.session.hex),
                        "cards": game.map { .integer($0.cards(of: player.seat)) } ?? .null,
                        "score": game.map { .integer($0.seats[player.seat].score) } ?? .null,
                    ]
                }),
        ]
    }
}
