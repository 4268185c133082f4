internal import SnapProtocol

/// What must hold where a member signs two versions of its log.
extension Simulation {
    /// Whether the others must go on and finish. Where paths are cut or processes end meanwhile, some may vote before they hold the proof: then the
    /// game may come to a stop.
    var goesOnDespiteFork: Bool {
        guard trouble.equivocator?.hasBegun == true else { return true }
        return trouble.kinds.isSubset(of: [.equivocate, .selective, .clock, .wall]) && options.faults.lossPercent == 0
    }
}
