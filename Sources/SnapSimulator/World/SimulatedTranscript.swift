internal import SnapProtocol
internal import SnapWire

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
    /// Each seat's, of each game, as far as it got; with the proofs behind it.
    public var transcripts: [SimulatedTranscript] {
        if trouble.isOn {
            return shelf.transcripts.map {
                SimulatedTranscript(
                    seed: options.seed, game: $0.game, seat: $0.seat, bytes: $0.bytes + $0.proofs)
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

extension Simulation {
    /// What those would leave behind who gave up a game that stands still when the run is over.
    public var unfinishedTranscripts: [SimulatedTranscript] {
        seats.indices.compactMap { seat in
            guard trouble.isOn, seats[seat].presence == .here, seats[seat].peer.isSuspended else { return nil }
            var peer = seats[seat].peer
            guard let game = peer.fold?.start.game, var bytes = shelf.bytes(game: game, seat: seat) else { return nil }
            for effect in peer.step(.command(.leave), at: seats[seat].clock(now)) + peer.closing() {
                switch effect {
                case .transcript(game, let more): bytes += more
                case .transcriptAgain(game, let all): bytes = all
                default: break
                }
            }
            return SimulatedTranscript(seed: options.seed, game: game, seat: seat, bytes: bytes)
        }
    }
}
