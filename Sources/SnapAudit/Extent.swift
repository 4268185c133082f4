internal import SnapProtocol
internal import SnapWire

/// Checks six and seven: the records are the game's, in their order, and the game began as it must.
extension Auditor {
    /// Nil if a fault is proven or the game did not begin in what is there.
    mutating func checkOrder(_ survey: ProposalSurvey) -> BegunGame? {
        var last: TranscriptReader.Record?
        for record in body {
            if let last, !precedes(last.event, record.event, survey.order) {
                if endsInAChange(record, survey) || endsInProof(record, survey) { break }
                fail(
                    .order, record, proven: false,
                    "it stands after record \(last.number), which comes later in the order")
                return nil
            }
            last = record
        }
        guard checkDangling(survey) else { return nil }
        guard let begun = survey.begun, let begin = survey.proposals[begun].begin else {
            lackBeginning(survey)
            return nil
        }
        let proposal = survey.proposals[begun]
        if let marker, marker.game != proposal.content.game {
            refuseMarker(game: proposal.content.game)
            return nil
        }
        return BegunGame(proposal: proposal, begin: begin)
    }

    /// Whether a record that stands wrong may belong to a view of which the file does not have the decision: then it ends too early, no more.
    mutating func endsInAChange(_ record: TranscriptReader.Record, _ survey: ProposalSurvey) -> Bool {
        guard let order = survey.running.first(where: { $0.isAfterWord(record.event) }) else { return false }
        lackDecision(order)
        return true
    }

    /// Whether from this record on may stand what a lost member wrote, as proof of a decision that is not whole yet.
    private mutating func endsInProof(_ record: TranscriptReader.Record, _ survey: ProposalSurvey) -> Bool {
        guard let order = survey.running.first(where: { $0.isVoting }), isRising(from: record) else { return false }
        lackDecision(order)
        return true
    }

    private mutating func lackDecision(_ order: GameLogs) {
        lack(
            "the file ends at offset \(bytes.count), before it shows how the members decided on view \(order.view)"
        )
    }

    private func isRising(from first: TranscriptReader.Record) -> Bool {
        let rest = records[(first.number - 1)...]
        return zip(rest, rest.dropFirst()).allSatisfy { GameLogs.precedesInView($0.event, $1.event) }
    }

    private func precedes(_ a: Event, _ b: Event, _ order: GameLogs?) -> Bool {
        order?.precedes(a, b) ?? GameLogs.precedesInView(a, b)
    }

    private mutating func lackBeginning(_ survey: ProposalSurvey) {
        if survey.proposals.isEmpty, let last = body.last, logs.allSatisfy({ !$0.records.isEmpty }) {
            // Nothing of START's author stands before START; so once all have spoken, START is there or was taken out.
            return fail(
                .order, last, proven: false,
                "all seats have spoken by now, and no START of this roster stands where these logs begin")
        }
        settle(.order, .incomplete, "\(body.count) events in order, of a game that does not begin in them")
        lack("the file ends at offset \(bytes.count), before the game of these players has begun")
        // Nothing more can be compared; but what is proven of a proposal stands.
        for (record, reason) in survey.faults { fail(.commitments, record, proven: true, reason) }
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
    mutating func checkEnd(after last: TranscriptReader.Record, _ order: GameLogs) {
        guard let ends = order.ends() else {
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
