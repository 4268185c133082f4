internal import SnapProtocol

/// A pause in a game without faults: all ask, nothing happens for a while, and one goes on.
struct PausePlan {
    /// Once so many cards are turned.
    var turn: Int
    /// From its beginning to its end.
    var lengthMicros: Int64
    /// Who goes on first.
    var resumer: Int
}

/// How far it has come.
enum PauseCourse {
    case planned
    case asked(at: Int64)
    /// All rest, and so many cards had been turned before.
    case resting(since: Int64, turns: Int)
    case over
}

extension Simulation {
    /// From the last player's asking to all resting.
    static let pauseLimitMicros: Int64 = 5_000_000

    /// Whether there is a pause now, in which nothing need go on.
    mutating func followPause() throws(Violation) -> Bool {
        guard let plan = scenario.pause else { return false }
        let here = presentSeats.filter { seats[$0].peer.fold?.isOver == false }
        // It is over by itself where the game ends or too few are left.
        let goesOn = here.count == presentSeats.count && here.count >= 2
        switch script.pause {
        case .over: return false
        case .planned:
            guard agreement.turns >= plan.turn, goesOn else { return false }
            script.pause = .asked(at: now)
            for seat in here { try step(seat, .command(.pause)) }
            return true
        case .asked(let askedAt):
            guard goesOn else { return endPause() }
            if here.allSatisfy({ seats[$0].peer.isPaused && seats[$0].peer.fold?.openDraw == nil }) {
                script.pause = .resting(since: now, turns: agreement.turns)
            } else if now - askedAt > Simulation.pauseLimitMicros {
                throw stall(nil, "no pause: \(here.map { seats[$0].peer.pauseAskers.count }) ask")
            }
            return true
        case .resting(let since, let turns):
            guard goesOn else { return endPause() }
            guard agreement.turns == turns else {
                throw stall(nil, "\(agreement.turns - turns) cards were turned in a pause")
            }
            if now - since < plan.lengthMicros { return true }
            try step(here[plan.resumer % here.count], .command(.resume))
            return endPause()
        }
    }

    /// From now on things must go on again.
    private mutating func endPause() -> Bool {
        script.pause = .over
        for seat in seats.indices { seats[seat].progressAt = now }
        return false
    }
}
