internal import SnapCrypto
internal import SnapRules
internal import SnapWire

/// One START and what became of it, as far as this peer has acknowledged it.
struct Proposal: Sendable {
    var course: ProposalCourse
    let rules: HouseRules
    let receivedAt: Instant
    var lastAcceptAt: Instant?
    /// Told to the person here.
    var isShown = false
    /// Told to the person here as come to nothing.
    var isToldClosed = false
    /// Nobody answers it any more.
    var isLapsed = false
    /// BEGIN was taken and came to nothing, or can never be taken: no game of it will be.
    var isOver = false

    init?(_ event: Event, at now: Instant) {
        guard let course = ProposalCourse(start: event), course.content.roster.contains(event.author),
            let rules = try? HouseRules(wire: course.content.rules)
        else { return nil }
        self.course = course
        self.rules = rules
        receivedAt = now
    }

    var start: Event { course.start }
    var body: Start { course.content }
    var accepts: [Event?] { course.accepts }
    var begin: Event? { course.begin }
    /// By what is held so far this proposal never takes effect; only a decided view that cuts the WITHDRAW off could change that.
    var isDead: Bool { isOver || course.isDead() }
    func hasWithdrawn(_ key: PublicKey) -> Bool { course.hasWithdrawn(key) }
}

extension Peer {
    /// What an acknowledged event means for the lobby.
    mutating func notice(taken event: Event, at now: Instant) {
        switch event.body {
        case .start:
            guard lobby.proposal(event.hash) == nil, let proposal = Proposal(event, at: now) else { return }
            let open = lobby.proposals.count {
                $0.start.author == event.author && $0.begin == nil && !$0.isDead
            }
            guard open < LobbyState.openLimit || event.author == me else { return }
            if lobby.proposals.count >= LobbyState.proposalLimit {
                guard let old = lobby.proposals.firstIndex(where: { $0.isDead }) else { return }
                lobby.proposals.remove(at: old)
            }
            lobby.proposals.append(proposal)
        case .accept(let accept): read(event, of: accept.start, at: now)
        case .begin(let begin): read(event, of: begin.start, at: now)
        case .withdraw(let start): read(event, of: start, at: now)
        default: break
        }
    }

    private mutating func read(_ event: Event, of start: Digest, at now: Instant) {
        guard let index = lobby.proposal(start) else { return }
        let proposer = lobby.proposals[index].start.author
        var course = lobby.proposals[index].course
        // What is at fault here is nothing; to say so is for an auditor.
        _ = course.read(event) { acknowledged(of: proposer, before: event) }
        lobby.proposals[index].course = course
        if course.accepts.contains(where: { $0?.hash == event.hash }) { lobby.proposals[index].lastAcceptAt = now }
    }

    /// The highest seq of `author` that the writer of `event` had acknowledged by its events before this one.
    private func acknowledged(of author: PublicKey, before event: Event) -> UInt64 {
        if event.author == author { return event.seq - 1 }
        guard let place = log.place(of: event.author) else { return 0 }
        // Heads that fall take nothing back.
        return log.members[place].events.prefix(Int(event.seq - 1)).reduce(0) { highest, earlier in
            max(highest, earlier.heads.first { $0.author == author }?.seq ?? 0)
        }
    }

    var mineIsOwn: Bool {
        guard let mine = lobby.mine, let index = lobby.proposal(mine) else { return false }
        return lobby.proposals[index].start.author == me
    }

    mutating func propose(_ rules: HouseRules, at now: Instant) {
        guard play == nil else { return refuse(.alreadyPlaying) }
        guard lobby.mine == nil else { return refuse(.proposalOpen) }
        let roster = Array(seated.prefix(configuration.capacity))
        guard roster.count >= 2 else { return refuse(.needTwo) }
        guard roster.contains(me) else { return refuse(.tableFull) }
        var firstSeat: UInt64?
        if lobby.nextGame > 1 { firstSeat = nextStarter(in: roster) }
        let start = write(
            .start(
                Start(
                    game: lobby.nextGame, roster: roster, firstSeat: firstSeat, rules: rules.wire,
                    wallMillis: wallMillis)), at: now)
        notice(taken: start, at: now)
        lobby.mine = start.hash
    }

