internal import SnapWire

/// What a transcript needs of a lost member beyond the cut: its vote for its own loss, where the others' do not make up a decision, as happens
/// when one of them left or had gone on to a higher ballot; or its word, where only that shows what bound the proposal (Protocol.md, *Extent*).
extension GameLogs {
    /// The ends of all logs, those of lost members moved on to the votes that are needed.
    func proving(_ ends: [UInt64]) -> [UInt64] {
        var ends = ends
        for loss in losses where !isDecided(loss.view, within: ends) {
            for case let event in logs[loss.seat] where event.seq > ends[loss.seat] && isVote(event, in: loss.view) {
                var longer = ends
                longer[loss.seat] = event.seq
                guard isDecided(loss.view, within: longer) else { continue }
                ends = longer
                break
            }
        }
        return ends
    }

    /// What lost members wrote beyond their cuts, up to their ends.
    func beyondCuts(upTo ends: [UInt64]) -> [Event] {
        var events: [Event] = []
        for seat in roster.indices {
            guard let cut = lostEnds[seat] else { continue }
            events += logs[seat].filter { $0.seq > cut && $0.seq <= ends[seat] }
        }
        return events.sorted(by: GameLogs.precedesInView)
    }

    private func isVote(_ event: Event, in view: UInt64) -> Bool {
        let id: BallotID
        switch event.body {
        case .promise(let promise): id = promise.id
        case .propose(let propose): id = propose.id
        case .accepted(let accepted): id = accepted.id
        default: return false
        }
        return id.game == game && id.view == view
    }

    /// Whether these parts of the logs alone end a view.
    private func isDecided(_ view: UInt64, within ends: [UInt64]) -> Bool {
        guard var part = GameLogs(start: start) else { return false }
        let events = roster.indices.flatMap { seat in logs[seat].filter { $0.seq <= ends[seat] } }
        for event in events.sorted(by: GameLogs.precedesInView) { _ = part.hold(event) }
        while let step = part.take() {
            if case .viewEnd(view, _) = step { return true }
        }
        return false
    }
}
