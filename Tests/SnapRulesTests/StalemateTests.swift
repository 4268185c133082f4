import Testing

@testable import SnapRules

/// rules.md 23a.
@Suite struct StalemateTests {
    @Test("Rule 23a: 200 turned cards without a change of owner, not 199") func quiet() {
        var game = Game(rules: HouseRules(), seats: 4, starter: 0)
        while game.outcome == nil, game.turns < 300 {
            if game.turns == 199 { #expect(game.quietTurns == 199) }
            _ = game.turn()
        }
        #expect(game.turns == 200)
        #expect(game.outcome == .init(winners: [0, 1, 2, 3], reason: .stalemate))
    }

    @Test("Rule 23a: a change of owner begins the count anew: won, paid, pooled, left") func counted() {
        func quiet(_ rules: HouseRules = HouseRules(), _ change: (inout Game) -> Void) -> Int {
            var game = Game.table(rules, up: ["2C 7C", "3C 7D", "4C"], down: ["8C", "8D", ""], rest: 2, active: 2)
            game.quietTurns = 50
            change(&game)
            return game.quietTurns
        }
        #expect(quiet { _ = $0.settle(.match(winner: 0, foul: nil), turner: 0) } == 0)
        #expect(quiet { _ = $0.settle(.wrong(payer: 0), turner: 0) } == 0)
        #expect(quiet(.pool) { _ = $0.settle(.pooled(foul: nil), turner: 0) } == 0)
        #expect(quiet { _ = $0.leave(seat: 0) } == 0)
        #expect(quiet { _ = $0.settle(.nothing, turner: 0) } == 50)
        #expect(quiet { _ = $0.turn() } == 51)
    }

    @Test("Rule 23a: every rank wholly with one seat") func divided() {
        let low = Card.deck.filter { $0.rank < 6 }
        let high = Card.deck.filter { $0.rank >= 6 }
        func game(_ own: [Card], _ other: [Card]) -> Game {
            var game = Game(rules: HouseRules(), seats: 2, starter: 0)
            game.pools = [own.sorted(), other.sorted()]
            game.seats[0].faceDown = own.map { _ in .init(pool: 0) }
            game.seats[1].faceDown = other.map { _ in .init(pool: 1) }
            return game
        }
        var closed = game(low, high)
        #expect(closed.turn().last == .over(.init(winners: [1], reason: .stalemate)))
        #expect(closed.fault() == nil)
        // One card on the other side, known or not, keeps the game open.
        for moved in [low[0], low[23]] {
            var open = game(low.filter { $0 != moved }, high + [moved])
            _ = open.turn()
            #expect(open.outcome == nil)
        }
    }

    @Test("Rule 23a: possible is what lies in a pile, in a shared pool, or in flight") func possible() {
        // Seat 0 has all of each rank but 7; the last 7 is seat 1's.
        var inPile = Game.table(up: ["2C", "7C 3C 3D 3H 3S"], rest: 0)
        #expect(inPile.isMatchPossible)
        inPile.seats[1].faceUp.removeFirst()
        #expect(!inPile.isMatchPossible)
        var flying = Game.table(up: ["2C", ""], down: ["", "7C"], rest: 0, active: 1)
        #expect(flying.isMatchPossible)
        _ = flying.fixFlip(seat: 1)
        #expect(flying.isMatchPossible)
        let shared = Game(rules: HouseRules(), seats: 2, starter: 0)
        #expect(shared.isMatchPossible)
        let middle = Game.table(.pool, up: ["2C", ""], rest: 0, snapPool: "3C 7C")
        #expect(middle.isMatchPossible)
        let deadMiddle = Game.table(.pool, up: ["2C", ""], rest: 0, snapPool: "7C 7D 7H 7S")
        #expect(!deadMiddle.isMatchPossible)
    }

    @Test("Rule 23a: nobody can turn; a match that lies there is waited for, until its race is settled")
    func nobodyTurns() {
        // All other cards lie in the snap pool, so no seat can turn after this one.
        func lastCard(_ top: String, other: String) -> Game {
            var game = Game.table(.pool, up: ["", other], down: [top, ""], rest: 0)
            game.snapPool = game.pools[0]
            game.pools[0] = []
            game.seats[0].faceDown.removeLast(game.snapPool.count)
            return game
        }
        var calm = lastCard("2D", other: "3C")
        #expect(calm.turn("2D").last == .over(.init(winners: [0, 1], reason: .stalemate)))
        #expect(calm.fault() == nil)

        var game = lastCard("2D", other: "2C")
        #expect(game.fault() == nil)
        #expect(game.turn("2D") == [.turned(seat: 0, card: Card.list("2D")[0])])
        #expect(game.active == nil && game.outcome == nil)
        #expect(game.fault() == nil)
        var void = game
        #expect(void.settle(.nothing, turner: 0) == [.over(.init(winners: [0, 1], reason: .stalemate))])
        var won = game
        #expect(won.settle(.match(winner: 1, foul: nil), turner: 0).contains(.out(seat: 0)))
        #expect(won.fault() == nil)
        // Seat 0 now has both twos, and no king to match the snap pool's top.
        var foul = game
        #expect(
            foul.settle(.wrong(payer: 1), turner: 0) == [
                .recycled(seat: 1, count: 1), .paid(seat: 1, to: [0]), .out(seat: 1), .active(seat: 0),
                .over(.init(winners: [0], reason: .stalemate)),
            ])
        #expect(foul.fault() == nil)
    }
}
