internal import SnapCrypto
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// Checks eight to thirteen: the game is played again from its final events, by the code that the peers run.
extension Auditor {
    mutating func replay(_ begun: BegunGame) {
        var order = begun.proposal.replay
        // As in `order(of:)`.
        let causal = body.sorted { GameLogs.precedesInView($0.event, $1.event) }
        for record in causal where !order.hold(record.event) {
            // Chain and order have been checked, so this cannot be; if it is, nothing is certified.
            return fail(.order, record, proven: false, "it does not go on from its author's log")
        }
        var fold: GameFold
        let accepts = begun.proposal.course.accepts.compactMap(\.self)
        do throws(FoldError) {
            fold = try GameFold(start: begun.proposal.start.event, accepts: accepts)
        } catch {
            return fail(.commitments, begun.proposal.start, proven: true, error.description)
        }
        var course = Course(seats: players.count)
        course.pools = fold.rules.deadHeat == .pool
        var closing: TranscriptReader.Record?
        while closing == nil, faults.count < AuditReport.faultLimit, let step = order.take() {
            switch step {
            case .event(let event):
                guard let seat = fold.seat(of: event.author), let record = logs[seat].record(event.seq) else { break }
                course.cut = order.decidedCut
                apply(record, seat: seat, to: &fold, begin: begun.begin.event.hash, &course)
                if fold.isClosed, !order.isDecided { closing = record }
            case .viewEnd(let view, let lost):
                for happening in fold.endView(lost: lost) { course.note(happening) }
                course.views += 1
                note(
                    lost.map { "view \(view) ended by vote: \(players[$0].words) was dropped" }
                        ?? "view \(view) ended by vote: nobody was lost")
            }
        }
        conclude(fold, course, order, begun, closing)
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
        let mismatches = fold.marks[seat].stateMismatches
        let happenings = fold.apply(event)
        for happening in happenings {
            course.note(happening)
            if case .ignored(_, _, let fault) = happening {
                judge(fault, record, seat: seat, active: fold.game?.active, course)
            }
        }
        if case .flip(let flip) = event.body { course.flipped.insert(flip.index) }
        if fold.marks[seat].stateMismatches > mismatches { judgeState(record, course) }
        if !happenings.isEmpty, let reason = fold.game?.fault() {
            fail(.rules, record, proven: false, "the table is impossible after it: \(reason)")
        }
    }

    private mutating func judgeState(_ record: TranscriptReader.Record, _ course: Course) {
        if case .flip = record.event.body, course.eventsSinceCard >= Course.certainStates {
            return note(
                "record \(record.number): the state that \(words(for: record.event.author)) signed is too old to be compared"
            )
        }
        fail(.states, record, proven: true, "it signs a state that its author cannot have reached by these events")
    }

    /// An event that changed nothing: proof against its author, or what can happen to an honest player.
    private mutating func judge(
        _ fault: GameFold.Fault, _ record: TranscriptReader.Record, seat: Int, active: Int?, _ course: Course
    ) {
        var finding = Finding(of: fault, in: record.event.body, course)
        if case .reveal = record.event.body, fault == .noSuchDraw, namesLostTurn(record, active, course) {
            finding = Finding(.draws, false, "a REVEAL for a turn that the end of the view left out")
        }
        if finding.isProven {
            fail(finding.check, record, proven: true, finding.reason)
        } else {
            note("record \(record.number), \(words(for: record.event.author)): \(finding.reason)")
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
        let millis: UInt64
        switch record.event.body {
        case .flip(let flip): millis = flip.clockMillis
        case .claim(let claim): millis = claim.clockMillis
        case .time(let time):
            millis = time.clockMillis
            if millis < fold.rules.timeLimitMillis {
                fail(.rules, record, proven: true, "a TIME \(millis) ms after BEGIN, before the limit by its own clock")
            }
        default: return
        }
        if millis < course.clocks[seat] {
            note("record \(record.number): the clock of \(words(for: record.event.author)) went back")
        }
        course.clocks[seat] = max(course.clocks[seat], millis)
    }
}

/// What is kept of a replay beside the state.
struct Course {
    /// Events since the last card within which the fold still knows every state that a FLIP may name.
    static let certainStates = 60

    var isPastBegin = false
    /// deadHeat: pool.
    var pools = false
    /// By seat: where the view ends that the event at hand belongs to, if that is decided.
    var cut: [UInt64]?
    /// Final events.
    var events = 0
    var eventsSinceCard = 0
    var cards = 0
    var races = 0
    var lotteries = 0
    var voids = 0
    /// Views that ended by vote.
    var views = 0
    var claims = 0
    /// By seat: the latest clock that its events carry.
    var clocks: [UInt64]
    /// Indices of the FLIPs so far, valid or not.
    var flipped: Set<UInt64> = []
    var statistics: [PlayerStatistics]
    /// By seat: T of the calls that count for the statistics.
    var reactions: [[Int64]]
    var residuals: [Int64]

    init(seats: Int) {
        clocks = Array(repeating: 0, count: seats)
        statistics = Array(repeating: PlayerStatistics(), count: seats)
        reactions = Array(repeating: [], count: seats)
        residuals = Array(repeating: 0, count: seats)
    }
}
