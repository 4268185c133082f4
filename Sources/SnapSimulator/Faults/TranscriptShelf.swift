internal import SnapAudit
internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// The transcripts of a run with faults, each seat's its own: one that was lost may write its again, and one that was started again begins anew.
/// So they are compared in the end.
struct TranscriptShelf {
    struct Transcript {
        var game: UInt64
        var seat: Int
        var bytes: [UInt8]
        /// The section of proofs behind the game: peers may hold different ones.
        var proofs: [UInt8] = []
    }

    private(set) var transcripts: [Transcript] = []

    mutating func forget(seat: Int) { transcripts.removeAll { $0.seat == seat } }

    mutating func append(_ bytes: [UInt8], game: UInt64, seat: Int) {
        if let place = transcripts.firstIndex(where: { $0.game == game && $0.seat == seat }) {
            if bytes.starts(with: SnapWire.Transcript.proofMark) {
                transcripts[place].proofs = bytes
            } else {
                transcripts[place].bytes += bytes
            }
        } else {
            transcripts.append(Transcript(game: game, seat: seat, bytes: bytes))
        }
    }

    mutating func replace(by bytes: [UInt8], game: UInt64, seat: Int) {
        transcripts.removeAll { $0.game == game && $0.seat == seat }
        append(bytes, game: game, seat: seat)
    }

    func bytes(game: UInt64, seat: Int) -> [UInt8]? {
        transcripts.first { $0.game == game && $0.seat == seat }?.bytes
    }
}

extension Simulation {
    /// Every transcript as an auditor sees it.
    mutating func auditShelf() throws(Violation) {
        let equivocator = trouble.equivocator.flatMap { $0.hasBegun ? $0.seat : nil }
        let key = equivocator.map { seats[$0].peer.me }
        var audited: Set<Digest> = []
        for transcript in shelf.transcripts
        where audited.insert(Digest.of(transcript.bytes + transcript.proofs)).inserted {
            let isWhole = agreement.isFinished(game: transcript.game, seat: transcript.seat)
            let report = SnapAudit.audit(transcript.bytes + transcript.proofs, verified: verified)
            switch report.verdict {
            case .verified where isWhole && transcript.proofs.isEmpty: continue
            case .inconclusive where !isWhole: continue
            case .invalid where key != nil && report.culprits.allSatisfy({ $0 == key }): continue
            default: break
            }
            throw Violation(
                invariant: .audit, atMicros: now, seat: transcript.seat,
                what:
                    "the \(isWhole ? "whole" : "unfinished") transcript of game \(transcript.game) is \(report.verdict)"
            )
        }
        try auditUnfinished(key)
        for fork in forks(among: shelf.transcripts.map { $0.bytes + $0.proofs }, verified: verified)
        where fork.author != key {
            throw Violation(invariant: .audit, atMicros: now, seat: nil, what: fork.words)
        }
        try comparePrefixes(equivocator: key)
    }

    /// A game that is given up must not look like a whole one, nor like a forged one.
    private func auditUnfinished(_ equivocator: PublicKey?) throws(Violation) {
        for transcript in unfinishedTranscripts where seats[transcript.seat].peer.me != equivocator {
            let report = SnapAudit.audit(transcript.bytes, verified: verified)
            switch report.verdict {
            case .inconclusive: continue
            case .invalid where equivocator != nil && report.culprits.allSatisfy({ $0 == equivocator }): continue
            default: break
            }
            throw Violation(
                invariant: .audit, atMicros: now, seat: transcript.seat,
                what: "the transcript of game \(transcript.game), left unfinished, is \(report.verdict)")
        }
    }

    /// Whether the record that has the octet at `place` is by this author.
    private static func isBy(_ author: PublicKey, at place: Int, in bytes: [UInt8]) -> Bool {
        var reader = TranscriptReader(bytes)
        guard (try? reader.marker()) != nil else { return false }
        while let record = try? reader.next() {
            if record.offset + record.event.bytes.count > place { return record.event.author == author }
        }
        return false
    }

    /// Of members, the shorter transcript begins the longer one. Of a member with two logs each may have written down what it was given, as long
    /// as it is not final.
    private func comparePrefixes(equivocator: PublicKey?) throws(Violation) {
        let settled = shelf.transcripts.filter { !isLostUnawares($0.seat, game: $0.game) }
        for (index, first) in settled.enumerated() {
            for second in settled.dropFirst(index + 1) where second.game == first.game {
                let common = min(first.bytes.count, second.bytes.count)
                guard let differs = (0..<common).first(where: { first.bytes[$0] != second.bytes[$0] }) else { continue }
                if let equivocator,
                    [first, second].contains(where: { Simulation.isBy(equivocator, at: differs, in: $0.bytes) })
                {
                    continue
                }
                throw Violation(
                    invariant: .agreement, atMicros: now, seat: second.seat,
                    what:
                        "transcript of game \(first.game) differs at byte \(differs) of \(common) from seat \(first.seat)'s"
                )
            }
        }
    }

    /// Whether the others went on without this seat and it does not know yet: then some of what it wrote may be no part of the game.
    private func isLostUnawares(_ seat: Int, game: UInt64) -> Bool {
        guard !agreement.isFinished(game: game, seat: seat) else { return false }
        guard seats[seat].presence == .here, let standing = seats[seat].peer.viewStanding, standing.game == game else {
            return true
        }
        return standing.view < views.count(of: game) + 1
    }
}
