internal import SnapCrypto
internal import SnapRules
internal import SnapWire

/// What a peer does by itself in a race and between races (Protocol.md, *Conduct*, the table "Peer p, race i").
///
/// A rule lets go of the game that it looked at before it writes: else the logs are copied, event by event, to take in one more.
extension Peer {
    mutating func drive(at now: Instant) {
        guard let seat = play?.mySeat, play?.isPastBegin == true else { return }
        sayTime(at: now)
        if play?.fold.openDraw?.index == 0 { revealStarter(at: now) }
        settleHold()
        judgePress(at: now, seat: seat)
        witness(at: now, seat: seat)
        tie(at: now)
        flipWhenAllowed(at: now, seat: seat)
        revealWhenAllowed(at: now, seat: seat)
    }

    private mutating func sayTime(at now: Instant) {
        guard play?.hasSaidTime == false, let current = play, let due = timeLimitDue(current) else { return }
        if now >= due {
            play?.hasSaidTime = true
            write(.time(Time(clockMillis: current.clockMillis(at: now))), at: now)
        } else {
            wakeAt(due)
        }
    }

    private mutating func revealStarter(at now: Instant) {
        guard let current = play, current.linkedIndex == nil, let link = current.cardChain?.link(at: 0) else { return }
        play?.linkedIndex = 0
        write(.reveal(Reveal(index: 0, link: link)), at: now)
    }

    private mutating func settleHold() {
        if play?.isHolding == true, play?.isRaceSettled == true { play?.isHolding = false }
    }

    /// The calls of the current race that the fold will take, received so far. A call after its author's closing is none.
    func heardClaims(_ play: Play) -> [HeardClaim] {
        guard let index = play.fold.race?.index else { return [] }
        var heard: [HeardClaim] = []
        for claim in play.fold.race?.claims ?? [] {
            guard let event = log.find(claim.event), let arrival = log.arrival(of: claim.event) else { continue }
            heard.append(
                HeardClaim(
                    race: index, seat: claim.seat, reactionMicros: claim.reactionMicros, event: event,
                    arrival: arrival))
        }
        guard play.fold.race?.stage == .open else { return heard }
        for seat in play.fold.present.indices
        where play.fold.race?.closed[seat] == false && play.fold.race?.mayClaim[seat] == true {
            for event in play.order.untaken(seat: seat) {
                guard let arrival = log.arrival(of: event.hash) else { continue }
                if case .claim(let claim) = event.body, claim.race == index {
                    heard.append(
                        HeardClaim(
                            race: index, seat: seat, reactionMicros: Int64(claim.reactionMicros), event: event,
                            arrival: arrival))
                    break
                }
                if event.body.closes(index) { break }
            }
        }
        return heard
    }

    // MARK: Calling

    mutating func press(at now: Instant) {
        guard let current = play, let seat = current.mySeat, let game = current.fold.game else {
            return refuse(.notPlaying)
        }
        guard game.cards(of: seat) > 0 || current.fold.race?.mayClaim[seat] == true else { return refuse(.noCards) }
        if current.press == nil { play?.press = now }
    }

    /// Turns a press into a CLAIM, or says why not (rules.md 16, 18, 18a).
    private mutating func judgePress(at now: Instant, seat: Int) {
        guard let press = play?.press, let current = play else { return }
        guard let race = current.fold.race else {
            if current.fold.openDraw == nil { dropPress(.noCard) }
            return
        }
        let elapsed = press - current.knowable
        if race.index > current.closedRace, race.stage == .open, elapsed >= 0 {
            guard race.mayClaim[seat] else {
                play?.press = nil
                return refuse(.noCards)
            }
            guard elapsed >= current.falseStartMicros || misconduct?.callsTooSoon == true else {
                return dropPress(.tooEarly, afterMicros: elapsed)
            }
            play?.press = nil
            play?.closedRace = race.index
            play?.claimedRace = race.index
            play?.isHolding = true
            let reaction = min(UInt64(elapsed), Limits.reactionMicros)
            let claim = Claim(race: race.index, reactionMicros: reaction, clockMillis: current.clockMillis(at: now))
            _ = consume current
            write(.claim(claim), at: now)
            return
        }
        // Closed already: the press may be for the card in flight, if that became knowable before it; else it is too late.
        guard awaitedFlip(current) == nil || elapsed < 0 else { return }
        let isEarly = elapsed < 0 && race.index > current.closedRace
        dropPress(
            isEarly ? .tooEarly : current.claimedRace == race.index ? .calledAlready : .tooLate,
            afterMicros: elapsed < 0 ? nil : elapsed)
    }

    private mutating func dropPress(_ fault: PressFault, afterMicros: Int64? = nil) {
        play?.press = nil
        effects.append(.notice(.pressIgnored(fault, afterMicros: afterMicros)))
    }

    // MARK: Witnessing

