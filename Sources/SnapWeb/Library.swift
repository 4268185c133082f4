internal import SnapAudit
public import SnapCrypto
public import SnapNode
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// The games that were played, for the page: read from the transcripts when they are asked for.
public final class Library: Sendable {
    let places: Places
    let owner: PublicKey
    let verified: VerifiedSet
    let replays = Replays()
    /// The newest are shown.
    static let gamesLimit = 500

    /// `owner`: whose games they are.
    public init(places: Places, owner: PublicKey, verified: VerifiedSet) {
        self.places = places
        self.owner = owner
        self.verified = verified
    }

    private func entries() throws(FileError) -> [TranscriptShelf.Entry] {
        try Array(TranscriptShelf.entries(in: places).prefix(Library.gamesLimit))
    }

    private static func name(of entry: TranscriptShelf.Entry) -> String {
        String(entry.path.split(separator: "/").last ?? "")
    }

    /// The file called `name`, which must be one of those listed: a name leads nowhere else.
    func entry(_ name: String) -> TranscriptShelf.Entry? {
        try? TranscriptShelf.entries(in: places).first { Library.name(of: $0) == name }
    }

    /// Octets of the transcript called so; nil where there is none.
    public func bytes(of name: String) -> [UInt8]? { entry(name).flatMap { try? TranscriptShelf.read($0) } }

    /// All transcripts, the newest first.
    public func transcripts() throws(FileError) -> JSONValue {
        [
            "transcripts": .array(
                try entries().map { entry in
                    [
                        "file": .string(Library.name(of: entry)), "date": entry.date.map { .string($0) } ?? .null,
                        "code": entry.code.map { .string($0.description) } ?? .null,
                        "octets": .integer(entry.length),
                    ]
                })
        ]
    }

    /// How the games ended, the newest first; files that tell of no game are left out.
    public func scores() throws(FileError) -> JSONValue {
        let petNames = (try? PetNames.load(from: places)) ?? PetNames()
        return [
            "games": .array(
                try entries().compactMap { entry in
                    guard let bytes = try? TranscriptShelf.read(entry) else { return nil }
                    return GameScore(bytes)?.json(
                        file: Library.name(of: entry), date: entry.date, code: entry.code?.description, owner: owner,
                        petNames: petNames)
                })
        ]
    }

    /// What an audit says of the transcript called so; nil where there is none.
    public func audit(_ name: String) -> JSONValue? {
        guard let bytes = bytes(of: name) else { return nil }
        let report = SnapAudit.audit(bytes, verified: verified)
        let words: String =
            switch report.verdict {
            case .verified: report.resultLine ?? "Everything that can be checked holds."
            case .invalid(let fault): fault.reason
            case .inconclusive(_, let reason), .malformed(_, _, let reason): reason
            }
        return [
            "verdict": .string(report.verdict.word), "words": .string(words),
            "checks": .array(
                report.checks.map { check in
                    [
                        "name": .string(check.check.rawValue), "mark": .string(Library.word(of: check.mark)),
                        "words": .string(check.words),
                    ]
                }),
            "faults": .array(
                report.faults.map { fault in
                    let who = fault.name.map { ", \($0)" } ?? ""
                    return .string("record \(fault.record), byte \(fault.offset)\(who): \(fault.reason)")
                }),
            "notProven": .array(AuditReport.notProven.map { .string($0) }),
            "digest": .string(report.digest.hex),
        ]
    }

    private static func word(of mark: CheckResult.Mark) -> String {
        switch mark {
        case .passed: "ok"
        case .failed: "bad"
        case .incomplete, .notReached: "open"
        }
    }

    /// The report of an audit as a page of its own; nil where there is no such transcript.
    public func report(_ name: String) -> String? {
        bytes(of: name).map { SnapAudit.audit($0, verified: verified).page(file: Printable(name).description) }
    }
}

/// What one transcript says of its game, taken as it stands.
private struct GameScore {
    let retelling: Retelling
    private var durationMillis: UInt64 = 0
    /// By seat: the reactions of calls that counted, microseconds.
    private var reactions: [[Int64]]

    /// nil: it tells of no game.
    init?(_ bytes: [UInt8]) {
        var retelling = Retelling(bytes, checksSignatures: false)
        reactions = Array(repeating: [], count: retelling.players.count)
        while let moment = retelling.next() {
            durationMillis = moment.clockMillis
            for case .race(let result) in moment.happenings {
                for call in result.calls where call.timely && !call.foul && reactions.indices.contains(call.seat) {
                    reactions[call.seat].append(call.reactionMicros)
                }
            }
        }
        guard retelling.fold?.game != nil else { return nil }
        self.retelling = retelling
    }

    func json(file: String, date: String?, code: String?, owner: PublicKey, petNames: PetNames) -> JSONValue {
        let game = retelling.fold?.game
        let players = retelling.players
        let mine = players.first { $0.identity == owner }
        return [
            "file": .string(file),
            "date": .string(retelling.startedWallMillis.map(Self.date) ?? date ?? ""),
            "code": code.map { .string($0) } ?? .null, "game": retelling.game.map { .integer($0) } ?? .null,
            "players": .array(players.map { .string(petNames.introduced($0.name, $0.identity)) }),
            "result": .string(result(game, players)),
            "mine": mine.flatMap { player in game.map { own(player.seat, $0) } } ?? .null,
            "durationMillis": .integer(durationMillis),
        ]
    }

    /// "2026-11-30 21:04".
    private static func date(millis: UInt64) -> String {
        String(WallTime.text(millis: millis).prefix(16)).replacing("T", with: " ")
    }

    private func result(_ game: Game?, _ players: [AuditedPlayer]) -> String {
        guard let outcome = game?.outcome else { return "unfinished" }
        let names = outcome.winners.filter(players.indices.contains).map { players[$0].name }
        return "\(names.joined(separator: " and ")) \(names.count == 1 ? "won" : "share it")"
    }

    private func own(_ seat: Int, _ game: Game) -> JSONValue {
        let sorted = reactions[seat].sorted()
        return [
            "won": .bool(game.outcome?.winners.contains(seat) ?? false), "score": .integer(game.seats[seat].score),
            "snapsWon": .integer(game.seats[seat].snapsWon),
            "medianMicros": sorted.isEmpty ? .null : .integer(sorted[sorted.count / 2]),
            "bestMicros": sorted.first.map { .integer($0) } ?? .null,
        ]
    }
}
