import Foundation
import SnapAudit
import SnapCrypto
import SnapWire
import Testing

/// Whatever bytes are given, the audit ends with a verdict, at once and in little room.
@Suite struct HostileInputTests {
    /// Rows of the public list of malformed CBOR; where it is absent, some of our own that say the same.
    private static func rows() -> [[UInt8]] {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let vectors = ProcessInfo.processInfo.environment["SNAP_VECTORS"].map { URL(fileURLWithPath: $0) }
        let directory = vectors ?? package.deletingLastPathComponent().appendingPathComponent("shared/vectors")
        let own: [[UInt8]] = [
            [0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0x5b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [UInt8](repeating: 0x81, count: 100_000) + [0],
            [0x9f], [0xff], [0xd2], [],
        ]
        guard
            let text = try? String(contentsOf: directory.appendingPathComponent("cbor/malformed.tsv"), encoding: .utf8)
        else {
            print("SKIPPED 118 cases: no vectors/cbor/malformed.tsv")
            return own
        }
        let listed = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line -> [UInt8]? in
            let words = line.prefix { $0 != "\t" }.split(separator: " ")
            guard words.count == 4, words[0] == "REPEAT" else { return words.first.flatMap(Hex.decode) }
            guard let unit = Hex.decode(words[1]), let times = Int(words[2]), let rest = Hex.decode(words[3]) else {
                return nil
            }
            return Array(repeatElement(unit, count: times).joined()) + rest
        }
        #expect(listed.count >= 100)
        return own + listed
    }

    @Test func malformedInputIsRefused() throws {
        let marker = Transcript.marker(table: try #require(TableID([UInt8](repeating: 1, count: 16))), game: 1)
        for row in HostileInputTests.rows() {
            // As a transcript, and as its first record: never a game, and no fault of anybody's.
            for bytes in [row, marker + row] {
                let report = audit(bytes)
                #expect([2, 65].contains(report.verdict.exitCode), "\(row.prefix(20)): \(report.verdict)")
                #expect(report.culprits.isEmpty)
            }
        }
    }

    @Test func randomBytesAreRefused() {
        var random = SeededRandom(41)
        var reader = PlayedGame.short
        for round in 0..<300 {
            let count = Int(random.below(400))
            #expect(audit(random.bytes(count)).verdict.exitCode >= 2)
            // A stretch of a good file overwritten.
            let place = Int(random.below(UInt64(reader.count - 16)))
            let kept = reader
            reader.replaceSubrange(place..<place + 16, with: random.bytes(16))
            let report = audit(reader, verified: PlayedGame.verified)
            #expect(report.verdict.exitCode != 0, "round \(round), octet \(place)")
            #expect(report.culprits.isEmpty)
            reader = kept
        }
    }

    /// The program in an address space of so many kibibytes: how it ended.
    private func run(_ file: String, kibibytes: Int, _ program: AuditProgram) throws -> Int32 {
        try program.run("ulimit -c 0; ulimit -v \(kibibytes) && exec \"$SNAP\" audit \(file)").code
    }

    @Test func malformedInputTakesNoRoom() throws {
        let program = try AuditProgram()
        defer { program.remove() }
        // What an empty file takes, to 64 KiB.
        let empty = try program.file("empty", [])
        var (low, high) = (1_024, 4 << 20)
        #expect(try run(empty, kibibytes: high, program) == 2)
        while high - low > 64 {
            let middle = (low + high) / 2
            if try run(empty, kibibytes: middle, program) == 2 { high = middle } else { low = middle }
        }
        for (index, row) in HostileInputTests.rows().enumerated() where index % 3 == 0 || row.count > 100 {
            let path = try program.file("row", row)
            let code = try run(path, kibibytes: high + 1_024, program)
            #expect(code == 2 || code == 65, "\(row.prefix(20)): \(code)")
        }
    }
}