    /// Reports what was seen of others' calls, and closes the race when its close time has come.
    private mutating func witness(at now: Instant, seat: Int) {
        guard play?.fold.race?.stage == .open, let current = play else { return }
        let all = heardClaims(current)
        // Without a call there is nothing to report, and to close the race only where all must.
        guard !all.isEmpty || current.isRaceAwaited, let race = current.fold.race else { return }
        let claims = all.filter { $0.seat != seat }
        let reported = current.witnessedRace == race.index ? current.reported : []
        let due = claims.filter { !reported.contains($0.seat) }
        var closes = false
        if current.closedRace < race.index, let due = closeTime(current, race: race, claims: claims) {
            let close = due + (misconduct?.closeDelayMicros ?? 0)
            if now >= close { closes = true } else { wakeAt(close) }
        }
        guard !due.isEmpty || closes, let origin = log.arrival(of: race.evidence.flip) else { return }
        var witness = row(current, race: race, origin: origin)
        witness.closed = closes
        witness.claims = due.sorted { $0.seat < $1.seat }.map {
            ClaimArrival(seat: UInt64($0.seat), micros: bounded($0.arrival - origin))
        }
        play?.witnessedRace = race.index
        play?.reported = reported + due.map(\.seat)
        if closes {
            play?.closedRace = race.index
            play?.isHolding = true
        }
        _ = consume current
        write(.witness(witness), at: now)
    }

    private func bounded(_ micros: Int64) -> Int64 {
        min(max(micros, -Limits.arrivalMicros), Limits.arrivalMicros)
    }

    /// What this peer saw of the draw and its paths, relative to `origin`, the arrival of the FLIP: a WITNESS without claims.
    private func row(_ play: Play, race: GameFold.Race, origin: Instant) -> Witness {
        func relative(_ hash: Digest?) -> Int64? {
            hash.flatMap { log.arrival(of: $0) }.map { bounded($0 - origin) }
        }
        let rtts = play.fold.roster.map { key in
            key == me ? 0 : min(UInt64(max(0, contact(key)?.path.rttMicros ?? 0)), Limits.rttMicros)
        }
        return Witness(
            race: race.index, closed: false, rttMicros: rtts, links: race.evidence.links.map(relative),
            settling: race.evidence.settling.map(relative), claims: [])
    }

    /// K + (least estimate of a claim) + D + U (Protocol.md, *Close time*).
    private func closeTime(_ play: Play, race: GameFold.Race, claims: [HeardClaim]) -> Instant? {
        // The only caller left: who has closed and holds still waits for the others to close too. So does one that may not turn before.
        if claims.isEmpty {
            return race.hadClaims || play.fold.isTurnBarred ? play.knowable + play.turnPauseMicros : nil
        }
        guard let seat = play.mySeat, let origin = log.arrival(of: race.evidence.flip) else { return nil }
        let bounds = play.fold.bounds
        let row = row(play, race: race, origin: origin)
        var least: Int64?
        for claim in claims {
            guard
                let estimate = play.fold.witnessEstimate(
                    of: claim.seat, arrivalMicros: claim.arrival - origin, by: seat, row: row)
            else { continue }
            var value = min(max(claim.reactionMicros, estimate), estimate + bounds.disputeMicros)
            if value < play.falseStartMicros + bounds.disputeMicros { value = play.turnPauseMicros }
            least = min(least ?? value, value)
        }
        guard let least, let heard = claims.map(\.arrival).min() else { return nil }
        // Over a path that was cut a call may come so late that its estimate is the length of the cut: nobody waits that long again.
        let latest = max(heard, play.knowable) + Timing.closeMicros
        return min(play.knowable + (least + bounds.disputeMicros + bounds.uncertaintyMicros), latest)
    }

    private mutating func tie(at now: Instant) {
        guard case .tied? = play?.fold.race?.stage, let current = play, let race = current.fold.race,
            current.tiedRace < race.index, let link = current.tieChain?.link(at: race.index)
        else { return }
        play?.tiedRace = race.index
        _ = consume current
        write(.tie(Tie(race: race.index, link: link)), at: now)
    }

    // MARK: Turning

    /// The turn that waits for links: applied, or valid as things stand and next in its author's log.
    func awaitedFlip(_ play: Play) -> (index: UInt64, seat: Int)? {
        if let open = play.fold.openDraw { return open.flipper.map { (open.index, $0) } }
        guard let active = play.fold.game?.active else { return nil }
        // What is not taken of a forker's log is not in one's heads: the link would be given for a turn that nobody could see in the file.
        if play.order.isForked[active] { return nil }
        for event in play.order.untaken(seat: active) {
            guard case .flip(let flip) = event.body else { continue }
            if play.fold.fault(ofFlip: flip, by: event.author) == nil { return (flip.index, active) }
            return nil
        }
        return nil
    }

