import SnapSimulator
import Testing

/// Whole runs with real peers. Each prints its seed where it fails, by the report itself.
@Suite struct SimulationTests {
    static func options(_ seed: UInt64, turns: Int = 25) -> SimulationOptions {
        var options = SimulationOptions(seed: seed)
        options.turns = turns
        options.faults.lossPercent = 10
        options.faults.duplicatePercent = 5
        options.faults.reorderPercent = 20
        options.faults.delayMillis = 0...40
        return options
    }

    static func run(_ options: SimulationOptions) throws -> SimulationReport {
        var simulation = try Simulation(options)
        return simulation.run()
    }

    @Test(arguments: [2, 3, 4]) func everythingHoldsOverABadNetwork(players: Int) throws {
        var options = SimulationTests.options(UInt64(40 + players))
        options.players = players
        let report = try SimulationTests.run(options)
        #expect(report.violation == nil)
        #expect(report.players == players)
        #expect(report.turns > 10)
        #expect(report.copiesLost > 0)
    }

    @Test func theSameSeedGivesTheSameRun() throws {
        let first = try SimulationTests.run(SimulationTests.options(7))
        let second = try SimulationTests.run(SimulationTests.options(7))
        #expect(first == second)
        let other = try SimulationTests.run(SimulationTests.options(8))
        #expect(first.hash != other.hash)
    }

    @Test func theNetworkIsPartOfTheRun() throws {
        let calm = SimulationTests.options(7)
        var rough = calm
        rough.faults.lossPercent = 11
        #expect(try SimulationTests.run(calm).hash != SimulationTests.run(rough).hash)
    }

    @Test func threadsDoNotChangeWhatSeedsGive() async {
        let one = await SimulationTests.hashes(jobs: 1)
        let two = await SimulationTests.hashes(jobs: 2)
        #expect(one.count == 4)
        #expect(one == two)
    }

    private static func hashes(jobs: Int) async -> [String] {
        let (stream, sink) = AsyncStream.makeStream(of: String.self)
        await Fleet.run(seeds: 1...4, like: options(1, turns: 8), jobs: jobs) { sink.yield("\($0.seed) \($0.hash)") }
        sink.finish()
        var hashes: [String] = []
        for await hash in stream { hashes.append(hash) }
        return hashes
    }

    /// Found by this seed: a game that had used up its 256 links waited for ever for its last race to close.
    @Test func aGameEndsWithItsChains() throws {
        var options = SimulationOptions(seed: 1001)
        options.turns = 300
        let report = try SimulationTests.run(options)
        #expect(report.violation == nil)
        // One card a link but the first, which says who starts; the rest is another game.
        #expect(report.gamesFinished == 1 && report.gamesBegun == 2)
        #expect(report.turns == 300)
    }

    /// A network that delivers nothing must be found out: who cannot be heard is never listed.
    @Test func silenceIsAViolation() throws {
        var options = SimulationTests.options(3)
        options.faults.lossPercent = 100
        let report = try SimulationTests.run(options)
        #expect(report.violation?.invariant == .progress)
        let complaint = report.complaint(options)
        #expect(complaint?.contains("--seeds 3 --turns 25 --loss 100 --duplicate 5 --reorder 20 --delay 0..40") == true)
        #expect(complaint?.contains("\n") == false)
    }
}
