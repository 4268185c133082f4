import SnapProtocol
import Testing

@testable import SnapSimulator

/// Measured fairness, small: the bounds are so wide that chance alone does not break them, and so narrow that a rule which
/// counted from the wrong moment would.
@Suite struct FairnessTests {
    static func options(_ players: Int, _ profile: NetworkProfile, races: Int) -> FairnessOptions {
        var options = FairnessOptions()
        options.players = players
        options.profile = profile
        options.races = races
        return options
    }

    @Test(arguments: [(2, 40), (4, 60)]) func theQuickestWinsHoweverFar(players: Int, races: Int) async {
        let tally = await Fairness.measure(FairnessTests.options(players, .mixed, races: races), jobs: 2)
        #expect(tally.races == races)
        #expect(tally.stalls == 0)
        #expect(tally.voids == 0)
        #expect(tally.tally(of: .witnessed).decided == races)
        #expect(tally.tally(of: .witnessed).wrong == 0)
        for (player, wins) in tally.tally(of: .witnessed).wins.enumerated() {
            let interval = ShareInterval(wins, of: races)
            // Half as far again as 95 of 100 such samples go.
            let slack = (interval.upper - interval.lower) / 4
            #expect(
                interval.lower - slack < 1 / Double(players) && 1 / Double(players) < interval.upper + slack,
                "player \(player)")
            let error = tally.errors[player]
            #expect(error.disputed == 0)
            // Steady paths are measured to a tenth of a millisecond.
            #expect(error.errorMicros <= Int64(error.calls) * 100)
        }
        #expect(tally.honestMarks.markedSeats == 0 && tally.honestMarks.seats > 0)
    }

    @Test func aServerNearbyIsNotFair() async {
        let tally = await Fairness.measure(FairnessTests.options(2, .beyond, races: 60), jobs: 2)
        let arrival = tally.tally(of: .arrival)
        #expect(arrival.decided == 60)
        #expect(arrival.wrong > 0, "one seat is 40 ms out, and its claims as many late")
    }

    @Test func theSameSeedGivesTheSameTallyOnAnyNumberOfThreads() async {
        var options = FairnessTests.options(3, .wifi, races: FairnessOptions.racesAtATime + 1)
        options.races = 12
        options.seed = 5
        let one = await Fairness.measure(options, jobs: 1)
        #expect(one == Fairness.measure(options, races: 12, seed: 6))
        #expect(await Fairness.measure(options, jobs: 2) == one)
        options.seed = 6
        #expect(await Fairness.measure(options, jobs: 1) != one)
    }

    @Test func theJSONSaysWhatWasMeasured() async {
        let options = FairnessTests.options(2, .wired, races: 3)
        let tally = await Fairness.measure(options, jobs: 1)
        let json = tally.json(options)
        #expect(json.hasPrefix("{\"schema\":\"snap.fairness/1\",\"players\":2,\"profile\":\"wired\","))
        for name in ["wrong", "void", "share", "interval", "judges"] { #expect(json.contains("\"\(name)\":")) }
    }

    @Test func theCommandOfARunGivesThatRun() throws {
        var options = FairnessTests.options(3, .spiky, races: 77)
        options.judge = .arrival
        options.seed = 12
        options.cheat = Cheat("late:99")
        let words = options.command.split(separator: " ").dropFirst().map(String.init)
        #expect(try Arguments(words).task == .fairness(options))
    }

    @Test(arguments: [
        "--profile air", "--judge me", "--races 0", "--players 1", "--turns 4", "--profile", "--cheat lie",
        "--cheat pair",
    ])
    func refusesWhatItCannotMeasure(line: String) {
        let words = ["fairness"] + line.split(separator: " ").map(String.init)
        #expect(throws: Arguments.Fault.self) { try Arguments(words) }
    }
}

/// What cheaters get, small. `wrong` counts every win of somebody who was not the quickest.
@Suite struct CheatTests {
    private func measure(_ cheat: String, players: Int, races: Int) async -> FairnessTally {
        var options = FairnessTests.options(players, .wired, races: races)
        options.cheat = Cheat(cheat)
        #expect(options.cheat != nil)
        let tally = await Fairness.measure(options, jobs: 2)
        #expect(tally.races == races)
        return tally
    }

    @Test func holdingBackOnesLinkPaysOnlyWithAServer() async {
        let tally = await measure("late:150", players: 3, races: 40)
        #expect(tally.tally(of: .witnessed).wrong == 0)
        #expect(tally.tally(of: .arrival).wrong > 4)
        #expect(tally.tally(of: .arrival).cheaterWins > tally.tally(of: .witnessed).cheaterWins)
        #expect(tally.cheaterMarks.lateLinks > 0)
        #expect(tally.honestMarks.lateLinks == 0)
        #expect(tally.cheaterMarks.raised(.late) > 0)
        #expect(tally.honestMarks.markedSeats == 0)
    }

    /// Whoever answers calls comes second in a dead heat each time; whom it answers is first.
    @Test func answeringCallsShows() async {
        let tally = await measure("echo", players: 3, races: 30)
        #expect(tally.cheaterMarks.raised(.together) > 0)
        #expect(tally.honestMarks.markedSeats == 0)
    }

