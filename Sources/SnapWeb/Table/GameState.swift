internal import SnapCrypto
internal import SnapNode
internal import SnapProtocol
internal import SnapRules
internal import SnapWords

/// Where a game stands, as the page draws it: the same of one that is played and of one that is played again.
struct GameState {
    /// Who sits on a seat, as the reader is told it.
    struct Player: Sendable {
        var name: String
        /// By the reader.
        var given: String?
        var fingerprint: String?
        /// At this table; nil: not known.
        var gamesWon: Int?
        var isAwaited = false
        var rttMicros: Int64?
        /// Of this session.
        var key: PublicKey?
        /// Wants the game to pause.
        var asksPause = false
    }
    let fold: GameFold
    let number: UInt64
    /// The reader's own seat.
    let mySeat: Int?
    let isTurnMine: Bool
    /// By seat.
    let players: [Player]
    /// The face-up cards of a pile that are shown.
    static let shownCards = 3

    /// Null before the deal.
    var json: JSONValue {
        guard let game = fold.game else { return .null }
        let mayCall = mySeat.map { fold.race?.mayClaim[$0] ?? (game.cards(of: $0) > 0) } ?? false
        return [
            "number": .integer(number), "mySeat": mySeat.map { .integer($0) } ?? .null,
            "active": game.active.map { .integer($0) } ?? .null, "turnMine": .bool(isTurnMine),
            "inFlight": game.inFlight.map { .integer($0.seat) } ?? .null,
            "race": fold.race.map { .integer($0.index) } ?? .null,
            "callable": .bool(mayCall && game.outcome == nil), "turns": .integer(game.turns),
            "quietTurns": .integer(game.quietTurns),
            "pool": game.snapPool.last.map {
                ["count": .integer(game.snapPool.count), "top": .string($0.asciiName)]
            } ?? .null,
            "seats": .array(game.seats.indices.map { seat($0, game) }),
        ]
    }

    private func seat(_ number: Int, _ game: Game) -> JSONValue {
        let hand = game.seats[number]
        let player = players[number]
        let isMine = number == mySeat
        let marks = fold.marks[number]
        return [
            "seat": .integer(number), "name": .string(player.name), "given": text(player.given),
            "fingerprint": text(player.fingerprint), "me": .bool(isMine),
            "present": .bool(fold.present[number] && hand.present), "out": .bool(game.cards(of: number) == 0),
            "down": .integer(hand.faceDown.count),
            "up": .array(hand.faceUp.suffix(GameState.shownCards).map { .string($0.asciiName) }),
            "upCount": .integer(hand.faceUp.count), "score": .integer(hand.score),
            "snapsWon": .integer(hand.snapsWon), "gamesWon": player.gamesWon.map { .integer($0) } ?? .null,
            "awaited": .bool(player.isAwaited), "key": text(player.key?.hex), "asksPause": .bool(player.asksPause),
            "rttMicros": player.rttMicros.map { .integer($0) } ?? .null,
            "marks": .array(
                marks.raised.map { mark in
                    .string(
                        mark.words(of: isMine ? nil : player.name, marks.rate(of: mark), players: game.seats.count))
                }),
        ]
    }

    private func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// How it came out; nil while it has no outcome. `names`: by seat. `words`: who won. `transcript`: the name of its file.
    static func result(
        of game: Game, number: UInt64, names: [String], mySeat: Int?, words: String, scoring: String,
        transcript: String?, digest: String? = nil
    ) -> JSONValue? {
        guard let outcome = game.outcome else { return nil }
        return [
            "game": .integer(number), "winners": .array(outcome.winners.map { .integer($0) }),
            "words": .string(words), "turns": .integer(game.turns),
            "seats": .array(
                game.seats.enumerated().map { seat, hand in
                    [
                        "seat": .integer(seat), "name": .string(names[seat]), "me": .bool(seat == mySeat),
                        "cards": .integer(game.cards(of: seat)), "score": .integer(hand.score),
                        "snapsWon": .integer(hand.snapsWon),
                    ]
                }), "scoring": .string(scoring), "transcript": transcript.map { .string($0) } ?? .null,
            "digest": digest.map { .string($0) } ?? .null,
        ]
    }
}
