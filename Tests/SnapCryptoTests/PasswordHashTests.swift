import SnapCrypto
import Testing

struct PasswordHashTests {
    let salt = [UInt8](repeating: 5, count: 16)

    func hash(
        _ password: String = "card", salt: [UInt8]? = nil, passes: UInt64 = 1, memory: Int = 8192, length: Int = 32
    ) throws(CryptoError) -> [UInt8] {
        try PasswordHash.argon2id(
            Array(password.utf8), salt: salt ?? self.salt, passes: passes, memoryBytes: memory, length: length)
    }

    @Test func isDeterministicAndDependsOnEverything() throws {
        let base = try hash()
        #expect(try hash() == base)
        #expect(base.count == 32)
        #expect(try hash("Card") != base)
        #expect(try hash(salt: [UInt8](repeating: 6, count: 16)) != base)
        #expect(try hash(passes: 2) != base)
        #expect(try hash(memory: 16384) != base)
        #expect(try Array(hash(length: 33).prefix(32)) != base)
        #expect(try hash("").count == 32)
    }

    /// More memory than Argon2 can name: libsodium reports failure over a buffer of zeros, which must not become a key.
    @Test(arguments: [1 << 46, Int.max])
    func memoryThatIsNotToBeHadIsAnError(memory: Int) {
        #expect(throws: CryptoError.outOfMemory(neededBytes: memory)) { try hash(memory: memory) }
    }

    @Test func boundsAreRefusedByName() {
        #expect(throws: CryptoError.badLength(what: "salt", expected: 16, got: 15)) {
            try hash(salt: [UInt8](repeating: 0, count: 15))
        }
        #expect(throws: CryptoError.badLength(what: "salt", expected: 16, got: 17)) {
            try hash(salt: [UInt8](repeating: 0, count: 17))
        }
        #expect(throws: CryptoError.badLength(what: "password hash", expected: 16, got: 15)) { try hash(length: 15) }
        #expect(throws: CryptoError.badLength(what: "passes", expected: 1, got: 0)) { try hash(passes: 0) }
        #expect(throws: CryptoError.badLength(what: "memory", expected: 8192, got: 8191)) { try hash(memory: 8191) }
        #expect(throws: CryptoError.badLength(what: "memory", expected: 8192, got: -1)) { try hash(memory: -1) }
    }
}
