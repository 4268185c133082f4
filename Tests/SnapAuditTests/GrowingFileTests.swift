import Foundation
import SnapAudit
import SnapCrypto
import Synchronization
import Testing

/// A transcript that somebody still writes: what is said is said of what was there, and of all of that.
@Suite final class GrowingFileTests {
    private let program: AuditProgram

    init() throws { program = try AuditProgram() }
    deinit { program.remove() }

    /// Writes a game as play does, only quicker, and in pieces that heed no record.
    private final class Writer: Sendable {
        private let ended = Mutex(false)
        var isDone: Bool { ended.withLock { $0 } }

        init(_ bytes: [UInt8], to path: String, pieces: Int) throws {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            Thread.detachNewThread { [self] in
                defer { ended.withLock { $0 = true } }
                let length = bytes.count / pieces + 1
                for start in stride(from: 0, to: bytes.count, by: length) {
                    try? file.write(contentsOf: Data(bytes[start..<min(start + length, bytes.count)]))
                    Thread.sleep(forTimeInterval: 0.002)
                }
            }
        }
    }

    private func object(_ line: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test func isAuditedAsFarAsItWasThere() throws {
        let game = PlayedGame.long
        let whole = try program.file("whole", game)
        let growing = try program.file("growing", [])
        let writer = try Writer(game, to: growing, pieces: 2_000)
        var lengths: [Int] = []
        repeat {
            let result = try program.run("\"$SNAP\" audit --json \(growing) \(whole)")
            let lines = try result.out.split(separator: "\n").map(object)
            let report = try #require(lines.first)
            let length = try #require(report["bytes"] as? Int)
            lengths.append(length)
            let expected = audit(Array(game[..<length]), verified: PlayedGame.verified)
            #expect(report["verdict"] as? String == expected.verdict.word)
            #expect(report["digest"] as? String == expected.digest.hex)
            #expect(result.code == expected.verdict.exitCode && result.err == "", "\(result)")
            // It has grown since, and yet it is compared, as it was.
            let forks = try #require(lines.first { $0["schema"] as? String == "snap.forks/1" })
            #expect((forks["notCompared"] as? [String])?.isEmpty == true)
            #expect((forks["forks"] as? [Any])?.isEmpty == true)
            for line in ["transcript show", "transcript export", "replay"] {
                let told = try program.run("\"$SNAP\" \(line) \(growing)")
                #expect([0, 2].contains(told.code), "\(line): \(told)")
            }
        } while !writer.isDone && lengths.count < 60
        #expect(lengths == lengths.sorted() && Set(lengths).count > 2, "it did not grow meanwhile: \(lengths)")
    }
}
