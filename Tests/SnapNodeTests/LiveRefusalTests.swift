import Glibc
import SnapCrypto
import SnapNetwork
import SnapWire
import Testing

@testable import SnapNode

/// What cannot be done is said in one line, with an exit code, and nothing is written or lost.
@Suite(.live) struct LiveRefusalTests {
    private static let code = "4HMA-SW95"

    /// Exit code, one line with these words on standard error, nothing on standard output.
    private func refuses(
        _ snap: LiveSnap, _ code: Int32, _ words: String..., at location: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(
            try await snap.process.end(within: 30) == .init(code: code), "\(snap.out)\(snap.err)",
            sourceLocation: location)
        #expect(snap.out == "", sourceLocation: location)
        #expect(snap.err.count { $0 == "\n" } == 1, "\(snap.err)", sourceLocation: location)
        for word in words { #expect(snap.err.contains(word), "\(snap.err)", sourceLocation: location) }
    }

    private func wroteNothing(_ snap: LiveSnap) {
        #expect(Set(snap.scratch.names()).isSubset(of: ["out", "err"]))
    }

    @Test func codesThatAreTypos() async throws {
        for (typed, words) in [
            ("4HMA-SW9X", "typo?"), ("4HMA", "has 4 letters and digits where a code has 8"), ("4HMA-SW9!", "typo?"),
        ] {
            let snap = try LiveSnap("join \(typed) --bot average")
            try await refuses(snap, 64, typed, words)
            wroteNothing(snap)
        }
    }

    @Test func flagsAndFiles() async throws {
        for (arguments, code, words) in [
            ("solo --loud", Int32(64), "no flag --loud"), ("solo --opponents 4", 64, "allowed: 1...3"),
            ("solo --rule timeLimit=soon", 64, "timeLimit"), ("new --start-when 4 --players 3", 64, "never happens"),
            ("audit nothing.snap", 66, "nothing.snap"), ("audit .", 66, "directory"),
        ] {
            let snap = try LiveSnap(arguments)
            try await refuses(snap, code, words)
            wroteNothing(snap)
        }
    }

    @Test func brokenSettingsStay() async throws {
        let home = Scratch()
        try home.write(".config/snap/settings.json", "{ not json")
        for arguments in ["solo --bot average --ui none", "join 4HMA-SW95 --bot average", "new --bot average"] {
            let snap = try LiveSnap(arguments, home: home)
            try await refuses(snap, 78, "settings.json", "line 1")
            for name in ["out", "err"] { _ = unsafe unlink(home.path + "/" + name) }
        }
        #expect(try home.read(".config/snap/settings.json") == "{ not json")
        #expect(home.names() == [".config"])
    }

    @Test(.enabled(if: LiveHost.isAvailable, LiveHost.reason))
    func noSuchTable() async throws {
        let host = try await LiveHost()
        let clock = ContinuousClock()
        let start = clock.now
        let snap = try LiveSnap("join \(Self.code) --bot average --interface lo", on: host)
        try await refuses(snap, 69, "no table \(Self.code) answered within 3.5 s", "Nothing at all was heard")
        #expect(clock.now - start >= .milliseconds(3_400), "it waits as long as it says")
        wroteNothing(snap)
    }

    @Test(.enabled(if: LiveHost.isAvailable, LiveHost.reason))
    func tableFullAndAlreadyPlaying() async throws {
        let host = try await LiveHost()
        let common = "--bot average --ui none --json --interface lo"
        let new = try LiveSnap("new --code \(Self.code) --players 2 --rule timeLimit=30 " + common, on: host)
        let second = try LiveSnap("join \(Self.code) " + common, on: host)
        #expect(try await eventually(within: 20) { new.last("snap.seated/1")?["seated"]?.count == 2 })
        let third = try LiveSnap("join \(Self.code) " + common, on: host)
        try await refuses(third, 69, "full: 2 of 2 seats are taken")
        wroteNothing(third)
        #expect(new.process.look() == nil && second.process.look() == nil)

        let started = try LiveSnap(
            "new --code 4E2P-BK21 --start-when 2 --rule timeLimit=30 " + common, on: host)
        let other = try LiveSnap("join 4E2P-BK21 " + common, on: host)
        #expect(try await eventually(within: 20) { started.last("snap.begin/1") != nil })
        let late = try LiveSnap("join 4E2P-BK21 " + common, on: host)
        try await refuses(late, 69, "already playing")
        wroteNothing(late)
        #expect(started.process.look() == nil && other.process.look() == nil)

        let list = try LiveSnap("list --json --interface lo", on: host)
        #expect(try await list.process.end(within: 20) == .init(code: 0))
        let found = list.lines
        #expect(found.map { $0["code"]?.text } == ["4E2P-BK21", Self.code])
        #expect(found.map { $0["state"]?.text } == ["playing", "lobby"])
        #expect(found.allSatisfy { $0["players"]?.elements.count == 2 })
    }

    @Test(.enabled(if: LiveHost.isAvailable, LiveHost.reason))
    func anotherVersion() async throws {
        let host = try await LiveHost()
        let guest = try LiveGuest(named: "Old", code: "4E2P-BK21", on: host)
        let key = try SigningKey(seed: Entropy.bytes(32))
        let secret = try TableSecret.derive(code: try TableCode(Self.code), passphrase: nil)
        var bytes = Beacon(
            author: key.publicKey, tag: secret.tag, code: try TableCode(Self.code), tableName: "Old table",
            state: .lobby, seated: 1, seats: 4, playerName: "Old", port: nil
        ).signed(by: key)
        // The payload begins with an array of nine and the version.
        let at = try #require(bytes.indices.dropLast(2).first { Array(bytes[$0...($0 + 2)]) == [0x89, 0x01, 0x48] })
        bytes[at + 1] = 2
        let snap = try LiveSnap("join \(Self.code) --bot average --interface lo", on: host)
        while snap.process.look() == nil {
            guest.announce(bytes)
            pause(0.2)
        }
        try await refuses(snap, 76, "another version", "Use the same version on all computers")
        wroteNothing(snap)
    }

    /// Field scenario 51: libsodium says no and leaves zeros, which must never become a key.
    @Test func tooLittleMemoryForTheKey() async throws {
        let enough = try LiveSnap("solo --bot average --ui none --json --rule timeLimit=60")
        #expect(try await eventually(within: 30) { enough.last("snap.begin/1") != nil })
        let status = LiveProcess.text(of: "/proc/\(enough.process.number)/status") ?? ""
        let peak = try #require(
            status.split(separator: "\n").first { $0.hasPrefix("VmPeak:") }?.split(separator: " ").dropFirst().first
                .flatMap { Int($0) }, "\(status)")
        let limited = ["/bin/sh", "-c", "ulimit -v \(peak - 4_000); exec \"$@\"", "sh"]
        for arguments in ["solo --bot average --ui none --rule timeLimit=1", "new --bot average --interface lo"] {
            let host = arguments.hasPrefix("solo") || !LiveHost.isAvailable ? nil : try await LiveHost()
            if arguments.hasPrefix("new"), host == nil { continue }
            let snap = try LiveSnap(arguments, on: host, before: limited)
            try await refuses(snap, 69, "64 MiB", "ulimit -v")
        }
    }
}
