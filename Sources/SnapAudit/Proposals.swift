internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// A START that the file may be the transcript of, and what became of it.
struct AuditedProposal {
    let start: TranscriptReader.Record
    let replay: GameLogs
    var course: ProposalCourse
    /// The record of the BEGIN that counts.
    var begin: TranscriptReader.Record?

    var content: Start { course.content }
}

/// What the records say of the proposals that they may have begun with.
struct ProposalSurvey {
    /// At most one a seat.
    var proposals: [AuditedProposal] = []
    /// What an honest player cannot have written.
    var faults: [(record: TranscriptReader.Record, reason: String)] = []
    /// The proposal whose BEGIN is final, or decided, and effective: index into `proposals`.
    var begun: Int?
    /// The order of that proposal's game, as far as the records go: all that is final is taken.
    var order: GameLogs?
    /// The orders of which one runs where the file ends: that one, or while none has begun, those of all proposals whose BEGIN is not taken.
    var running: [GameLogs] = []
}

/// The game that was begun, with all that it was begun with.
struct BegunGame {
    let proposal: AuditedProposal
    let begin: TranscriptReader.Record
}

extension Auditor {
    /// The STARTs that this file can be the transcript of: with the roster of the JOINs, first of what is here of its author's
    /// log, as no earlier event of that author belongs; and naming of each seat what stands just before its records.
    private func candidates(_ roster: [PublicKey]) -> [AuditedProposal] {
        logs.compactMap { log -> AuditedProposal? in
            guard let record = log.records.first, let course = ProposalCourse(start: record.event),
                course.content.roster == roster, let replay = GameLogs(start: record.event),
                fits(replay, start: record.event)
            else { return nil }
            return AuditedProposal(start: record, replay: replay, course: course)
        }.sorted { $0.start.number < $1.start.number }
    }

    /// Whether each log that is here begins where `start` says. Of a log of which nothing is here nothing is known.
    private func fits(_ replay: GameLogs, start: Event) -> Bool {
        logs.indices.allSatisfy { seat in
            let base = replay.base[seat]
            if let first = logs[seat].firstSeq, first != base + 1 { return false }
            guard let head = start.heads.first(where: { $0.author == replay.roster[seat] }),
                let hash = logs[seat].hash(base)
            else { return true }
            return head.hash == hash
        }
    }

    /// Goes through the records once and follows every candidate.
    ///
    /// A proposal took effect only if every member has acknowledged its BEGIN in this file: as each log is contiguous, a
    /// WITHDRAW that came before would be here too. So what a cut file shows of a proposal never misleads. And whatever
    /// follows from a candidate is here, so an ACCEPT or WITHDRAW that is not here was not written.
    func surveyProposals() -> ProposalSurvey {
        let roster = players.map(\.session)
        var survey = ProposalSurvey(proposals: candidates(roster))
        var index: [Digest: Int] = [:]
        for (place, proposal) in survey.proposals.enumerated() { index[proposal.start.event.hash] = place }
        // named[m][a]: the highest seq of seat a that the events of seat m so far name.
        var named = roster.map { _ in roster.map { _ in UInt64(0) } }
        for record in body {
            let event = record.event
            guard let seat = roster.firstIndex(of: event.author) else { continue }
            let before = named[seat]
            named[seat][seat] = event.seq
            for head in event.heads {
                guard let other = roster.firstIndex(of: head.author) else { continue }
                named[seat][other] = max(named[seat][other], head.seq)
            }
            if let start = event.body.proposal, let place = index[start],
                let proposer = roster.firstIndex(of: survey.proposals[place].start.event.author)
            {
                let base = survey.proposals[place].replay.base
                let sawMore = roster.indices.contains { other in
                    named[seat][other] > (logs[other].newest?.event.seq ?? base[other])
                }
                survey.read(record, of: place, sawMore: sawMore) {
                    seat == proposer ? event.seq - 1 : before[proposer]
                }
            }
        }
        for (place, proposal) in survey.proposals.enumerated() where survey.begun == nil {
            guard let begin = proposal.begin else { continue }
            var order = order(of: proposal)
            var isEffective: Bool?
            while let step = order.take() {
                guard case .event(let event) = step, event.hash == begin.event.hash else { continue }
                isEffective = proposal.course.takesEffect(in: order)
                if isEffective == false { break }
            }
            switch isEffective {
            case true?:
                survey.begun = place
                survey.order = order
                survey.running = [order]
            case nil: survey.running.append(order)
            case false?: break
            }
        }
        return survey
    }
}

extension Auditor {
    /// The order of a proposal's game, holding every record that goes on from its author's log. By Lamport time, so that nothing is held before what
    /// it names: what a lost member's vote needs stands at the end of the file.
    func order(of proposal: AuditedProposal) -> GameLogs {
        var order = proposal.replay
        for event in causal.map(\.event) { _ = order.hold(event) }
        return order
    }

    /// What the game can be played again from, by Lamport time.
    var causal: [TranscriptReader.Record] {
        logs.flatMap(\.records).sorted { GameLogs.precedesInView($0.event, $1.event) }
    }
}

extension ProposalSurvey {
    /// `sawMore`: its author had acknowledged events that are not here; then what it answers may be among these.
    fileprivate mutating func read(
        _ record: TranscriptReader.Record, of place: Int, sawMore: Bool, acknowledged: () -> UInt64
    ) {
        if let fault = proposals[place].course.read(record.event, acknowledged: acknowledged) {
            if !sawMore || !fault.restsOnOthers { faults.append((record, fault.reason)) }
        } else if case .begin = record.event.body {
            proposals[place].begin = record
        }
    }
}

extension Body {
    /// The START that an event of a proposal names.
    fileprivate var proposal: Digest? {
        switch self {
        case .accept(let accept): accept.start
        case .begin(let begin): begin.start
        case .withdraw(let start): start
        default: nil
        }
    }
}

extension ProposalCourse.Fault {
    /// Whether it is one only as others have not said something.
    fileprivate var restsOnOthers: Bool {
        switch self {
        case .beginUnfounded, .lateWithdrawal: true
        case .pathCount, .acceptAfterWithdrawal, .secondAccept, .foreignBegin, .secondBegin: false
        }
    }

    fileprivate var reason: String {
        switch self {
        case .pathCount: "an ACCEPT that does not give one path for each seat"
        case .acceptAfterWithdrawal: "an ACCEPT of a start from which its author had withdrawn"
        case .secondAccept: "a second ACCEPT of one start"
        case .foreignBegin: "a BEGIN of a start that somebody else proposed"
        case .secondBegin: "a second BEGIN of one start"
        case .beginUnfounded: "a BEGIN that does not name the ACCEPT of every seat"
        case .lateWithdrawal: "a WITHDRAW by one that had acknowledged BEGIN, while nobody else withdrew"
        }
    }
}
