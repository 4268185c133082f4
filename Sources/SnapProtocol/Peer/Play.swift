internal import SnapCrypto
internal import SnapRules
internal import SnapWire

/// A call that this peer has received, whether or not it is applied yet.
struct HeardClaim: Sendable {
    var race: UInt64
    var seat: Int
    var reactionMicros: Int64
    var event: Event
    var arrival: Instant
}

/// A game that this peer plays: the fold of what is final, and what the peer itself has done about what is not yet.
struct Play: Sendable {
    private var boxedFold: Boxed<GameFold>
    private var boxedOrder: Boxed<GameLogs>
    var fold: GameFold {
        _read { yield boxedFold.value }
        _modify { yield &boxedFold.value }
    }
    var order: GameLogs {
        _read { yield boxedOrder.value }
        _modify { yield &boxedOrder.value }
    }
    private let boxedBegin: Boxed<Event>
    var begin: Event { boxedBegin.value }
    /// nil: this peer only looks on.
    let mySeat: Int?
    let cardChain: Chain?
    let tieChain: Chain?
    /// BEGIN took effect, by this peer's clock; before that, when it was held.
    var beganAt: Instant
    /// BEGIN is final, or lies in the cut of a decided view.
    var isPastBegin = false

    /// Highest index that this peer revealed or flipped; nil: none.
    var linkedIndex: UInt64?
    /// Highest race that this peer has closed, by whatever event.
    var closedRace: UInt64 = 0
    /// Last race that this peer called in.
    var claimedRace: UInt64 = 0
    /// Whether it closed by CLAIM or WITNESS: then it holds still until the race is settled.
    var isHolding = false
    var witnessedRace: UInt64 = 0
    /// Seats whose claims in `witnessedRace` this peer has reported.
    var reported: [Int] = []
    var tiedRace: UInt64 = 0
    var hasSaidTime = false
    var pause: Pause
    var hasEnded = false

    /// The race whose knowable time is `knowable`; 0 before the first card.
    var knowableRace: UInt64 = 0
    /// K of the last real draw, by this peer's clock.
    var knowable: Instant
    var turnOpenedAt: Instant?
    var wantsTurn = false
    /// A press that may belong to a draw that is not applied yet.
    var press: Instant?
    var transcript: [UInt8] = []
    /// Whether any of the transcript was handed out: not before BEGIN takes effect, since until then all can come to nothing.
    var isHandedOut = false
    /// What goes to the transcript next takes the place of all that went before.
    var isRewriting = false
    /// Whether the proofs stand behind it, so that nothing more may.
    var hasProofs = false
    var lastApplied: Event?
    /// What members owe, and since when.
    var debts: [Debt] = []
    /// When this peer promised its highest ballot of the view; how many ballots it has tried, and the last one's jitter.
    var promisedAt: Instant?
    var ballotTries = 0
    var ballotJitter: Int64 = 0
    /// Views whose deciding vote this peer has written.
    var confirmedViews = 0
    /// Silence counts from here at the earliest: the start of the view, or the end of a stall of this peer's own.
    var calmSince: Instant
    /// The seat that turned first.
    var starter: Int?

    init(
        fold: GameFold, order: GameLogs, begin: Event, me: PublicKey, chains: (card: Chain, tie: Chain)?,
        at now: Instant
    ) {
        boxedFold = Boxed(fold)
        boxedOrder = Boxed(order)
        calmSince = now
        boxedBegin = Boxed(begin)
        mySeat = fold.seat(of: me)
        let nobody = fold.roster.map { _ in false }
        pause = Pause(told: nobody, isOver: nobody)
        cardChain = chains?.card
        tieChain = chains?.tie
        beganAt = now
        knowable = now
    }

