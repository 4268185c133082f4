internal import SnapProtocol
internal import SnapWire

/// Checks six and seven: the records are the game's, in their order, and the game began as it must.
extension Auditor {
    /// Nil if the game did not begin in what is there.
    mutating func checkOrder(_ survey: ProposalSurvey) -> BegunGame? {
        var last: TranscriptReader.Record?
        // Who votes ends a view; where something is in doubt, in which view a record stands is then not known.
        let hasViews = body.contains { $0.event.body.isVote }
        for record in body where !doubts.isUnsound(record) {
            defer { last = record }
            guard let last, !precedes(last.event, record.event, survey.order) else { continue }
            if endsInAChange(record, survey) || endsInProof(record, survey) { break }
            if hasViews, !doubts.isCertain(before: record) { break }
            // What the log has told already.
            if doubts.displaced.contains(record.number) || doubts.displaced.contains(last.number) { continue }
            fail(
                .order, record, proven: false, "it stands after record \(last.number), which comes later in the order")
        }
        checkDangling(survey)
        guard let begun = survey.begun, let begin = survey.proposals[begun].begin else {
            lackBeginning(survey)
            return nil
        }
        let proposal = survey.proposals[begun]
        if let marker, marker.game != proposal.content.game { refuseMarker(game: proposal.content.game) }
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
        let rest = body.drop { $0.number < first.number }
        return zip(rest, rest.dropFirst()).allSatisfy { GameLogs.precedesInView($0.event, $1.event) }
    }

    private func precedes(_ a: Event, _ b: Event, _ order: GameLogs?) -> Bool {
        order?.precedes(a, b) ?? GameLogs.precedesInView(a, b)
    }

    private mutating func lackBeginning(_ survey: ProposalSurvey) {
        if survey.proposals.isEmpty, let last = body.last, logs.allSatisfy({ !$0.records.isEmpty }) {
            // Nothing of START's author stands before START; so once all have spoken, START is there or was taken out.
            guard doubts.from == nil, !hasFailed(.certificates), !doubts.isRosterUncertain else { return }
            return fail(
                .order, last, proven: false,
                "all seats have spoken by now, and no START of this roster stands where these logs begin")
        }
        settleUnlessFailed(.order, .incomplete, "\(body.count) events in order, of a game that does not begin in them")
        lack("the file ends at offset \(bytes.count), before the game of these players has begun")
        // Nothing more can be compared; but what is proven of a proposal stands.
        tellFaults(of: survey)
    }

    /// What proposals prove: only where all that stands before is there, in its place, and as it was signed.
    private mutating func tellFaults(of survey: ProposalSurvey) {
        guard !hasFailed(.order) else { return }
        for (record, reason) in survey.faults where doubts.isCertain(before: record) {
            fail(.commitments, record, proven: true, reason)
        }
    }

    mutating func checkCommitments(_ survey: ProposalSurvey, _ begun: BegunGame) {
        tellFaults(of: survey)
        let start = begun.proposal.content
        if (start.game == 1) != (start.firstSeat == nil) {
            fail(
                .commitments, begun.proposal.start, proven: true,
                start.game == 1
                    ? "a first game whose starter is not drawn" : "a later game that does not say who starts")
        }
        pass(
            .commitments,
            "START in record \(begun.proposal.start.number), an ACCEPT of each of \(players.count) seats, "
                + "BEGIN in record \(begun.begin.number) names them")
    }

    /// Nothing may follow what closed the game but what acknowledges it.
    mutating func checkEnd(after last: TranscriptReader.Record, _ order: GameLogs) {
        guard let ends = order.ends() else {
            return lack("the file ends at offset \(bytes.count), before all have acknowledged the end")
        }
        let beyond = logs.enumerated().compactMap { seat, log in
            log.records.first { $0.event.seq > ends[seat] }
        }.sorted { $0.number < $1.number }
        for record in beyond where doubts.from == nil {
            fail(
                .order, record, proven: false,
                "it does not belong: its author had already acknowledged the end of the game")
        }
        pass(.order, "\(body.count) events from START's heads to the acknowledgements of record \(last.number)")
    }
}

extension Body {
    /// A word for the end of a view.
    var isVote: Bool {
        switch self {
        case .promise, .propose, .accepted: true
        default: false
        }
    }
}