    /// The next occupied seat clockwise from the one that started the last game (rules.md 7); seat 0 where nobody knows.
    private func nextStarter(in roster: [PublicKey]) -> UInt64 {
        guard let last = lobby.lastStart, let old = last.roster.firstIndex(of: last.starter) else { return 0 }
        for step in 1...last.roster.count {
            let key = last.roster[(old + step) % last.roster.count]
            if let seat = roster.firstIndex(of: key) { return UInt64(seat) }
        }
        return 0
    }

    /// Whether a proposal can still be accepted by this peer.
    func isOpen(_ proposal: Proposal) -> Bool {
        proposal.body.roster.contains(me) && !proposal.isLapsed && !proposal.isDead && !proposal.hasWithdrawn(me)
            && proposal.body.game == lobby.nextGame && GameLogs(start: proposal.start) != nil
            && isFirstSeatRight(proposal.body) && !proposal.body.roster.contains { isForker($0) }
    }

    /// A first game draws its starter; later ones follow the last one that this peer played, where it played one.
    private func isFirstSeatRight(_ start: Start) -> Bool {
        if start.game == 1 { return start.firstSeat == nil }
        guard let first = start.firstSeat else { return false }
        return lobby.lastStart == nil || first == nextStarter(in: start.roster)
    }

    mutating func show(_ proposal: Proposal) {
        guard let index = lobby.proposal(proposal.start.hash) else { return }
        lobby.proposals[index].isShown = true
        effects.append(
            .notice(
                .proposed(
                    by: proposal.start.author, start: proposal.start.hash, rules: proposal.rules,
                    roster: proposal.body.roster, mine: proposal.start.author == me)))
    }

    private func rank(_ proposal: Proposal) -> Position { Position(proposal.start) }

    /// The smallest open proposal wins; who is in another and may still withdraw moves over.
    mutating func preferSmallest(at now: Instant) {
        guard let mine = lobby.mine, let index = lobby.proposal(mine) else { return }
        let current = lobby.proposals[index]
        let better = lobby.proposals.filter { isOpen($0) && rank($0) < rank(current) }
            .min { rank($0) < rank($1) }
        guard let better, mayWithdraw(current) else { return }
        let hadAccepted = current.accepts.contains { $0?.author == me }
        withdraw(current.start.hash, at: now)
        if hadAccepted || current.start.author == me { accept(better.start.hash, at: now) }
    }

    /// Until BEGIN is acknowledged (the proposer: written); after that only if another withdrew.
    private func mayWithdraw(_ proposal: Proposal) -> Bool {
        guard proposal.begin != nil else { return true }
        return proposal.course.isWithdrawn(butBy: me)
    }

    private mutating func withdraw(_ start: Digest, at now: Instant) {
        let event = write(.withdraw(start: start), at: now)
        notice(taken: event, at: now)
        if lobby.mine == start {
            lobby.mine = nil
            lobby.chains = nil
        }
    }

    /// Withdraws from what has died or lapsed, and forgets proposals that no longer matter.
    mutating func closeProposals(at now: Instant) {
        if let mine = lobby.mine, let index = lobby.proposal(mine) {
            let proposal = lobby.proposals[index]
            let lapsed: Bool
            let full = proposal.accepts.allSatisfy { $0 != nil }
            if full, proposal.begin == nil, let last = proposal.lastAcceptAt {
                lapsed = now - last >= Timing.beginMicros
                wakeAt(last + Timing.beginMicros)
            } else {
                lapsed = proposal.begin == nil && now - proposal.receivedAt >= Timing.proposalMicros
                wakeAt(proposal.receivedAt + Timing.proposalMicros)
            }
            let deserted = proposal.begin == nil && (whoLeft(proposal) ?? whoPlaysElsewhere(proposal)) != nil
            if (proposal.isDead || lapsed || deserted) && mayWithdraw(proposal) { withdraw(mine, at: now) }
        }
        closeShown(at: now)
        lobby.proposals.removeAll { proposal in
            proposal.start.hash != lobby.mine
                && (proposal.body.game < lobby.nextGame
                    || now - proposal.receivedAt > 2 * Timing.proposalMicros)
        }
    }

