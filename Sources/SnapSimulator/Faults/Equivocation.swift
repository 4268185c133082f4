internal import SnapProtocol

/// What must hold where a member signs two versions of its log.
extension Simulation {
    /// Whether this seat has two logs: what its own process makes of either is compared with nobody's.
    func isEquivocating(_ seat: Int) -> Bool {
        trouble.equivocator.map { $0.seat == seat && $0.hasBegun } ?? false
    }

    /// Whether the others must go on and finish. Where paths are cut or processes end meanwhile, some may vote before they hold the proof: then the
    /// game may come to a stop.
    var goesOnDespiteFork: Bool {
        guard trouble.equivocator?.hasBegun == true else { return true }
        return trouble.kinds.isSubset(of: [.equivocate, .selective, .clock, .wall]) && options.faults.lossPercent == 0
    }
}
