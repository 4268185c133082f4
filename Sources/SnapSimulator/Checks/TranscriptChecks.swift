internal import SnapAudit
internal import SnapCrypto
internal import SnapProtocol

extension Simulation {
    /// Every transcript of the run as an auditor sees it: whole ones VERIFIED, others INCONCLUSIVE. What two seats have in
    /// common is the same octets, so each length that some seat has is audited once.
    func audit() throws(Violation) {
        for game in agreement.games {
            var audited: [Int] = []
            for (seat, progress) in game.progress.enumerated() where progress.transcriptCount > 0 {
                let count = progress.transcriptCount
                if audited.contains(count) { continue }
                audited.append(count)
                try audit(
                    Array(game.transcript.prefix(count)), isWhole: progress.finished != nil, game: game.number, seat)
            }
        }
    }

    private func audit(_ bytes: [UInt8], isWhole: Bool, game: UInt64, _ seat: Int) throws(Violation) {
        let verdict = SnapAudit.audit(bytes, verified: verified).verdict
        switch verdict {
        case .verified where isWhole: return
        case .inconclusive where !isWhole: return
        default: break
        }
        throw Violation(
            invariant: .audit, atMicros: now, seat: seat,
            what: "the \(isWhole ? "whole" : "unfinished") transcript of game \(game) is \(verdict)")
    }
}
