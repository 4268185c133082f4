import SnapCrypto
import Testing

@testable import SnapWire

/// Each value at its bound and one beyond.
@Suite struct EventBoundsTests {
    /// The greatest event of each kind keeps `Limits.event`, so no honest peer can write one that is refused.
    @Test func greatestEventsFit() throws {
        let key = Samples.key(1)
        var samples = Samples(seed: 6)
        let top = Limits.counter
        let heads = samples.list(Limits.heads) { Head(author: $0.octets(), seq: top, hash: $0.octets()) }
        let roster = [key.publicKey] + samples.list(3) { $0.octets() }
        let far = -Limits.arrivalMicros
        let path = Path(
            rttMicros: Limits.rttMicros, spreadMicros: Limits.rttMicros, jitterMicros: Limits.rttMicros)
        let name = String(repeating: "a", count: Limits.nameBytes)
        let bodies: [Body] = [
            .join(
                Join(identity: key.publicKey, name: name, version: top, certificate: [UInt8](repeating: 1, count: 64))),
            .leave(Leave(open: IndexedLink(index: top, link: samples.octets()))),
            .start(
                Start(
                    game: top, roster: roster, firstSeat: 3,
                    rules: [UInt64](repeating: Limits.ruleValue, count: Limits.ruleValues), wallMillis: Limits.millis)),
            .accept(
                Accept(
                    start: samples.octets(), cardAnchor: samples.octets(), tieAnchor: samples.octets(),
                    paths: [Path](repeating: path, count: 4))),
            .begin(Begin(start: samples.octets(), accepts: samples.list(4) { $0.octets() })),
            .witness(
                Witness(
                    race: top, closed: true, rttMicros: [UInt64](repeating: Limits.rttMicros, count: 4),
                    links: [Int64?](repeating: far, count: 4), settling: [Int64?](repeating: far, count: 4),
                    claims: (0..<4).map { ClaimArrival(seat: $0, micros: far) })),
            .flip(Flip(index: top, link: samples.octets(), state: samples.octets(), clockMillis: Limits.millis)),
        ]
        for body in bodies {
            let event = Event.signed(
                by: key, table: Samples.table, seq: top, previous: samples.octets(), lamport: Limits.lamport,
                heads: heads, body: body)
            #expect(event.bytes.count <= Limits.event, "kind \(body.kind): \(event.bytes.count)")
            #expect(try Event.decode(event.bytes).body == body)
            #expect(Message.packing([event.bytes]).count == 1)
        }
    }

