import Glibc
import SnapNode
import Testing

/// Field scenario 37 (a): a copy of somebody's session directory plays beside the original.
@Suite(.live) struct ForkedSessionTests {
    private static let code = "4HMA-SW95"

    @Test(.enabled(if: LiveHost.isAvailable, LiveHost.reason))
    func aCopiedSessionIsProvenToldDroppedAndAudited() async throws {
        let host = try await LiveHost()
        let common = "--interface lo --bot average --ui none --json "
        let snaps =
            try [
                LiveSnap(
                    "new --code \(Self.code) --start-when 3 --rule timeLimit=20 --rule turnPause=200 " + common,
                    name: "Ann",
                    on: host)
            ] + ["Ben", "Cem"].map { try LiveSnap("join \(Self.code) " + common, name: $0, on: host) }
        #expect(try await eventually(within: 60) { snaps.allSatisfy { $0.all("snap.turn/1").count >= 3 } })

        let home = Scratch()
        let copying = try LiveProcess(
            ["/bin/cp", "-a", snaps[2].scratch.path + "/.", home.path], environment: [:], in: "/",
            output: .null, messages: .null)
        #expect(try await copying.end(within: 10) == .init(code: 0))
        let copy = try LiveSnap("join \(Self.code) " + common, name: "Cem", on: host, home: home)
        let honest = snaps.prefix(2)
        #expect(
            try await eventually(within: 30) { honest.allSatisfy { $0.all("snap.dropped/1").count == 1 } },
            "\(snaps[0].out)\(snaps[0].err)\(copy.out)\(copy.err)")
        let key = snaps[0].last("snap.begin/1")?["seats"]?.elements.first { $0["name"]?.text == "Cem" }?["key"]
        for snap in honest {
            #expect(try await snap.process.end(within: 90) == .init(code: 0), "\(snap.out)\(snap.err)")
            let forked = try #require(snap.last("snap.forked/1"), "\(snap.out)")
            #expect(forked["player"]?["name"]?.text == "Cem" && forked["player"]?["key"] == key)
            #expect(snap.last("snap.dropped/1")?["player"]?["key"] == key)
            #expect(snap.lines.last?["schema"]?.text == "snap.result/1")
        }
        #expect(snaps[0].last("snap.result/1")?["digest"] == snaps[1].last("snap.result/1")?["digest"])

        for snap in honest {
            let path = try #require(snap.last("snap.result/1")?["transcript"]?.text)
            let audit = try LiveSnap("audit --json \(path)")
            #expect(try await audit.process.end(within: 60) == .init(code: 1), "\(audit.out)\(audit.err)")
            let report = try #require(audit.lines.first)
            #expect(report["verdict"]?.text == "INVALID")
            let faults = report["faults"]?.elements ?? []
            #expect(faults.count == 1 && faults.first?["author"] == key && faults.first?["name"]?.text == "Cem")
            // Both versions, by their hashes.
            let words = (faults.first?["reason"]?.text ?? "").split(separator: " ").filter { $0.count == 64 }
            #expect(Set(words).count == 2, "\(report)")
        }
    }
}