    /// Who does not give its share of a lottery is dropped, and the quickest of those that are left wins.
    @Test func withholdingTheLotNeverStopsATable() async {
        var options = FairnessTests.options(3, .wifi, races: 30)
        options.cheat = Cheat("withhold-tie")
        options.seed = 4
        let tally = await Fairness.measure(options, jobs: 2)
        #expect(tally.races == 30 && tally.deadHeats > 0)
        #expect(tally.stalls == 0 && tally.voids == 0)
        // The game of a dead heat is over for the one that holds back.
        #expect(tally.games > tally.deadHeats)
        #expect(tally.tally(of: .witnessed).wrong == 0)
    }

    /// Where dead heats go to the pool it wins nothing by them, but nobody else does either.
    @Test func answeringCallsWinsNothingWithThePool() async {
        var options = FairnessTests.options(3, .wired, races: 25)
        options.cheat = Cheat("echo")
        options.pools = true
        let tally = await Fairness.measure(options, jobs: 2)
        #expect(tally.races == 25 && tally.deadHeats > 20)
        #expect(tally.tally(of: .witnessed).cheaterWins == 0)
        #expect(tally.cheaterMarks.raised(.together) > 0)
        #expect(tally.honestMarks.markedSeats == 0)
    }

    @Test func betweenTwoADisputeVoidsTheRace() async {
        let tally = await measure("spoil", players: 2, races: 25)
        #expect(tally.tally(of: .witnessed).wrong == 0)
        #expect(tally.voids > 4)
        #expect(tally.cheaterMarks.disputed >= tally.voids)
        #expect(tally.honestMarks.disputed == 0)
        #expect(tally.cheaterMarks.raised(.disputed) > 0)
        #expect(tally.honestMarks.markedSeats == 0)
    }

    @Test(arguments: ["backdate:150", "false-witness:80"]) func amongThreeTheOthersKnowBetter(cheat: String)
        async throws
    {
        let tally = await measure(cheat, players: 3, races: 30)
        #expect(tally.tally(of: .witnessed).wrong == 0)
        #expect(tally.voids == 0)
        #expect(tally.honestMarks.disputed == 0)
        #expect((tally.cheaterMarks.raised(.differing) > 0) == cheat.hasPrefix("backdate"))
        #expect(tally.honestMarks.markedSeats == 0)
    }

    @Test func twoOfThreeAreTheMajority() async {
        let tally = await measure("pair", players: 3, races: 25)
        #expect(tally.tally(of: .witnessed).cheaterWins > 23)
        #expect(tally.tally(of: .witnessed).wrong > 4)
    }

    @Test func readsCheatsAsItWritesThem() {
        for kind in Cheat.Kind.allCases {
            let cheat = Cheat(kind.rawValue)
            #expect(cheat?.kind == kind)
            #expect(cheat.flatMap { Cheat($0.text) } == cheat)
        }
        #expect(Cheat("late:7")?.millis == 7)
        for text in ["", "late:", "late:0", "late:1001", "late:1:2", "echo:5", "lie"] { #expect(Cheat(text) == nil) }
    }
}

@Suite struct FairnessChanceTests {
    @Test func theExponentialIsOne() {
        // To 12 digits, from tables.
        #expect(abs(Exponential.of(1) - 2.718_281_828_459) < 1e-11)
        #expect(abs(Exponential.of(-5) - 0.006_737_946_999_085) < 1e-14)
        #expect(Exponential.of(0) == 1)
    }

    @Test func airIsSlowerThanCableAndNeverTheSame() {
        var paths = NetworkPaths(.wifi, players: 2, seed: 4)
        let delays = (0..<20_000).map { _ in paths.delayMicros(from: 0, to: 1, at: 0) }
        let mean = delays.reduce(0, +) / Int64(delays.count)
        #expect(delays.allSatisfy { $0 >= 2_500 })
        #expect(abs(mean - 4_000) < 50)
        let variance = delays.reduce(0.0) { $0 + Double(($1 - mean) * ($1 - mean)) } / Double(delays.count)
        #expect(abs(variance.squareRoot() - 1_500) < 150)
    }

    @Test func threeOfAHundredStretchesAreSlow() {
        var paths = NetworkPaths(.spiky, players: 2, seed: 4)
        let slow = (0..<20_000).count {
            paths.delayMicros(from: 1, to: 0, at: Int64($0) * NetworkPaths.stretchMicros) > 30_000
        }
        #expect((450...750).contains(slow))
    }

    @Test func pathsAreAsLongAsTheirEnds() {
        var paths = NetworkPaths(.mixed, players: 4, seed: 1)
        #expect((21_000...21_050).contains(paths.delayMicros(from: 1, to: 3, at: 0)))
        #expect((1_200...1_250).contains(paths.delayMicros(from: 0, to: 1, at: 0)))
    }

    @Test func anIntervalHoldsTheShare() {
        let interval = ShareInterval(25, of: 100)
        // Newcombe's example has 81 of 263: 0.2553 to 0.3662.
        let example = ShareInterval(81, of: 263)
        #expect(abs(example.lower - 0.2553) < 0.0001 && abs(example.upper - 0.3662) < 0.0001)
        #expect(interval.share == 0.25)
        #expect(ShareInterval(0, of: 50).lower == 0 && ShareInterval(50, of: 50).upper == 1)
        #expect(ShareInterval(0, of: 0).upper == 1)
    }
}
