internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// A START that the file may be the transcript of, and what became of it.
struct AuditedProposal {
    let start: TranscriptReader.Record
    let content: Start
    let replay: GameLogs
    /// First ACCEPT of each seat.
    var accepts: [TranscriptReader.Record?]
    var withdrawn: [Bool]
    var begin: TranscriptReader.Record?
    /// A member withdrew that had not acknowledged BEGIN.
    var isDead = false
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
            guard let record = log.records.first, case .start(let start) = record.event.body, start.roster == roster,
                let replay = GameLogs(start: record.event), fits(replay, start: record.event)
            else { return nil }
            return AuditedProposal(
                start: record, content: start, replay: replay, accepts: roster.map { _ in nil },
                withdrawn: roster.map { _ in false })
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
            switch event.body {
            case .accept(let accept):
                if let place = index[accept.start] { survey.note(accept, by: seat, record, of: place) }
            case .begin(let begin):
                if let place = index[begin.start] { survey.note(begin, by: seat, record, of: place) }
            case .withdraw(let start):
                guard let place = index[start],
                    let proposer = roster.firstIndex(of: survey.proposals[place].start.event.author)
                else { break }
                let acknowledged = seat == proposer ? event.seq - 1 : named[seat][proposer]
                survey.noteWithdrawal(by: seat, record, of: place, acknowledged: acknowledged)
            default: break
            }
            named[seat][seat] = event.seq
            for head in event.heads {
                guard let other = roster.firstIndex(of: head.author) else { continue }
                named[seat][other] = max(named[seat][other], head.seq)
            }
        }
        for (place, proposal) in survey.proposals.enumerated() where survey.begun == nil {
            guard let begin = proposal.begin, !proposal.isDead else { continue }
            var order = order(of: proposal)
            var isTaken = false
            while let step = order.take() {
                if case .event(let event) = step, event.hash == begin.event.hash { isTaken = true }
            }
            if isTaken {
                survey.begun = place
                survey.order = order
            }
        }
        return survey
    }
}

extension Auditor {
    /// The order of a proposal's game, holding every record that goes on from its author's log.
    func order(of proposal: AuditedProposal) -> GameLogs {
        var order = proposal.replay
        for record in body { _ = order.hold(record.event) }
        return order
    }
}

extension ProposalSurvey {
    fileprivate mutating func note(_ accept: Accept, by seat: Int, _ record: TranscriptReader.Record, of place: Int) {
        let proposal = proposals[place]
        if accept.paths.count != proposal.content.roster.count {
            faults.append((record, "an ACCEPT that does not give one path for each seat"))
        } else if proposal.withdrawn[seat] {
            faults.append((record, "an ACCEPT of a start from which its author had withdrawn"))
        } else if proposal.accepts[seat] != nil {
            faults.append((record, "a second ACCEPT of one start"))
        } else {
            proposals[place].accepts[seat] = record
        }
    }

    fileprivate mutating func note(_ begin: Begin, by seat: Int, _ record: TranscriptReader.Record, of place: Int) {
        let proposal = proposals[place]
        let event = record.event
        let accepts = proposal.accepts.compactMap { $0 }
        let held = accepts.allSatisfy { accept in
            accept.event.author == event.author
                || event.heads.contains { $0.author == accept.event.author && $0.seq >= accept.event.seq }
        }
        if proposal.start.event.author != event.author {
            faults.append((record, "a BEGIN of a start that somebody else proposed"))
        } else if proposal.begin != nil {
            faults.append((record, "a second BEGIN of one start"))
        } else if accepts.count != proposal.accepts.count || accepts.map(\.event.hash) != begin.accepts || !held {
            faults.append((record, "a BEGIN that does not name the ACCEPT of every seat"))
        } else {
            proposals[place].begin = record
        }
    }

    /// `acknowledged`: of the proposer's log, before this event.
    fileprivate mutating func noteWithdrawal(
        by seat: Int, _ record: TranscriptReader.Record, of place: Int, acknowledged: UInt64
    ) {
        let proposal = proposals[place]
        if let begin = proposal.begin, acknowledged >= begin.event.seq {
            let othersWithdrew = proposal.withdrawn.indices.contains { $0 != seat && proposal.withdrawn[$0] }
            if !othersWithdrew {
                faults.append((record, "a WITHDRAW by one that had acknowledged BEGIN, while nobody else withdrew"))
            }
        } else {
            proposals[place].isDead = true
        }
        proposals[place].withdrawn[seat] = true
    }
}
