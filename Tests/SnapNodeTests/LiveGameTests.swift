import Glibc
import SnapNode
import Testing

/// Whole games between processes, as people run them.
@Suite(.live) struct LiveGameTests {
    private static let code = "4HMA-SW95"

    @Test func soloEndsByItselfAndAudits() async throws {
        let snap = try LiveSnap("solo --opponents 3 --bot average --ui none --rule timeLimit=8 --json")
        #expect(try await snap.process.end(within: 60) == .init(code: 0))
        #expect(snap.lines.last?["schema"]?.text == "snap.result/1", "\(snap.out)")
        #expect(snap.err == "")
        #expect(snap.all("snap.turn/1").count >= 2)
        let path = try #require(snap.lines.last?["transcript"]?.text)
        #expect(path.hasPrefix(snap.scratch.path + "/"))
        try await isVerified(path)
    }

    private func isVerified(_ path: String) async throws {
        let audit = try LiveSnap("audit \(path)")
        #expect(try await audit.process.end(within: 60) == .init(code: 0), "\(audit.out)\(audit.err)")
        #expect(audit.out.contains("VERIFIED"))
    }

    /// One starts a table and the others join it; all of them agree in the end.
    private func play(_ start: (String) throws -> [LiveSnap]) async throws {
        let snaps = try start("--bot average --ui none --json")
        try await endAlike(snaps)
    }

    private func endAlike(_ snaps: [LiveSnap]) async throws {
        for snap in snaps {
            #expect(try await snap.process.end(within: 90) == .init(code: 0), "\(snap.out)\(snap.err)")
        }
        let results = try snaps.map { try #require($0.last("snap.result/1"), "\($0.out)\($0.err)") }
        for (snap, result) in zip(snaps, results) {
            #expect(snap.lines.last == result, "the result is the last line")
            for field in ["winner", "winners", "digest", "seats", "turns", "reason"] {
                #expect(result[field] == results[0][field])
            }
        }
        let transcripts = try snaps.map { try $0.transcript() }
        #expect(transcripts.allSatisfy { $0 == transcripts[0] }, "\(transcripts.map(\.count))")
        for result in results { try await isVerified(try #require(result["transcript"]?.text)) }
    }

    @Test(.enabled(if: LiveHost.isAvailable, LiveHost.reason))
    func fourAtOneTableOnTheLoopback() async throws {
        let host = try await LiveHost()
        try await play { common in
            let new = "new --code \(Self.code) --start-when 4 --interface lo --rule timeLimit=12 "
            return try [LiveSnap(new + common, name: "Ann", on: host)]
                + ["Ben", "Cem", "Dee"].map {
                    try LiveSnap("join \(Self.code) --interface lo " + common, name: $0, on: host)
                }
        }
    }

    @Test(.enabled(if: LiveHost.isAvailable, LiveHost.reason))
    func fourHostsOnABridge() async throws {
        let hosts = try await LiveHost.lan(4)
        try await play { common in
            let new = "new --code \(Self.code) --start-when 4 --rule timeLimit=12 "
            return try [LiveSnap(new + common, name: "Ann", on: hosts[0])]
                + (1...3).map { try LiveSnap("join \(Self.code) " + common, name: "Guest \($0)", on: hosts[$0]) }
        }
    }

    @Test(.enabled(if: LiveHost.isAvailable, LiveHost.reason))
    func twoUsersOfOneHost() async throws {
        let host = try await LiveHost()
        // The other user may read the program wherever it lies; that is its only privilege.
        let other = [
            "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
            "--bounding-set=-all,+dac_read_search",
            "--inh-caps=-all,+dac_read_search", "--ambient-caps=-all,+dac_read_search", "--",
        ]
        try await play { common in
            try (0..<4).map { number in
                let home = Scratch()
                if number >= 2 { try #require(unsafe chown(home.path, 65_534, 65_534) == 0) }
                let how =
                    number == 0 ? "new --code \(Self.code) --start-when 4 --rule timeLimit=12 " : "join \(Self.code) "
                return try LiveSnap(
                    how + "--interface lo " + common, name: "Player \(number)", on: host, home: home,
                    before: number >= 2 ? other : [])
            }
        }
    }

    /// Field scenario 18. `tools/live-together` plays many more rounds.
    @Test(.enabled(if: LiveHost.isAvailable, LiveHost.reason), arguments: [2, 3, 4])
    func startedAtOnceIsOneTable(count: Int) async throws {
        let host = try await LiveHost()
        for _ in 0..<2 {
            let snaps = try (0..<count).map { number in
                try LiveSnap(
                    "new --code \(Self.code) --start-when \(count) --interface lo --bot average --ui none --json "
                        + "--rule timeLimit=3", name: "P\(number)", on: host)
            }
            try await endAlike(snaps)
            let begins = try snaps.map { try #require($0.last("snap.begin/1")) }
            #expect(begins.allSatisfy { $0 == begins[0] && $0["seats"]?.elements.count == count })
            let deals = try snaps.map { try #require($0.last("snap.dealt/1")) }
            #expect(deals.allSatisfy { $0 == deals[0] })
        }
    }
}
