import Testing

@testable import SnapRules

/// rules.md 14-16, 18-21, 25.
@Suite struct SnapTests {
    @Test("Rules 14, 19, 25: every set of tops of four seats and the snap pool, against pairs counted by hand")
    func exhaustive() {
        // 0: none; 1...4: ranks 3...6. A seat's card has the seat's suit; the pool's would need a fifth suit if all four show it.
        for code in 0..<(5 * 5 * 5 * 5 * 5) {
            var digits = code
            let tops = (0..<5).map { _ in
                let digit = digits % 5
                digits /= 5
                return digit
            }
            let ranks = tops.prefix(4).map { $0 }
            guard let suit = (0..<4).first(where: { tops[4] == 0 || ranks[$0] != tops[4] }) else { continue }
            func name(_ rank: Int, _ suit: Int) -> String {
                rank == 0 ? "" : Card(unchecked: (rank + 1) * 4 + suit).asciiName
            }
            // Beneath every top lies a king: what is covered never counts.
            let up = (0..<4).map { ranks[$0] == 0 ? "" : "K\(["C", "D", "H", "S"][$0]) " + name(ranks[$0], $0) }
            let game = Game.table(.pool, up: up, rest: 0, snapPool: name(tops[4], suit))
            var pairs = 0
            var matching: Set<Int> = []
            for a in 0..<5 {
                for b in 0..<a where tops[a] != 0 && tops[a] == tops[b] {
                    pairs += 1
                    matching.formUnion([a, b])
                }
            }
            #expect(game.matchingSeats == (matching.isEmpty ? nil : matching.subtracting([4]).sorted()))
            #expect(game.match?.pairs ?? 0 == pairs)
            #expect(game.match?.takesPool ?? false == matching.contains(4))
            if tops[1...].contains(where: { $0 != 0 }) { #expect(game.fault() == nil) }
        }
    }

    @Test("Rules 14, 25: AA 1, AAA 3, AAAA 6, AABB 2 pairs; one call takes all matching piles, whoever calls")
    func pairs() {
        let cases: [([String], Int, [Int])] = [
            (["AC", "AD", "2C", "3C"], 1, [0, 1]), (["AC", "AD", "AH", "3C"], 3, [0, 1, 2]),
            (["AC", "AD", "AH", "AS"], 6, [0, 1, 2, 3]), (["AC", "2C", "AD", "2D"], 2, [0, 1, 2, 3]),
        ]
        for (up, pairs, seats) in cases {
            for winner in 0..<4 {
                // What lies beneath a top goes with it.
                let piles = zip(["5C", "5D", "5H", "5S"], up).map { $0 + " " + $1 }
                var game = Game.table(up: piles, rest: 3)
                let cards = seats.reduce(0) { $0 + game.seats[$1].faceUp.count }
                let from = (0..<4).map { (winner + $0) % 4 }.filter(seats.contains)
                let happenings = game.settle(.match(winner: winner, foul: nil), turner: 0)
                #expect(happenings.first == .won(seat: winner, from: from, cards: cards, pairs: pairs))
                #expect(game.seats[winner].score == 4 * pairs)
                #expect(game.seats[winner].snapsWon == 1)
                #expect(game.matchingSeats == nil)
                #expect(game.fault() == nil)
            }
        }
    }

    @Test("Rule 15: won piles go beneath, clockwise from the caller's own seat, oldest first; or as one block")
    func orderOfWonPiles() {
        let up = ["2C 7C", "3C 7D", "4C 7H", "5C"]
        var game = Game.table(.inOrder, up: up, down: ["", "JC", "", ""], rest: 3)
        _ = game.settle(.match(winner: 1, foul: nil), turner: 0)
        #expect(game.down(1) == "JC 3C 7D 4C 7H 2C 7C")
        #expect(game.fault() == nil)
        var block = Game.table(up: up, down: ["", "JC", "", ""], rest: 3)
        _ = block.settle(.match(winner: 1, foul: nil), turner: 0)
        #expect(block.down(1) == "JC ? ? ? ? ? ?")
        #expect(block.pools[block.seats[1].faceDown[1].pool] == Card.list("2C 3C 4C 7C 7D 7H"))
        #expect(block.fault() == nil)
    }

    @Test("Rule 16: a race in which nothing was decided moves nothing; a verdict that cannot be moves nothing")
    func nothing() {
        var game = Game.table(up: ["2C 7C", "3C 7D", "4C"], rest: 2)
        let before = game
        for verdict in [.nothing, .match(winner: 3, foul: nil), .match(winner: -1, foul: 0), .wrong(payer: 9)]
            as [Game.Verdict]
        {
            #expect(game.settle(verdict, turner: 0) == [])
            #expect(game == before)
        }
        #expect(game.settle(.pooled(foul: nil), turner: 0) == [])
        #expect(game.settle(.match(winner: 0, foul: nil), turner: 7) == [])
        #expect(game == before)
        var calm = Game.table(up: ["2C", "3C", "4C"], rest: 2, active: 2)
        let still = calm
        #expect(calm.settle(.match(winner: 0, foul: nil), turner: 0) == [])
        #expect(calm == still)
    }

    @Test("Rule 18: the false starter pays after the match is taken, and is out if that leaves it nothing")
    func foul() {
        var game = Game.table(up: ["2C 7C", "3C 7D", "4C"], down: ["8C 8D", "", ""], rest: 2, active: 2)
        let happenings = game.settle(.match(winner: 1, foul: 0), turner: 0)
        #expect(
            happenings.prefix(2) == [.won(seat: 1, from: [1, 0], cards: 4, pairs: 1), .paid(seat: 0, to: [1, 2])])
        #expect(happenings.contains(.out(seat: 0)))
        #expect(game.seats.map(\.score) == [-2, 4, 0])
        #expect(game.down(1) == "? ? ? ? 8C")
        var poor = Game.table(up: ["2C 7C", "3C 7D", "4C"], rest: 2, active: 2)
        #expect(
            poor.settle(.match(winner: 1, foul: 0), turner: 0) == [
                .won(seat: 1, from: [1, 0], cards: 4, pairs: 1), .out(seat: 0), .paid(seat: 0, to: []),
            ])
    }

    @Test("Rule 19: a dead heat goes to the snap pool, clockwise from the turner; its top is won like a pile")
    func snapPool() {
        let rules = HouseRules.with {
            $0.deadHeat = .pool
            $0.recycle = .inOrder
        }
        let up = ["2C 7C", "3C 7D", "5C", "4C 7H"]
        var game = Game.table(rules, up: up, down: ["9C", "9D", "9H 10C 10D", ""], rest: 3)
        #expect(
            game.settle(.pooled(foul: 2), turner: 3) == [
                .pooled(from: [3, 0, 1], cards: 6), .paid(seat: 2, to: [3, 0, 1]),
            ])
        #expect(game.snapPool == Card.list("4C 7H 2C 7C 3C 7D"))
        #expect(game.seats.map(\.snapsWon) == [0, 0, 0, 0])
        #expect(game.seats.map(\.score) == [0, 0, -2, 0])
        #expect(game.matchingSeats == nil)
        _ = game.turn("9C")
        _ = game.turn("9D")
        #expect(game.matchingSeats == [0, 1])
        #expect(game.match?.takesPool == false)
        #expect(game.turn("7S").first == .turned(seat: 3, card: Card.list("7S")[0]))
        #expect(game.matchingSeats == [0, 1, 3])
        #expect(
            game.settle(.match(winner: 2, foul: nil), turner: 3).first
                == .won(seat: 2, from: [3, 0, 1], cards: 9, pairs: 2))
        #expect(game.snapPool.isEmpty)
        #expect(game.down(2) == "7S 9C 9D 4C 7H 2C 7C 3C 7D")
        #expect(game.seats[2].score == 6)
        #expect(game.fault() == nil)
    }

    @Test("Rule 20: an active seat that has not turned keeps its turn; a card in flight stays that very card")
    func turnsKept() {
        var game = Game.table(.inOrder, up: ["2C 7C", "3C 7D", "4C"], down: ["", "8C 8D", ""], rest: 2, active: 1)
        let fixed = game.fixFlip(seat: 1)
        #expect(fixed)
        #expect(game.settle(.match(winner: 1, foul: nil), turner: 0).contains(.out(seat: 0)))
        #expect(game.active == 1)
        #expect(game.drawCandidates == Card.list("8C"))
        #expect(game.down(1) == "8D 3C 7D 2C 7C")
        _ = game.land()
        #expect(game.up(1) == "8C")
        var waiting = Game.table(up: ["2C 7C", "3C 7D", "4C"], down: ["", "8C", ""], rest: 2, active: 1)
        #expect(!waiting.settle(.match(winner: 2, foul: nil), turner: 0).contains(.active(seat: 1)))
        #expect(waiting.active == 1)
    }

    @Test("Rule 20: a turn moves on where its seat can no longer turn") func turnMovesOn() {
        var game = Game.table(up: ["2C", "3C 7D", "4C 7H"], rest: 0, active: 1)
        #expect(
            game.settle(.match(winner: 0, foul: nil), turner: 2).suffix(3) == [
                .out(seat: 1), .out(seat: 2), .over(.init(winners: [0], reason: .allCards)),
            ])
        var three = Game.table(up: ["2C", "3C 7D", "4C 7H"], down: ["", "", "5D"], rest: 0, active: 1)
        #expect(three.settle(.match(winner: 0, foul: nil), turner: 0).suffix(2) == [.out(seat: 1), .active(seat: 2)])
    }

    @Test("Rules 12, 20: a flip that waits for its pile is void once the pile is won, by anyone", arguments: 0..<3)
    func voided(winner: Int) {
        var game = Game.table(up: ["2C 7C", "3C 7D", "4C"], down: ["8C", "", ""], rest: 2, active: 1)
        let fixed = game.fixFlip(seat: 1)
        #expect(fixed && game.inFlight == .recycled(seat: 1))
        let happenings = game.settle(.match(winner: winner, foul: nil), turner: 0)
        #expect(happenings.contains(.voided(seat: 1)))
        #expect(happenings.contains(.active(seat: 2)))
        #expect(game.inFlight == nil)
        #expect(game.drawCandidates == nil)
        #expect(game.active == 2)
        #expect(game.fault() == nil)
    }

    @Test("Rules 12, 20: the pile is recycled on top of what came meanwhile") func queuedBeneath() {
        var game = Game.table(.inOrder, up: ["2C 7C", "3C 5D", "4C 7H"], down: ["8C", "", ""], rest: 2, active: 1)
        _ = game.fixFlip(seat: 1)
        _ = game.settle(.match(winner: 1, foul: nil), turner: 0)
        #expect(game.inFlight == .recycled(seat: 1))
        #expect(game.down(1) == "4C 7H 2C 7C")
        #expect(game.drawCandidates == Card.list("3C"))
        _ = game.land()
        #expect(game.up(1) == "3C")
        #expect(game.down(1) == "5D 4C 7H 2C 7C")
        #expect(game.fault() == nil)
    }
}
