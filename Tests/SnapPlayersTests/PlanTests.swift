import SnapPlayers
import SnapRules
import Testing

@Suite struct PlanTests {
    @Test("Rule 29: three names") func names() {
        #expect(ComputerPlayer.names == ["Ray", "Lucy", "Steve"])
    }

    @Test("Turns when it is its turn, never calls before the first card") func deal() {
        let game = Game(rules: HouseRules(), seats: 3, starter: 1)
        for seat in 0..<3 {
            var player = ComputerPlayer(level: .child, seed: UInt64(seat))
            for _ in 0..<200 {
                let plan = player.plan(game, seat: seat)
                #expect((plan.turnAfterMillis != nil) == (seat == 1))
                #expect(plan.snapAfterMillis == nil)
            }
        }
    }

    @Test("No plan for a seat that is not there, that left, or after the end; none to turn while a card is in flight")
    func nothing() {
        var game = Game(rules: HouseRules(), seats: 3, starter: 0)
        var player = ComputerPlayer(level: .child, seed: 9)
        func plans(_ seat: Int) -> [ComputerPlayer.Plan] { (0..<100).map { _ in player.plan(game, seat: seat) } }
        let none = ComputerPlayer.Plan()
        #expect(plans(3).allSatisfy { $0 == none })
        #expect(plans(-1).allSatisfy { $0 == none })
        _ = game.fixFlip(seat: 0)
        #expect(game.inFlight != nil)
        #expect(plans(0).allSatisfy { $0.turnAfterMillis == nil })
        _ = game.resolveFlip(choice: 0)
        #expect(plans(2).contains { $0 != none })
        _ = game.leave(seat: 1)
        #expect(plans(1).allSatisfy { $0 == none })
        _ = game.end(.timeLimit)
        #expect(plans(0).allSatisfy { $0 == none })
    }

    @Test("Calls a match that it sees, and waits where falseStart is longer than anyone's reaction")
    func match() {
        for (falseStart, least) in [(100, 180), (500, 500)] as [(UInt64, Int)] {
            var rules = HouseRules()
            rules.falseStartMillis = falseStart
            var game = Game(rules: rules, seats: 2, starter: 0)
            // Aces first: candidates 0 and 1 of the fresh deck have one rank.
            for seat in 0..<2 {
                _ = game.fixFlip(seat: seat)
                _ = game.resolveFlip(choice: 0)
            }
            #expect(game.matchingSeats == [0, 1])
            var player = ComputerPlayer(level: .expert, seed: 4)
            let plans = (0..<300).map { _ in player.plan(game, seat: 1).snapAfterMillis }
            #expect(plans.compactMap(\.self).allSatisfy { $0 >= least })
            #expect(plans.filter { $0 == nil }.count < 15)
        }
    }
}
