internal import SnapProtocol

/// What is checked after each step of one peer, whatever the others do.
extension Simulation {
    /// Steps of one peer at one point of virtual time: more than all datagrams of a burst together.
    static let stepsAtOnceLimit = 10_000

    mutating func checkRest(_ seat: Int) throws(Violation) {
        if seats[seat].lastStepAt != now {
            seats[seat].lastStepAt = now
            seats[seat].stepsAtOnce = 0
        }
        seats[seat].stepsAtOnce += 1
        if seats[seat].stepsAtOnce > Simulation.stepsAtOnceLimit {
            throw Violation(
                invariant: .rest, atMicros: now, seat: seat,
                what: "\(Simulation.stepsAtOnceLimit) steps without time passing")
        }
    }

    /// Inout only so that the peer is not copied for it.
    static func checkLoad(_ peer: inout Peer, _ seat: Int, at now: Int64) throws(Violation) {
        if let excess = peer.excess {
            throw Violation(
                invariant: .memory, atMicros: now, seat: seat,
                what: "\(excess.count) \(excess.name), the limit is \(excess.limit)")
        }
    }
}
