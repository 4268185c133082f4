import Testing

@testable import SnapRules

/// Protocol.md, *Why deferred drawing is a full shuffle*: rule 9. Every shuffle of a small deck is enumerated on a table
/// with real cards, every draw in the reducer; both must give each public history the same probability, as a fraction.
@Suite struct DeferredShuffleTests {
    /// When people call and leave; depends only on what is seen.
    struct Script: Sendable {
        var seats = 2
        var ranks: [Int] = [0, 0, 1, 1, 2]
        var turns = 6
        /// Settles the race of a card only when the next flip is fixed.
        var late = false
        /// Nobody calls a match of an even turn.
        var sleepy = false
        /// A wrong call after every so many turns, or where a card of rank 0 was turned.
        var wrongEvery = 3
        var wrongOnAce = false
        /// Turn before which a seat leaves.
        var leaveAt: Int?
        var pooled = false
        var inOrder = false
    }

    static let scripts: [Script] = {
        let shapes = [
            Script(),
            Script(late: true),
            Script(late: true, wrongEvery: 2, wrongOnAce: true),
            Script(turns: 7, sleepy: true, wrongEvery: 5),
            Script(ranks: [0, 0, 0, 1], turns: 8, late: true, wrongEvery: 4),
            Script(seats: 3, ranks: [0, 0, 1, 1, 2, 2], turns: 5, wrongEvery: 2, leaveAt: 3),
            Script(seats: 3, ranks: [0, 0, 1, 1, 1], turns: 7, late: true, sleepy: true, leaveAt: 4),
            Script(seats: 3, ranks: [0, 0, 1, 2, 3], turns: 7, late: true, wrongOnAce: true, leaveAt: 5),
            Script(ranks: [0, 0, 1, 1], turns: 7, wrongEvery: 4, pooled: true),
            Script(seats: 4, ranks: [0, 0, 1, 1, 2, 2], turns: 5, late: true, leaveAt: 2),
        ]
        return shapes.flatMap { shape in
            [false, true].map { inOrder in
                var script = shape
                script.inOrder = inOrder
                return script
            }
        }
    }()

    @Test("Deferred draws have the distribution of a full shuffle", arguments: scripts)
    func equalDistributions(script: Script) {
        let deferred = distribution { Self.playReducer(script, &$0) }
        let shuffled = distribution { Self.playReal(script, &$0) }
        #expect(deferred.count > 10)
        #expect(deferred.values.reduce(Fraction.zero, +) == Fraction(1, 1))
        #expect(deferred == shuffled)
    }

    @Test("The proof can fail: a draw that prefers the lowest card is found out") func detectsBias() {
        let script = Script(turns: 4)
        let biased = distribution { paths in
            Self.playReducer(script, &paths) { count, paths in max(0, paths.choose(count + 1) - 1) }
        }
        let shuffled = distribution { Self.playReal(script, &$0) }
        #expect(Set(biased.keys) == Set(shuffled.keys))
        #expect(biased != shuffled)
    }

    // MARK: the two tables

    static func deck(_ script: Script) -> [Card] {
        var used = [Int](repeating: 0, count: 13)
        return script.ranks.map { rank in
            used[rank] += 1
            return Card(unchecked: rank * 4 + used[rank] - 1)
        }
    }

    /// Who calls after `turn` turns: the first seat from it that holds cards.
    static func caller(_ turn: Int, _ holds: [Int]) -> Int? {
        holds.indices.map { (turn + $0) % holds.count }.first { holds[$0] > 0 }
    }

    static func playReducer(
        _ script: Script, _ paths: inout Paths, draw: (Int, inout Paths) -> Int = { $1.choose($0) }
    ) -> [[Int]] {
        var rules = HouseRules()
        rules.recycle = script.inOrder ? .inOrder : .shuffled
        rules.deadHeat = script.pooled ? .pool : .lottery
        let deck = deck(script)
        var game = Game(rules: rules, seats: script.seats, starter: 0, deck: deck)
        var history: [[Int]] = []
        func settle(_ turn: Int, _ card: Card) {
            let holds = game.seats.indices.map { game.cards(of: $0) }
            guard let seat = caller(turn, holds) else { return }
            if game.matchingSeats != nil {
                if script.sleepy, turn % 2 == 0 { return }
                let foul = caller(turn + 1, holds).flatMap { $0 == seat ? nil : $0 }
                _ = game.settle(
                    script.pooled && turn < 4 ? .pooled(foul: foul) : .match(winner: seat, foul: foul), turner: 0)
            } else if turn % script.wrongEvery == 0 || (script.wrongOnAce && card.rank == 0) {
                _ = game.settle(.wrong(payer: seat), turner: 0)
            }
            history.append(game.seen)
        }
        var last: Card?
        for turn in 1...script.turns where game.outcome == nil {
            if let seat = game.active { _ = game.fixFlip(seat: seat) }
            if script.late, let last { settle(turn - 1, last) }
            if script.leaveAt == turn { _ = game.leave(seat: 1) }
            guard let candidates = game.drawCandidates else {
                history.append(game.seen)
                continue
            }
            let card = candidates[draw(candidates.count, &paths)]
            _ = game.resolveFlip(choice: candidates.firstIndex(of: card) ?? 0)
            history.append(game.seen)
            if !script.late { settle(turn, card) }
            last = card
            if let fault = game.fault(deck: deck) { Issue.record("\(script): \(fault)") }
        }
        return history
    }

    static func playReal(_ script: Script, _ paths: inout Paths) -> [[Int]] {
        let start = paths.shuffle(deck(script))
        var real = RealTable(order: start, seats: script.seats, starter: 0, inOrder: script.inOrder)
        var history: [[Int]] = []
        func settle(_ turn: Int, _ card: Card) {
            let holds = (0..<script.seats).map { real.holds($0) }
            guard let seat = caller(turn, holds) else { return }
            if !real.pairs.isEmpty {
                if script.sleepy, turn % 2 == 0 { return }
                let foul = caller(turn + 1, holds).flatMap { $0 == seat ? nil : $0 }
                real.match(caller: script.pooled && turn < 4 ? nil : seat, foul: foul, turner: 0) { paths.shuffle($0) }
            } else if turn % script.wrongEvery == 0 || (script.wrongOnAce && card.rank == 0) {
                real.wrong(seat, turner: 0) { paths.shuffle($0) }
            }
            history.append(real.seen)
        }
        var last: Card?
        for turn in 1...script.turns where real.winners == nil {
            real.lift()
            if script.late, let last { settle(turn - 1, last) }
            if script.leaveAt == turn { real.goes(1) { paths.shuffle($0) } }
            guard let card = real.show({ paths.shuffle($0) }) else {
                history.append(real.seen)
                continue
            }
            history.append(real.seen)
            if !script.late { settle(turn, card) }
            last = card
        }
        return history
    }
}