    mutating func requestTurn(at now: Instant) {
        guard let current = play, let seat = current.mySeat, let game = current.fold.game, game.outcome == nil else {
            return refuse(.notPlaying)
        }
        guard game.active == seat, current.fold.openDraw == nil, awaitedFlip(current) == nil else {
            return refuse(.notYourTurn)
        }
        guard current.pause.since == nil else { return refuse(.paused) }
        play?.wantsTurn = true
    }

    private mutating func flipWhenAllowed(at now: Instant, seat: Int) {
        guard play?.pause.since == nil, play?.fold.game?.active == seat, play?.fold.openDraw == nil, let current = play,
            awaitedFlip(current) == nil, (current.linkedIndex ?? 0) < current.fold.nextIndex
        else { return }
        if !current.wantsTurn, current.fold.rules.turnLimitMillis > 0, let opened = current.turnOpenedAt {
            let limit = opened + Int64(current.fold.rules.turnLimitMillis) * 1000
            guard now >= limit else { return wakeAt(limit) }
            play?.wantsTurn = true
        }
        guard play?.wantsTurn == true, !current.isHolding else { return }
        if !current.isRaceSettled {
            // A call is out: the race goes first.
            guard heardClaims(current).isEmpty, let race = current.fold.race, current.closedRace < race.index else {
                return
            }
        }
        guard let allowed = flipAllowedAt(current) else { return }
        guard now >= allowed else { return wakeAt(allowed) }
        guard let link = current.cardChain?.link(at: current.fold.nextIndex) else { return }
        play?.wantsTurn = false
        play?.linkedIndex = current.fold.nextIndex
        if let race = current.fold.race { play?.closedRace = max(current.closedRace, race.index) }
        let flip = Flip(
            index: current.fold.nextIndex, link: link, state: current.fold.digest,
            clockMillis: current.clockMillis(at: now))
        _ = consume current
        write(.flip(flip), at: now)
    }

    /// The guard of FLIP: no member must see the next card less than turnPause after it could know the last one. Nil while somebody has not
    /// acknowledged all links of that draw.
    private func flipAllowedAt(_ play: Play) -> Instant? {
        let pause = play.turnPauseMicros
        var allowed = play.knowable + pause
        guard let race = play.fold.race else { return allowed }
        let links = race.evidence.links.compactMap { $0.flatMap { log.find($0) } }
        for (seat, key) in play.fold.roster.enumerated() where key != me && play.fold.present[seat] {
            guard let place = log.place(of: key), !log.members[place].hasLeft else { continue }
            guard let covered = arrivalOfCovering(links, by: log.members[place]) else { return nil }
            let distance = (contact(key)?.path.rttMicros ?? 0) / 2
            allowed = max(allowed, covered + (pause - 2 * distance))
        }
        return allowed
    }

    /// When the first event came by which a member has acknowledged all of `links`. Heads may fall again: what was acknowledged stays so.
    private func arrivalOfCovering(_ links: [Event], by member: MemberLog) -> Instant? {
        guard let earliest = links.map(\.lamport).min() else { return member.arrivals.first }
        var latest: Instant?
        for link in links {
            var covered: Instant?
            for (index, event) in member.events.enumerated().reversed() {
                guard event.lamport >= earliest else { break }
                let covers =
                    link.author == event.author
                    ? event.seq >= link.seq
                    : event.heads.contains { $0.author == link.author && $0.seq >= link.seq }
                if covers { covered = member.arrivals[index] }
            }
            guard let covered else { return nil }
            latest = max(latest ?? covered, covered)
        }
        return latest
    }

    private mutating func revealWhenAllowed(at now: Instant, seat: Int) {
        guard let current = play, let turn = awaitedFlip(current), turn.seat != seat,
            turn.index > (current.linkedIndex ?? 0) || current.linkedIndex == nil, !current.isHolding
        else { return }
        if !current.isRaceSettled, let race = current.fold.race {
            // A call is out and this peer has not closed: its close time decides, then it holds until the race is settled.
            guard heardClaims(current).isEmpty, current.closedRace < race.index else { return }
        }
        let due = current.knowable + current.turnPauseMicros
        guard now >= due else { return wakeAt(due) }
        guard !holdsBack(link: turn.index, at: now) else { return }
        guard let link = current.cardChain?.link(at: turn.index) else { return }
        play?.linkedIndex = turn.index
        if let race = current.fold.race { play?.closedRace = max(current.closedRace, race.index) }
        _ = consume current
        write(.reveal(Reveal(index: turn.index, link: link)), at: now)
    }
}

extension Body {
    /// Whether an event of this kind, seen in its author's log, closes the race for its author.
    func closes(_ race: UInt64) -> Bool {
        switch self {
        case .claim(let claim): claim.race == race
        case .witness(let witness): witness.race == race && witness.closed
        case .flip(let flip): flip.index > race
        case .reveal(let reveal): reveal.index > race
        default: false
        }
    }
}
