internal import SnapCrypto
internal import SnapRules
public import SnapWire

/// Coming back after the process ended (Protocol.md, *Restart*): everything is in the session log, in the order in which it was acknowledged.
extension Peer {
    /// A peer that goes on from its session log. `events`: decoded, oldest first; what does not fit (a damaged file) is left out, with all that
    /// rests on it; of the others' logs it is fetched again, of its own it cannot be. `isWhole`: the file is all that was written to it, as far as that can be known.
    ///
    /// The effects are those of the unfinished game: its transcript so far, from the start.
    public static func restored(
        _ configuration: PeerConfiguration, from events: [Event], isWhole: Bool = true, at now: Instant
    ) -> (peer: Peer, effects: [Effect]) {
        var peer = reread(configuration, events, at: now)
        let own = events.count { $0.author == peer.me }
        peer.isUnsureOfOwnLog = !isWhole || peer.log.place(of: peer.me).map { peer.log.members[$0].events.count } != own
        let game = peer.play?.fold.start.game
        let transcript = peer.play?.transcript ?? []
        let effects = game.map { transcript.isEmpty ? [] : [Effect.transcript(game: $0, bytes: transcript)] } ?? []
        peer.effects = []
        peer.wake = nil
        return (peer, effects)
    }

    /// The same, with all that the peer wrote and said of all games on the way to where it is: for simulations, which hold it against the others.
    package static func retold(
        _ configuration: PeerConfiguration, from events: [Event], at now: Instant
    ) -> (peer: Peer, effects: [Effect]) {
        var peer = reread(configuration, events, at: now)
        let effects = peer.effects
        peer.effects = []
        peer.wake = nil
        return (peer, effects)
    }

    private static func reread(_ configuration: PeerConfiguration, _ events: [Event], at now: Instant) -> Peer {
        var peer = Peer(configuration)
        for event in events { peer.restore(event, at: now) }
        peer.resumePlay(at: now)
        return peer
    }

    private mutating func restore(_ event: Event, at now: Instant) {
        if case .join = event.body, log.makePlace(for: event.author) != nil, event.author != me,
            contact(event.author) == nil
        {
            contacts.append(Contact(key: event.author))
        }
        alignLog()
        _ = log.receive(event, at: now)
        // A proof stands in the session log before all that was taken in its knowledge: else more of the forker's log would be taken now than then.
        if isForker(event.author), let seat = play?.order.seat(of: event.author) { play?.order.noteFork(of: seat) }
        for taken in log.acknowledge(at: nil).taken {
            notice(taken: taken, at: now)
            _ = play?.order.hold(taken)
            if taken.author == me { noteOwn(taken) }
            // The session's earlier games are gone through as they were played.
            if play == nil { enterGame(at: now) }
            if play != nil { advance(at: now) }
            abandonDeadGame()
        }
    }

    /// What an event of its own says of the proposal that this peer was in.
    private mutating func noteOwn(_ event: Event) {
        switch event.body {
        case .start: lobby.mine = event.hash
        case .accept(let accept):
            guard let index = lobby.proposal(accept.start) else { return }
            lobby.mine = accept.start
            lobby.chains = chains(of: lobby.proposals[index])
        case .withdraw(let start) where lobby.mine == start:
            lobby.mine = nil
            lobby.chains = nil
        case .leave: phase = .left
        default: break
        }
    }

    /// What this peer had done in the running game, from its own events.
    private mutating func resumePlay(at now: Instant) {
        guard var current = play, let seat = current.mySeat else { return }
        let raceIndex = current.fold.race?.index ?? 0
        var clock: UInt64 = 0
        // Its own events only: a figure of another's would make it say TIME early, or put what it writes out of bounds.
        for event in current.order.logs[seat] {
            switch event.body {
            case .flip(let flip): clock = max(clock, flip.clockMillis)
            case .claim(let claim): clock = max(clock, claim.clockMillis)
            default: break
            }
        }
        for event in current.order.logs[seat] {
            switch event.body {
            case .flip(let flip):
                current.linkedIndex = max(current.linkedIndex ?? 0, flip.index)
            case .reveal(let reveal):
                current.linkedIndex = max(current.linkedIndex ?? 0, reveal.index)
            case .witness(let witness) where witness.race == raceIndex:
                current.witnessedRace = raceIndex
                current.reported += witness.claims.map { Int($0.seat) }
            case .claim(let claim): current.claimedRace = max(current.claimedRace, claim.race)
            case .tie(let tie): current.tiedRace = max(current.tiedRace, tie.race)
            case .time: current.hasSaidTime = true
            case .end: current.hasEnded = event.seq > current.order.starts[seat]
            default: break
            }
            // What lay beyond the cut of a view that ended closes nothing.
            let counts = current.fold.race.map { $0.isSettled || $0.closed[seat] } ?? true
            if raceIndex > 0, event.body.closes(raceIndex), counts || event.seq > current.order.applied[seat] {
                current.closedRace = raceIndex
                switch event.body {
                case .claim, .witness: current.isHolding = !current.isRaceSettled
                default: break
                }
            }
        }
        current.closedRace = max(current.closedRace, raceIndex > 0 ? raceIndex - 1 : 0)
        current.knowable = now
        current.knowableRace = raceIndex
        current.calmSince = now
        // A ballot that it had begun goes on, its clock anew.
        let promises = current.order.promises(of: seat)
        if !promises.isEmpty {
            current.promisedAt = now
            current.ballotTries = promises.count
        }
        // The clock since BEGIN goes on from the latest that this peer wrote.
        current.beganAt = now + -Int64(clamping: clock) * 1000
        play = current
    }

    /// Listens to what the others hold of its own log. If that is more than there is here, this peer has lost what it had said, and would say
    /// something else under the same numbers, which proves a cheat: so it gives its seat up. If nobody else knows better, it comes back.
    mutating func returnWhenDue(at now: Instant) {
        guard phase == .returning, let startedAt, let place = log.place(of: me) else { return }
        let count = log.members[place].count
        let others = contacts.filter { contact in
            log.place(of: contact.key).map { log.members[$0].join != nil && !log.members[$0].hasLeft } ?? false
        }
        let heard = others.filter { $0.lastProbeAt != nil }
        guard heard.allSatisfy({ $0.holding(of: me) <= count }) else { return lapse() }
        let due = startedAt + (isUnsureOfOwnLog ? Timing.returnUnsureMicros : Timing.returnMicros)
        guard heard.count == others.count || now >= due else { return wakeAt(due) }
        // Who may have lost something takes nobody's silence for an answer.
        guard !isUnsureOfOwnLog || others.isEmpty || !heard.isEmpty else { return lapse() }
        comeBack(at: now)
    }

    private mutating func lapse() {
        phase = .stopped
        effects.append(.notice(.refused(.seatLost)))
    }

    /// The first thing that a restarted process says: an event, so that its heartbeats are known from those of the process before.
    private mutating func comeBack(at now: Instant) {
        phase = .seated
        heartbeatAt = now
        epoch = write(.ack, at: now).seq
        // Everything that a process before wrote may never have left it.
        if let place = log.place(of: me) { send(log.members[place].events.suffix(8).map(\.bytes), to: .everyone) }
    }
}
