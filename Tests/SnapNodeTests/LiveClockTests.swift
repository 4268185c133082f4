import Glibc
import Testing

@testable import SnapNode

/// Wall clocks that jump and time zones that differ change nothing (field scenarios 15, 17 and 34).
@Suite(.live) struct LiveClockTests {
    private static let code = "4HMA-SW95"
    private static let timeShim = "/usr/lib/\(machine)-linux-gnu/faketime/libfaketime.so.1"
    private static var machine: String {
        #if arch(arm64)
            "aarch64"
        #else
            "x86_64"
        #endif
    }
    private static let hasFakeTime = unsafe access(timeShim, R_OK) == 0

    @Test(
        .enabled(if: LiveHost.isAvailable, LiveHost.reason),
        .enabled(if: hasFakeTime, "needs libfaketime (Debian: faketime) to step a process's wall clock"))
    func wallClockSteps() async throws {
        let host = try await LiveHost()
        let home = Scratch()
        try home.write("offset", "+0")
        let common = "--bot average --ui none --json --interface lo"
        let new = try LiveSnap(
            "new --code \(Self.code) --start-when 2 --rule timeLimit=12 " + common, on: host, home: home,
            environment: [
                "LD_PRELOAD": Self.timeShim, "DONT_FAKE_MONOTONIC": "1", "FAKETIME_NO_CACHE": "1",
                "FAKETIME_TIMESTAMP_FILE": home.path + "/offset",
            ])
        let other = try LiveSnap("join \(Self.code) " + common, on: host)
        #expect(try await eventually(within: 30) { new.all("snap.turn/1").count >= 1 }, "\(new.out)\(new.err)")
        try home.write("offset", "+1h")
        let turns = new.all("snap.turn/1").count
        #expect(try await eventually(within: 30) { new.all("snap.turn/1").count > turns + 1 })
        try home.write("offset", "-1h")
        let usual: Set = [
            "snap.begin/1", "snap.dealt/1", "snap.turn/1", "snap.race/1", "snap.won/1", "snap.paid/1",
            "snap.recycled/1", "snap.out/1", "snap.ignored/1", "snap.result/1",
        ]
        for snap in [new, other] {
            #expect(try await snap.process.end(within: 60) == .init(code: 0), "\(snap.err)")
            // Nobody seemed gone, and the time limit did not come early.
            let begin = try #require(snap.lines.firstIndex { $0["schema"]?.text == "snap.begin/1" })
            let told = Set(snap.lines[begin...].compactMap { $0["schema"]?.text })
            #expect(told.isSubset(of: usual), "\(snap.out)")
        }
        #expect(new.last("snap.result/1")?["digest"] == other.last("snap.result/1")?["digest"])
        #expect(try new.transcript() == other.transcript())
        #expect(new.last("snap.result/1")?["reason"]?.text == "has most cards when the time is up")
        #expect((new.last("snap.result/1")?["turns"]?.count ?? 0) >= 4)
        let path = try #require(new.last("snap.result/1")?["transcript"]?.text)
        let audit = try LiveSnap("audit \(path)")
        #expect(try await audit.process.end(within: 60) == .init(code: 0), "\(audit.out)\(audit.err)")
    }

    /// Preloaded before anything else, it moves the environment by which Swift finds the arguments.
    @Test(.enabled(if: hasFakeTime, "needs libfaketime (Debian: faketime)"))
    func argumentsSurviveAPreloadedLibrary() async throws {
        let snap = try LiveSnap("settings get matchBonus", environment: ["LD_PRELOAD": Self.timeShim])
        #expect(try await snap.process.end(within: 20) == .init(code: 0))
        #expect(snap.out == "4\n")
    }

    @Test func auditsReadTheSameEverywhere() async throws {
        let played = try LiveSnap(
            "solo --bot average --ui none --json --rule timeLimit=6", environment: ["TZ": "Europe/Prague"])
        #expect(try await played.process.end(within: 40) == .init(code: 0))
        let path = try #require(played.last("snap.result/1")?["transcript"]?.text)
        var texts: [String] = []
        // Fresh processes: a table walked in the order of its hashes would differ between them.
        for zone in [nil, "UTC", "Pacific/Kiritimati", "nonsense", "Europe/Prague", "UTC"] {
            for flag in ["", "--json "] {
                let audit = try LiveSnap(
                    "audit \(flag)\(path)",
                    environment: (zone.map { ["TZ": $0] } ?? [:]).merging(["LC_ALL": "C.UTF-8"]) { $1 })
                #expect(try await audit.process.end(within: 60) == .init(code: 0), "\(audit.err)")
                if !texts.contains(audit.out) { texts.append(audit.out) }
            }
        }
        #expect(texts.count == 2 && texts[0].contains("VERIFIED"), "one text for people, one for programs: \(texts)")
    }
}
