internal import SnapCrypto
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// Faults as they begin and end.
extension Simulation {
    /// The next wave: some incidents within two seconds, and when the one after it comes.
    mutating func beginWave() {
        trouble.lieInWait(seats: seats.count)
        let possible = trouble.possible
        guard !possible.isEmpty else { return }
        let count = trouble.random.uniform(1...3)
        for _ in 0..<count {
            queue.put(.incident(trouble.random.pick(possible)), at: now + trouble.random.uniform(0...2_000_000))
        }
        let isHiccups = trouble.kinds.contains(.hiccup)
        let pause = isHiccups ? trouble.random.uniform(0...1_000_000) : trouble.random.pick(Trouble.pausesMicros)
        queue.put(.wave, at: now + 2_000_000 + pause)
    }

    mutating func begin(_ incident: Trouble.Incident) {
        guard trouble.possible.contains(incident) else { return }
        let up = seats.indices.filter { seats[$0].presence == .here && script.leaverSeat(scenario) != $0 }
        guard !up.isEmpty else { return }
        let seat = trouble.random.pick(up)
        trace(seat, "incident: \(incident)")
        switch incident {
        case .crash:
            if trouble.random.happens(percent: 30) {
                trouble.counts.add(.crash, "no event")
                crash(seat)
            } else {
                let kind = Int(trouble.random.below(UInt64(Body.gameKinds)))
                trouble.armed = Trouble.Armed(seat: seat, kind: kind, until: now + 8_000_000)
            }
        case .partition: trouble.cut(seats: seats.count, at: now)
        case .shatter: trouble.shatter(seats: seats.count, at: now)
        case .stall:
            trouble.counts.add(.stall, "0.2-3 s")
            stall(seat, for: trouble.random.uniform(200_000...3_000_000))
        case .hiccup:
            trouble.counts.add(.stall, "0.1-0.2 s")
            stall(seat, for: trouble.random.uniform(Trouble.hiccupMicros / 2...Trouble.hiccupMicros))
        case .wall:
            trouble.counts.add(.wall, "steps")
            seats[seat].wallStepMillis = trouble.random.uniform(-1_000_000_000...4_000_000_000)
        case .equivocate:
            guard up.count >= 2, mayLoseOne, trouble.random.happens(percent: 30) else { return }
            let others = seats.indices.filter { $0 != seat }
            var victims = Set(others.filter { _ in trouble.random.happens(percent: 50) })
            if victims.isEmpty { victims = [others[0]] }
            trouble.equivocator = Twins(
                seat: seat, victims: victims, goesOn: trouble.random.happens(percent: 50))
        case .selective:
            let victims = seats.indices.filter { $0 != seat }
            // With two nobody else could hand it on.
            guard seats.count > 2 else { return }
            trouble.withholding = Withholding(
                seat: seat, victim: trouble.random.pick(victims),
                kind: Int(trouble.random.below(UInt64(Body.gameKinds))),
                until: now + trouble.random.uniform(500_000...6_000_000))
            trouble.lasts(until: now + 6_000_000)
        case .owe:
            guard mayLoseOne, scenario.rules.turnLimitMillis > 0 || scenario.players > 2 else { return }
            let owed = trouble.random.pick(Owed.allCases)
            if owed == .turns, scenario.rules.turnLimitMillis == 0 { return }
            trouble.debtor = (seat, owed)
            trouble.counts.add(.owe, "\(owed)")
            trouble.culprits.insert(seat)
            seats[seat].peer.misconduct = owed.misconduct
        }
    }

    /// Whether the table can do without one more member.
    var mayLoseOne: Bool {
        guard script.leftAt == nil || scenario.leaver.map({ seats[$0.seat].presence == .gone }) == true,
            let standing = furthestStanding
        else { return false }
        let living = living(in: standing)
        return living.count >= 3 && trouble.culprits.isDisjoint(with: living)
    }

    private mutating func stall(_ seat: Int, for micros: Int64) {
        seats[seat].stalledUntil = max(seats[seat].stalledUntil, now + micros)
        trouble.lasts(until: seats[seat].stalledUntil)
        setWake(seat)
    }