    /// Whether this peer is a member of the running view: neither looking on nor lost.
    var isMember: Bool { mySeat.map { order.members[$0] } ?? false }
    /// Whether that seat's player is a member who has not left.
    func isLiving(_ seat: Int) -> Bool { fold.present[seat] && order.members[seat] && !order.hasLeft[seat] }
    func clockMillis(at now: Instant) -> UInt64 { min(UInt64(max(0, now - beganAt)) / 1000, Limits.millis) }
    var turnPauseMicros: Int64 { Int64(fold.rules.turnPauseMillis) * 1000 }
    var falseStartMicros: Int64 { Int64(fold.rules.falseStartMillis) * 1000 }
    /// Whether the game is at its end. A view that is decided ends first: so the votes lie before the last event.
    var isClosed: Bool { fold.isClosed && order.decision == nil }
    /// Whether the race of the last card is over, or there is none.
    var isRaceSettled: Bool { fold.race?.isSettled ?? true }
    /// Whether the race of the last card is not over and everyone must do something for it: a call was made, or nobody turns before all have closed.
    var isRaceAwaited: Bool {
        switch fold.race?.stage {
        case nil, .settled?: false
        case .tied?: true
        case .open?: fold.race?.hadClaims == true || fold.isTurnBarred
        }
    }
}

extension Peer {
    mutating func watchGame(at now: Instant) {
        guard play != nil else { return }
        if phase == .seated {
            watchPause(at: now)
            if play?.isMember == true { noteSilence(at: now) }
            watchMembers(at: now)
        }
        advance(at: now)
        if play?.order.isDecided == true, play?.order.isContradicted == true { return stop() }
        abandonDeadGame()
        guard phase == .seated, play?.isMember == true else { return }
        confirmDecisions(at: now)
        // What it did now could answer an event that lies beyond the cut: a link for a turn that never was, a report of a call that does not count.
        if play.map(awaitsDecision) == true { return }
        if play?.fold.isOver == true { endGame(at: now) } else { drive(at: now) }
    }

    /// Somebody has signed what cannot both be true: there is nothing to go on with.
    private mutating func stop() {
        guard phase != .stopped, let game = play?.order.game else { return }
        phase = .stopped
        effects.append(.notice(.void(game: game)))
    }

    /// Applies what has become final, writes the transcript up to it and tells the people.
    mutating func advance(at now: Instant) {
        while let (written, happenings) = applyNext(at: now) {
            appendTranscript(written)
            for happening in happenings {
                if case .rules(.dealt(let starter)) = happening { play?.starter = starter }
                effects.append(.notice(.game(happening)))
            }
            resetTurn(at: now)
        }
        if play?.isClosed == true { finishGame(at: now) }
    }

    /// Applies what comes next if it is final or decided; gives what goes to the transcript and what happened.
    private mutating func applyNext(at now: Instant) -> ([Event], [GameFold.Happening])? {
        guard play?.isClosed == false, play.map(awaitsDecision) == false, let step = play?.order.take(),
            var current = play
        else { return nil }
        // The copy stands alone while it changes, and goes when this returns: else every change copies what is changed.
        play = nil
        let openBefore = current.fold.openDraw
        var happenings: [GameFold.Happening] = []
        switch step {
        case .event(let event):
            if event.hash == current.begin.hash {
                guard takesEffect(current) else {
                    giveUp(current)
                    return nil
                }
                current.isPastBegin = true
                current.beganAt = now
                current.knowable = now
            }
            if current.isPastBegin {
                happenings = current.fold.apply(event)
            } else if case .leave = event.body {
                happenings = current.fold.apply(event)
            }
            current.lastApplied = event
        case .viewEnd(_, let lost): happenings = current.fold.endView(lost: lost)
        }
        var written = current.order.written(after: step)
        if current.order.mustRewrite {
            written = current.order.rewritten()
            current.transcript = []
            current.isRewriting = true
        }
        if current.fold.openDraw?.index != openBefore?.index || current.fold.openDraw == nil {
            noteKnowable(&current, open: openBefore, at: now)
        }
        let hasBegun = current.isPastBegin && current.lastApplied?.hash == current.begin.hash
        play = current
        if hasBegun { noteBegun() }
        if case .viewEnd(_, let lost) = step { enterView(lost: lost, at: now) }
        return (written, happenings)
    }

