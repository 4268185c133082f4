import Testing

@testable import SnapRules

@Suite struct RandomPlayTests {
    @Test("Every rule set and table size: 52 cards, each once, after every step", arguments: 2...4)
    func invariant(seats: Int) {
        for rules in HouseRules.flows {
            for leaving in [0, 1] {
                for seed in 0..<6 as Range<UInt64> {
                    var play = RandomPlay(rules: rules, seats: seats, seed: seed)
                    play.leaveShare = leaving
                    var goesOn = true
                    while goesOn, play.steps < 1_000 {
                        goesOn = play.step()
                        if let fault = play.game.fault() {
                            Issue.record("\(rules.recycle) \(rules.deadHeat) seed \(seed): \(fault)")
                            return
                        }
                    }
                }
            }
        }
    }

    @Test("The same choices give the same game, number for number") func determinism() {
        for rules in HouseRules.flows {
            var a = RandomPlay(rules: rules, seats: 4, seed: 7)
            var b = RandomPlay(rules: rules, seats: 4, seed: 7)
            for _ in 0..<200 {
                _ = a.step()
                _ = b.step()
                #expect(a.game.canonical == b.game.canonical)
                #expect(a.game == b.game)
            }
            #expect(a.happenings == b.happenings)
        }
    }

    @Test("Pools stay within 52 however long a game is; rule 23a ends games of which nobody calls a match")
    func bounds() {
        var rules = HouseRules()
        rules.recycle = .inOrder
        for seed in 0..<4 as Range<UInt64> {
            var play = RandomPlay(rules: rules, seats: 3, seed: seed)
            play.wrongShare = 60
            play.missedShare = 100
            while play.step(), play.steps < 1_500 {}
            #expect(play.game.pools.count <= 52)
            var silent = RandomPlay(rules: rules, seats: 3, seed: seed)
            silent.wrongShare = 0
            silent.missedShare = 100
            while silent.step(), silent.steps < 1_500 {}
            #expect(silent.game.turns <= 200)
        }
    }

    @Test("Different states have different numbers") func canonicalTellsApart() {
        var play = RandomPlay(rules: HouseRules(), seats: 4, seed: 3)
        var seen: [[UInt64]] = []
        var games: [Game] = []
        for _ in 0..<100 {
            _ = play.step()
            if let last = games.last, last == play.game { continue }
            games.append(play.game)
            seen.append(play.game.canonical)
        }
        for i in seen.indices {
            for j in 0..<i { #expect((seen[i] == seen[j]) == (games[i] == games[j])) }
        }
    }
}
