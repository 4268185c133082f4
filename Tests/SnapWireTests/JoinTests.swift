import SnapCrypto
import Testing

@testable import SnapWire

@Suite struct JoinTests {
    private let identity = Samples.key(1)
    private let session = Samples.key(2).publicKey

    @Test func certificateHoldsForOneSessionTableAndName() {
        let join = Join.certified(by: identity, table: Samples.table, sessionKey: session, name: "Ada")
        #expect(join.version == protocolVersion && join.identity == identity.publicKey)
        #expect(join.isCertified(table: Samples.table, sessionKey: session))
        #expect(!join.isCertified(table: Samples.table, sessionKey: identity.publicKey))
        #expect(!join.isCertified(table: TableID([UInt8](repeating: 0, count: 16))!, sessionKey: session))
        var renamed = join
        renamed.name = "Eve"
        #expect(!renamed.isCertified(table: Samples.table, sessionKey: session))
        var upgraded = join
        upgraded.version = 2
        #expect(!upgraded.isCertified(table: Samples.table, sessionKey: session))
        var stolen = join
        stolen.identity = session
        #expect(!stolen.isCertified(table: Samples.table, sessionKey: session))
    }

    @Test func certificateText() {
        let text = Join.certificateText(table: Samples.table, sessionKey: session, name: "Ada", version: 1)
        let wanted =
            "856b736e6170206a6f696e203150000102030405060708090a0b0c0d0e0f5820" + session.hex + "6341646101"
        #expect(Hex.encode(text) == wanted)
    }

    /// Canonically equal names are different octets, and the certificate is over octets.
    @Test func certificateTellsNormalFormsApart() {
        let join = Join.certified(by: identity, table: Samples.table, sessionKey: session, name: "\u{e9}")
        var other = join
        other.name = "e\u{301}"
        #expect(!other.isCertified(table: Samples.table, sessionKey: session))
    }
}

@Suite struct NameTests {
    @Test(arguments: ["a", "Ada Lovelace", "Zoë", "李小龍", "Олег", "🂡", "e\u{301}", "❤\u{fe0f}", "a  b", " "])
    func valid(name: String) { #expect(NameRules.isValid(name)) }

    @Test(arguments: [
        0x00, 0x09, 0x0a, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028,
        0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x206f, 0x3164, 0xfdd0, 0xfeff, 0xfff9, 0xfffb, 0xfffe, 0xffff,
        0x1ffff, 0xe0001, 0xe007f, 0xe0100, 0x10ffff,
    ])
    func refusedScalar(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let name = "a" + String(Character(scalar)) + "b"
        #expect(!NameRules.isValid(name))
        #expect(throws: NameRules.Fault.refused(scalar: value)) { try NameRules.clean(name) }
    }

    @Test func bounds() throws {
        #expect(!NameRules.isValid(""))
        #expect(NameRules.isValid(String(repeating: "a", count: 96)))
        #expect(!NameRules.isValid(String(repeating: "a", count: 97)))
        #expect(NameRules.isValid(String(repeating: "漢", count: 32)))
        #expect(!NameRules.isValid(String(repeating: "漢", count: 33)))
    }

    @Test func cleaning() throws {
        #expect(try NameRules.clean("  Ada\t\n") == "Ada")
        #expect(try NameRules.clean("\u{3000}李\u{a0}") == "李")
        #expect(throws: NameRules.Fault.empty) { try NameRules.clean("") }
        #expect(throws: NameRules.Fault.empty) { try NameRules.clean(" \t\u{3000}\n") }
        #expect(throws: NameRules.Fault.refused(scalar: 9)) { try NameRules.clean("a\tb") }
        let most = String(repeating: "a", count: 24)
        #expect(try NameRules.clean(most) == most)
        #expect(throws: NameRules.Fault.tooManyCharacters(25)) { try NameRules.clean(most + "a") }
        #expect(throws: NameRules.Fault.tooManyBytes(99)) { try NameRules.clean(String(repeating: "漢", count: 33)) }
        // 24 seen characters of two scalars each.
        let accented = String(repeating: "e\u{301}", count: 24)
        #expect(try NameRules.clean(accented) == accented)
    }
}
