import SnapCrypto
import Testing

@testable import SnapWire

@Suite struct EventTests {
    static let kinds = Array(UInt64(1)...14)

    @Test func arbitraryEventsRoundTrip() throws {
        let seed = Samples.seed()
        print("SNAP_SEED=\(seed)")
        var samples = Samples(seed: seed)
        for kind in Self.kinds {
            for number in 0..<40 {
                let key = Samples.key(UInt8(number % 4 + 1))
                let event = samples.event(kind, by: key)
                let back = try Event.decode(event.bytes)
                #expect(back.body == event.body && back.body.kind == kind, "seed \(seed)")
                #expect(back.author == key.publicKey && back.table == event.table && back.seq == event.seq)
                #expect(back.previous == event.previous && back.lamport == event.lamport)
                #expect(back.heads == event.heads && back.hash == event.hash && back.bytes == event.bytes)
                #expect(back.hasValidSignature())
                let again = Event.signed(
                    by: key, table: back.table, seq: back.seq, previous: back.previous, lamport: back.lamport,
                    heads: back.heads.reversed(), body: back.body)
                #expect(again.bytes == event.bytes, "seed \(seed)")
            }
        }
    }

    @Test func everyFlippedByteIsRefused() throws {
        let seed = Samples.seed()
        print("SNAP_SEED=\(seed)")
        var samples = Samples(seed: seed)
        for kind in Self.kinds {
            let event = samples.event(kind, by: Samples.key(1))
            for index in event.bytes.indices {
                var bytes = event.bytes
                bytes[index] ^= UInt8(1 + samples.random.below(255))
                if let read = try? Event.decode(bytes) {
                    #expect(!read.hasValidSignature(), "seed \(seed), kind \(kind), byte \(index)")
                    #expect(read.hash != event.hash)
                }
            }
        }
    }

    /// Whatever still decodes after damage has exactly the bytes that were decoded.
    @Test func damageNeverDecodesToTwoForms() throws {
        let seed = Samples.seed()
        print("SNAP_SEED=\(seed)")
        var samples = Samples(seed: seed)
        for _ in 0..<3000 {
            let kind = 1 + samples.random.below(14)
            var bytes = samples.event(kind, by: Samples.key(1)).bytes
            for _ in 0...samples.random.below(3) {
                bytes[Int(samples.random.below(UInt64(bytes.count)))] = UInt8(samples.random.below(256))
            }
            guard let event = try? Event.decode(bytes) else { continue }
            let content = Event.Content(
                table: event.table, seq: event.seq, previous: event.previous, lamport: event.lamport,
                heads: event.heads, body: event.body)
            #expect(Array(bytes[(bytes.count - 66 - content.encoded.count)...].dropLast(66)) == content.encoded)
        }
    }

    @Test func cutEventsAreTruncated() throws {
        var samples = Samples(seed: 5)
        let event = samples.event(11, by: Samples.key(1))
        for count in 0..<event.bytes.count {
            do {
                _ = try Event.decode(Array(event.bytes.prefix(count)))
                Issue.record("\(count) octets were taken")
            } catch {
                #expect(error.reason == .truncated, "\(count)")
            }
        }
        #expect(throws: WireError(.trailing, at: event.bytes.count, in: "event")) {
            try Event.decode(event.bytes + [0x00])
        }
    }

    /// The worked example of Protocol.md.
    @Test func workedExample() throws {
        let key = Samples.key(1)
        let head = Head(
            author: Samples.key(2).publicKey, seq: 7, hash: Digest([UInt8](repeating: 0xbb, count: 32))!)
        let event = Event.signed(
            by: key, table: Samples.table, seq: 9, previous: Digest([UInt8](repeating: 0xaa, count: 32))!, lamport: 300,
            heads: [head],
            body: .claim(Claim(race: 12, reactionMicros: 251_000, clockMillis: 65_432)))
        #expect(Hex.encode(event.bytes) == Self.workedHex)
        #expect(event.hash.hex == Self.workedHash)
    }

    static let workedHex =
        "d2845826a201270458208a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5ca0588a865000"
        + "0102030405060708090a0b0c0d0e0f095820aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        + "aaaa19012c818358208139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394075820bbbbbbbb"
        + "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb840a0c1a0003d47819ff98584099b4c20ebab0ba"
        + "75f2dcd6aea73dae702eb0d4926d092305718e11cd71bbfa7b0fd06a4914a6a8eff8829005b3379e2121e8c871460f61"
        + "0c7bf9fcc652d2a20f"
    static let workedHash = "c63a666831c6532b433992bb00fce0005c3b5e13579537e5111d71c2177e556e"
}
