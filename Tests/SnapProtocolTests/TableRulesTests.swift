import SnapProtocol
import SnapRules
import Testing

/// The house rules of a table are those of whoever started it, whoever proposes the start.
@Suite struct TableRulesTests {
    private func rules(seconds: UInt64) -> HouseRules {
        var rules = HouseRules()
        rules.timeLimitMillis = seconds * 1_000
        return rules
    }

    private func told(_ table: Table, _ index: Int) -> [HouseRules] {
        table.notices[index].compactMap { if case .tableRules(let rules, _) = $0 { rules } else { nil } }
    }

    @Test func whoComesIsToldThem() throws {
        var table = try Table(3, late: [1, 2], rules: [0: rules(seconds: 25)])
        table.run(500_000)
        table.dead = []
        table.step(1, .tick)
        table.step(2, .tick)
        table.run(1_000_000)
        for index in 0..<3 {
            #expect(table.peers[index].tableRules == rules(seconds: 25))
            #expect(told(table, index) == [rules(seconds: 25)])
        }
        #expect(table.notices[0].contains(.tableRules(rules(seconds: 25), mine: true)))
        #expect(table.notices[1].contains(.tableRules(rules(seconds: 25), mine: false)))
    }

    @Test func theyOutliveWhoSetThem() throws {
        var table = try Table(4, late: [1, 2, 3], rules: [0: rules(seconds: 25)])
        table.run(500_000)
        table.dead = [2, 3]
        table.step(1, .tick)
        table.run(1_000_000)
        table.step(0, .command(.leave))
        table.run(1_000_000)
        table.dead = [0, 3]
        table.step(2, .tick)
        table.run(4_000_000)
        #expect(table.peers[1].tableRules == rules(seconds: 25))
        #expect(table.peers[2].tableRules == rules(seconds: 25))
    }

    /// Two start one table in one moment: the first in the order of joining sets the rules for both.
    @Test func twoThatStartOneTableAgree() throws {
        var table = try Table(2, rules: [0: rules(seconds: 25), 1: rules(seconds: 50)])
        table.run(2_000_000)
        let first = try #require(table.peers[0].members.first)
        let wanted = rules(seconds: first.key == table.peers[0].me ? 25 : 50)
        #expect(table.peers.allSatisfy { $0.tableRules == wanted })
    }

    /// Who wanted other rules from the start has the say once it is the first.
    @Test func theNextThatStartedItHasTheSay() throws {
        var table = try Table(3, late: [1, 2], rules: [0: rules(seconds: 25), 1: rules(seconds: 50)])
        table.run(500_000)
        for index in [1, 2] {
            table.dead.remove(index)
            table.step(index, .tick)
            table.run(1_000_000)
            #expect(table.peers[index].tableRules == rules(seconds: 25))
        }
        table.step(0, .command(.leave))
        table.run(1_000_000)
        #expect(table.peers[1].tableRules == rules(seconds: 50) && table.peers[2].tableRules == rules(seconds: 50))
        #expect(told(table, 2) == [rules(seconds: 25), rules(seconds: 50)])
    }

    @Test func whereNobodyGaveAnyThereAreNone() throws {
        var table = try Table(2)
        table.run(2_000_000)
        #expect(table.peers.allSatisfy { $0.tableRules == nil })
    }
}

/// What people are told of a proposal that comes to nothing.
@Suite struct ProposalEndTests {
    private func seated(_ count: Int) throws -> Table {
        var table = try Table(count, acceptsByItself: false)
        table.run(1_000_000)
        return table
    }

    private func ends(_ table: Table, _ index: Int) -> [ProposalEnd] {
        table.notices[index].compactMap { if case .proposalClosed(_, _, let end) = $0 { end } else { nil } }
    }

