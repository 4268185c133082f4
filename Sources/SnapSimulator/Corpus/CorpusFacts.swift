internal import SnapAudit
internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// What a transcript shows, by which a recipe knows the one that it wants.
struct CorpusFacts {
    let transcript: SimulatedTranscript
    let report: AuditReport
    /// The events of the game, without the proofs behind it; as far as they can be read.
    let events: [Event]
    let hasProofs: Bool

    init(_ transcript: SimulatedTranscript) {
        self.transcript = transcript
        report = SnapAudit.audit(transcript.bytes)
        var reader = TranscriptReader(transcript.bytes)
        var events: [Event] = []
        if (try? reader.marker()) != nil {
            while let record = try? reader.next() { events.append(record.event) }
        }
        self.events = events
        hasProofs = reader.proofsOffset != nil
    }

    var isVerified: Bool { report.verdict == .verified }
    var isInconclusive: Bool { if case .inconclusive = report.verdict { true } else { false } }
    var races: Int { report.game?.races ?? 0 }
    var wins: Int { report.players.reduce(0) { $0 + $1.statistics.wins } }
    var wrongCalls: Int { report.players.reduce(0) { $0 + $1.statistics.wrongCalls } }
    /// Seats that were lost by a vote.
    var lost: Set<PublicKey> {
        Set(events.compactMap { if case .propose(let propose) = $0.body { propose.lost } else { nil } })
    }
    var losses: Int { lost.count }

    var cheaters: [AuditedPlayer] { report.players.filter { $0.name.hasPrefix("Cheater") } }
    var others: [AuditedPlayer] { report.players.filter { !$0.name.hasPrefix("Cheater") } }

    func count(_ isCounted: (Body) -> Bool) -> Int { events.count { isCounted($0.body) } }
    var turns: Int { count { if case .flip = $0 { true } else { false } } }
    var leaves: Int { count { if case .leave = $0 { true } else { false } } }
    var ties: Int { count { if case .tie = $0 { true } else { false } } }
    /// Of any view.
    var highestBallot: UInt64 {
        events.compactMap { if case .promise(let promise) = $0.body { promise.id.ballot } else { nil } }.max() ?? 0
    }
}

extension AuditedPlayer {
    /// Marks that are raised against it.
    var raised: [Mark] { statistics.marks?.raised ?? [] }
}
