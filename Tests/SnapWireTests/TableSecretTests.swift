import SnapCrypto
import SnapWire
import Testing

/// The expected octets were made from the text of Protocol.md by another program.
struct TableSecretTests {
    let code = TableCode(value: 0x1_2345_6789)

    @Test func vectorOfACode() throws {
        let secret = try TableSecret.derive(code: #require(code), passphrase: nil)
        #expect(
            Hex.encode(secret.sealingKey.bytes) == "2d4f061fe133872f07bea859031fff1e7c7bc1c3279fcea1e0c3dd479163e680")
        #expect(Hex.encode(secret.tag) == "94cadeb8bfd0c10b")
        #expect(Hex.encode(secret.id.bytes) == "d53516d3f0158b3effe043e7d63c0d7b")
        #expect(try TableSecret.derive(code: #require(code), passphrase: "") == secret)
        let master = try #require(Hex.decode("b23709dd902bd8648d36cd7ef87015f4b0b7670a18c62fbefad93a0ab42d65eb"))
        #expect(try TableSecret(master: master) == secret)
    }

    @Test func vectorOfAPassphrase() throws {
        let secret = try TableSecret.derive(code: #require(code), passphrase: "Mücke")
        #expect(
            Hex.encode(secret.sealingKey.bytes) == "f1dd65b74f5537d58e544fa987d4ad1b7cc1f37e044bce68746995857a40f010")
        #expect(Hex.encode(secret.tag) == "516e93d20639aff4")
        #expect(Hex.encode(secret.id.bytes) == "9a2c8733bb8fcaac4a50c5ec31b1d0ed")
    }

    @Test func theTableKeyHas32Octets() {
        for length in [0, 31, 33] {
            #expect(throws: CryptoError.badLength(what: "table key", expected: 32, got: length)) {
                try TableSecret(master: [UInt8](repeating: 1, count: length))
            }
        }
    }
}
