internal import SnapCrypto
internal import SnapWire

/// What a peer does about members that are gone (Protocol.md, *Membership*): promise, propose, accept.
extension Peer {
    mutating func watchMembers(at now: Instant) {
        guard let seat = play?.mySeat, play?.order.members[seat] == true, play?.order.decision == nil else { return }
        watchDebts(at: now)
        promise(at: now, seat: seat)
        // Before a promise there is no ballot.
        guard play?.order.votes.isEmpty == false else { return }
        propose(at: now, seat: seat)
        accept(at: now, seat: seat)
    }

    private func id(_ play: Play, _ ballot: UInt64) -> BallotID {
        BallotID(game: play.order.game, view: play.order.view, ballot: ballot)
    }

    private mutating func promise(at now: Instant, seat: Int) {
        guard let current = play else { return }
        let mine = current.order.highestBallot(of: seat)
        let highest = current.order.highestBallot
        let overdue = overdue(current, at: now, grace: highest > mine ? Timing.accusationGraceMicros : 0)
        var next: UInt64?
        if highest > mine {
            let due = followsAt(current, above: mine)
            if now >= due { next = highest } else { wakeAt(due) }
        } else if mine > 0 {
            let due = (play?.promisedAt ?? now) + ballotMicros(current)
            if now >= due { next = mine + 1 } else { wakeAt(due) }
        } else if !unheard(current, at: now).isEmpty || overdue != nil {
            // Between two nobody can tell who is gone: the table waits.
            let living = current.order.owners.filter { !current.order.hasLeft[$0] }
            if living.count > 2 { next = 1 }
        } else if let soon = suspicionAt(current) {
            wakeAt(soon)
        }
        guard let next else { return }
        play?.promisedAt = now
        play?.ballotTries += 1
        play?.ballotJitter = Int64(random.below(100_000))
        let accused = overdue.map { current.order.roster[$0] }
        write(.promise(Promise(id: id(current, next), accused: accused)), at: now)
    }

    /// When to follow others to a higher ballot: at once where two have gone there. One alone must leave the ballot before its time: else it could end
    /// every ballot before it is decided.
    private func followsAt(_ play: Play, above mine: UInt64) -> Instant {
        let ahead = play.order.owners.count { play.order.highestBallot(of: $0) > mine }
        guard mine > 0, ahead < 2, let promisedAt = play.promisedAt else { return play.beganAt }
        return promisedAt + Timing.ballotMicros
    }

    /// How long a ballot may take before the next one: doubling, with jitter.
    private func ballotMicros(_ play: Play) -> Int64 {
        Timing.ballotMicros << Int64(min(max(play.ballotTries - 1, 0), 3)) + play.ballotJitter
    }

    private mutating func propose(at now: Instant, seat: Int) {
        guard let current = play else { return }
        let ballot = current.order.highestBallot(of: seat)
        guard ballot > 0, current.order.owner(of: ballot) == seat,
            current.order.proposals(ballot: ballot).allSatisfy({ $0.seat != seat })
        else { return }
        // As the PROPOSE will name them.
        let heads = current.order.roster.indices.map {
            current.order.isForked[$0] ? current.order.settled($0) : current.order.last($0)
        }
        guard let value = current.order.value(ballot: ballot, within: heads), value.lost != seat else { return }
        if let lost = value.lost, !current.order.isForked[lost], !unheard(current, at: now).contains(lost),
            !current.order.promises(of: lost).contains(where: { $0.ballot == ballot })
        {
            // It is only late: a moment more.
            let due = max(
                (current.promisedAt ?? now) + Timing.missingMicros, current.calmSince + Timing.gatheringMicros)
            guard now >= due else { return wakeAt(due) }
        }
        let lost = value.lost.map { current.order.roster[$0] }
        write(.propose(Propose(id: id(current, ballot), lost: lost, cut: value.cut)), at: now)
    }

    private mutating func accept(at now: Instant, seat: Int) {
        guard let current = play else { return }
        let ballot = current.order.highestBallot(of: seat)
        guard ballot > 0, current.order.accepts(of: seat).allSatisfy({ $0.ballot < ballot }),
            let proposal = current.order.proposals(ballot: ballot).first(where: \.isValid),
            isHeld(proposal, in: current.order)
        else { return }
        write(.accepted(Accepted(id: id(current, ballot), proposal: proposal.event.hash)), at: now)
    }

    /// Whether the whole cut of a proposal is held. Of logs that are not forked that follows from its heads.
    private func isHeld(_ proposal: ViewVotes.Proposal, in order: GameLogs) -> Bool {
        order.roster.indices.allSatisfy { seat in
            let cut = proposal.content.cut[seat]
            return order.last(seat) >= cut
                && (!order.isForked[seat] || order.holds(cut, of: seat))
        }
    }

    /// Writes the vote that decided a view, where this peer had not written it: so that the logs of those that go on prove the decision, without the
    /// vote of the one that was lost.
    mutating func confirmDecisions(at now: Instant) {
        while let views = play?.order.cuts.count, (play?.confirmedViews ?? views) < views, let current = play,
            let seat = current.mySeat
        {
            let vote = current.order.decidingVotes[current.confirmedViews]
            play?.confirmedViews += 1
            if !current.order.hasAccepted(vote, by: seat) { write(.accepted(vote), at: now) }
        }
    }

    /// Where the turn that this peer closed the race for lay beyond the cut, it has closed nothing.
    private mutating func reopenRace() {
        guard let current = play, let seat = current.mySeat, let race = current.fold.race, !race.isSettled,
            !race.closed[seat], current.closedRace == race.index,
            !current.order.untaken(seat: seat).contains(where: { $0.body.closes(race.index) })
        else { return }
        play?.closedRace = race.index - 1
    }

    /// A view is over.
    mutating func enterView(lost: Int?, at now: Instant) {
        play?.promisedAt = nil
        play?.ballotTries = 0
        play?.calmSince = now
        renewDebts(at: now)
        play?.hasEnded = false
        reopenRace()
        guard let lost, let current = play else { return }
        let key = current.fold.roster[lost]
        effects.append(.notice(.dropped(key, isMe: key == me)))
    }
}