    /// BEGIN has taken effect: out of the lobby.
    private mutating func noteBegun() {
        guard let fold = play?.fold else { return }
        lobby.mine = nil
        lobby.chains = nil
        effects.append(.notice(.began(game: fold.start.game, roster: fold.roster)))
    }

    /// Whether the BEGIN that has just been taken takes effect.
    private func takesEffect(_ play: Play) -> Bool {
        guard let index = lobby.proposal(play.fold.gameID) else { return true }
        return lobby.proposals[index].course.takesEffect(in: play.order)
    }

    /// Back to the lobby for good, from a game that never was. It is closed for all, without a WITHDRAW.
    private mutating func giveUp(_ play: Play) {
        self.play = nil
        guard let index = lobby.proposal(play.fold.gameID) else { return }
        lobby.proposals[index].isOver = true
        guard lobby.mine == play.fold.gameID else { return }
        lobby.mine = nil
        lobby.chains = nil
        closeShown(at: nil)
    }

    /// Back to the lobby, where a listed member withdrew before it acknowledged BEGIN and nobody waits for a decision.
    mutating func abandonDeadGame() {
        guard play?.isPastBegin == false, let current = play else { return }
        if current.order.view(of: current.begin) == nil { return giveUp(current) }
        guard current.order.votes.isEmpty, let index = lobby.proposal(current.fold.gameID),
            lobby.proposals[index].isDead
        else { return }
        play = nil
    }

    /// Between its PROMISE and the decision a member applies nothing and does nothing in the game: what it learns of the view meanwhile may lie beyond the cut, and its
    /// transcript could not take back what it had written.
    private func awaitsDecision(_ play: Play) -> Bool {
        guard let seat = play.mySeat, play.order.members[seat] else { return false }
        return play.order.frozen[seat] != nil && play.order.decision == nil
    }

    /// K of a draw that has just been resolved.
    private func noteKnowable(_ play: inout Play, open: GameFold.OpenDraw?, at now: Instant) {
        if let race = play.fold.race, race.index != play.knowableRace {
            let own = play.mySeat
            var latest: Instant?
            for evidence in [race.evidence.links, race.evidence.settling] {
                for (seat, hash) in evidence.enumerated() where seat != own {
                    guard let hash, let arrival = log.arrival(of: hash) else { continue }
                    latest = max(latest ?? arrival, arrival)
                }
            }
            play.knowable = latest ?? now
            play.knowableRace = race.index
        } else if open?.index == 0, play.fold.openDraw == nil {
            play.knowable = now
        }
    }

    private mutating func resetTurn(at now: Instant) {
        guard let current = play else { return }
        let isMine =
            current.mySeat != nil && current.fold.game?.active == current.mySeat
            && current.fold.openDraw == nil
        if isMine {
            if current.turnOpenedAt == nil { play?.turnOpenedAt = now }
        } else {
            play?.turnOpenedAt = nil
            play?.wantsTurn = false
        }
    }

    private mutating func appendTranscript(_ events: [Event]) {
        guard let start = play?.fold.start, play?.hasProofs == false else { return }
        var bytes: [UInt8] = []
        if play?.transcript.isEmpty == true {
            bytes += Transcript.marker(table: log.table, game: start.game)
            for key in start.roster {
                guard let place = log.place(of: key), let join = log.members[place].events.first else { continue }
                bytes += join.bytes
            }
        }
        for event in events { bytes += event.bytes }
        guard !bytes.isEmpty else { return }
        play?.transcript += bytes
        guard let current = play, current.isPastBegin else { return }
        play?.isRewriting = false
        play?.isHandedOut = true
        if !current.isHandedOut {
            effects.append(.transcript(game: start.game, bytes: current.transcript))
        } else if current.isRewriting {
            effects.append(.transcriptAgain(game: start.game, bytes: bytes))
        } else {
            effects.append(.transcript(game: start.game, bytes: bytes))
        }
    }

