import SnapCrypto
import Testing

/// A few published facts that hold wherever the tests run, and the edges of every length.
struct CryptoFactTests {
    func octets(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }

    /// RFC 8032 section 7.1, tests 1 and 2.
    @Test func ed25519() throws {
        let first = try SigningKey(
            seed: octets("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
        #expect(first.publicKey.hex == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        let empty = first.sign([])
        #expect(
            Hex.encode(empty)
                == "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        )
        #expect(first.publicKey.verifies(empty, of: []))
        #expect(!first.publicKey.verifies(empty, of: [0]))

        let second = try SigningKey(
            seed: octets("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
        #expect(
            Hex.encode(second.sign([0x72]))
                == "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        )
        #expect(!second.publicKey.verifies(empty, of: []))
    }

    @Test func everyFlippedBitBreaksASignature() throws {
        let key = try SigningKey(seed: [UInt8](repeating: 7, count: 32))
        let message: [UInt8] = Array("turn".utf8)
        let signature = key.sign(message)
        for bit in 0..<512 {
            var damaged = signature
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!key.publicKey.verifies(damaged, of: message), "bit \(bit)")
        }
    }

    @Test(arguments: [0, 1, 32, 63, 65, 128])
    func signatureOfAnotherLengthIsRefused(length: Int) throws {
        let key = try SigningKey(seed: [UInt8](repeating: 7, count: 32))
        let signature = (key.sign([]) + key.sign([])).prefix(length)
        #expect(!key.publicKey.verifies(Array(signature), of: []))
    }

    @Test func onlyPrimeOrderKeysAreSound() throws {
        let key = try SigningKey(seed: [UInt8](repeating: 1, count: 32))
        #expect(key.publicKey.isPrimeOrder)
        // The neutral element, and the point of order 2.
        #expect(PublicKey([1] + [UInt8](repeating: 0, count: 31))?.isPrimeOrder == false)
        #expect(PublicKey([0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f])?.isPrimeOrder == false)
    }

    /// With 32 octets of output; the same values come from another implementation (CPython hashlib).
    @Test func blake2b() {
        let abc = Array("abc".utf8)
        #expect(Digest.of(abc).hex == "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319")
        #expect(Digest.of([]).hex == "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8")
        let key = (0..<64).map { UInt8($0) }
        // The first two entries of the reference's keyed table (blake2b-kat).
        #expect(Hex.encode(Digest.keyed([], key: key, length: 64)).hasPrefix("10ebb67700b1868efb4417987acf4690"))
        #expect(Hex.encode(Digest.keyed([0], key: key, length: 64)).hasPrefix("961f6dd1e4dd30f63901690c512e78e4"))
        #expect(Digest.keyed(abc, key: key, length: 16).count == 16)
        #expect(Digest.keyed(abc, key: key, length: 16) != Array(Digest.keyed(abc, key: key, length: 64).prefix(16)))
    }

    /// draft-irtf-cfrg-xchacha-03 appendix A.3.1, with libsodium's nonce.
    @Test func xchacha20poly1305() throws {
        let key = try SealingKey((0x80...0x9f).map { UInt8($0) })
        let nonce = try octets("07000000404142434445464748494a4b0000000000000000")
        let associated = try octets("50515253c0c1c2c3c4c5c6c7")
        let text =
            "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."
        let sealed = try key.seal(Array(text.utf8), associated: associated, nonce: nonce)
        #expect(Hex.encode(sealed).hasPrefix("453c0693a7407f04ff4c56aedb17a3c0"))
        #expect(Hex.encode(sealed).hasSuffix("5c6d84b6b0c1abaf249d5dd0f7f5a7ea"))
        #expect(key.open(sealed, associated: associated, nonce: nonce) == Array(text.utf8))

        for index in sealed.indices {
            var damaged = sealed
            damaged[index] ^= 0x10
            #expect(key.open(damaged, associated: associated, nonce: nonce) == nil)
        }
        #expect(key.open(sealed, associated: [], nonce: nonce) == nil)
        #expect(key.open(sealed, associated: associated, nonce: nonce.reversed()) == nil)
        #expect(key.open(sealed, associated: associated, nonce: Array(nonce.dropLast())) == nil)
        for length in 0..<16 {
            #expect(key.open(Array(sealed.prefix(length)), associated: associated, nonce: nonce) == nil)
        }
        let empty = try key.seal([], associated: [], nonce: nonce)
        #expect(empty.count == SealingKey.overhead)
        #expect(key.open(empty, associated: [], nonce: nonce) == [])
    }

    @Test func wrongLengthsAreNamed() throws {
        for length in [0, 31, 33, 64] {
            let bytes = [UInt8](repeating: 1, count: length)
            #expect(throws: CryptoError.badLength(what: "signing seed", expected: 32, got: length)) {
                try SigningKey(seed: bytes)
            }
            #expect(throws: CryptoError.badLength(what: "sealing key", expected: 32, got: length)) {
                try SealingKey(bytes)
            }
        }
        let key = try SealingKey([UInt8](repeating: 1, count: 32))
        for length in [0, 12, 23, 25] {
            #expect(throws: CryptoError.badLength(what: "nonce", expected: 24, got: length)) {
                try key.seal([1], associated: [], nonce: [UInt8](repeating: 0, count: length))
            }
        }
    }

    @Test func entropyGivesWhatIsAsked() {
        #expect(Entropy.bytes(0) == [])
        #expect(Entropy.bytes(-1) == [])
        #expect(Entropy.bytes(33).count == 33)
        #expect(Entropy.bytes(32) != Entropy.bytes(32))
    }
}
