import SnapCrypto
import Testing

@testable import SnapWire

@Suite struct RemarkTests {
    private static func remark(_ text: String, probe: UInt64 = 1 << 63, epoch: UInt64 = 7) -> Remark {
        Remark(author: Samples.key(1).publicKey, table: Samples.table, epoch: epoch, probe: probe, text: text)
    }

    @Test(arguments: ["x", "Well played \u{1f44d}", String(repeating: "\u{e9}", count: 200)])
    func roundTrips(text: String) throws {
        let remark = RemarkTests.remark(text)
        let bytes = remark.signed(by: Samples.key(1))
        #expect(try Remark.decode(bytes) == remark)
        #expect(remark.isSigned(in: bytes))
        #expect(bytes.count <= Limits.event)
    }

    @Test(arguments: [
        "", String(repeating: "x", count: Limits.remarkBytes + 1), "two\nlines", "\u{202e}txet", "a\u{200b}b",
        "\u{1b}[2J",
    ])
    func whatCannotBeShownIsRefused(text: String) {
        #expect(!Remark.isValid(text))
        #expect(throws: WireError.self) { try Remark.decode(RemarkTests.remark(text).signed(by: Samples.key(1))) }
    }

    @Test func epochsBeginWithOne() {
        let bytes = RemarkTests.remark("x", epoch: 0).signed(by: Samples.key(1))
        #expect(throws: WireError.self) { try Remark.decode(bytes) }
    }

    /// Each octet counts: either it is no remark any more, or not its author's.
    @Test func noFlippedByteIsSigned() {
        let bytes = RemarkTests.remark("hello").signed(by: Samples.key(1))
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= UInt8(1 << (index % 8))
            let holds = (try? Remark.decode(flipped)).map { $0.isSigned(in: flipped) } ?? false
            #expect(!holds, "byte \(index)")
        }
    }

    /// A heartbeat's signature is none of a remark.
    @Test func signaturesAreForOneKindOnly() throws {
        var samples = Samples(seed: 3)
        let key = Samples.key(1)
        let heartbeat = samples.heartbeat(by: key).signed(by: key)
        #expect(throws: WireError.self) { try Remark.decode(heartbeat) }
        let remark = RemarkTests.remark("hello")
        #expect(!remark.isSigned(in: heartbeat))
    }
}
