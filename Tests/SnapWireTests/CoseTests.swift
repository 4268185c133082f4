import SnapCrypto
import Testing

@testable import SnapWire

/// Two layers, tested apart: the generic verifier and the protocol's one shape.
@Suite struct CoseTests {
    /// cose-wg/Examples eddsa-sig-01, whose key is that of RFC 8032 section 7.1, test 1.
    static let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    static let example =
        "d28445a201270300a10442313154546869732069732074686520636f6e74656e742e58407142fd2ff96d56db85bee905a76ba1d0b7"
        + "321a95c8c4d3607c5781932b7afb8711497dfa751bf40b58b3bcc32300b1487f3db34085eef013bf08f4a44d6fef0d"
    static let key = PublicKey(Hex.decode("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")!)!

    private let alg = CBORValue.Pair(.unsigned(1), .integer(-8))
    private let kid = CBORValue.Pair(.unsigned(4), .bytes([0x31, 0x31]))

    @Test func exampleVerifies() throws {
        let bytes = try #require(Hex.decode(Self.example))
        #expect(try CoseSign1.verify(bytes, with: Self.key) == Array("This is the content.".utf8))
        #expect(throws: WireError(.badSignature, at: 2, in: "cose.signature")) {
            try CoseSign1.verify(bytes, with: Samples.key(1).publicKey)
        }
        #expect(throws: WireError(.badSignature, at: 2, in: "cose.signature")) {
            try CoseSign1.verify(bytes, with: Self.key, externalAAD: [0x11])
        }
    }

    /// Common decoders refuse tag 18; the profile refuses the example for its unprotected header.
    @Test func profileRefusesTheExample() throws {
        let bytes = try #require(Hex.decode(Self.example))
        #expect(throws: WireError(.badHeader, at: 2, in: "event")) { try Event.decode(bytes) }
    }

    @Test func everyFlippedBitIsRefused() throws {
        let bytes = try #require(Hex.decode(Self.example))
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= UInt8(1 << (index % 8))
            // The unprotected header is not signed: its one label and value may be any.
            if (9...12).contains(index), (try? CoseSign1.verify(flipped, with: Self.key)) != nil { continue }
            #expect(throws: WireError.self, "byte \(index)") { try CoseSign1.verify(flipped, with: Self.key) }
        }
    }

    /// Variants that are signed as they stand, so that only their shape can be what is refused.
    private func signed(
        tag: UInt64? = 18, protected: CBORValue, open: CBORValue = .map([]), payload: CBORValue = .bytes([1, 2]),
        extra: [CBORValue] = []
    ) throws -> [UInt8] {
        let key = try SigningKey(seed: #require(Hex.decode(Self.seed)))
        var content: [UInt8] = []
        if case .bytes(let bytes) = payload { content = bytes }
        var header: [UInt8] = []
        if case .bytes(let bytes) = protected { header = bytes }
        let text = CBORValue.array([.text("Signature1"), .bytes(header), .bytes([]), .bytes(content)]).encoded
        let message = CBORValue.array([protected, open, payload, .bytes(key.sign(text))] + extra)
        return (tag.map { CBORValue.tag($0, message) } ?? message).encoded
    }

    private func protected(_ pairs: CBORValue.Pair...) -> CBORValue { .bytes(CBORValue.map(pairs).encoded) }

    @Test func soundVariantsVerify() throws {
        let key = Self.key
        #expect(try CoseSign1.verify(signed(protected: protected(alg)), with: key) == [1, 2])
        #expect(try CoseSign1.verify(signed(protected: protected(alg, kid)), with: key) == [1, 2])
        #expect(try CoseSign1.verify(signed(protected: protected(alg), payload: .bytes([])), with: key) == [])
        let unknown = CBORValue.map([.init(.text("x"), .null)])
        #expect(try CoseSign1.verify(signed(protected: protected(alg), open: unknown), with: key) == [1, 2])
    }

    @Test func unsoundVariantsAreRefused() throws {
        let es256 = CBORValue.Pair(.unsigned(1), .integer(-7))
        let crit = CBORValue.Pair(.unsigned(2), .array([.unsigned(4)]))
        let twice: [UInt8] = [0xa2, 0x01, 0x27, 0x01, 0x27]
        let variants: [(String, [UInt8])] = [
            ("untagged", try signed(tag: nil, protected: protected(alg))),
            ("tag 17", try signed(tag: 17, protected: protected(alg))),
            ("tag 98", try signed(tag: 98, protected: protected(alg))),
            ("no alg", try signed(protected: protected(kid))),
            ("empty protected", try signed(protected: .bytes([]))),
            ("ES256", try signed(protected: protected(es256))),
            ("alg unprotected", try signed(protected: protected(kid), open: .map([alg]))),
            ("alg in both", try signed(protected: protected(alg), open: .map([alg]))),
            ("kid in both", try signed(protected: protected(alg, kid), open: .map([kid]))),
            ("alg twice", try signed(protected: .bytes(twice))),
            ("crit", try signed(protected: protected(alg, crit))),
            ("crit unprotected", try signed(protected: protected(alg), open: .map([crit]))),
            ("kid as text", try signed(protected: protected(alg, .init(.unsigned(4), .text("11"))))),
            ("label of bytes", try signed(protected: protected(alg, .init(.bytes([1]), .null)))),
            ("null protected", try signed(protected: .null)),
            ("null unprotected", try signed(protected: protected(alg), open: .null)),
            ("detached", try signed(protected: protected(alg), payload: .null)),
            ("fifth part", try signed(protected: protected(alg), extra: [.null])),
            ("trailing", try signed(protected: protected(alg)) + [0x00]),
            ("header not a map", try signed(protected: .bytes([0x80]))),
        ]
        for (name, bytes) in variants {
            #expect(throws: WireError.self, "\(name)") { try CoseSign1.verify(bytes, with: Self.key) }
        }
    }

    @Test func signatureMustHave64Octets() throws {
        for count in [0, 63, 65, 114] {
            let message = CBORValue.tag(
                18,
                .array([protected(alg), .map([]), .bytes([1]), .bytes([UInt8](repeating: 1, count: count))]))
            #expect(throws: WireError(.badLength(expected: 64), at: 2, in: "cose.signature")) {
                try CoseSign1.verify(message.encoded, with: Self.key)
            }
        }
        let null = CBORValue.tag(18, .array([protected(alg), .map([]), .bytes([1]), .null]))
        #expect(throws: WireError.self) { try CoseSign1.verify(null.encoded, with: Self.key) }
    }

    /// The generic verifier takes an event as RFC 9052 says, so our own shape is no dialect.
    @Test func eventsAreOrdinaryCose() throws {
        let key = Samples.key(3)
        var samples = Samples(seed: 1)
        let event = samples.event(8, by: key)
        let aad = Array("snap event 1".utf8)
        let payload = try CoseSign1.verify(event.bytes, with: key.publicKey, externalAAD: aad)
        guard case .array(let parts) = try CBORValue.decode(payload) else {
            Issue.record("the payload is no array")
            return
        }
        #expect(parts.count == 6 && parts[0] == .bytes(Samples.table.bytes) && parts[1] == .unsigned(event.seq))
        #expect(throws: WireError.self) { try CoseSign1.verify(event.bytes, with: key.publicKey) }
    }

    /// Each change of an event's envelope, signed as it stands, is refused by its shape.
    @Test func profileTakesOneShapeOnly() throws {
        let key = Samples.key(3)
        var samples = Samples(seed: 2)
        let event = samples.event(7, by: key)
        guard case .tag(18, .array(let parts)) = try CBORValue.decode(event.bytes), case .bytes(let payload) = parts[2]
        else {
            Issue.record("no COSE_Sign1")
            return
        }
        let own = CBORValue.Pair(.unsigned(4), .bytes(key.publicKey.bytes))
        func variant(
            tag: UInt64? = 18, protected: CBORValue, open: CBORValue = .map([]), payload: CBORValue? = nil,
            extra: [CBORValue] = []
        ) -> [UInt8] {
            var header: [UInt8] = []
            if case .bytes(let bytes) = protected { header = bytes }
            let text = CBORValue.array([
                .text("Signature1"), .bytes(header), .bytes(Array("snap event 1".utf8)), payload ?? parts[2],
            ]).encoded
            let message = CBORValue.array([protected, open, payload ?? parts[2], .bytes(key.sign(text))] + extra)
            return (tag.map { CBORValue.tag($0, message) } ?? message).encoded
        }
        #expect(variant(protected: protected(alg, own)) == event.bytes)
        let refused: [(String, [UInt8])] = [
            ("untagged", variant(tag: nil, protected: protected(alg, own))),
            ("tag 17", variant(tag: 17, protected: protected(alg, own))),
            ("tag twice", CBORValue.tag(18, .tag(18, .array(parts))).encoded),
            ("no kid", variant(protected: protected(alg))),
            (
                "kid of 31",
                variant(protected: protected(alg, .init(.unsigned(4), .bytes(Array(key.publicKey.bytes.dropLast())))))
            ),
            ("alg -19", variant(protected: protected(.init(.unsigned(1), .integer(-19)), own))),
            ("ES256", variant(protected: protected(.init(.unsigned(1), .integer(-7)), own))),
            ("content type", variant(protected: protected(alg, .init(.unsigned(3), .unsigned(0)), own))),
            ("unprotected", variant(protected: protected(alg, own), open: .map([kid]))),
            ("alg unprotected", variant(protected: protected(own), open: .map([alg]))),
            ("null protected", variant(protected: .null)),
            ("null unprotected", variant(protected: protected(alg, own), open: .null)),
            ("null payload", variant(protected: protected(alg, own), payload: .null)),
            ("text payload", variant(protected: protected(alg, own), payload: .text("x"))),
            (
                "tagged signature",
                CBORValue.tag(18, .array([parts[0], parts[1], parts[2], .tag(18, parts[3])])).encoded
            ),
            ("null signature", CBORValue.tag(18, .array([parts[0], parts[1], parts[2], .null])).encoded),
            ("three parts", CBORValue.tag(18, .array([parts[0], parts[1], parts[2]])).encoded),
            ("five parts", variant(protected: protected(alg, own), extra: [.null])),
            ("trailing", event.bytes + [0xf6]),
            ("payload trailing", variant(protected: protected(alg, own), payload: .bytes(payload + [0x00]))),
        ]
        for (name, bytes) in refused {
            #expect(throws: WireError.self, "\(name)") { try Event.decode(bytes) }
        }
    }

    /// S + L is the same signature to a lax verifier (scenario 49).
    @Test func malleatedSignatureIsRefused() throws {
        let order = try #require(Hex.decode("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010"))
        var samples = Samples(seed: 3)
        let event = samples.event(9, by: Samples.key(1))
        var bytes = event.bytes
        var carry: UInt16 = 0
        for index in 0..<32 {
            let place = bytes.count - 32 + index
            let sum = UInt16(bytes[place]) + UInt16(order[index]) + carry
            bytes[place] = UInt8(truncatingIfNeeded: sum)
            carry = sum >> 8
        }
        #expect(event.hasValidSignature())
        #expect(try !Event.decode(bytes).hasValidSignature())
    }

    /// What is signed for one purpose passes for no other.
    @Test func purposesAreApart() throws {
        let key = Samples.key(1)
        var samples = Samples(seed: 4)
        let event = samples.event(7, by: key)
        #expect(!Envelope.isSigned(event.bytes, by: key.publicKey, for: .heartbeat))
        #expect(!Envelope.isSigned(event.bytes, by: key.publicKey, for: .beacon))
        #expect(Envelope.isSigned(event.bytes, by: key.publicKey, for: .event))
    }
}
