import Foundation
import SnapCrypto
import Testing

/// 1,077 public signatures, each judged exactly as libsodium 1.0.18 was measured to: what is accepted is part of the protocol.
struct Ed25519VectorTests {
    struct Measured {
        let accepted: Bool
        let isPrimeOrder: Bool
    }

    static func measured() -> [String: Measured]? {
        guard let data = PublicVectors.data("ed25519/libsodium_1.0.18_results.tsv", cases: 1077) else { return nil }
        var results: [String: Measured] = [:]
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            // "accept", "reject", or "LEN63": a length that the caller refuses.
            results["\(columns[0]) \(columns[1])"] = Measured(
                accepted: columns[3] == "accept", isPrimeOrder: columns[4] == "1")
        }
        return results
    }

    func check(
        _ name: String, key: String, message: [UInt8], signature: String, against results: [String: Measured]
    ) throws -> Bool {
        let measured = try #require(results[name], "\(name)")
        let octets = try #require(Hex.decode(key), "\(name)")
        let key = try #require(PublicKey(octets), "\(name)")
        let accepted = key.verifies(try #require(Hex.decode(signature)), of: message)
        #expect(accepted == measured.accepted, "\(name)")
        #expect(key.isPrimeOrder == measured.isPrimeOrder, "\(name)")
        return accepted
    }

    @Test func wycheproof() throws {
        struct File: Decodable {
            struct Group: Decodable {
                struct Key: Decodable { let pk: String }
                struct Case: Decodable {
                    let tcId: Int
                    let msg: String
                    let sig: String
                    let result: String
                }
                let publicKey: Key
                let tests: [Case]
            }
            let testGroups: [Group]
        }
        guard let data = PublicVectors.data("ed25519/wycheproof_ed25519_test.json", cases: 151),
            let results = Self.measured()
        else { return }
        var checked = 0
        for group in try JSONDecoder().decode(File.self, from: data).testGroups {
            for test in group.tests {
                let accepted = try check(
                    "wycheproof \(test.tcId)", key: group.publicKey.pk, message: #require(Hex.decode(test.msg)),
                    signature: test.sig, against: results)
                #expect(accepted == (test.result == "valid"), "wycheproof \(test.tcId)")
                checked += 1
            }
        }
        #expect(checked == 151)
    }

    @Test func speccheck() throws {
        struct Case: Decodable {
            let message: String
            let publicKey: String
            let signature: String
            enum CodingKeys: String, CodingKey {
                case message
                case publicKey = "pub_key"
                case signature
            }
        }
        guard let data = PublicVectors.data("ed25519/speccheck_cases.json", cases: 12), let results = Self.measured()
        else { return }
        let cases = try JSONDecoder().decode([Case].self, from: data)
        #expect(cases.count == 12)
        for (number, test) in cases.enumerated() {
            let accepted = try check(
                "speccheck \(number)", key: test.publicKey, message: #require(Hex.decode(test.message)),
                signature: test.signature, against: results)
            #expect(accepted == (number == 3), "speccheck \(number)")
        }
    }

    @Test func cctv() throws {
        struct Case: Decodable {
            let number: Int
            let key: String
            let sig: String
            let msg: String
        }
        guard let data = PublicVectors.data("ed25519/cctv_ed25519vectors.json", cases: 914),
            let results = Self.measured()
        else { return }
        let cases = try JSONDecoder().decode([Case].self, from: data)
        #expect(cases.count == 914)
        var accepted = 0
        for test in cases {
            if try check(
                "cctv \(test.number)", key: test.key, message: Array(test.msg.utf8), signature: test.sig,
                against: results)
            {
                accepted += 1
            }
        }
        #expect(accepted == 43)
    }
}
