internal import SnapCrypto
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// Holds the peers of a table against each other while they play. What the quickest peer has is the measure: everything that
/// another one writes, reports or reaches must be the same at the same place. So each step costs only what is new in it.
struct Agreement: Sendable {
    /// What the table as a whole has of one game.
    struct GameRecord: Sendable {
        let number: UInt64
        /// The longest transcript.
        var transcript: [UInt8] = []
        /// The longest sequence of happenings.
        var happenings: [GameFold.Happening] = []
        /// The state at a place, as the first peer to get there had it.
        var states: [Place: State] = [:]
        var lastIndex: UInt64 = 0
        var lastRace: UInt64 = 0
        /// By seat.
        var progress: [Progress]
    }

    /// How far a peer has got. The end of a view may add to what happened, or change the state only, and nothing to the transcript.
    struct Place: Hashable {
        var view: UInt64
        var transcript: Int
        var happenings: Int
        /// Where transcripts are not compared as they grow.
        var last: Digest?
    }

    struct State: Hashable {
        var lastApplied: Digest?
        var fold: Digest
    }

    struct Progress {
        var transcriptCount = 0
        var happeningCount = 0
        /// The digest that the peer gave when the game was over for it.
        var finished: Digest?
    }

    struct Fault: Error {
        var invariant: Violation.Invariant
        var what: String
    }

    let seats: Int
    /// Whether transcripts only grow, so that they can be held against each other at once.
    var comparesTranscripts = true
    /// In the order in which they were begun.
    private(set) var games: [GameRecord] = []
    private(set) var turns = 0
    private(set) var races = 0

    init(seats: Int) { self.seats = seats }

    private func place(of game: UInt64) -> Int? { games.lastIndex { $0.number == game } }

    private mutating func makePlace(for game: UInt64) -> Int {
        if let place = place(of: game) { return place }
        games.append(GameRecord(number: game, progress: Array(repeating: Progress(), count: seats)))
        return games.count - 1
    }

    /// `bytes` go to the end of the seat's transcript.
    mutating func append(_ bytes: [UInt8], game: UInt64, seat: Int) throws(Fault) {
        let place = makePlace(for: game)
        let from = games[place].progress[seat].transcriptCount
        let known = games[place].transcript.count
        let common = max(0, min(known - from, bytes.count))
        if let differs = (0..<common).first(where: { games[place].transcript[from + $0] != bytes[$0] }) {
            throw Fault(
                invariant: .agreement, what: "transcript of game \(game) differs at byte \(from + differs) of \(known)")
        }
        games[place].transcript += bytes[common...]
        games[place].progress[seat].transcriptCount = from + bytes.count
    }

    /// The seat was lost and writes its transcript anew, from the start.
    mutating func replace(_ bytes: [UInt8], game: UInt64, seat: Int) throws(Fault) {
        games[makePlace(for: game)].progress[seat].transcriptCount = 0
        try append(bytes, game: game, seat: seat)
    }

    mutating func report(_ happening: GameFold.Happening, game: UInt64, seat: Int) throws(Fault) {
        let place = makePlace(for: game)
        let number = games[place].progress[seat].happeningCount
        games[place].progress[seat].happeningCount = number + 1
        if number < games[place].happenings.count {
            let known = games[place].happenings[number]
            guard known == happening else {
                throw Fault(
                    invariant: .agreement,
                    what: "happening \(number) of game \(game) is \(happening), another peer has \(known)")
            }
            return
        }
        games[place].happenings.append(happening)
        try countOnce(happening, at: place)
    }

    private mutating func countOnce(_ happening: GameFold.Happening, at place: Int) throws(Fault) {
        switch happening {
        case .resolved(let index, _, let card):
            guard index > games[place].lastIndex else {
                throw Fault(invariant: .onceOnly, what: "\(card) turned under index \(index) again")
            }
            games[place].lastIndex = index
            turns += 1
        case .race(let result):
            guard result.index > games[place].lastRace else {
                throw Fault(invariant: .onceOnly, what: "race \(result.index) judged again")
            }
            games[place].lastRace = result.index
            races += 1
        default: break
        }
    }

    /// Compares the state that a peer has reached.
    mutating func compare(_ fold: GameFold, lastApplied: Digest?, view: UInt64 = 1, seat: Int) throws(Fault) {
        let game = fold.start.game
        let place = makePlace(for: game)
        let progress = games[place].progress[seat]
        let at = Place(
            view: view, transcript: progress.transcriptCount, happenings: progress.happeningCount,
            last: comparesTranscripts ? nil : lastApplied)
        let state = State(lastApplied: lastApplied, fold: fold.digest)
        if let known = games[place].states[at] {
            guard known == state else {
                throw Fault(
                    invariant: .agreement,
                    what: "state of game \(game) at transcript byte \(at.transcript) is \(state.fold.short) after "
                        + "\(state.lastApplied?.short ?? "nothing"), another peer has \(known.fold.short) after "
                        + "\(known.lastApplied?.short ?? "nothing")")
            }
            return
        }
        games[place].states[at] = state
        if let fault = fold.game?.fault() { throw Fault(invariant: .cards, what: fault) }
    }

    /// The seat says that the game is over and its transcript whole.
    mutating func finish(game: UInt64, digest: Digest, seat: Int) throws(Fault) {
        let place = makePlace(for: game)
        games[place].progress[seat].finished = digest
        for (other, progress) in games[place].progress.enumerated() {
            guard let known = progress.finished, known != digest else { continue }
            throw Fault(
                invariant: .agreement,
                what: "finished transcript of game \(game) is \(digest.short), seat \(other) has \(known.short)")
        }
        guard comparesTranscripts else { return }
        let count = games[place].progress[seat].transcriptCount
        guard Digest.of(Array(games[place].transcript.prefix(count))) == digest else {
            throw Fault(invariant: .agreement, what: "digest of game \(game) is not that of what was written")
        }
    }

    /// The seat begins anew: a process that reads again what the one before had kept.
    mutating func forget(seat: Int) {
        for place in games.indices { games[place].progress[seat] = Progress() }
    }

    func isFinished(game: UInt64, seat: Int) -> Bool {
        place(of: game).map { games[$0].progress[seat].finished != nil } ?? false
    }
}
