import SnapCrypto
import SnapWire
import Testing

@testable import SnapProtocol

@Suite("Draws")
struct FoldDrawTests {
    let game = Digest.of(Array("draws".utf8))

    func link(_ number: UInt64) -> Link { Link(words: (number, 0, 0, 0)) }

    @Test("Every link, the index, the game and the label change the draw")
    func everythingCounts() {
        let links: [Link?] = [link(1), link(2), nil]
        let many: UInt64 = 1 << 60
        let base = Draw.card(game: game, index: 5, links: links, of: many)
        #expect(Draw.card(game: game, index: 5, links: links, of: many) == base)
        #expect(Draw.card(game: game, index: 6, links: links, of: many) != base)
        #expect(Draw.card(game: Digest.of([]), index: 5, links: links, of: many) != base)
        #expect(Draw.card(game: game, index: 5, links: [link(3), link(2), nil], of: many) != base)
        #expect(Draw.card(game: game, index: 5, links: [link(1), link(3), nil], of: many) != base)
        #expect(Draw.card(game: game, index: 5, links: [link(1), link(2), link(3)], of: many) != base)
        #expect(Draw.card(game: game, index: 5, links: [link(2), link(1), nil], of: many) != base)
        #expect(Draw.ticket(game: game, race: 5, links: links, of: many) != base)
    }

    @Test("A value at or above the largest multiple is refused for the next attempt's")
    func rejection() {
        // Of this many outcomes one value in two is refused.
        let count: UInt64 = 1 << 63 | 1
        var refused = 0
        for index in 0..<200 as Range<UInt64> {
            var expected: UInt64?
            for attempt in 0..<64 as Range<UInt64> where expected == nil {
                let text = Draw.text("snap draw 1", game: game, index: index, attempt: attempt, links: [link(1)])
                let value = Digest.of(text).words.0
                if value < count { expected = value } else { refused += 1 }
            }
            #expect(Draw.card(game: game, index: index, links: [link(1)], of: count) == expected)
        }
        #expect(refused > 50)
    }

    @Test("One outcome needs no draw, and none at all does not trap")
    func smallest() {
        #expect(Draw.card(game: game, index: 1, links: [], of: 1) == 0)
        #expect(Draw.card(game: game, index: 1, links: [], of: 0) == 0)
    }

    @Test("Draws are uniform over 52, 51, 3 and 2 outcomes (chi-square, 20,000 draws each)")
    func uniform() {
        // 99.99 % points of chi-square with 51, 50, 2 and 1 degrees of freedom.
        for (count, limit) in [(52, 99.0), (51, 97.5), (3, 18.5), (2, 15.2)] as [(UInt64, Double)] {
            var counts = [Double](repeating: 0, count: Int(count))
            for index in 0..<20_000 as Range<UInt64> {
                counts[Int(Draw.card(game: game, index: index, links: [link(1), link(2)], of: count))] += 1
            }
            let expected = 20_000 / Double(count)
            let chi = counts.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
            #expect(chi < limit, "\(count) outcomes")
        }
    }

    @Test("Who lacks one link of one seat predicts no better than counting: 1/52 of 10,000 draws")
    func oneHonestLinkSuffices() {
        let honest = Chain(
            game: game, key: PublicKey(words: (1, 1, 1, 1)), kind: .card, secret: Array(0..<32), length: 10_001)
        var hits = 0
        for index in 0..<10_000 as Range<UInt64> {
            let draw = Draw.card(
                game: game, index: index, links: [link(7), honest.link(at: index), link(8)], of: 52)
            // The best the others can do: the honest seat's newest known link, and their own.
            let known = index == 0 ? honest.anchor : honest.link(at: index - 1)
            let guess = Draw.card(game: game, index: index, links: [link(7), known, link(8)], of: 52)
            if guess == draw { hits += 1 }
        }
        // Mean 192.3, standard deviation 13.7: within 4.5 of it.
        print("\(hits) of 10,000 predicted; 192 expected")
        #expect((130...254).contains(hits))
    }
}
