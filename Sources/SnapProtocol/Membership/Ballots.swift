internal import SnapCrypto
internal import SnapWire

/// The votes of the running view (Protocol.md, *Membership*): what each says, and what follows from them.
extension GameLogs {
    /// Whose ballot `ballot` is.
    func owner(of ballot: UInt64) -> Int {
        let owners = owners
        return owners[Int((ballot - 1) % UInt64(owners.count))]
    }

    private func isOfView(_ id: BallotID) -> Bool { id.game == game && id.view == view }

    /// Counts a vote if it is one of the running view and its author keeps the rules of voting. All that this looks at precedes the vote
    /// causally, so every peer counts the same ones.
    mutating func count(_ event: Event, of seat: Int) {
        switch event.body {
        case .promise(let promise) where isOfView(promise.id):
            // Ballots only rise, by one above what its author had seen: else one leap would leave the others no number to go on with.
            guard promise.id.ballot > ballots.highest[seat], follows(promise.id.ballot, event) else { return }
            ballots.highest[seat] = promise.id.ballot
            ballots.promises[seat][promise.id.ballot] = event
        case .propose(let propose) where isOfView(propose.id):
            let ballot = propose.id.ballot
            let isFirst = proposals(ballot: ballot).allSatisfy { $0.seat != seat }
            let isValid = isFirst && ballots.highest[seat] == ballot && isYielded(propose, by: seat, event)
            ballots.proposals[ballot, default: []].append(
                ViewVotes.Proposal(seat: seat, event: event, content: propose, isValid: isValid))
        case .accepted(let accepted) where isOfView(accepted.id):
            let ballot = accepted.id.ballot
            // Who has promised a higher ballot has no vote in this one: two ballots could else both be decided. Nor has one who votes for what
            // it has not seen: others would count it by what had reached them.
            guard ballots.highest[seat] <= ballot, ballot > ballots.accepts[seat].last?.ballot ?? 0,
                let proposal = proposals(ballot: ballot).first(where: { $0.event.hash == accepted.proposal }),
                heads(of: event)[proposal.seat] >= proposal.event.seq
            else { return }
            ballots.accepts[seat].append((ballot, event.seq, accepted.proposal))
        default: break
        }
    }

    /// Whether a PROMISE of this ballot, or of the one before, lies within an event's heads.
    private func follows(_ ballot: UInt64, _ event: Event) -> Bool {
        if ballot == 1 { return true }
        let heads = heads(of: event)
        return owners.contains { seat in
            [ballot, ballot - 1].contains { ballots.promises[seat][$0].map { $0.seq <= heads[seat] } ?? false }
        }
    }

    /// The highest ballot of the view that any member, or one of them, has promised; 0: none.
    @inline(__always) var highestBallot: UInt64 { votes.isEmpty ? 0 : owners.map { highestBallot(of: $0) }.max() ?? 0 }
    func highestBallot(of seat: Int) -> UInt64 { ballots.highest[seat] }

