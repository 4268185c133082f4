import SnapSimulator
import Testing

/// The long run, 10,000 draws, is `snap-simulator attack`; this one shows the same with a wider margin.
@Suite struct AttackTests {
    static let report: Result<Attack.Report, any Error> = Result {
        var attack = Attack(draws: 120, seed: 5)
        return try attack.run()
    }

    @Test func knowingAllButOneLinkIsKnowingNothing() throws {
        let report = try AttackTests.report.get()
        #expect(report.draws == 120)
        #expect(report.unexplained == 0)
        #expect(report.guesses.count == 7)
        for score in report.guesses {
            #expect(score.trials >= 100 && score.isChance, "\(score.name): \(score.ratio) +- \(score.margin)")
        }
        // The experiment can tell: who has the link too knows every card.
        #expect(report.withLink.successes == 120)
        #expect(report.holds)
    }

    @Test func leavingWithoutOnesLinkIsAnotherTry() throws {
        let report = try AttackTests.report.get()
        #expect(report.withholding.isChance)
        // Likelier where there are some to leave, by the number of their ways and no more.
        #expect(report.withholding.expected > report.staying.expected)
        #expect(report.withholding.expected < report.staying.expected * 8)
    }
}
