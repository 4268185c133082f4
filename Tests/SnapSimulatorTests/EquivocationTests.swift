import SnapProtocol
import Testing

@testable import SnapSimulator

/// Runs with a member that signs two versions of its log: the others drop it and go on.
@Suite struct EquivocationTests {
    /// Seeds that once stopped: a vote cast before the proof came (46), a link given for a turn beyond the cut (58, 73), the race before it closed
    /// in vain (111).
    @Test(arguments: [UInt64(46), 58, 73, 111]) func theOthersGoOn(seed: UInt64) throws {
        let options = FaultTests.options(seed, [.equivocate, .selective])
        var simulation = try Simulation(options)
        let report = simulation.run()
        #expect(report.violation == nil)
        let forker = try #require(simulation.trouble.equivocator)
        #expect(forker.hasBegun)
        #expect(simulation.seats[forker.seat].droppedFrom != nil)
        #expect(simulation.goesOnDespiteFork)
    }
}