    // MARK: Crash and restart

    /// How many of a step's effects are still performed; nil: all, nothing ends.
    mutating func effectsBeforeCrash(_ effects: [Effect], _ seat: Int) -> Int? {
        if let armed = trouble.armed, armed.seat == seat, now > armed.until { trouble.armed = nil }
        let kinds = [trouble.armed, trouble.ambush].map { $0?.seat == seat ? $0?.kind : nil }
        guard kinds.contains(where: { $0 != nil }) else { return nil }
        for (index, effect) in effects.enumerated() {
            guard case .store(let bytes) = effect, let event = try? Event.decode(bytes),
                event.author == seats[seat].peer.me, kinds.contains(event.body.kindNumber)
            else { continue }
            if kinds[0] == event.body.kindNumber { trouble.armed = nil } else { trouble.ambush = nil }
            trouble.counts.add(.crash, Body.kindNames[event.body.kindNumber])
            return index + Int(trouble.random.below(UInt64(effects.count - index + 1)))
        }
        return nil
    }

    mutating func crash(_ seat: Int) {
        seats[seat].presence = .down
        seats[seat].stalledUntil = 0
        setWake(seat)
        if trouble.random.happens(percent: 15), mayLoseOne, script.begunAt != nil {
            trace(seat, "ends for good")
            trouble.counts.add(.gone, "processes")
            trouble.culprits.insert(seat)
            seats[seat].presence = .gone
            return
        }
        let pause = trouble.random.happens(percent: 50) ? 20_000...900_000 : Int64(900_000)...5_000_000
        let back = now + trouble.random.uniform(pause)
        trace(seat, "ends, comes back at \(back)")
        trouble.lasts(until: back)
        queue.put(.restart(seat: seat), at: back)
    }

    mutating func restart(_ seat: Int) throws(Violation) {
        guard seats[seat].presence == .down else { return }
        seats[seat].lives += 1
        let isAnotherClock = trouble.random.happens(percent: 30)
        trouble.counts.add(.restart, isAnotherClock ? "another clock" : "the same clock")
        if isAnotherClock {
            // The machine was started again, too: its monotonic clock has another origin.
            seats[seat].clockOffsetMicros = trouble.random.uniform(1_000_000...60_000_000_000)
        }
        var configuration = seats[seat].peer.configuration
        configuration.seed = Randomness.octets(
            "peer \(seats[seat].lives)", seed: options.seed, part: seat)
        var events = seats[seat].stored.compactMap { try? Event.decode($0) }
        if !events.contains(where: { $0.author == configuration.sessionKey.publicKey }),
            let key = try? SigningKey(
                seed: Randomness.octets("session \(seats[seat].lives)", seed: options.seed, part: seat))
        {
            // No seat to come back to: it sits down under another key.
            configuration.sessionKey = key
            seats[seat].stored = []
            events = []
        }
        let (peer, effects) = Peer.retold(configuration, from: events, at: seats[seat].clock(now))
        seats[seat].peer = peer
        if let debtor = trouble.debtor, debtor.seat == seat {
            seats[seat].peer.misconduct = debtor.owed.misconduct
        }
        seats[seat].presence = .here
        seats[seat].game = nil
        seats[seat].player = SeatPlayer(scenario, seat: seat, seed: options.seed &+ UInt64(seats[seat].lives) << 40)
        agreement.forget(seat: seat)
        shelf.forget(seat: seat)
        trace(seat, "is back with \(events.count) events")
        for effect in effects { _ = try perform(effect, seat) }
        try step(seat, .tick)
        guard seats[seat].presence == .here else { return }
        // It was about to leave, and had not kept that yet.
        if script.leaverSeat(scenario) == seat, seats[seat].peer.phase != .left {
            try step(seat, .command(.leave))
            guard seats[seat].presence == .here else { return }
        }
        // Its person looks at where the game stands.
        seats[seat].player.look(at: seats[seat].peer, now: seats[seat].clock(now))
        setWake(seat)
    }
}
