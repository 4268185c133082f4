import Foundation
import SnapCrypto
import Testing

struct SealingVectorTests {
    struct File: Decodable {
        struct Group: Decodable {
            struct Case: Decodable {
                let tcId: Int
                let key: String
                let iv: String
                let aad: String
                let msg: String
                let ct: String
                let tag: String
                let result: String
            }
            let tests: [Case]
        }
        let testGroups: [Group]
    }

    @Test func wycheproof() throws {
        guard let data = PublicVectors.data("aead/wycheproof_xchacha20_poly1305_test.json", cases: 315) else { return }
        var counts = (valid: 0, invalid: 0, nonceLength: 0)
        for test in try JSONDecoder().decode(File.self, from: data).testGroups.flatMap(\.tests) {
            let key = try SealingKey(#require(Hex.decode(test.key)))
            let nonce = try #require(Hex.decode(test.iv))
            let associated = try #require(Hex.decode(test.aad))
            let plaintext = try #require(Hex.decode(test.msg))
            let sealed = try #require(Hex.decode(test.ct + test.tag))
            let opened = key.open(sealed, associated: associated, nonce: nonce)
            if test.result == "valid" {
                counts.valid += 1
                #expect(opened == plaintext, "\(test.tcId)")
                #expect(try key.seal(plaintext, associated: associated, nonce: nonce) == sealed, "\(test.tcId)")
            } else {
                counts.invalid += 1
                #expect(opened == nil, "\(test.tcId)")
                if nonce.count != SealingKey.nonceLength {
                    counts.nonceLength += 1
                    #expect(throws: CryptoError.badLength(what: "nonce", expected: 24, got: nonce.count)) {
                        try key.seal(plaintext, associated: associated, nonce: nonce)
                    }
                }
            }
        }
        #expect(counts == (246, 69, 9))
    }

    @Test func libsodiumsOwn() throws {
        guard let data = PublicVectors.data("aead/pynacl_xchacha20-poly1305-ietf_ref.txt", cases: 1) else { return }
        var fields: [String: [UInt8]] = [:]
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields[String(parts[0])] = Hex.decode(parts[1].drop { $0 == " " })
        }
        let key = try SealingKey(#require(fields["KEY"]))
        let sealed = try key.seal(
            #require(fields["IN"]), associated: #require(fields["AD"]), nonce: #require(fields["NONCE"]))
        let expected = try #require(fields["CT"]) + #require(fields["TAG"])
        #expect(sealed == expected)
    }
}