    @Test func allLearnWhoDeclines() throws {
        var table = try seated(3)
        table.step(0, .command(.propose(HouseRules())))
        table.run(200_000)
        #expect(table.peers[1].isProposalOpen && table.peers[2].isProposalOpen)
        table.step(2, .command(.decline))
        table.run(500_000)
        let declined = ProposalEnd.declined(by: table.peers[2].me)
        for index in 0..<3 { #expect(ends(table, index) == [declined], "peer \(index)") }
        #expect(!table.peers[1].isProposalOpen && !table.peers[0].isInProposal)
    }

    @Test func whoProposesMayTakeItBack() throws {
        var table = try seated(3)
        table.step(1, .command(.propose(HouseRules())))
        table.run(200_000)
        table.step(0, .command(.accept))
        table.run(200_000)
        table.step(1, .command(.decline))
        table.run(500_000)
        for index in 0..<3 { #expect(ends(table, index) == [.declined(by: table.peers[1].me)], "peer \(index)") }
    }

    @Test func allLearnWhoDidNotAnswer() throws {
        var table = try seated(3)
        table.step(0, .command(.propose(HouseRules())))
        table.run(200_000)
        table.step(1, .command(.accept))
        table.run(32_000_000)
        for index in 0..<3 { #expect(ends(table, index) == [.unanswered([table.peers[2].me])], "peer \(index)") }
        #expect(!table.peers[2].isProposalOpen)
    }

    @Test func allLearnWhoLeft() throws {
        var table = try seated(3)
        table.step(0, .command(.propose(HouseRules())))
        table.run(200_000)
        table.step(2, .command(.leave))
        table.run(500_000)
        for index in 0..<2 { #expect(ends(table, index) == [.left(table.peers[2].me)], "peer \(index)") }
    }

    /// Two who do not list each other ask a third one. Whom it does not go with waits no longer, and looks on.
    @Test func whoeverIsPassedOverLooksOn() throws {
        var table = try Table(3, acceptsByItself: false)
        table.tamper = { from, to, bytes in from + to == 2 && from != to ? nil : bytes }
        table.run(1_000_000)
        for index in [0, 2] { table.step(index, .command(.propose(HouseRules()))) }
        table.run(200_000)
        #expect(table.peers[1].isProposalOpen && table.peers[0].isInProposal && table.peers[2].isInProposal)
        table.step(1, .command(.accept))
        table.run(500_000)
        let begun = [0, 2].filter { table.peers[$0].fold?.seat(of: table.peers[$0].me) != nil }
        let other = try #require([0, 2].first { !begun.contains($0) })
        #expect(begun.count == 1)
        #expect(!table.peers[other].isInProposal)
        #expect(ends(table, other) == [.playing(table.peers[1].me)])
        #expect(table.peers[other].fold?.roster == table.peers[1].fold?.roster)
        #expect(table.peers[other].fold?.game != nil, "it does not follow the game")
    }

    /// Of two at once one gives way: no news for anybody.
    @Test func whatGivesWayIsNotTold() throws {
        var table = try Table(3)
        table.run(1_000_000)
        for index in 0..<2 { table.step(index, .command(.propose(HouseRules()))) }
        table.run(2_000_000)
        for index in 0..<3 {
            #expect(ends(table, index) == [], "peer \(index)")
            #expect(table.peers[index].fold != nil)
        }
    }

    @Test func whatWasPlayedIsNotTold() throws {
        var table = try Table.playing(2, seconds: 2)
        table.play(rounds: 300)
        table.run(2_000_000)
        for index in 0..<2 {
            #expect(table.finished(index).count == 1)
            #expect(ends(table, index) == [], "peer \(index)")
        }
    }

    @Test func aPressThatIsNoCallSaysWhy() throws {
        var table = try Table.playing(2)
        func faults(_ table: Table) -> [PressFault] {
            table.notices[0].compactMap { if case .pressIgnored(let fault, _) = $0 { fault } else { nil } }
        }
        table.step(0, .command(.snap))
        table.run(10_000)
        #expect(faults(table) == [.noCard])
        table.run(1_000_000) { $0.peers.contains { $0.isTurnOpen } }
        for index in 0..<2 where table.peers[index].isTurnOpen { table.step(index, .command(.turn)) }
        table.run(1_000_000) { $0.peers[0].fold?.race != nil }
        table.step(0, .command(.snap))
        table.run(10_000)
        #expect(faults(table) == [.noCard, .tooEarly])
        table.run(200_000)
        table.step(0, .command(.snap))
        table.run(500_000)
        table.step(0, .command(.snap))
        table.run(10_000)
        #expect(faults(table) == [.noCard, .tooEarly, .calledAlready])
        table.step(1, .command(.snap))
        table.run(10_000)
        let after = table.notices[1].compactMap {
            if case .pressIgnored(.tooLate, let after) = $0 { after } else { nil }
        }
        // It pressed 720 ms or so after the card, which it knew a little sooner or later than the other.
        #expect(after.count == 1 && (600_000..<900_000).contains(after[0]), "\(after)")
    }
}
