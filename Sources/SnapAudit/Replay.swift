internal import SnapCrypto
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// Checks eight to thirteen: the game is played again from its final events, by the code that the peers run.
extension Auditor {
    mutating func replay(_ begun: BegunGame) {
        var order = begun.proposal.replay
        for record in causal where !order.hold(record.event) {
            // Where all is in order this cannot be; if it is, nothing is certified.
            guard faults.isEmpty else { continue }
            return fail(.order, record, proven: false, "it does not go on from its author's log")
        }
        var fold: GameFold
        let accepts = begun.proposal.course.accepts.compactMap(\.self)
        do throws(FoldError) {
            fold = try GameFold(start: begun.proposal.start.event, accepts: accepts)
        } catch {
            return fail(
                .commitments, begun.proposal.start, proven: doubts.isCertain(before: begun.begin), error.description)
        }
        var course = Course(seats: players.count)
        course.pools = fold.rules.deadHeat == .pool
        var closing: TranscriptReader.Record?
        for seat in logs.indices { doubt(after: begun.proposal.replay.base[seat], of: seat, &course) }
        while closing == nil, let step = order.take() {
            switch step {
            case .event(let event):
                guard let seat = fold.seat(of: event.author), let record = logs[seat].record(event.seq) else { break }
                course.cut = order.decidedCut
                apply(record, seat: seat, to: &fold, begin: begun.begin.event.hash, &course)
                course.suspense.noteTaken(event.seq, of: seat)
                doubt(after: event.seq, of: seat, &course)
                if fold.isClosed, !order.isDecided { closing = record }
            case .viewEnd(let view, let lost):
                for happening in fold.endView(lost: lost) { course.note(happening) }
                course.views += 1
                if let lost { course.note(.dropped(seat: lost)) }
                note(
                    lost.map { "view \(view) ended by vote: \(players[$0].words) was dropped" }
                        ?? "view \(view) ended by vote: nobody was lost")
            }
        }
        conclude(fold, course, order, begun, closing)
        if !faults.isEmpty { sweep(fold, settled: course.settled) }
    }

    /// Waits for a signed state where what follows an event in its log, up to the next one that has its place in the order, is in doubt.
    private func doubt(after seq: UInt64, of seat: Int, _ course: inout Course) {
        guard !doubts.doubtful.isEmpty else { return }
        var next = seq + 1
        while let record = logs[seat].record(next) {
            if doubts.doubtful.contains(record.number) { course.suspense.begin(doubting: next, of: seat) }
            if record.event.body.isOrdered { return }
            next += 1
        }
    }

    /// Something wrong in the replay: listed if it stands by itself, else kept until a signed state vouches for it.
    private mutating func find(
        _ check: Check, _ record: TranscriptReader.Record, proven: Bool, _ reason: String, _ course: inout Course
    ) {
        if course.suspense.isOn {
            course.suspense.wait(
                Suspense.Waiting(check: check, record: record, isProven: proven, reason: reason))
        } else {
            fail(check, record, proven: proven && !course.suspense.restsOnDoubt, reason)
        }
        course.suspense.begin()
    }

    /// The same of what proves nothing.
    private mutating func remark(_ record: TranscriptReader.Record, _ text: String, _ course: inout Course) {
        let words = "record \(record.number)\(text)"
        guard course.suspense.isOn else { return note(words) }
        course.suspense.wait(Suspense.Waiting(check: nil, record: record, isProven: false, reason: words))
    }

    private mutating func tell(_ suspense: inout Suspense) {
        let (found, more) = suspense.end()
        for finding in found {
            if let check = finding.check {
                fail(check, finding.record, proven: finding.isProven && !suspense.restsOnDoubt, finding.reason)
            } else {
                note(finding.reason)
            }
        }
        unlistedFaults += more
    }

    /// One final event, in the order.
    private mutating func apply(
        _ record: TranscriptReader.Record, seat: Int, to fold: inout GameFold, begin: Digest, _ course: inout Course
    ) {
        let event = record.event
        course.events += 1
        course.eventsSinceCard += 1
        if event.hash == begin { course.isPastBegin = true }
        if !course.isPastBegin {
            // The game is not on yet; only who leaves is already gone when it begins.
            if case .leave = event.body { _ = fold.apply(event) }
            return
        }
        noteClock(record, seat: seat, fold, &course)
        let isVouched = event.body.signedState.map { $0 == fold.digest } ?? false
        let mismatches = fold.marks[seat].stateMismatches
        let happenings = fold.apply(event)
        var isIgnored = false
        for happening in happenings {
            course.note(happening)
            if case .ignored(_, _, let fault) = happening {
                judge(fault, record, seat: seat, active: fold.game?.active, &course)
                isIgnored = true
            }
        }
        if case .flip(let flip) = event.body { course.flipped.insert(flip.index) }
        if fold.marks[seat].stateMismatches > mismatches { judgeState(record, &course) }
        if !happenings.isEmpty, let reason = fold.game?.fault() {
            find(.rules, record, proven: false, "the table is impossible after it: \(reason)", &course)
        }
        if isVouched, !isIgnored, !doubts.doubtful.contains(record.number), course.suspense.canEnd {
            tell(&course.suspense)
            course.settled.formUnion(course.unsettled)
            course.unsettled = []
        }
        if course.suspense.isOn { course.unsettled.append(record.number) } else { course.settled.insert(record.number) }
    }

    private mutating func judgeState(_ record: TranscriptReader.Record, _ course: inout Course) {
        if case .flip = record.event.body, course.eventsSinceCard >= Course.certainStates {
            return remark(
                record, ": the state that \(words(for: record.event.author)) signed is too old to be compared", &course)
        }
        find(
            .states, record, proven: true, "it signs a state that its author cannot have reached by these events",
            &course)
    }

    /// An event that changed nothing: proof against its author, or what can happen to an honest player.
    private mutating func judge(
        _ fault: GameFold.Fault, _ record: TranscriptReader.Record, seat: Int, active: Int?,
        _ course: inout Course
    ) {
        var finding = Finding(of: fault, in: record.event.body, course)
        if case .reveal = record.event.body, fault == .noSuchDraw, namesLostTurn(record, active, course) {
            finding = Finding(.draws, false, "a REVEAL for a turn that the end of the view left out")
        }
        if finding.isProven {
            find(finding.check, record, proven: true, finding.reason, &course)
        } else {
            remark(record, ", \(words(for: record.event.author)): \(finding.reason)", &course)
        }
    }

    /// Whether an event names more of the log of the seat whose turn it is than counts: that one is lost by the end of the view.
    private func namesLostTurn(_ record: TranscriptReader.Record, _ active: Int?, _ course: Course) -> Bool {
        guard let active, let last = logs[active].last?.event else { return false }
        let end = course.cut?[active] ?? last.seq
        return record.event.heads.contains { $0.author == last.author && $0.seq > end }
    }

    private mutating func noteClock(
        _ record: TranscriptReader.Record, seat: Int, _ fold: GameFold, _ course: inout Course
    ) {
        guard let millis = record.event.body.clockMillis else { return }
        if case .time = record.event.body, millis < fold.rules.timeLimitMillis {
            find(
                .rules, record, proven: true, "a TIME \(millis) ms after BEGIN, before the limit by its own clock",
                &course)
        }
        if millis < course.clocks[seat] {
            remark(record, ": the clock of \(words(for: record.event.author)) went back", &course)
        }
        course.clocks[seat] = max(course.clocks[seat], millis)
    }
}
