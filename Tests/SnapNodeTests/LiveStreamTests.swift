import Glibc
import SnapNode
import Testing

/// Streams that are closed, empty, gone or no terminal; locales and terminals of little use.
@Suite(.live) struct LiveStreamTests {
    @Test(arguments: [LiveProcess.Stream.null, .closed])
    func withoutInputAPersonLeaves(input: LiveProcess.Stream) async throws {
        let snap = try LiveSnap("solo", environment: ["TERM": "dumb"], input: input)
        #expect(try await snap.process.end(within: 20) == .init(code: 0))
        #expect(snap.out.contains("The input has ended, so you leave"), "\(snap.out)")
        #expect(snap.process.processorSeconds < 1)
    }

    @Test func ordersFromAFile() async throws {
        let home = Scratch()
        try home.write("orders", "help\njump\nleave\n")
        let snap = try LiveSnap("solo", home: home, input: .file(home.path + "/orders"))
        #expect(try await snap.process.end(within: 20) == .init(code: 0))
        #expect(snap.out.contains("\"jump\" means nothing here"), "\(snap.out)")
    }

    /// Waiting costs nothing: neither on a closed input nor on a quiet table.
    @Test(arguments: ["solo --bot child --opponents 1", "solo --opponents 1 --rule turnLimit=0"])
    func waitingCostsLittle(arguments: String) async throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        defer { close(ends[1]) }
        let isPerson = !arguments.contains("--bot")
        let snap = try LiveSnap(arguments, input: isPerson ? .descriptor(ends[0]) : .closed)
        close(ends[0])
        #expect(try await eventually(within: 20) { snap.out.contains("Dealt: ") })
        let before = snap.process.processorSeconds
        pause(5)
        let used = snap.process.processorSeconds - before
        #expect(snap.process.look() == nil)
        // An unoptimised build, playing.
        #expect(used < 0.5, "\(used) s of processor time in 5 s")
        print("\(arguments): \(used) s of processor time in 5 s")
        snap.process.send(SIGTERM)
        #expect(try await snap.process.end(within: 10) == .init(code: 130))
    }

    /// The reader of the results goes in mid-game: a computer's game goes on to its end, a person's is left.
    @Test(arguments: ["--bot average --json", "--bot average", "--json", ""])
    func readerGoesInMidGame(flags: String) async throws {
        var ends: [Int32] = [0, 0]
        var input: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0 && pipe(&input) == 0)
        for end in [ends[0], input[1]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(input[1]) }
        let snap = try LiveSnap(
            "solo --opponents 3 --level average --rule timeLimit=6 " + flags, input: .descriptor(input[0]),
            output: .descriptor(ends[1]))
        close(ends[1])
        close(input[0])
        var first = [UInt8](repeating: 0, count: 10)
        #expect(unsafe read(ends[0], &first, 10) == 10)
        close(ends[0])
        #expect(try await snap.process.end(within: 40) == .init(code: 0), "\(snap.err)")
        if flags.contains("--bot") { #expect(try snap.transcript().count > 1_000) }
        #expect(!snap.err.contains("snap:"), "\(snap.err)")
    }

    @Test(arguments: [
        ["LC_ALL": "C"], ["LC_ALL": "POSIX", "TERM": "dumb"], ["LC_ALL": "xx_YY", "NO_COLOR": "1"], [:],
        ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color"],
    ])
    func cardsAreReadInEveryLocale(environment: [String: String]) async throws {
        let snap = try LiveSnap("solo --bot average --rule timeLimit=6", environment: environment)
        #expect(try await snap.process.end(within: 40) == .init(code: 0))
        let all = snap.out + snap.err
        #expect(all.contains("You turn ") || all.contains(" turns "), "\(all)")
        #expect(!all.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
        if environment["LC_ALL"] == "C.UTF-8" {
            #expect(all.contains { "♣♦♥♠".contains($0) })
        } else {
            #expect(all.utf8.allSatisfy { $0 < 0x80 })
        }
        #expect(try snap.transcript().count > 1_000)
    }

    @Test func homesThatCannotBeWritten() async throws {
        for home in ["", "/nonexistent", "relative"] {
            let snap = try LiveSnap(
                "solo --bot average --ui none --json --rule timeLimit=3", environment: ["HOME": home])
            #expect(try await snap.process.end(within: 40) == .init(code: 0), "\(snap.err)")
            #expect(snap.lines.last?["schema"]?.text == "snap.result/1")
            #expect(snap.lines.last?["transcript"] == .null)
            #expect(
                snap.err.contains("temporary identity") && snap.err.contains("Set HOME or XDG_DATA_HOME"), "\(snap.err)"
            )
        }
    }
}
