internal import SnapProtocol
internal import SnapWire

/// Checks six and seven: the records are the game's, in their order, and the game began as it must.
extension Auditor {
    /// Nil if a fault is proven or the game did not begin in what is there.
    mutating func checkOrder(_ survey: ProposalSurvey) -> BegunGame? {
        var last: TranscriptReader.Record?
        for record in body {
            if let last, !TranscriptReplay.precedes(last.event, record.event) {
                fail(
                    .order, record, proven: false,
                    "it stands after record \(last.number), which comes later in the order")
                return nil
            }
            last = record
        }
        guard let begun = survey.begun, let begin = survey.proposals[begun].begin else {
            settle(.order, .incomplete, "\(body.count) events in order, of a game that does not begin in them")
            lack("the file ends at offset \(bytes.count), before the game of these players has begun")
            // Nothing more can be compared; but what is proven of a proposal stands.
            for (record, reason) in survey.faults { fail(.commitments, record, proven: true, reason) }
            return nil
        }
        let proposal = survey.proposals[begun]
        if let marker, marker.game != proposal.content.game {
            refuseMarker(game: proposal.content.game)
            return nil
        }
        guard let replay = TranscriptReplay(start: proposal.start.event) else {
            fail(.commitments, proposal.start, proven: true, "a START that does not name the logs of all seats")
            return nil
        }
        guard checkBeginnings(of: replay, start: proposal.start) else { return nil }
        return BegunGame(proposal: proposal, begin: begin, replay: replay)
    }

    /// Each log begins after what START names of it.
    private mutating func checkBeginnings(of replay: TranscriptReplay, start: TranscriptReader.Record) -> Bool {
        for (seat, log) in logs.enumerated() {
            let base = replay.base[seat]
            if let first = log.records.first, first.event.seq != base + 1 {
                let reason =
                    first.event.seq > base
                    ? "START names event \(base) of its author, and what follows that is missing"
                    : "it lies before what START names of its author's log"
                fail(.order, first, proven: false, reason)
                return false
            }
            guard let head = start.event.heads.first(where: { $0.author == replay.roster[seat] }) else { continue }
            if let hash = log.hash(base), hash != head.hash {
                fail(
                    .order, start, proven: false,
                    "it names \(words(for: head.author))'s log by another hash than the file has")
                return false
            }
        }
        return true
    }

    mutating func checkCommitments(_ survey: ProposalSurvey, _ begun: BegunGame) -> Bool {
        for (record, reason) in survey.faults { fail(.commitments, record, proven: true, reason) }
        let start = begun.proposal.content
        if (start.game == 1) != (start.firstSeat == nil) {
            fail(
                .commitments, begun.proposal.start, proven: true,
                start.game == 1
                    ? "a first game whose starter is not drawn" : "a later game that does not say who starts")
        }
        guard !hasFailed(.commitments) else { return false }
        pass(
            .commitments,
            "START in record \(begun.proposal.start.number), an ACCEPT of each of \(players.count) seats, "
                + "BEGIN in record \(begun.begin.number) names them")
        return true
    }

    /// Nothing may follow what closed the game but what acknowledges it.
    mutating func checkEnd(after last: TranscriptReader.Record, _ replay: TranscriptReplay) {
        guard let ends = replay.ends() else {
            return lack("the file ends at offset \(bytes.count), before all have acknowledged the end")
        }
        var extra: TranscriptReader.Record?
        for (seat, log) in logs.enumerated() {
            guard let beyond = log.records.first(where: { $0.event.seq > ends[seat] }) else { continue }
            if extra.map({ beyond.number < $0.number }) ?? true { extra = beyond }
        }
        if let extra {
            fail(
                .order, extra, proven: false,
                "it does not belong: its author had already acknowledged the end of the game")
        } else {
            pass(.order, "\(body.count) events from START's heads to the acknowledgements of record \(last.number)")
        }
    }
}
