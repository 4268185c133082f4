import Foundation
import SnapCrypto
import Testing

@testable import SnapWire

/// Vectors of other makers; each suite beside it has facts of its own.
@Suite struct VectorTests {
    /// RFC 8949 Appendix A: what is deterministic and no float comes back the same; all else is refused.
    @Test func appendixA() throws {
        guard let data = Vectors.data("cbor/appendix_a.json", cases: 82) else { return }
        let cases = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        #expect(cases.count == 82)
        var floats = 0
        var indefinite = 0
        for item in cases {
            let hex = try #require(item["hex"] as? String)
            let bytes = try #require(Hex.decode(hex))
            do throws(WireError) {
                let value = try CBORValue.decode(bytes)
                #expect(value.encoded == bytes, "\(hex)")
            } catch {
                switch error.reason {
                case .float: floats += 1
                case .indefinite: indefinite += 1
                // RFC 7049 still allowed it; RFC 8949 section 3.3 does not.
                case .badSimple: #expect(hex == "f818")
                default: Issue.record("\(hex): \(error)")
                }
            }
        }
        #expect(floats == 23 && indefinite == 11, "\(floats) floats, \(indefinite) of indefinite length")
    }

    /// As a lone item, as an event, as the body of an event, as a message, as a transcript and as a record of one.
    @Test func malformed() throws {
        guard let rows = Vectors.malformed() else { return }
        #expect(rows.count == 118)
        let marker = Transcript.marker(table: Samples.table, game: 1)
        for row in rows {
            if row.wanted == "accept" {
                #expect(try CBORValue.decode(row.bytes).encoded == row.bytes, "\(row)")
            } else if let value = try? CBORValue.decode(row.bytes) {
                #expect(row.kind == "schema-dependent" && value.encoded == row.bytes, "\(row)")
            }
            #expect(throws: WireError.self, "\(row)") { try Event.decode(row.bytes) }
            #expect(throws: WireError.self, "\(row)") { try Event.decode(enveloped(row.bytes)) }
            #expect(throws: WireError.self, "\(row)") { try Event.decode(enveloped(withBody(row.bytes))) }
            #expect(throws: WireError.self, "\(row)") { try Message.decode(row.bytes) }
            #expect(throws: WireError.self, "\(row)") { try Heartbeat.open(row.bytes) }
            #expect(throws: WireError.self, "\(row)") { try Beacon.open(row.bytes) }
            var alone = TranscriptReader(row.bytes)
            #expect(throws: TranscriptReader.Fault.self, "\(row)") { try alone.marker() }
            var within = TranscriptReader(marker + row.bytes)
            _ = try within.marker()
            if row.bytes.isEmpty {
                #expect(try within.next() == nil)
            } else {
                #expect(throws: TranscriptReader.Fault.self, "\(row)") { try within.next() }
            }
            var inside = TranscriptReader(marker + enveloped(withBody(row.bytes)))
            _ = try inside.marker()
            #expect(throws: TranscriptReader.Fault.self, "\(row)") { try inside.next() }
        }
    }

    private func enveloped(_ payload: [UInt8]) -> [UInt8] {
        Envelope.seal(payload, for: .event, by: Samples.key(1))
    }

    private func withBody(_ body: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(6)
        writer.byteString(Samples.table.bytes)
        writer.unsigned(1)
        writer.octets(Digest(words: (0, 0, 0, 0)))
        writer.unsigned(1)
        writer.array(0)
        writer.raw(body)
        return writer.bytes
    }

    /// Of all COSE vectors the one tagged COSE_Sign1 with Ed25519 is accepted.
    @Test func cose() throws {
        var seen = 0
        for (folder, count) in [("eddsa-examples", 4), ("sign1-tests", 9), ("sign-tests", 10), ("gluecose", 7)] {
            let path = Vectors.directory.appendingPathComponent("cose/\(folder)").path
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                print("SKIPPED \(count) cases: no vectors/cose/\(folder)")
                continue
            }
            #expect(names.count == count)
            for name in names.sorted() {
                let object = try #require(try Vectors.object("cose/\(folder)/\(name)"))
                let bytes = try #require(message(object).flatMap { Hex.decode($0) }, "\(name)")
                let payload = try? CoseSign1.verify(bytes, with: CoseTests.key)
                #expect((payload != nil) == (name == "eddsa-sig-01.json"), "\(name)")
                #expect(throws: WireError.self, "\(name)") { try Event.decode(bytes) }
                seen += 1
            }
        }
        print("\(seen) COSE vectors read")
    }

    private func message(_ object: [String: Any]) -> String? {
        if let output = object["output"] as? [String: Any] { return output["cbor"] as? String }
        for name in ["sign1::verify", "sign1::sign"] {
            guard let part = object[name] as? [String: Any] else { continue }
            for key in ["taggedCOSESign1", "untaggedCOSESign1"] {
                if let field = part[key] as? [String: Any], let hex = field["cborHex"] as? String { return hex }
            }
        }
        return nil
    }
}
