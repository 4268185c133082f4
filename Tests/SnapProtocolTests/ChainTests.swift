import SnapCrypto
import SnapWire
import Testing

@testable import SnapProtocol

@Suite("Hash chains")
struct ChainTests {
    let game = Digest.of(Array("game".utf8))
    let key = PublicKey(words: (1, 2, 3, 4))

    /// The layout of Protocol.md, written without the patched buffer.
    func generic(_ link: Link, kind: Chain.Kind, index: UInt64) -> Link {
        var writer = CBORWriter()
        writer.array(6)
        writer.text("snap link 1")
        writer.byteString(game.bytes)
        writer.byteString(key.bytes)
        writer.unsigned(kind.rawValue)
        writer.unsigned(index)
        writer.byteString(link.bytes)
        return Link(words: Digest.of(writer.bytes).words)
    }

    @Test("Each link hashes to the one before, by the generic encoding too, across every width of the index")
    func stepsAreTheGenericEncoding() throws {
        let chain = Chain(game: game, key: key, kind: .tie, secret: Array(0..<32), length: 600)
        var before = chain.anchor
        for index in 0..<UInt64(600) {
            let link = try #require(chain.link(at: index))
            #expect(generic(link, kind: .tie, index: index) == before)
            #expect(Chain.step(link, game: game, key: key, kind: .tie, index: index) == before)
            before = link
        }
        #expect(chain.link(at: 600) == nil)
        for index in [65_535, 65_536, 1 << 32, UInt64.max] {
            #expect(
                Chain.step(before, game: game, key: key, kind: .card, index: index)
                    == generic(before, kind: .card, index: index))
        }
    }

    @Test("One stepper gives the same whatever width of index came before")
    func stepperKeepsNothing() {
        var stepper = LinkStepper(game: game, key: key, kind: .card)
        let link = Link(words: (9, 8, 7, 6))
        for index in [300, 1 << 33, 301, 24, 23, 24, 1 << 20, 22, 65_535, 0] as [UInt64] {
            #expect(stepper.step(link, index: index) == generic(link, kind: .card, index: index))
        }
    }

    @Test("Chains of another game, key, kind or secret share nothing")
    func chainsAreApart() {
        let chain = Chain(game: game, key: key, kind: .card, secret: Array(0..<32), length: 4)
        let others = [
            Chain(game: Digest.of([1]), key: key, kind: .card, secret: Array(0..<32), length: 4),
            Chain(game: game, key: PublicKey(words: (1, 2, 3, 5)), kind: .card, secret: Array(0..<32), length: 4),
            Chain(game: game, key: key, kind: .tie, secret: Array(0..<32), length: 4),
            Chain(game: game, key: key, kind: .card, secret: Array(1..<33), length: 4),
        ]
        for other in others {
            #expect(other.anchor != chain.anchor)
            #expect(other.link(at: 3) != chain.link(at: 3))
        }
    }

    @Test("A verified chain admits its own links in any order, and nothing else")
    func admission() throws {
        let chain = Chain(game: game, key: key, kind: .card, secret: Array(0..<32), length: 300)
        var known = VerifiedLinks(game: game, key: key, kind: .card, length: 300, anchor: chain.anchor)
        func link(_ index: UInt64) throws -> Link { try #require(chain.link(at: index)) }
        #expect(try known.admit(link(0), at: 0))
        #expect(try known.admit(link(7), at: 7))
        #expect(try known.admit(link(3), at: 3))
        #expect(try known.admit(link(7), at: 7))
        #expect(try !known.admit(link(8), at: 9))
        #expect(try !known.admit(link(9), at: 8))
        #expect(try !known.admit(link(2), at: 3))
        #expect(!known.holds(Link(words: (0, 0, 0, 0)), at: 8))
        #expect(try known.admit(link(299), at: 299))
        #expect(try known.holds(link(8), at: 8))
        #expect(try !known.holds(link(299), at: 300))
        #expect(try !known.holds(link(299), at: UInt64.max))
    }

    @Test("A full chain is made in the time of a lobby's blink")
    func fullLength() {
        let clock = ContinuousClock()
        var chain: Chain?
        let time = clock.measure {
            chain = Chain(game: game, key: key, kind: .card, secret: Array(0..<32), length: 65_536)
        }
        print("65,536 links in \(time)")
        #expect(chain?.link(at: 65_535) != nil)
        // Debug builds on a busy machine take many times the 60 ms of a release build.
        #expect(time < .seconds(3))
    }
}
