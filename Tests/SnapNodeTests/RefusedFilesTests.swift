import Glibc
import Testing

@testable import SnapNode

/// Where nothing can be written, or not enough: what was asked for and what to do is said, what was to be said is said none the less, and no
/// half of a file is left.
@Suite struct RefusedFilesTests {
    /// Whom rights bind: for root there are none.
    private static let before =
        geteuid() == 0
        ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            // The program may lie where only its owner looks.
            + ["--bounding-set=-all,+dac_read_search", "--inh-caps=-all,+dac_read_search"]
            + ["--ambient-caps=-all,+dac_read_search", "--"] : []

    /// No file may be longer than 16 blocks of 512 octets: what goes beyond is written in part and then refused.
    private static let limited = ["/bin/sh", "-c", "ulimit -f 16; exec \"$@\"", "sh"]

    private static let corpus: String = {
        var directory = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        directory.removeLast(2)
        return directory.joined(separator: "/") + "/Transcripts"
    }()

    /// A home that can be written to, with a directory `fixed` that cannot.
    private func home() throws -> Scratch {
        let home = Scratch()
        try home.write("game.snap", try LiveSnap.bytes(Self.corpus + "/honest-2.snap"), mode: 0o644)
        try Directory.make(home.path + "/fixed")
        if geteuid() == 0 {
            for name in ["", "/game.snap", "/fixed"] {
                try #require(unsafe chown(home.path + name, 65_534, 65_534) == 0)
            }
        }
        try #require(unsafe chmod(home.path + "/fixed", 0o555) == 0)
        return home
    }

    /// The exit code; nil: it was ended by a signal, or did not end.
    private func end(_ snap: LiveSnap) async throws -> Int32? {
        try await snap.process.end(within: 30)?.code
    }

    @Test func aReportIsRefusedAndTheAuditTold() async throws {
        let home = try home()
        let snap = try LiveSnap("audit --report fixed/page.html game.snap", home: home, before: Self.before)
        #expect(try await end(snap) == 74)
        #expect(snap.out.hasPrefix("VERIFIED\n"))
        #expect(
            snap.err == "snap: the report was not written: fixed/page.html: cannot create: Permission denied. "
                + "Check the owner and the rights: `ls -ld 'fixed'`.\n")
        let lost = try LiveSnap("audit --report none/page.html game.snap", home: home, before: Self.before)
        #expect(try await end(lost) == 66)
        #expect(lost.err.hasSuffix("No such file or directory. There is no directory 'none'.\n"), "\(lost.err)")
        #expect(home.names("fixed").isEmpty && !home.names().contains("none"))
    }

    /// The disk has room for a part of it.
    @Test func aReportIsWrittenWholeOrNotAtAll() async throws {
        let home = try home()
        let snap = try LiveSnap("audit --report page.html game.snap", home: home, before: Self.limited + Self.before)
        #expect(try await end(snap) == 74)
        #expect(
            snap.err.hasSuffix(
                "/page.html: cannot write: File too large. A limit forbids so long a file: see `ulimit -f`.\n"))
        #expect(snap.out.hasPrefix("VERIFIED\n") && snap.err.hasPrefix("snap: the report was not written: "))
        #expect(!home.names().contains { $0.hasPrefix("page") }, "\(home.names())")
    }

    @Test func anIdentityIsNotExportedThere() async throws {
        let home = try home()
        let snap = try LiveSnap("identity export fixed/me.key", home: home, before: Self.before)
        #expect(try await end(snap) == 74)
        #expect(snap.out == "" && snap.err.contains("fixed/me.key: cannot create: Permission denied. Check the owner"))
        #expect(snap.err.hasSuffix("`ls -ld 'fixed'`.\n") && home.names("fixed").isEmpty)
        // Nor is one made where nothing can be kept.
        let nowhere = try LiveSnap(
            "identity export me.key", home: home, before: Self.before,
            environment: ["XDG_DATA_HOME": home.path + "/fixed"])
        #expect(try await end(nowhere) == 74)
        #expect(
            nowhere.err.contains("\(home.path)/fixed/snap: cannot make the directory: Permission denied."),
            "\(nowhere.err)")
        #expect(!home.names().contains("me.key"))
    }

    @Test func anExportThatTheDiskDoesNotTakeIsNoSuccess() async throws {
        let snap = try LiveSnap("transcript export game.snap", home: try home(), output: .file("/dev/full"))
        #expect(try await end(snap) == 74)
        #expect(snap.err == "snap: the results could not be written: No space left on device.\n")
    }

    /// Play goes on without a transcript, and it is said once that there is none, and where there should be.
    @Test func aGameGoesOnWithoutATranscript() async throws {
        let home = try home()
        try Directory.make(home.path + "/data/snap/transcripts")
        for name in ["/data", "/data/snap", "/data/snap/transcripts"] where geteuid() == 0 {
            try #require(unsafe chown(home.path + name, 65_534, 65_534) == 0)
        }
        try #require(unsafe chmod(home.path + "/data/snap/transcripts", 0o555) == 0)
        let snap = try LiveSnap(
            "solo --bot average --ui none --json --rule timeLimit=2", home: home, before: Self.before,
            environment: ["XDG_DATA_HOME": home.path + "/data"])
        #expect(try await end(snap) == 0, "\(snap.err)")
        #expect(snap.last("snap.result/1") != nil)
        let said = "/data/snap/transcripts/"
        #expect(snap.err.components(of: said) + snap.out.components(of: said) == 1, "\(snap.err)\(snap.out)")
        #expect((snap.err + snap.out).contains("nothing more of it is kept"))
        #expect(home.names("data/snap/transcripts").isEmpty)
    }

    /// The file may not grow to the end of the game: it ends behind a whole event, and what there is of it holds.
    @Test func aTranscriptThatMayNotGrowEndsWithAWholeEvent() async throws {
        let snap = try LiveSnap("solo --bot average --ui none --rule timeLimit=4", before: Self.limited)
        #expect(try await end(snap) == 0, "\(snap.err)")
        let bytes = try snap.transcript()
        #expect(bytes.count > 2_000 && bytes.count <= 8_192)
        let home = Scratch()
        try home.write("kept.snap", bytes)
        let audit = try LiveSnap("audit --json kept.snap", home: home)
        #expect(try await end(audit) == 2)
        // Else a part of an event would have been left.
        #expect(audit.last("snap.audit/1")?["offset"]?.count == bytes.count, "\(audit.out)")
        #expect((snap.err + snap.out).contains("cannot write: File too large. A limit forbids"), "\(snap.err)")
    }
}

extension String {
    /// How often it is in there.
    fileprivate func components(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
