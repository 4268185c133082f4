import Foundation
import SnapCrypto
import Testing

/// Up to 256 MiB a case, so one after the other.
struct Argon2VectorTests {
    struct Case: Decodable {
        let passes: UInt64
        let salt: String
        let length: Int
        let password: String
        let hash: String
        let memoryKiB: Int
        enum CodingKeys: String, CodingKey {
            case passes = "iters"
            case salt
            case length = "dgst_len"
            case password = "passwd"
            case hash = "pwhash"
            case memoryKiB = "maxmem"
        }
    }

    @Test func raw() throws {
        guard let data = PublicVectors.data("argon2/pynacl_raw_argon2id_hashes.json", cases: 10) else { return }
        let cases = try JSONDecoder().decode([Case].self, from: data)
        #expect(cases.count == 10)
        for (number, test) in cases.enumerated() {
            let hash = try PasswordHash.argon2id(
                Array(test.password.utf8), salt: Array(test.salt.utf8), passes: test.passes,
                memoryBytes: test.memoryKiB << 10, length: test.length)
            #expect(Hex.encode(hash) == test.hash, "case \(number)")
        }
    }

    /// The encoded cases all have salts of other lengths, which libsodium's call would read past: each must be refused.
    @Test func encodedCasesHaveOtherSalts() throws {
        guard let data = PublicVectors.data("argon2/pynacl_modular_crypt_argon2id_hashes.json", cases: 10) else {
            return
        }
        let cases = try JSONDecoder().decode([Case].self, from: data)
        #expect(cases.count == 10)
        for test in cases {
            let salt = Array(test.salt.utf8)
            #expect(throws: CryptoError.badLength(what: "salt", expected: 16, got: salt.count)) {
                try PasswordHash.argon2id(
                    Array(test.password.utf8), salt: salt, passes: test.passes, memoryBytes: test.memoryKiB << 10,
                    length: 32)
            }
        }
    }
}
