internal import SnapCrypto
internal import SnapRules
public import SnapWire

/// CLAIM, WITNESS, TIE (Protocol.md, *Race*).
extension GameFold {
    mutating func take(_ claim: Claim, by seat: Int, _ event: Digest) -> Fault? {
        guard let race, claim.race <= race.index else { return .wrongIndex }
        // A race that is over was closed by everyone.
        guard claim.race == race.index, race.stage == .open, !race.closed[seat] else { return .closedAlready }
        guard race.mayClaim[seat] else { return .noCards }
        let reaction = Int64(min(claim.reactionMicros, Limits.reactionMicros))
        self.race?.claims.append(ClaimRecord(seat: seat, reactionMicros: reaction, event: event))
        self.race?.hadClaims = true
        close(by: seat)
        return nil
    }

    mutating func take(_ witness: Witness, by seat: Int, _ event: Digest) -> Fault? {
        guard var race, witness.race == race.index else { return .wrongIndex }
        guard witness.rttMicros.count == seats.count, witness.links.count == seats.count,
            witness.settling.count == race.evidence.settling.count
        else { return .badReference }
        // An honest one may come late: the race is decided as soon as nothing is missing.
        guard race.stage == .open else { return nil }
        if race.witnesses[seat] == nil {
            race.witnesses[seat] = witness
            race.witnessEvents[seat] = event
        }
        for entry in witness.claims {
            guard entry.seat < UInt64(seats.count), entry.seat != UInt64(seat) else { continue }
            let claimant = Int(entry.seat)
            guard race.entries[seat][claimant] == nil, race.claims.contains(where: { $0.seat == claimant }) else {
                continue
            }
            race.entries[seat][claimant] = Sighting.bounded(entry.micros)
        }
        if witness.closed { race.closed[seat] = true }
        race.lastSettling[seat] = event
        self.race = race
        return nil
    }

    mutating func take(_ tie: Tie, by seat: Int, _ event: Digest) -> Fault? {
        guard let race, tie.race == race.index, case .tied = race.stage else { return .badReference }
        if race.ties[seat] != nil { return .duplicate }
        guard tieLinks[seat].admit(tie.link, at: tie.race) else { return .badLink }
        self.race?.ties[seat] = tie.link
        self.race?.lastSettling[seat] = event
        return nil
    }

    /// A turn came to nothing after the seat that is active now had answered it: that one has left the race and may not turn before all have.
    @inline(__always) var isTurnBarred: Bool {
        guard openDraw == nil, race?.hadClaims == false, race?.stage == .open, let active = game?.active else {
            return false
        }
        return race?.closed[active] == true
    }

    /// w: what a witness whose row and arrivals are these makes of a claim of the last race; nil where there is no such race
    /// or seat, or the row has the wrong shape. The claimant itself has no estimate. Microseconds.
    public func witnessEstimate(of claimant: Int, arrivalMicros: Int64, by witness: Int, row: Witness) -> Int64? {
        guard let race, seats.contains(claimant), seats.contains(witness), claimant != witness,
            row.rttMicros.count == seats.count, row.links.count == seats.count,
            row.settling.count == race.evidence.settling.count
        else { return nil }
        return sighting(row, of: witness, in: race).reactionMicros(of: claimant, arrivalMicros: arrivalMicros)
    }

    private func sighting(_ row: Witness, of witness: Int, in race: Race) -> Sighting {
        Sighting(row, of: witness, turner: race.turner, evidence: race.evidence, lobby: lobby)
    }

    /// Decides the race once each present member has closed it and each claim has an entry of every other one.
    mutating func decideRace(_ happenings: inout [Happening]) -> Bool {
        guard var race, race.stage == .open else { return false }
        let members = seats.filter { present[$0] }
        guard members.allSatisfy({ race.closed[$0] }),
            race.claims.allSatisfy({ claim in
                members.allSatisfy { $0 == claim.seat || race.entries[$0][claim.seat] != nil }
            })
        else { return false }
        if race.claims.isEmpty {
            settle(.nothing, &happenings)
            return true
        }
        let sightings = members.compactMap { seat in race.witnesses[seat].map { sighting($0, of: seat, in: race) } }
        let judgement = judge(race).rule(measured(race, by: sightings))
        mark(judgement, sightings, of: race)
        race.judgement = judgement
        self.race = race
        switch judgement.ruling {
        case .void, .nothing: settle(.nothing, &happenings)
        case .wins(let winner, let foul): settle(.match(winner: winner, foul: foul), &happenings)
        case .pays(let payer): settle(.wrong(payer: payer), &happenings)
        case .pooled(let foul): settle(.pooled(foul: foul), &happenings)
        case .lottery(let contenders, _): self.race?.stage = .tied(contenders.map(\.seat))
        }
        for seat in seats {
            for mark in marks[seat].raise() {
                happenings.append(.marked(seat: seat, mark, marks[seat].rate(of: mark)))
            }
        }
        return true
    }

    func judge(_ race: Race) -> Judge {
        Judge(
            seats: seats.count, turner: race.turner, matched: race.matched, matchedBefore: race.matchedBefore,
            falseStartMicros: Int64(rules.falseStartMillis) * 1_000, bounds: bounds, pools: rules.deadHeat == .pool)
    }

    private func measured(_ race: Race, by sightings: [Sighting]) -> [Judge.Measured] {
        race.claims.map { claim in
            var measured = Judge.Measured(
                seat: claim.seat, reactionsMicros: [claim.reactionMicros], rttMicros: nil)
            for sighting in sightings where sighting.witness != claim.seat {
                guard let arrival = race.entries[sighting.witness][claim.seat] else { continue }
                measured.reactionsMicros.append(sighting.reactionMicros(of: claim.seat, arrivalMicros: arrival))
                let rtt = sighting.rttMicros[claim.seat]
                measured.rttMicros = min(measured.rttMicros ?? rtt, rtt)
            }
            return measured
        }
    }

    private mutating func mark(_ judgement: Judge.Judgement, _ sightings: [Sighting], of race: Race) {
        for call in judgement.calls {
            marks[call.seat].count(call, isVoid: judgement.ruling == .void, bounds: bounds)
        }
        // After a race with claims members wait for its settling and a pause, so lateness says nothing.
        if !race.evidence.settling.isEmpty { return }
        for seat in seats where present[seat] {
            let delays = sightings.compactMap { $0.linkDelayMicros(of: seat) }.sorted()
            guard !delays.isEmpty else { continue }
            marks[seat].timedLinks += 1
            // What an unsteady line does to it is not its author's doing.
            if delays[(delays.count - 1) / 2] > Marks.lateLinkMicros + bounds.disputeMicros {
                marks[seat].lateLinks += 1
            }
        }
    }

    /// Ends the race: its result is told, the piles move, and a turn that waited for one of them may come to nothing.
    /// `reason`: where it is another than the decision's.
    mutating func settle(
        _ verdict: Game.Verdict, reason: RaceResult.Reason? = nil, _ happenings: inout [Happening]
    ) {
        guard let race else { return }
        self.race?.stage = .settled
        if let judgement = race.judgement {
            let finish = RaceResult(
                index: race.index, calls: judgement.calls, verdict: verdict, reason: reason ?? judgement.reason,
                matched: race.matched, uncertaintyMicros: bounds.uncertaintyMicros)
            lastFinish = finish
            happenings.append(.race(finish))
        }
        happenings += (game?.settle(verdict, turner: race.turner) ?? []).map(Happening.rules)
        dropVoidDraw()
    }
}
