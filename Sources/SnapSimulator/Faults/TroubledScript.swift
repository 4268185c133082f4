internal import SnapCrypto
internal import SnapPlayers
internal import SnapProtocol
internal import SnapRules

/// How a game must go on under faults.
extension Simulation {
    /// A game that too few can go on with is looked at for so long, and then the run ends.
    static let stuckMicros: Int64 = 12_000_000
    /// Between two looks at whether it can.
    static let lookMicros: Int64 = 10_000

    mutating func followTroubledGame() throws(Violation) {
        let limit = Simulation.stallLimitMicros + Int64(scenario.rules.turnLimitMillis) * 1_000
        let here = presentSeats.filter { !trouble.culprits.contains($0) }
        if now - Simulation.lookMicros >= goesOn.at { goesOn = (now, canGoOn) }
        if goesOn.1, goesOnDespiteFork {
            script.stuckSince = nil
            let late = here.filter { now - max(seats[$0].progressAt, trouble.quietAt) > limit }
            let roster = late.isEmpty ? nil : furthestStanding?.roster
            for seat in late {
                // Somebody who was not listed just then is not among those that play.
                if let roster, !roster.contains(seats[seat].peer.me) { continue }
                if agreement.isFinished(game: script.game, seat: seat) { continue }
                throw stall(seat, "nothing applied for \(limit / 1_000) ms: \(standing(of: seat))")
            }
        } else if let since = script.stuckSince {
            if now - max(since, trouble.quietAt) > Simulation.stuckMicros { script.isDone = true }
        } else {
            script.stuckSince = now
        }
        guard here.allSatisfy({ seats[$0].presence == .here && agreement.isFinished(game: script.game, seat: $0) })
        else { return }
        let mayPlayOn = options.minutes != nil || script.game < UInt64(scenario.games)
        if mayPlayOn, here.count >= 2, trouble.culprits.isEmpty {
            for seat in here { seats[seat].progressAt = now }
            script.next()
        } else {
            script.isDone = true
        }
    }

    /// Whether the table can go on if this seat leaves: no other one that is as good as gone counts as living.
    func mayLeave(_ seat: Int) -> Bool {
        guard let standing = furthestStanding else { return trouble.culprits.isEmpty }
        return trouble.culprits.isDisjoint(with: living(in: standing))
    }
}

extension Scenario {
    /// Fits what happens to what is asked for.
    mutating func adapt(to options: SimulationOptions) {
        rules = options.rules ?? rules
        sleepPercent = options.sleepPercent ?? sleepPercent
        games = options.games ?? games
        // Who asks for a game of its own gets just that.
        if options.rules != nil || options.games != nil || options.cheat != nil { pause = nil }
        if options.cheat != nil {
            // What a cheat does shows where people see and call what there is to call, and paths are known.
            levels = Array(repeating: .average, count: players)
            turnDelayMillis = 50...60
            lobbyMicros = CheatedTable.lobbyMicros
            leaver = nil
        }
        guard !options.tableFaults.isEmpty || options.minutes != nil else { return }
        var random = Randomness.stream("adapted", seed: options.seed)
        leaver = nil
        if options.tableFaults.contains(.leave), random.happens(percent: 60) {
            leaver = (random.uniform(0...players - 1), random.uniform(0...max(1, min(options.turns, 60))))
        }
    }
}
