import SnapCrypto
import SnapProtocol
import Testing

@testable import SnapSimulator

/// The long run, a million cards, is in `tools/evidence attack`; here each card is expected ten times at each position.
@Suite struct UniformityTests {
    @Test(arguments: [Uniformity.Choice.none, .secrets, .abort])
    func everyCardIsEquallyLikelyEverywhere(choice: Uniformity.Choice) throws {
        var uniformity = Uniformity(draws: 520 * 52, choice: choice, seed: 3)
        let report = try uniformity.run()
        #expect(report.decks == 520 && report.draws == 520 * 52)
        #expect(report.counts.allSatisfy { $0.reduce(0, +) == 520 }, "a card is turned at each position of each deck")
        #expect(
            (0..<52).allSatisfy { card in report.counts.reduce(0) { $0 + $1[card] } == 520 }, "each card once a deck")
        #expect(report.holds, "\(report.text)")
        #expect((report.aborted > 1_000) == (choice == .abort))
    }

    @Test func goingWithoutOnesLinkIsASecondTry() throws {
        var uniformity = Uniformity(draws: 4_000, choice: .withhold, seed: 3)
        let report = try uniformity.run()
        #expect(report.holds, "\(report.text)")
        #expect(report.withholding.successes > report.staying.successes)
        // Whoever stayed got the card it wanted, too.
        #expect(report.staying.trials == 4_000 && report.withholding.expected > 1.9 * report.staying.expected)
    }

    /// The test can tell: a draw that favours the lowest card left by one in twenty is found out.
    @Test func aLoadedDrawFails() throws {
        var uniformity = Uniformity(draws: 520 * 52, choice: .none, seed: 3) { game, index, links, count in
            links[0].map { $0.bytes[3] < 13 } == true ? 0 : Draw.card(game: game, index: index, links: links, of: count)
        }
        let report = try uniformity.run()
        #expect(!report.holds)
    }

    @Test func chiSquareIsTheTables() {
        // Of 51 degrees the 99.9 % point is 87.97 by tables, 3.09 standard deviations.
        #expect(abs(ChiSquare.cubeRoot(27) - 3) < 1e-12 && abs(ChiSquare.cubeRoot(0.001) - 0.1) < 1e-12)
        let even = ChiSquare(counts: [10, 10, 10, 10])
        #expect(even.statistic == 0 && even.degrees == 3 && even.deviations < -2)
        let odd = ChiSquare(counts: [8, 12, 16, 4])
        #expect(odd.statistic == 8)
        // The 95 % point of 3 degrees is 7.815, 1.645 standard deviations.
        #expect(abs(ChiSquare(counts: [8, 12, 16, 4]).deviations - 1.69) < 0.02)
    }

    @Test func readsItsCommand() throws {
        #expect(try Arguments(["uniformity"]).task == .uniformity(draws: 1_000_000, .none))
        #expect(
            try Arguments(["uniformity", "--draws", "52", "--choice", "abort"]).task == .uniformity(draws: 52, .abort))
        #expect(throws: Arguments.Fault.self) { try Arguments(["uniformity", "--choice", "all"]) }
        #expect(throws: Arguments.Fault.self) { try Arguments(["--choice", "none"]) }
    }
}
