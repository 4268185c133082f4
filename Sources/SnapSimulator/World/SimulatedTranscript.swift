/// What one seat of a run has of one game's transcript.
public struct SimulatedTranscript: Hashable, Sendable {
    public var seed: UInt64
    public var game: UInt64
    public var seat: Int
    public var bytes: [UInt8]

    /// A file name: seed, game and seat.
    public var name: String { "\(seed)-\(game)-\(seat).snap" }
}

extension Simulation {
    /// Each seat's, of each game, as far as it got.
    public var transcripts: [SimulatedTranscript] {
        if trouble.isOn {
            return shelf.transcripts.map {
                SimulatedTranscript(seed: options.seed, game: $0.game, seat: $0.seat, bytes: $0.bytes)
            }
        }
        return agreement.games.flatMap { game in
            game.progress.enumerated().filter { $0.element.transcriptCount > 0 }.map { seat, progress in
                SimulatedTranscript(
                    seed: options.seed, game: game.number, seat: seat,
                    bytes: Array(game.transcript.prefix(progress.transcriptCount)))
            }
        }
    }
}
