import Testing

@testable import SnapRules

/// The layout of Protocol.md, *Canonical state*, by the examples that stand there.
@Suite struct CanonicalTests {
    static func zeros(_ count: Int) -> [UInt64] { Array(repeating: 0, count: count) }

    @Test("The worked example of Protocol.md") func example() {
        var game = Game(rules: .inOrder, seats: 2, starter: 1)
        for card in ["KS", "AC", "KH"] { _ = game.turn(card) }
        let head: [UInt64] = [4, 2, 1, 500, 15_000, 100, 600_000, 1, 0, 65_536, 2]
        let pools = [1, 49] + Array(1...49 as ClosedRange<UInt64>)
        #expect(
            game.canonical == head + [1, 1, 0, 25] + Self.zeros(25) + [1, 0] + [1, 3, 0, 24] + Self.zeros(24)
                + [2, 51, 50] + pools + [1, 0, 0, 0, 0, 3, 3, 0, 0])
        _ = game.settle(.wrong(payer: 1), turner: 1)
        _ = game.fixFlip(seat: 0)
        #expect(
            game.canonical == head + [1, 1, 0, 25] + Self.zeros(25) + [1, 0] + [1, 7, 0, 23] + Self.zeros(23)
                + [2, 51, 50] + pools + [1, 1, 0, 0, 0, 0, 3, 0, 0])
    }

    @Test("Every part of the state: a pile in flight, a snap pool, a seat that left, an outcome") func parts() {
        var game = Game.table(.pool, up: ["2C 9C", "", "4D"], down: ["", "", "7H"], rest: 2, snapPool: "3C 3D")
        _ = game.leave(seat: 1)
        _ = game.fixFlip(seat: 0)
        game.seats[0].score = 5
        game.seats[0].snapsWon = 2
        let rules = HouseRules.pool.wire
        let pools = [2, 46] + game.pools[0].map { UInt64($0.number) } + [1, 26]
        let seats: [UInt64] = [3, 1, 10, 2, 0, 2, 4, 32, 0, 0, 0, 0, 0, 1, 0, 0, 47, 1] + Self.zeros(46) + [1, 13]
        #expect(game.canonical == rules + seats + pools + [1, 2, 0, 0, 2, 8, 9, 0, 100, 0, 0])
        _ = game.end(.timeLimit)
        #expect(game.canonical == rules + seats + pools + [0, 0, 0, 0, 2, 8, 9, 0, 100, 3, 1, 2])
    }
}
