import Testing

@testable import SnapRules

/// rules.md 22-24.
@Suite struct EndTests {
    @Test("Rule 22: all 52 cards win at once, whether by a match, a payment or a departure") func allCards() {
        var snap = Game.table(up: ["2C", "2D"], rest: 0)
        #expect(
            snap.settle(.match(winner: 0, foul: 1), turner: 0).last == .over(.init(winners: [0], reason: .allCards)))
        #expect(snap.seats.map(\.score) == [4, 0])
        var payment = Game.table(up: ["2C", "3C"], rest: 1)
        #expect(
            payment.settle(.wrong(payer: 0), turner: 0) == [
                .recycled(seat: 0, count: 1), .paid(seat: 0, to: [1]), .out(seat: 0),
                .over(.init(winners: [1], reason: .allCards)),
            ])
        var departure = Game.table(up: ["2C", "3C", ""], rest: 1)
        #expect(departure.leave(seat: 0) == [.left(seat: 0, cards: 1), .over(.init(winners: [1], reason: .allCards))])
    }

    @Test("Rule 22: a card in flight counts, and lies with its seat again") func inFlight() {
        var game = Game.table(up: ["2C", "3C"], rest: 1, active: 1)
        _ = game.fixFlip(seat: 1)
        #expect(
            game.settle(.wrong(payer: 0), turner: 0).suffix(2) == [
                .voided(seat: 1), .over(.init(winners: [1], reason: .allCards)),
            ])
        #expect(game.cards(of: 1) == 52)
        #expect(game.fault() == nil)
    }

    @Test("Rule 22: cards in the snap pool are nobody's, so the game goes on while it can be won")
    func snapPoolOpen() {
        var game = Game.table(.pool, up: ["2C 7C", "", "7D"], rest: 0, active: 0)
        #expect(
            game.settle(.pooled(foul: nil), turner: 0) == [.pooled(from: [0, 2], cards: 3), .out(seat: 2)])
        #expect(game.outcome == nil)
        #expect(game.fault() == nil)
        _ = game.turn("7H")
        #expect(game.matchingSeats == [0])
        #expect(
            game.settle(.match(winner: 0, foul: nil), turner: 0).last == .over(.init(winners: [0], reason: .allCards)))
    }

    @Test("Rule 23: by time the seats with most cards win, and share it; those that left do not") func time() {
        var even = Game(rules: HouseRules(), seats: 2, starter: 0)
        #expect(even.end(.timeLimit) == [.over(.init(winners: [0, 1], reason: .timeLimit))])
        var uneven = Game(rules: HouseRules(), seats: 3, starter: 2)
        _ = uneven.fixFlip(seat: 2)
        #expect(
            uneven.end(.chainsExhausted) == [
                .voided(seat: 2), .over(.init(winners: [2], reason: .chainsExhausted)),
            ])
        #expect(uneven.seats[2].faceDown.count == 18)
        var left = Game(rules: HouseRules(), seats: 4, starter: 0)
        _ = left.leave(seat: 1)
        _ = left.end(.timeLimit)
        // 13 cards to 2, 3, 0, beginning at the leaver's left.
        #expect(left.outcome == .init(winners: [2], reason: .timeLimit))
    }

    @Test("After the end nothing changes any more") func over() {
        var game = Game(rules: HouseRules(), seats: 3, starter: 0)
        _ = game.turn()
        _ = game.end(.timeLimit)
        let last = game
        let fixed = game.fixFlip(seat: 1)
        #expect(!fixed)
        #expect(game.resolveFlip(choice: 0) == [])
        for verdict in [.nothing, .wrong(payer: 0), .match(winner: 0, foul: 1), .pooled(foul: 0)] as [Game.Verdict] {
            #expect(game.settle(verdict, turner: 0) == [])
        }
        #expect(game.leave(seat: 1) == [])
        #expect(game.end(.stalemate) == [])
        #expect(game == last)
        #expect(game.drawCandidates == nil)
    }

    @Test("Rule 24: face-down then face-up cards go round to those who hold cards, to the bottom")
    func leave() {
        var game = Game.table(
            .inOrder, up: ["2C 3C", "", "4C", "5C"], down: ["9C 9D 9H", "", "10C", ""], rest: 3, active: 0)
        #expect(game.leave(seat: 0) == [.left(seat: 0, cards: 5), .active(seat: 2)])
        #expect(game.down(1) == "")
        #expect(game.down(2) == "10C 9C 9H 3C")
        #expect(game.down(3).hasSuffix("? 9D 2C"))
        #expect(!game.seats[0].present)
        #expect(game.leave(seat: 0) == [])
        #expect(game.leave(seat: 7) == [])
        #expect(game.fault() == nil)
    }

    @Test("Rule 24: face-up cards become one unknown pool first, face-down ones keep theirs") func leavePools() {
        var game = Game.table(up: ["2C 3C 4C", "5C", "6C"], down: ["9C", "", ""], rest: 2, active: 1)
        _ = game.leave(seat: 0)
        #expect(game.down(1) == "9C ?")
        let pool = game.seats[1].faceDown[1].pool
        #expect(game.pools[pool] == Card.list("2C 3C 4C"))
        #expect(game.seats[2].faceDown.suffix(2).map(\.pool) == [pool, pool])
        // Seat 1 came to have face-down cards: it could not turn before, and is active now as then.
        #expect(game.active == 1)
    }

    @Test("Rule 24: the flip of the leaver comes to nothing; another's goes on") func leaveInFlight() {
        var own = Game.table(.inOrder, up: ["", "3C", "4C"], down: ["9C 9D", "", ""], rest: 2)
        _ = own.fixFlip(seat: 0)
        #expect(own.leave(seat: 0) == [.voided(seat: 0), .left(seat: 0, cards: 2), .active(seat: 1)])
        #expect(own.down(1) == "9C")
        #expect(own.down(2).hasSuffix("? 9D"))
        var pile = Game.table(.inOrder, up: ["2C 5D", "3C", "4C"], rest: 2)
        _ = pile.fixFlip(seat: 0)
        #expect(pile.leave(seat: 0) == [.voided(seat: 0), .left(seat: 0, cards: 2), .active(seat: 1)])
        #expect(pile.down(1) == "2C")
        var other = Game.table(.inOrder, up: ["2C 5D", "3C", "4C"], down: ["", "9C 9D", ""], rest: 2)
        _ = other.fixFlip(seat: 0)
        #expect(other.leave(seat: 1) == [.left(seat: 1, cards: 3)])
        #expect(other.inFlight == .recycled(seat: 0))
        _ = other.land()
        #expect(other.up(0) == "2C")
        #expect(other.down(0) == "5D 9D")
        #expect(other.fault() == nil)
    }

    @Test("Rule 24: one remaining seat wins at once, even without cards") func lastSeat() {
        var game = Game.table(up: ["2C", "3C"], rest: 0)
        #expect(game.leave(seat: 0).last == .over(.init(winners: [1], reason: .lastSeat)))
        #expect(game.cards(of: 1) == 52)
        var pooled = Game.table(.pool, up: ["2C", ""], rest: 0, snapPool: "4C 4D")
        #expect(pooled.leave(seat: 1) == [.left(seat: 1, cards: 0), .over(.init(winners: [0], reason: .lastSeat))])
    }

    @Test("Rule 24: where no remaining seat holds cards all of them share") func leaveToTheOut() {
        var game = Game.table(.pool, up: ["2C", "", ""], rest: 0, snapPool: "4C 4D 4H 4S")
        let happenings = game.leave(seat: 0)
        #expect(happenings.first == .left(seat: 0, cards: 48))
        #expect(game.cards(of: 1) == 24 && game.cards(of: 2) == 24)
        #expect(game.active == 1)
        #expect(game.fault() == nil)
    }
}
