import SnapCrypto
import SnapWire
import Testing

struct TableDatagramTests {
    let secret: TableSecret
    let other: TableSecret
    let nonce = (0..<24).map { UInt8($0) }

    init() throws {
        let master = try #require(Hex.decode("b23709dd902bd8648d36cd7ef87015f4b0b7670a18c62fbefad93a0ab42d65eb"))
        secret = try TableSecret(master: master)
        other = try TableSecret(master: master.reversed())
    }

    /// Runs `body` and hands back what it throws.
    func fault(_ body: () throws(WireError) -> Void) -> WireError? {
        do throws(WireError) {
            try body()
            return nil
        } catch { return error }
    }

    /// Made from the text of Protocol.md by another program.
    @Test func vector() throws {
        let datagram = try Datagram.seal(.heartbeat(Array("Hello".utf8)), with: secret, nonce: nonce)
        #expect(
            Hex.encode(datagram)
                == "0194cadeb8bfd0c10b000102030405060708090a0b0c0d0e0f10111213141516174b47d8916ee8d7b0abec7a87b57d2be4afdcbcb875ea2712"
        )
        #expect(try Datagram.open(datagram, with: secret) == .heartbeat(Array("Hello".utf8)))
    }

    @Test(arguments: [0, 1, 1150, 1151])
    func roundTrip(length: Int) throws {
        let plaintext = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let datagram = try Datagram.sealBytes(plaintext, with: secret, nonce: nonce)
        #expect(datagram.count == length + 49)
        #expect(datagram.count <= Limits.datagram)
        #expect(try Datagram.openBytes(datagram, with: secret) == plaintext)
    }

    @Test func oneOctetTooManyIsRefusedOnBothSides() throws {
        let tooMany = WireError(.tooManyBytes(limit: 1200), at: 0, in: "datagram")
        let plaintext = [UInt8](repeating: 7, count: 1152)
        #expect(
            fault { () throws(WireError) in _ = try Datagram.sealBytes(plaintext, with: secret, nonce: nonce) }
                == tooMany)
        // Rightly sealed, but too long.
        let associated = [1] + secret.tag
        let long = try associated + nonce + secret.sealingKey.seal(plaintext, associated: associated, nonce: nonce)
        #expect(fault { () throws(WireError) in _ = try Datagram.openBytes(long, with: secret) } == tooMany)
        let events = Message.events([[UInt8](repeating: 1, count: 700), [UInt8](repeating: 1, count: 700)])
        #expect(fault { () throws(WireError) in _ = try Datagram.seal(events, with: secret, nonce: nonce) } == tooMany)
    }

    @Test func everyFlippedBitIsRefusedInItsOwnWords() throws {
        let datagram = try Datagram.sealBytes(Array("turn".utf8), with: secret, nonce: nonce)
        for bit in 0..<datagram.count * 8 {
            var damaged = datagram
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            let expected: WireError.Reason =
                switch bit / 8 {
                case 0: .badVersion(got: UInt64(damaged[0]))
                case 1...8: .badTag
                default: .badSeal
                }
            #expect(
                fault { () throws(WireError) in _ = try Datagram.openBytes(damaged, with: secret) }?.reason == expected)
        }
    }

    @Test func everyTruncationIsRefused() throws {
        let datagram = try Datagram.sealBytes(Array("turn".utf8), with: secret, nonce: nonce)
        for length in 0..<datagram.count {
            let reason = fault { () throws(WireError) in
                _ = try Datagram.openBytes(Array(datagram.prefix(length)), with: secret)
            }?.reason
            #expect(reason == (length < 49 ? .truncated : .badSeal), "\(length) octets")
        }
        let extended = datagram + [0]
        #expect(
            fault { () throws(WireError) in _ = try Datagram.openBytes(extended, with: secret) }?.reason == .badSeal)
    }

    @Test func anotherTableIsToldByItsTag() throws {
        let datagram = try Datagram.sealBytes([1], with: other, nonce: nonce)
        let expected = WireError(.badTag, at: 1, in: "datagram.tag")
        #expect(fault { () throws(WireError) in _ = try Datagram.openBytes(datagram, with: secret) } == expected)
        // Its tag replaced by this table's: the key still differs.
        let forged = [1] + secret.tag + datagram[9...]
        #expect(fault { () throws(WireError) in _ = try Datagram.openBytes(forged, with: secret) }?.reason == .badSeal)
    }

    @Test(arguments: [0, 12, 23, 25])
    func noncesOfAnotherLengthAreRefused(length: Int) {
        let nonce = [UInt8](repeating: 0, count: length)
        let reason = fault { () throws(WireError) in _ = try Datagram.sealBytes([], with: secret, nonce: nonce) }?
            .reason
        #expect(reason == .badLength(expected: 24))
    }

    /// What is sealed rightly may still be no message: a member can be hostile.
    @Test func sealedGarbageIsNoMessage() throws {
        for plaintext in [[], [0xff], [0x82, 2, 0x45, 1], [0x82, 9, 0x40]] as [[UInt8]] {
            let datagram = try Datagram.sealBytes(plaintext, with: secret, nonce: nonce)
            #expect(fault { () throws(WireError) in _ = try Datagram.open(datagram, with: secret) } != nil)
        }
    }
}
