import Testing

@testable import SnapRules

/// rules.md 17, 18, 25.
@Suite struct PaymentTests {
    @Test("Rule 17: one card to each opponent, clockwise from the left, to the bottom") func pays() {
        var game = Game.table(
            .inOrder, up: ["2C", "3C", "4C", "5C"], down: ["", "JC JD JH JS", "", "9C"], rest: 0, active: 2)
        game.active = 0
        let happenings = game.settle(.wrong(payer: 1), turner: 0)
        #expect(happenings == [.paid(seat: 1, to: [2, 3, 0])])
        #expect(game.down(2) == "JC")
        #expect(game.down(3) == "9C JD")
        #expect(game.down(0).hasSuffix("? JH"))
        #expect(game.down(1) == "JS")
        #expect(game.seats.map(\.score) == [0, -2, 0, 0])
        #expect(game.fault() == nil)
    }

    @Test("Rule 17: every number of face-down and face-up cards of the payer, with 1 to 3 opponents")
    func exhaustive() {
        let known = ["2C", "2D", "2H", "2S", "3C"]
        let shown = ["9C", "10C", "JC", "QC"]
        for seats in 2...4 {
            for down in 0...5 {
                for up in 0...4 where down + up > 0 {
                    for inFlight in [false, true] where !inFlight || down > 0 || up > 1 {
                        let ups = [shown.prefix(up).joined(separator: " ")] + ["4C", "5D", "6H"].prefix(seats - 1)
                        let downs = [known.prefix(down).joined(separator: " ")]
                        var game = Game.table(.inOrder, up: ups, down: downs, rest: seats - 1)
                        if inFlight { _ = game.fixFlip(seat: 0) }
                        let fixed = game.drawCandidates
                        let reserved = inFlight ? 1 : 0
                        let owed = seats - 1
                        let left = down - (inFlight && down > 0 ? 1 : 0)
                        // A flip that waits for its pile takes the pile's oldest card with it.
                        let recycled = left < owed ? up - (inFlight && down == 0 ? 1 : 0) : 0
                        let paid = min(owed, left + recycled)
                        let happenings = game.settle(.wrong(payer: 0), turner: 0)
                        #expect(happenings.contains(.paid(seat: 0, to: Array((1..<seats).prefix(paid)))))
                        #expect(happenings.contains(.recycled(seat: 0, count: up)) == (left < owed && up > 0))
                        #expect(game.cards(of: 0) == down + up - paid)
                        #expect(happenings.contains(.out(seat: 0)) == (down + up == paid))
                        #expect(game.cards(of: 0) >= reserved)
                        // Nothing but the end of the game changes what is in flight.
                        if game.outcome == nil { #expect(game.drawCandidates == fixed) }
                        if let fault = game.fault() { Issue.record("\(seats) \(down) \(up) \(inFlight): \(fault)") }
                    }
                }
            }
        }
    }

    @Test("Rule 17: an opponent without any card gets none; one whose only card is in flight does") func receivers() {
        var game = Game.table(up: ["", "3C", "", "5C"], down: ["2D", "", "", ""], rest: 3)
        _ = game.fixFlip(seat: 0)
        #expect(game.seats[0].faceDown.isEmpty)
        #expect(game.settle(.wrong(payer: 3), turner: 1) == [.paid(seat: 3, to: [0, 1])])
        #expect(game.cards(of: 2) == 0)
        #expect(game.active == 0)
    }

    @Test("Rule 17: short of cards it recycles even a single one; the flipper's own top stays reserved")
    func reserved() {
        var game = Game.table(.inOrder, up: ["2C 7C 9D", "3C", "4C", "5C"], rest: 3)
        _ = game.fixFlip(seat: 0)
        #expect(game.inFlight == .recycled(seat: 0))
        #expect(
            game.settle(.wrong(payer: 0), turner: 3) == [.recycled(seat: 0, count: 3), .paid(seat: 0, to: [1, 2])])
        #expect(game.drawCandidates == Card.list("2C"))
        #expect(game.down(1) == "7C")
        #expect(game.down(2) == "9D")
        #expect(game.land() == [.turned(seat: 0, card: Card.list("2C")[0]), .active(seat: 1)])
        #expect(game.fault() == nil)
    }

    @Test("Rule 17: paid slots keep their pool, so nothing is learnt of them") func pools() {
        var game = Game(rules: HouseRules(), seats: 3, starter: 0)
        _ = game.turn("AC")
        _ = game.settle(.wrong(payer: 1), turner: 0)
        #expect(game.seats.flatMap(\.faceDown).allSatisfy { $0.pool == 0 })
        #expect(game.pools == [Array(Card.deck.dropFirst())])
    }

    @Test("Rule 25: a wrong call loses mismatchPenalty; zero is legal") func penalty() {
        for (penalty, score) in [(2, -2), (0, 0), (10, -10)] as [(UInt64, Int)] {
            var game = Game(rules: .with { $0.mismatchPenalty = penalty }, seats: 2, starter: 0)
            _ = game.turn()
            _ = game.settle(.wrong(payer: 1), turner: 0)
            #expect(game.seats[1].score == score)
        }
    }

    @Test("Rule 25: matchBonus zero is legal") func bonus() {
        var game = Game.table(.with { $0.matchBonus = 0 }, up: ["2C", "2D", "4C"], rest: 2, active: 2)
        _ = game.settle(.match(winner: 2, foul: nil), turner: 1)
        #expect(game.seats.map(\.score) == [0, 0, 0])
        #expect(game.seats[2].snapsWon == 1)
    }
}
