import Testing

@testable import SnapRules

/// rules.md 7-13.
@Suite struct TurnTests {
    @Test("Rules 1, 7, 8: all 52 go out one by one from the starter, for 2 to 4 seats", arguments: 2...4)
    func deal(seats: Int) {
        for starter in 0..<seats {
            let game = Game(rules: HouseRules(), seats: seats, starter: starter)
            let counts = (0..<seats).map { game.seats[(starter + $0) % seats].faceDown.count }
            #expect(counts == [[26, 26], [18, 17, 17], [13, 13, 13, 13]][seats - 2])
            #expect(game.active == starter)
            #expect(game.pools == [Card.deck])
            #expect(game.fault() == nil)
        }
    }

    @Test("A seat count or starter that is out of range never traps")
    func oddDeals() {
        #expect(Game(rules: HouseRules(), seats: -1, starter: 0).seats.count == 2)
        #expect(Game(rules: HouseRules(), seats: 9, starter: 6).active == 2)
        #expect(Game(rules: HouseRules(), seats: 3, starter: -1).active == 2)
        #expect(Game(rules: HouseRules(), seats: 3, starter: .min).fault() == nil)
        #expect(Game(rules: HouseRules(), seats: 3, starter: .max).fault() == nil)
    }

    @Test("Rule 9: a face-down card may be any that was not seen; a seen one no more") func candidates() {
        var game = Game(rules: HouseRules(), seats: 2, starter: 0)
        #expect(game.drawCandidates == nil)
        let fixed = game.fixFlip(seat: 0)
        #expect(fixed)
        #expect(game.drawCandidates == Card.deck)
        #expect(game.resolveFlip(choice: 51) == [.turned(seat: 0, card: Card.deck[51]), .active(seat: 1)])
        _ = game.fixFlip(seat: 1)
        #expect(game.drawCandidates == Array(Card.deck.dropLast()))
    }

    @Test("Rule 10: only the active seat turns, once, clockwise") func order() {
        var game = Game(rules: HouseRules(), seats: 3, starter: 1)
        for seat in [-1, 0, 2, 3] {
            let before = game
            let fixed = game.fixFlip(seat: seat)
            #expect(!fixed)
            #expect(game == before)
        }
        let first = game.fixFlip(seat: 1)
        let again = game.fixFlip(seat: 1)
        #expect(first && !again)
        #expect(game.active == 1)
        #expect(game.cards(of: 1) == 18)
        for choice in [-1, 52, .max, .min] {
            let before = game
            #expect(game.resolveFlip(choice: choice) == [])
            #expect(game == before)
        }
        _ = game.land()
        #expect(game.active == 2)
        #expect(game.resolveFlip(choice: 0) == [])
        _ = game.turn()
        #expect(game.active == 0)
        _ = game.turn()
        #expect(game.active == 1)
    }

    @Test("Rule 12: without face-down cards the pile is recycled, as a block or in order")
    func recycle() {
        for rules in [HouseRules(), .inOrder] {
            var game = Game.table(rules, up: ["7H 2C 9D", "KS"], rest: 1)
            let fixed = game.fixFlip(seat: 0)
            #expect(fixed)
            #expect(game.inFlight == .recycled(seat: 0))
            #expect(game.up(0) == "7H 2C 9D")
            let candidates = game.drawCandidates?.map(\.asciiName)
            #expect(candidates == (rules.recycle == .inOrder ? ["7H"] : ["2C", "7H", "9D"]))
            #expect(
                game.land("7H")
                    == [.recycled(seat: 0, count: 3), .turned(seat: 0, card: Card.list("7H")[0]), .active(seat: 1)])
            #expect(game.up(0) == "7H")
            #expect(game.down(0) == (rules.recycle == .inOrder ? "2C 9D" : "? ?"))
            #expect(game.fault() == nil)
            if rules.recycle == .shuffled {
                #expect(game.pools[game.seats[0].faceDown[0].pool] == Card.list("2C 9D"))
            }
        }
    }

    @Test("Rule 13: seats without cards, and with one face-up card only, are skipped; the latter still match")
    func skipped() {
        var game = Game.table(up: ["3C", "4C", "", "6C"], down: ["", "", "", "3D"], rest: 0)
        _ = game.turn("5C")
        #expect(game.active == 3)
        _ = game.turn("3D")
        #expect(game.active == 0)
        #expect(game.matchingSeats == nil)
        _ = game.turn("4D")
        #expect(game.matchingSeats == [0, 1])
        #expect(game.active == 3)
        #expect(
            game.settle(.match(winner: 1, foul: nil), turner: 0).first
                == .won(seat: 1, from: [1, 0], cards: 4, pairs: 1))
        #expect(game.fault() == nil)
    }

    @Test("Rule 13: a seat alone able to turn turns again") func alone() {
        var game = Game.table(up: ["3C", "4C"], rest: 0)
        #expect(game.turn("5C").last == .active(seat: 0))
    }

    @Test("Rule 25: each turned card costs flipCost; zero is legal; out of range counts as the most")
    func flipCost() {
        for (cost, score) in [(1, -1), (0, 0), (10, -10), (.max, -10)] as [(UInt64, Int)] {
            var game = Game(rules: .with { $0.flipCost = cost }, seats: 2, starter: 0)
            _ = game.turn()
            #expect(game.seats.map(\.score) == [score, 0])
        }
    }
}