    /// Tells of each proposal that was shown and comes to nothing, but for one that gave way to another. `now` nil: none lapses.
    mutating func closeShown(at now: Instant?) {
        for index in lobby.proposals.indices
        where lobby.proposals[index].isShown && !lobby.proposals[index].isToldClosed {
            let proposal = lobby.proposals[index]
            let start = proposal.start
            if let now, start.hash != lobby.mine {
                let end = proposal.receivedAt + Timing.proposalMicros
                if now >= end { lobby.proposals[index].isLapsed = true } else { wakeAt(end) }
            }
            // Of a game that was played nothing need be told.
            guard start.hash != lobby.mine, proposal.body.game >= lobby.nextGame, !isOpen(lobby.proposals[index]) else {
                continue
            }
            lobby.proposals[index].isToldClosed = true
            let isReplaced = lobby.mine != nil || lobby.proposals.contains { isOpen($0) }
            if !isReplaced {
                effects.append(
                    .notice(.proposalClosed(start: start.hash, by: start.author, end(of: proposal, at: now))))
            }
        }
    }

    /// A roster member that has left.
    private func whoLeft(_ proposal: Proposal) -> PublicKey? {
        proposal.body.roster.first { key in key != me && (log.place(of: key).map { log.members[$0].hasLeft } ?? true) }
    }

    /// A roster member that is in a game which has been begun meanwhile: it can accept no other before that one is over, and who waits for its answer
    /// would not look on.
    private func whoPlaysElsewhere(_ proposal: Proposal) -> PublicKey? {
        let others = lobby.proposals.filter {
            $0.start.hash != proposal.start.hash && $0.begin != nil && !$0.isDead && $0.body.game >= lobby.nextGame
        }
        return proposal.body.roster.first { key in key != me && others.contains { $0.body.roster.contains(key) } }
    }

    private func end(of proposal: Proposal, at now: Instant?) -> ProposalEnd {
        let silent = zip(proposal.body.roster, proposal.accepts).filter { $0.1 == nil }.map(\.0)
        if let gone = whoLeft(proposal) { return .left(gone) }
        if let playing = whoPlaysElsewhere(proposal) { return .playing(playing) }
        if silent.isEmpty { return .stuck }
        // The first to withdraw has declined, unless it only noticed the time: clocks and paths differ by less than a second.
        let isLate = now.map { $0 - proposal.receivedAt >= Timing.proposalMicros - 1_000_000 } ?? false
        if !isLate, let first = proposal.course.firstToWithdraw { return .declined(by: first) }
        return .unanswered(silent)
    }

    /// `quietly`: as a rule of the peer, not as an answer of the person, so nothing is said where nothing is open.
    mutating func acceptOpenProposal(at now: Instant, quietly: Bool = false) {
        guard play == nil else { return }
        let target: Proposal?
        if let mine = lobby.mine {
            target = lobby.proposal(mine).map { lobby.proposals[$0] }
        } else {
            target = lobby.proposals.filter { isOpen($0) && now - $0.receivedAt < Timing.proposalMicros }
                .min { rank($0) < rank($1) }
        }
        guard let target, !target.accepts.contains(where: { $0?.author == me }) else {
            if !quietly { refuse(.noProposal) }
            return
        }
        accept(target.start.hash, at: now)
    }

    mutating func declineOpenProposal(at now: Instant) {
        guard play == nil else { return }
        let target = lobby.mine ?? lobby.proposals.first { isOpen($0) }?.start.hash
        guard let target, let index = lobby.proposal(target), mayWithdraw(lobby.proposals[index]) else {
            return refuse(.noProposal)
        }
        withdraw(target, at: now)
    }

    private mutating func accept(_ start: Digest, at now: Instant) {
        guard let index = lobby.proposal(start), isOpen(lobby.proposals[index]) else { return }
        let proposal = lobby.proposals[index]
        let (card, tie) = chains(of: proposal)
        let paths = proposal.body.roster.map { key -> Path in
            guard key != me, let path = contact(key)?.path else {
                return Path(rttMicros: 0, spreadMicros: 0, jitterMicros: 0)
            }
            func bounded(_ micros: Int64) -> UInt64 { min(UInt64(max(0, micros)), Limits.rttMicros) }
            return Path(
                rttMicros: bounded(path.rttMicros), spreadMicros: bounded(path.excessMicros(perMille: 999)),
                jitterMicros: bounded(path.excessMicros(perMille: 500)))
        }
        lobby.mine = start
        lobby.chains = (card, tie)
        let event = write(
            .accept(Accept(start: start, cardAnchor: card.anchor, tieAnchor: tie.anchor, paths: paths)), at: now)
        notice(taken: event, at: now)
    }
}
