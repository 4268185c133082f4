public import SnapCrypto
internal import SnapProtocol

/// What a run came to.
public struct SimulationReport: Hashable, Sendable {
    public var seed: UInt64
    public var players: Int
    public var turns = 0
    /// Judged, that is with calls.
    public var races = 0
    public var gamesBegun = 0
    public var gamesFinished = 0
    /// Members that were dropped although they were there: over a bad network one may seem gone.
    public var drops = 0
    public var steps = 0
    public var datagrams = 0
    public var copies = 0
    public var copiesLost = 0
    public var virtualMicros: Int64 = 0
    public var faults = FaultCounts()
    /// From the writing of a FLIP to its being applied, by each peer.
    public var turnLatency = LatencyHistogram()
    /// Over all effects of all peers in order.
    public var hash: Digest
    /// Nil: everything held.
    public var violation: Violation?
}

extension Simulation {
    mutating func report(_ violation: Violation?) -> SimulationReport {
        var report = SimulationReport(seed: options.seed, players: scenario.players, hash: hash.finish())
        report.turns = agreement.turns
        report.races = agreement.races
        report.gamesBegun = agreement.games.count
        report.gamesFinished = agreement.games.count { game in game.progress.contains { $0.finished != nil } }
        report.drops = drops
        report.steps = steps
        report.datagrams = network.figures.sent
        report.copies = network.figures.copies
        report.copiesLost = network.figures.lost
        report.virtualMicros = now
        report.turnLatency = latency.histogram
        report.faults = trouble.counts
        report.violation = violation
        return report
    }
}