    @Test func valuesBeyondTheirBoundsAreRefused() throws {
        let key = Samples.key(1)
        var samples = Samples(seed: 7)
        let other: PublicKey = samples.octets()
        let hash: Digest = samples.octets()
        let link: Link = samples.octets()
        let top = Limits.counter
        let rules = [UInt64](repeating: 0, count: Limits.ruleValues)
        let path = Path(rttMicros: 0, spreadMicros: 0, jitterMicros: 0)
        func start(
            _ roster: [PublicKey], game: UInt64 = 1, first: UInt64? = nil, rules values: [UInt64] = rules
        ) -> Body {
            .start(Start(game: game, roster: roster, firstSeat: first, rules: values, wallMillis: 0))
        }
        func witness(
            rtt: [UInt64] = [0, 1], links: [Int64?] = [0, 1], settling: [Int64?] = [], claims: [ClaimArrival] = []
        ) -> Body {
            .witness(
                Witness(race: 1, closed: false, rttMicros: rtt, links: links, settling: settling, claims: claims))
        }
        func join(name: String, version: UInt64 = 1, certificate count: Int = 64) -> Body {
            .join(
                Join(
                    identity: other, name: name, version: version,
                    certificate: [UInt8](repeating: 0, count: count)))
        }
        let pair = [key.publicKey, other]
        let good: [Body] = [start(pair), start(pair, first: 1), witness(), join(name: "a")]
        for body in good { #expect(try Event.decode(event(body, by: key)).body == body) }
        let bad: [(String, Body)] = [
            ("one seat", start([key.publicKey])), ("no seat", start([])),
            ("five seats", start(pair + samples.list(3) { $0.octets() })), ("a seat twice", start(pair + [other])),
            ("author not seated", start([other, samples.octets()])), ("game 0", start(pair, game: 0)),
            ("game too high", start(pair, game: top + 1)), ("first seat", start(pair, first: 2)),
            ("nine rules", start(pair, rules: Array(rules.dropLast()))),
            ("eleven rules", start(pair, rules: rules + [0])),
            ("rule value", start(pair, rules: Array(rules.dropLast()) + [Limits.ruleValue + 1])),
            ("one path", .accept(Accept(start: hash, cardAnchor: link, tieAnchor: link, paths: [path]))),
            (
                "five paths",
                .accept(
                    Accept(
                        start: hash, cardAnchor: link, tieAnchor: link, paths: [Path](repeating: path, count: 5)))
            ),
            (
                "rtt",
                .accept(
                    Accept(
                        start: hash, cardAnchor: link, tieAnchor: link,
                        paths: [path, Path(rttMicros: Limits.rttMicros + 1, spreadMicros: 0, jitterMicros: 0)]))
            ),
            ("one accept", .begin(Begin(start: hash, accepts: [hash]))),
            ("accept twice", .begin(Begin(start: hash, accepts: [hash, hash]))),
            ("five accepts", .begin(Begin(start: hash, accepts: samples.list(5) { $0.octets() }))),
            ("flip 0", .flip(Flip(index: 0, link: link, state: hash, clockMillis: 0))),
            ("flip clock", .flip(Flip(index: 1, link: link, state: hash, clockMillis: Limits.millis + 1))),
            ("reveal", .reveal(Reveal(index: top + 1, link: link))),
            ("claim 0", .claim(Claim(race: 0, reactionMicros: 0, clockMillis: 0))),
            ("reaction", .claim(Claim(race: 1, reactionMicros: Limits.reactionMicros + 1, clockMillis: 0))),
            ("tie 0", .tie(Tie(race: 0, link: link))), ("time", .time(Time(clockMillis: .max))),
            ("end", .end(End(state: hash, wallMillis: Limits.millis + 1))),
            ("leave", .leave(Leave(open: IndexedLink(index: top + 1, link: link)))),
            ("one rtt", witness(rtt: [0], links: [0])),
            ("five rtts", witness(rtt: [0, 1, 2, 3, 4], links: [0, 1, 2, 3, 4])),
            ("fewer links", witness(links: [0])), ("more links", witness(links: [0, 1, 2])),
            ("arrival", witness(links: [0, Limits.arrivalMicros + 1])),
            ("early arrival", witness(links: [0, -Limits.arrivalMicros - 1])),
            ("fewer settling", witness(settling: [0])),
            ("claim of no seat", witness(claims: [ClaimArrival(seat: 2, micros: 0)])),
            ("claims twice", witness(claims: [ClaimArrival(seat: 1, micros: 0), ClaimArrival(seat: 1, micros: 1)])),
            (
                "claims disordered",
                witness(claims: [ClaimArrival(seat: 1, micros: 0), ClaimArrival(seat: 0, micros: 1)])
            ),
            ("no name", join(name: "")), ("long name", join(name: String(repeating: "a", count: 97))),
            ("hidden name", join(name: "a\u{200b}b")), ("version 0", join(name: "a", version: 0)),
            ("short certificate", join(name: "a", certificate: 63)),
        ]
        for (name, body) in bad {
            #expect(throws: WireError.self, "\(name)") { try Event.decode(event(body, by: key)) }
        }
    }

    private func event(_ body: Body, by key: SigningKey) -> [UInt8] {
        Event.signed(
            by: key, table: Samples.table, seq: 1, previous: Digest(words: (0, 0, 0, 0)), lamport: 1, heads: [],
            body: body
        ).bytes
    }

    @Test func framesBeyondTheirBoundsAreRefused() throws {
        let key = Samples.key(1)
        var samples = Samples(seed: 8)
        let zero = Digest(words: (0, 0, 0, 0))
        func decode(
            seq: UInt64 = 2, previous: Digest? = nil, lamport: UInt64 = 5, heads: [Head] = []
        ) throws -> Event {
            let event = Event.signed(
                by: key, table: Samples.table, seq: seq, previous: previous ?? Digest(words: (1, 2, 3, 4)),
                lamport: lamport, heads: heads, body: .ack)
            return try Event.decode(event.bytes)
        }
        let head = Head(author: samples.octets(), seq: 1, hash: samples.octets())
        #expect(try decode(seq: Limits.counter, lamport: Limits.lamport, heads: [head]).heads == [head])
        #expect(try decode(seq: 1, previous: zero).seq == 1)
        #expect(throws: WireError.self) { try decode(seq: 0, previous: zero) }
        #expect(throws: WireError.self) { try decode(seq: 1) }
        #expect(throws: WireError.self) { try decode(seq: 2, previous: zero) }
        #expect(throws: WireError.self) { try decode(seq: Limits.counter + 1) }
        #expect(throws: WireError.self) { try decode(lamport: 0) }
        for poisoned in [Limits.lamport + 1, UInt64(1) << 63, (UInt64(1) << 63) - 1, UInt64.max] {
            #expect(throws: WireError.self) { try decode(lamport: poisoned) }
        }
        let own = Head(author: key.publicKey, seq: 1, hash: head.hash)
        #expect(throws: WireError.self) { try decode(heads: [own]) }
        #expect(throws: WireError.self) { try decode(heads: [head, head]) }
        #expect(throws: WireError.self) {
            try decode(heads: [Head(author: head.author, seq: 0, hash: head.hash)])
        }
        let many = samples.list(Limits.heads + 1) { Head(author: $0.octets(), seq: 1, hash: $0.octets()) }
        #expect(try decode(heads: Array(many.dropLast())).heads.count == Limits.heads)
        #expect(throws: WireError.self) { try decode(heads: many) }
    }

    /// 64-bit extremes in every integer of every body neither trap nor pass (scenario 46).
    @Test func extremeIntegersNeverTrap() throws {
        let key = Samples.key(1)
        var samples = Samples(seed: 9)
        for kind in EventTests.kinds {
            let event = samples.event(kind, by: key)
            guard case .tag(_, .array(let parts)) = try CBORValue.decode(event.bytes),
                case .bytes(let payload) = parts[2]
            else {
                Issue.record("no COSE_Sign1")
                return
            }
            let tree = try CBORValue.decode(payload)
            for extreme in [CBORValue.unsigned(.max), .negative(.max), .negative(1 << 63), .unsigned(1 << 63)] {
                for changed in replacingEachInteger(of: tree, with: extreme) {
                    let bytes = Envelope.seal(changed.encoded, for: .event, by: key)
                    #expect(throws: WireError.self, "\(changed)") { try Event.decode(bytes) }
                }
            }
        }
    }

    private func replacingEachInteger(of value: CBORValue, with new: CBORValue) -> [CBORValue] {
        switch value {
        case .unsigned, .negative: return [new]
        case .array(let items):
            var out: [CBORValue] = []
            for (index, item) in items.enumerated() {
                for changed in replacingEachInteger(of: item, with: new) {
                    var copy = items
                    copy[index] = changed
                    out.append(.array(copy))
                }
            }
            return out
        default: return []
        }
    }
}
