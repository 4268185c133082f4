internal import SnapProtocol
internal import SnapRules

/// Where the run stands: who has proposed, which game is played, who still has to leave.
struct Script {
    /// The game that is to be played now, or is played.
    var game: UInt64 = 1
    /// Virtual time of the last proposal for it; nil: not proposed yet.
    var proposedAt: Int64?
    var proposeAgainAt: Int64 = 0
    var begunAt: Int64?
    var leftAt: Int64?
    var pause = PauseCourse.planned
    var isDone = false
    /// Since when too few do their part for the game to go on.
    var stuckSince: Int64?

    mutating func next() {
        game += 1
        proposedAt = nil
        begunAt = nil
    }
}

extension Simulation {
    /// From the last player's coming to all being listed, microseconds.
    static let listingLimitMicros: Int64 = 5_000_000
    /// From the first proposal to the game, some that came to nothing included.
    static let startLimitMicros: Int64 = 60_000_000
    /// From one proposal to the next, where the first came to nothing.
    static let proposeAgainMicros: Int64 = 1_000_000
    /// Without an applied event in a game whose members can all be reached, the turn limit apart.
    static let stallLimitMicros: Int64 = 6_000_000
    /// A leaver stays so long at most to hand on its last event.
    static let departureLimitMicros: Int64 = 3_000_000

    var presentSeats: [Int] {
        seats.indices.filter { seat in
            seats[seat].presence != .gone && !seats[seat].isTurnedAway && script.leaverSeat(scenario) != seat
        }
    }

    /// Does what is due between steps, and looks whether things go on.
    mutating func follow() throws(Violation) {
        try depart()
        if script.begunAt != nil {
            if trouble.isOn { try followTroubledGame() } else { try followGame() }
        } else if script.proposedAt != nil {
            try followProposal()
        } else {
            try proposeWhenSeated()
        }
    }

    private mutating func proposeWhenSeated() throws(Violation) {
        guard now >= scenario.lobbyMicros else { return }
        let here = presentSeats
        if here.allSatisfy({ seats[$0].peer.members.count == here.count && seats[$0].presence == .here }) {
            script.proposedAt = now
            propose()
            return
        }
        let since = max(
            scenario.arrivalsMicros.max() ?? 0, here.map { seats[$0].progressAt }.max() ?? 0, trouble.quietAt)
        if now - since > Simulation.listingLimitMicros {
            throw stall(nil, "not everybody is listed: \(here.map { seats[$0].peer.members.count })")
        }
    }

    private mutating func propose() {
        script.proposeAgainAt = now + Simulation.proposeAgainMicros
        let here = presentSeats
        let proposers = scenario.proposers.filter { here.contains($0.seat) }
        for proposer in proposers.isEmpty ? [(seat: here[0], delayMicros: Int64(0))] : proposers {
            queue.put(.proposal(seat: proposer.seat), at: now + proposer.delayMicros)
        }
    }

    /// Whether the seat knows of a proposal that may still become a game.
    private func isAsked(_ seat: Int) -> Bool {
        let peer = seats[seat].peer
        return peer.isInProposal || peer.isProposalOpen || peer.fold != nil
    }

    private mutating func followProposal() throws(Violation) {
        guard let proposedAt = script.proposedAt else { return }
        if now - max(proposedAt, trouble.quietAt) > Simulation.startLimitMicros {
            throw stall(nil, "game \(script.game) does not begin")
        }
        // A proposal may come to nothing, by a lapse or in a tangle of two: then somebody asks again.
        guard now >= script.proposeAgainAt, presentSeats.allSatisfy({ !isAsked($0) }) else { return }
        propose()
    }

    private mutating func followGame() throws(Violation) {
        if try followPause() { return }
        let limit = Simulation.stallLimitMicros + Int64(scenario.rules.turnLimitMillis) * 1_000
        let here = presentSeats.filter { seats[$0].droppedFrom != script.game }
        for seat in here where now - seats[seat].progressAt > limit {
            if agreement.isFinished(game: script.game, seat: seat) { continue }
            throw stall(seat, "nothing applied for \(limit / 1_000) ms: \(standing(of: seat))")
        }
        guard here.allSatisfy({ agreement.isFinished(game: script.game, seat: $0) }) else { return }
        if script.game >= UInt64(scenario.games) || here.count < 2 {
            script.isDone = true
        } else {
            for seat in here { seats[seat].progressAt = now }
            script.next()
        }
    }

    /// Lets the leaver go when its turn has come, and takes it away when the others know.
    private mutating func depart() throws(Violation) {
        guard let leaver = scenario.leaver else { return }
        if script.leftAt == nil {
            guard agreement.turns >= leaver.turn, script.begunAt != nil, seats[leaver.seat].presence == .here,
                !trouble.isOn || mayLeave(leaver.seat)
            else { return }
            script.leftAt = now
            if trouble.isOn { trouble.counts.add(.leave, "players") }
            try step(leaver.seat, .command(.leave))
        } else if let leftAt = script.leftAt, seats[leaver.seat].presence == .here {
            let known = seats[leaver.seat].peer.isDepartureKnown(at: seats[leaver.seat].clock(now))
            let waited = now - max(leftAt, trouble.quietAt)
            if waited > (known ? 0 : Simulation.departureLimitMicros) || (known && !trouble.isOn) {
                seats[leaver.seat].presence = .gone
                setWake(leaver.seat)
            }
        }
    }

    func stall(_ seat: Int?, _ what: String) -> Violation {
        Violation(invariant: .progress, atMicros: now, seat: seat, what: what)
    }

    /// What a seat's game waits for, in words.
    func standing(of seat: Int) -> String {
        let peer = seats[seat].peer
        guard let fold = peer.fold else { return "not in the game" }
        var words = "next index \(fold.nextIndex), active \(fold.game?.active.map(String.init) ?? "nobody")"
        if let draw = fold.openDraw { words += ", draw \(draw.index) lacks \(missing(draw.links))" }
        if let race = fold.race {
            words += ", race \(race.index) \(race.stage), \(race.claims.count) calls, closed \(race.closed)"
        }
        if fold.isOver { words += ", over, ended \(fold.ended)" }
        return words
    }

    private func missing<Value>(_ values: [Value?]) -> [Int] { values.indices.filter { values[$0] == nil } }
}

extension Script {
    /// The seat that has left; nil: none yet.
    func leaverSeat(_ scenario: Scenario) -> Int? { leftAt == nil ? nil : scenario.leaver?.seat }
}