    /// PROMISEs of the view by a member, by ballot.
    func promises(of seat: Int) -> [(ballot: UInt64, event: Event)] {
        ballots.promises[seat].sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func proposals(ballot: UInt64) -> [ViewVotes.Proposal] { ballots.proposals[ballot] ?? [] }
    func accepts(of seat: Int) -> [(ballot: UInt64, seq: UInt64, proposal: Digest)] { ballots.accepts[seat] }

    /// One member's word for a ballot: its PROMISE, or the LEAVE that counts as one.
    private struct Evidence {
        var seat: Int
        var event: Event
        var isLeave: Bool
        var accused: PublicKey?
    }

    /// The words for `ballot` that lie within `heads` (by seat, the highest seq).
    private func evidence(_ ballot: UInt64, within heads: [UInt64]) -> [Evidence] {
        owners.compactMap { seat in
            if let event = ballots.promises[seat][ballot], event.seq <= heads[seat] {
                var accused: PublicKey?
                if case .promise(let promise) = event.body { accused = promise.accused }
                return Evidence(seat: seat, event: event, isLeave: false, accused: accused)
            }
            if hasLeft[seat], let last = logs[seat].last, last.seq <= heads[seat] {
                return Evidence(seat: seat, event: last, isLeave: true, accused: nil)
            }
            return nil
        }
    }

    /// At least all members but one, of which two by members that have not left, or all.
    private func isQuorum(_ seats: Int, living: Int) -> Bool {
        let all = owners.count
        return seats == all || (seats >= all - 1 && living >= 2)
    }

    /// By seat: what an event names of each log; of its own, what lies before it.
    func heads(of event: Event) -> [UInt64] {
        roster.map { key in
            key == event.author ? event.seq - 1 : event.heads.first { $0.author == key }?.seq ?? 0
        }
    }

    /// What the owner of `ballot` must propose on the evidence within `heads`; nil: the evidence does not suffice.
    func value(ballot: UInt64, within heads: [UInt64]) -> Outcome? {
        let evidence = evidence(ballot, within: heads)
        guard isQuorum(evidence.count, living: evidence.count { !$0.isLeave }) else { return nil }
        if let locked = locked(below: ballot, evidence) { return locked }
        let all = owners
        var lost = all.first { seat in !evidence.contains { $0.seat == seat } }
        if lost == nil {
            // A member that is there but does not do its part goes if every other living one says so.
            lost = all.first { seat in
                let others = evidence.filter { $0.seat != seat && !$0.isLeave }
                return others.count >= 2 && others.allSatisfy { $0.accused == roster[seat] }
            }
        }
        var cut = starts
        // What the lost one promised is no part of what the others have seen; without it the evidence yields the same, since nobody else is missing.
        for word in evidence where word.seat != lost || word.isLeave {
            var row = self.heads(of: word.event)
            row[word.seat] = word.event.seq
            for seat in roster.indices where members[seat] { cut[seat] = max(cut[seat], row[seat]) }
        }
        return Outcome(lost: lost, cut: cut)
    }

    /// The value of the highest earlier ballot that an author of the evidence had accepted before its word for this one.
    private func locked(below ballot: UInt64, _ evidence: [Evidence]) -> Outcome? {
        var best: (ballot: UInt64, content: Propose)?
        for word in evidence {
            for accept in accepts(of: word.seat)
            where accept.ballot < ballot && accept.seq < word.event.seq && accept.ballot > best?.ballot ?? 0 {
                // A vote for what its evidence does not yield binds nobody.
                guard
                    let proposal = proposals(ballot: accept.ballot).first(where: { $0.event.hash == accept.proposal }),
                    proposal.isValid
                else { continue }
                best = (accept.ballot, proposal.content)
            }
        }
        return best.flatMap { outcome($0.content) }
    }

    /// A PROPOSE's content by seat; nil if it does not fit the roster or loses one who is no member.
    func outcome(_ content: Propose) -> Outcome? {
        guard content.cut.count == roster.count else { return nil }
        var lost: Int?
        if let key = content.lost {
            guard let seat = seat(of: key), members[seat] else { return nil }
            lost = seat
        }
        return Outcome(lost: lost, cut: content.cut)
    }

    /// Whether a PROPOSE is its ballot's owner's and says what its evidence yields.
    private func isYielded(_ propose: Propose, by seat: Int, _ event: Event) -> Bool {
        // Nobody proposes its own loss: the transcript of those that go on would not have the proposal.
        guard seat == owner(of: propose.id.ballot), let outcome = outcome(propose), outcome.lost != seat else {
            return false
        }
        return value(ballot: propose.id.ballot, within: heads(of: event)) == outcome
    }

    /// Looks whether enough have accepted one ballot's proposal.
    mutating func decide() {
        guard decision == nil, let (outcome, vote) = decided() else { return }
        decision = outcome
        decidingVotes.append(vote)
    }

    /// The same, looking at one ballot only.
    mutating func decide(ballot: UInt64) {
        guard decision == nil, let (outcome, vote) = decided(ballot) else { return }
        decision = outcome
        decidingVotes.append(vote)
    }

    func hasAccepted(_ vote: Accepted, by seat: Int) -> Bool {
        votes.contains { $0.seat == seat && $0.event.body == .accepted(vote) }
    }

    /// The end of the view, and the vote that decided it.
    private func decided() -> (Outcome, Accepted)? {
        let ballots = Set(owners.flatMap { accepts(of: $0).map(\.ballot) }).sorted()
        for ballot in ballots {
            if let found = decided(ballot) { return found }
        }
        return nil
    }

    /// The same of one ballot.
    private func decided(_ ballot: UInt64) -> (Outcome, Accepted)? {
        for proposal in proposals(ballot: ballot) where proposal.isValid {
            let voters = owners.filter { seat in
                accepts(of: seat).contains { $0.ballot == ballot && $0.proposal == proposal.event.hash }
            }
            let leavers = owners.filter { hasLeft[$0] && !voters.contains($0) }
            guard isQuorum(voters.count + leavers.count, living: voters.count), let outcome = outcome(proposal.content)
            else { continue }
            return (outcome, Accepted(id: proposal.content.id, proposal: proposal.event.hash))
        }
        return nil
    }
}
