import SnapCrypto
import SnapWire
import Testing

@testable import SnapProtocol

/// The worked examples of Protocol.md, which were made by a separate program from its text alone.
@Suite("Worked examples")
struct FoldVectorTests {
    let game = Digest(Array(0..<32))!

    func chain(_ key: UInt8, _ kind: Chain.Kind, _ secret: UInt8) -> Chain {
        Chain(
            game: game, key: PublicKey(Array(repeating: key, count: 32))!, kind: kind,
            secret: Array(repeating: secret, count: 32), length: 256)
    }

    @Test("A card chain")
    func cardChain() {
        let chain = chain(0x11, .card, 0x22)
        #expect(chain.anchor.hex == "027c052d0703f4482e82de59ba77e6df38e817ccb833bf097c3f6caafd76d105")
        #expect(chain.link(at: 0)?.hex == "d87d201977aaa266f9afc170723e51c820afcb5b70ae03fd799ef98d8d6465fa")
        #expect(chain.link(at: 2)?.hex == "14b90e1ad643bda48d240af2f9948a30ea468922e2f422e391570044bbdef026")
        #expect(chain.link(at: 3)?.hex == "864f4b878da827bf2c92e232a0c386fec0f3ea7784babed228cb97c69b0a3435")
        #expect(chain.link(at: 255)?.hex == "3d3fc9f5f91e4e9edc2ac9af8440f368c123cafc4500ca9ad09c5172f10d69fa")
    }

    @Test("A draw of one card of 51, seat 1 having left")
    func draw() {
        let links = [chain(0x11, .card, 0x22).link(at: 3), nil, chain(0x33, .card, 0x44).link(at: 3)]
        let text = Draw.text("snap draw 1", game: game, index: 3, attempt: 0, links: links)
        #expect(
            Hex.encode(text) == """
                856b736e6170206472617720315820000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\
                0300835820864f4b878da827bf2c92e232a0c386fec0f3ea7784babed228cb97c69b0a3435f6582007381e6a76b767\
                2cf71260f0923174e89d2b4c27c8ba366d788b10be98d6a4db
                """)
        #expect(Digest.of(text).words.0 == 1_148_028_650_444_694_259)
        #expect(Draw.card(game: game, index: 3, links: links, of: 51) == 4)
    }

    @Test("A race of three: estimates, medians, and a lottery")
    func race() {
        func path(_ micros: UInt64) -> Path { Path(rttMicros: micros, spreadMicros: 12_500, jitterMicros: 400) }
        let lobby = Lobby(
            paths: [[0, 2_000, 9_000], [2_100, 0, 8_001], [9_500, 8_200, 0]].map { $0.map(path) })
        #expect(
            lobby.bounds == RaceBounds(capMicros: 19_500, uncertaintyMicros: 3_000, disputeMicros: 12_500))
        let events = (0..<3).map { Optional(Digest.of([UInt8($0)])) }
        let evidence = GameFold.Evidence(flip: Digest.of([0]), links: events, settling: [])
        func sighting(_ seat: Int, _ rtts: [UInt64], _ links: [Int64]) -> Sighting {
            Sighting(
                Witness(
                    race: 3, closed: true, rttMicros: rtts, links: links.map { $0 }, settling: [], claims: []),
                of: seat, turner: 0, evidence: evidence, lobby: lobby)
        }
        let witnesses = [
            sighting(0, [0, 2_001, 9_000], [0, 2_003, 9_010]), sighting(1, [2_001, 0, 8_000], [0, 4, 7_990]),
            sighting(2, [9_001, 8_000, 0], [0, 511, 12]),
        ]
        let first = [
            231_000, witnesses[0].reactionMicros(of: 1, arrivalMicros: 240_009),
            witnesses[2].reactionMicros(of: 1, arrivalMicros: 243_500),
        ]
        let second = [
            229_000, witnesses[0].reactionMicros(of: 2, arrivalMicros: 242_500),
            witnesses[1].reactionMicros(of: 2, arrivalMicros: 241_200),
        ]
        #expect(first == [231_000, 230_499, 235_488])
        #expect(second == [229_000, 232_997, 233_196])
        let judge = Judge(
            seats: 3, turner: 0, matched: true, matchedBefore: false, falseStartMicros: 100_000,
            bounds: lobby.bounds, pools: false)
        let judgement = judge.rule([
            Judge.Measured(seat: 1, reactionsMicros: first, rttMicros: 2_001),
            Judge.Measured(seat: 2, reactionsMicros: second, rttMicros: 8_000),
        ])
        #expect(judgement.calls.map(\.reactionMicros) == [231_000, 232_997])
        #expect(
            judgement.ruling
                == .lottery(
                    [
                        Judge.Contender(seat: 1, reactionMicros: 231_000, weight: 3_000),
                        Judge.Contender(seat: 2, reactionMicros: 232_997, weight: 1_003),
                    ], foul: nil))
        let links = [
            chain(0x11, .tie, 0x22).link(at: 3), chain(0x55, .tie, 0x66).link(at: 3),
            chain(0x33, .tie, 0x44).link(at: 3),
        ]
        #expect(Draw.ticket(game: game, race: 3, links: links, of: 4_003) == 1_749)
    }

    @Test("The state of a game of two that has just begun")
    func state() throws {
        let table = try FoldTable(seats: 2)
        var text = table.fold.stateText
        #expect(Array(text[16..<48]) == table.fold.gameID.bytes)
        text.replaceSubrange(16..<48, with: game.bytes)
        #expect(
            Hex.encode(text) == """
                896c736e617020737461746520315820000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e\
                1f0182f5f582f4f4f68400f682f6f682f6f6f68293000000000000000000000000000000000000009300\
                000000000000000000000000000000000000
                """)
        #expect(Digest.of(text).hex == "5d6a3335c96bcc41576cf6279dd68c1feaf0fbccd0daf58f63e18b2c07a9bc1b")
    }

    @Test("A state with a race and an open draw is one item of CBOR with the parts that Protocol.md lists")
    func stateWithRace() throws {
        var table = try FoldTable(seats: 3)
        table.deal()
        table.turn()
        table.claim(2, millis: 300)
        table.flip(table.active)
        let item = try CBORValue.decode(table.fold.stateText)
        guard case .array(let parts) = item, parts.count == 9, case .array(let draw) = parts[6],
            case .array(let race) = parts[7]
        else {
            Issue.record("not an array of nine with a draw and a race: \(item)")
            return
        }
        #expect(draw.count == 4)
        #expect(race.count == 18)
        #expect(race[0] == .unsigned(1))
        #expect(race[17] == .array([.null, .null, .null]))
    }
}
