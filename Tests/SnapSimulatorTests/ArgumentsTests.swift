import SnapSimulator
import Testing

@Suite struct ArgumentsTests {
    @Test func readsTheWholeCommand() throws {
        let line =
            "--seeds 1..300 --turns 150 --players 3 --loss 10 --duplicate 5 --reorder 20 --delay 0..40 --jobs 4 --json"
        let arguments = try Arguments(line.split(separator: " ").map(String.init))
        #expect(arguments.task == .seeds(1...300))
        #expect(arguments.options.turns == 150)
        #expect(arguments.options.players == 3)
        #expect(arguments.options.faults.lossPercent == 10)
        #expect(arguments.options.faults.duplicatePercent == 5)
        #expect(arguments.options.faults.reorderPercent == 20)
        #expect(arguments.options.faults.delayMillis == 0...40)
        #expect(arguments.jobs == 4)
        #expect(arguments.json)
    }

    @Test func theCommandOfARunGivesThatRun() throws {
        var options = SimulationOptions(seed: 9)
        options.turns = 33
        options.players = 4
        options.faults.reorderPercent = 7
        options.faults.delayMillis = 2...9
        let words = options.command.split(separator: " ").drop { $0 != "--seeds" }.map(String.init)
        var again = try Arguments(words)
        #expect(again.task == .seeds(9...9))
        again.options.seed = 9
        #expect(again.options == options)
    }

    @Test(arguments: [
        "--seeds 5..4", "--seeds", "--seeds x", "--seeds 1..2..3", "--turns 0", "--loss 101", "--players 5",
        "--delay 0..99999", "--jobs 0", "--what", "--loss -1",
        "corpus", "corpus here there",
    ])
    func refusesWhatItCannotDo(line: String) {
        #expect(throws: Arguments.Fault.self) { try Arguments(line.split(separator: " ").map(String.init)) }
    }

    @Test func theCorpusTakesItsPlace() throws {
        #expect(try Arguments(["corpus", "here"]).task == .corpus(directory: "here"))
    }

    @Test func oneNumberIsARange() throws {
        let arguments = try Arguments(["--seeds", "4", "--delay", "7"])
        #expect(arguments.task == .seeds(4...4))
        #expect(arguments.options.faults.delayMillis == 7...7)
    }
}