    private mutating func endGame(at now: Instant) {
        guard let current = play, !current.hasEnded else { return }
        play?.hasEnded = true
        write(.end(End(state: current.fold.digest, wallMillis: wallMillis)), at: now)
    }

    /// The transcript is complete once everybody's acknowledgement of all that was applied is held.
    private mutating func finishGame(at now: Instant) {
        guard let rest = play?.order.closing() else { return }
        appendTranscript(rest)
        guard let finished = play else { return }
        appendProofs()
        let fold = finished.fold
        lobby.nextGame = fold.start.game + 1
        if let starter = finished.starter { lobby.lastStart = (fold.roster[starter], fold.roster) }
        for winner in fold.game?.outcome?.winners ?? [] {
            let key = fold.roster[winner]
            if let index = lobby.wins.firstIndex(where: { $0.key == key }) {
                lobby.wins[index].games += 1
            } else if lobby.wins.count < EventLog.memberLimit {
                lobby.wins.append((key, 1))
            }
        }
        play = nil
        lastGame = fold
        effects.append(.notice(.finished(game: fold.start.game, digest: Digest.of(finished.transcript))))
        stir(at: now)
    }

    /// Says who keeps the table waiting. Where several were silent and one is heard again, the network has been mended and not all are heard in
    /// the same moment: silence counts anew.
    private mutating func noteSilence(at now: Instant) {
        guard let beganAt = play?.beganAt, let calmSince = play?.calmSince else { return }
        var awaited = 0
        var isHeardAgain = false
        for index in contacts.indices {
            let key = contacts[index].key
            guard let seat = play?.fold.seat(of: key), play?.fold.present[seat] == true else { continue }
            if contacts[index].isAwaited { awaited += 1 }
            let heardAt = contacts[index].heardAt ?? beganAt
            let countsFrom = max(heardAt, calmSince)
            if contacts[index].isAwaited, now - heardAt <= Timing.silenceMicros {
                contacts[index].isAwaited = false
                isHeardAgain = true
                effects.append(.notice(.heardAgain(key)))
            } else if !contacts[index].isAwaited, now - countsFrom > Timing.silenceMicros {
                contacts[index].isAwaited = true
                effects.append(.notice(.waiting(for: key)))
            }
            if now - countsFrom <= Timing.silenceMicros { wakeAt(countsFrom + (Timing.silenceMicros + 1)) }
        }
        if isHeardAgain, awaited > 1 {
            play?.calmSince = now
            play?.debts = []
        }
    }

    /// Leaves the table, handing over the link that an open draw waits for.
    mutating func leave(at now: Instant) {
        guard phase == .seated else { return }
        var open: IndexedLink?
        if let current = play, let seat = current.mySeat, let turn = awaitedFlip(current), turn.seat != seat,
            turn.index > (current.linkedIndex ?? 0) || current.linkedIndex == nil,
            let link = current.cardChain?.link(at: turn.index)
        {
            open = IndexedLink(index: turn.index, link: link)
        } else if let current = play, current.mySeat != nil, current.linkedIndex == nil,
            let link = current.cardChain?.link(at: 0)
        {
            open = IndexedLink(index: 0, link: link)
        }
        let isUnfinished = isSuspended || cannotGoOn
        write(.leave(Leave(open: open)), at: now)
        phase = .left
        if isUnfinished { closeUnfinished() }
    }

    /// The transcript of a game that stands still and is left ends with all that is held of it: so it shows who has not acknowledged what.
    private mutating func closeUnfinished() {
        guard play?.order.decision == nil, let rest = play?.order.remaining() else { return }
        appendTranscript(rest)
        appendProofs()
        play = nil
    }

    /// Whether everybody who is still heard holds everything that this peer wrote.
    public func isDepartureKnown(at now: Instant) -> Bool {
        guard let place = log.place(of: me) else { return true }
        let seq = log.members[place].count
        return contacts.allSatisfy { contact in
            guard isFresh(contact, at: now), let there = log.place(of: contact.key), !log.members[there].hasLeft
            else { return true }
            return contact.holding(of: me) >= seq
        }
    }
}
