import SnapCrypto
import SnapWire
import Testing

struct TableCodeTests {
    static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    static let samples: [UInt64] = {
        var random = SeededRandom(35)
        return [0, 1, 0x1_2345_6789, 1 << 34, (1 << 35) - 1] + (0..<40).map { _ in random.next() >> 29 }
    }()

    @Test(
        arguments: [
            (0, "00000000"), (0x1_2345_6789, "4HMASW95"), ((1 << 35) - 1, "ZZZZZZZC"), (1, "00000012"),
            (1 << 34, "G0000007"),
        ] as [(UInt64, String)])
    func vector(value: UInt64, symbols: String) throws {
        let code = try #require(TableCode(value: value))
        #expect(code.symbols == symbols)
        #expect(code.description == symbols.prefix(4) + "-" + symbols.suffix(4))
        #expect(try TableCode(symbols).value == value)
        #expect(try TableCode(code.description) == code)
    }

    @Test func valuesAreBelowTwoToThe35() {
        #expect(TableCode(value: 1 << 35) == nil)
        #expect(TableCode(value: UInt64.max) == nil)
        #expect(TableCode(value: (1 << 35) - 1) != nil)
    }

    @Test func everyWrongSymbolIsCaught() throws {
        for value in Self.samples {
            let symbols = Array(try #require(TableCode(value: value)).symbols)
            for index in symbols.indices {
                for other in Self.alphabet where other != symbols[index] {
                    var damaged = symbols
                    damaged[index] = other
                    #expect(throws: TableCode.Fault.check) { try TableCode(String(damaged)) }
                }
            }
        }
    }

    @Test func everyExchangeOfNeighboursIsCaught() throws {
        var exchanged = 0
        for value in Self.samples {
            let symbols = Array(try #require(TableCode(value: value)).symbols)
            for index in 0..<7 where symbols[index] != symbols[index + 1] {
                var damaged = symbols
                damaged.swapAt(index, index + 1)
                exchanged += 1
                #expect(throws: TableCode.Fault.check) { try TableCode(String(damaged)) }
            }
        }
        #expect(exchanged > 200)
    }

    @Test(arguments: [
        "4HMASW95", "4hma-sw95", " 4HMA SW95\n", "4-H-M-A-S-W-9-5", "4HMA\u{2013}SW95", "4HMA\u{2212}SW95",
        "4hmA\u{a0}sW95",
    ])
    func typedFormsAreOneCode(text: String) throws {
        #expect(try TableCode(text).value == 0x1_2345_6789)
    }

    @Test func lookAlikesAreRead() throws {
        #expect(try TableCode("oOoO-0000").value == 0)
        let code = try TableCode("0000-0012")
        #expect(try TableCode("OOOO-OOI2") == code)
        #expect(try TableCode("oooo-ool2") == code)
        #expect(try TableCode("0000-00i2") == code)
        #expect(try TableCode("0000-00L2") == code)
    }

    @Test(
        arguments: [
            ("4HMASW9U", "U"), ("u", "u"), ("4HMA_SW95", "_"), ("4HMASW9é", "é"), ("4HMASW9A\u{301}", "A\u{301}"),
            ("\u{ff14}HMASW95", "\u{ff14}"), ("4HMA.SW95", "."), ("\0", "\0"), ("4HMASW95🂡", "🂡"),
            // A wrong character is told even where the length is wrong too.
            ("4HMA-SW95-!!", "!"),
        ] as [(String, Character)])
    func wrongCharactersAreNamed(text: String, character: Character) {
        #expect(throws: TableCode.Fault.symbol(character)) { try TableCode(text) }
    }

    @Test func wrongLengthsAreCounted() {
        for (text, count) in [("", 0), ("--- ", 0), ("4HMASW9", 7), ("4HMASW955", 9)] {
            #expect(throws: TableCode.Fault.length(count)) { try TableCode(text) }
        }
        #expect(throws: TableCode.Fault.length(100_000)) { try TableCode(String(repeating: "7", count: 100_000)) }
    }

    @Test func faultsSayWhatIsWrong() {
        #expect(TableCode.Fault.check.description.hasPrefix("typo?"))
        #expect(TableCode.Fault.symbol("U").description.contains("'U'"))
        #expect(TableCode.Fault.length(7).description.hasSuffix("this has 7"))
    }

    @Test func randomCodesTakeTheHighestBits() {
        var random = SeededRandom(3)
        var copy = random
        for _ in 0..<100 {
            let word = copy.next()
            #expect(TableCode.random(from: &random).value == word >> 29)
        }
    }

    @Test func fingerprintsOfIdentities() throws {
        let key = try SigningKey(
            seed: #require(Hex.decode("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")))
        #expect(IdentityFingerprint(key.publicKey).description == "VXRH-RGMR")
        let other = try SigningKey(seed: [UInt8](repeating: 1, count: 32))
        #expect(IdentityFingerprint(other.publicKey) != IdentityFingerprint(key.publicKey))
    }
}
