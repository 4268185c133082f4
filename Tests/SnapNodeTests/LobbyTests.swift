import Glibc
import Testing

/// Choosing a table, agreeing on its rules and start, and looking on, as people see it.
@Suite(.enabled(if: LiveHost.isAvailable, LiveHost.reason), .live) struct LobbyTests {
    private static let code = "4HMA-SW95"
    private static let bot = "--bot average --ui none --json --interface lo"

    private func sit(_ arguments: String, name: String? = nil, on host: LiveHost) throws -> (LiveTerminal, LiveSnap) {
        let terminal = try LiveTerminal()
        let snap = try LiveSnap(
            arguments + " --interface lo", name: name, on: host, environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8"],
            input: .terminal(terminal.path), output: .terminal(terminal.path), messages: .terminal(terminal.path))
        return (terminal, snap)
    }

    @Test func choosingATableCanBeBrokenOff() async throws {
        let host = try await LiveHost()
        let new = try LiveSnap("new --code \(Self.code) " + Self.bot, on: host)
        #expect(try await eventually(within: 10) { !new.out.isEmpty })
        for keys in ["\u{03}", "\u{04}", ""] {
            let (terminal, snap) = try sit("join", on: host)
            try await terminal.await("Which one?")
            terminal.type("nonsense\n9\n")
            try await terminal.await("There is no \"9\" among them.")
            if keys.isEmpty { snap.process.send(SIGTERM) } else { terminal.type(keys) }
            let ending = try await snap.process.end(within: 30)
            #expect(ending == .init(code: 130), "\(terminal.shown)")
        }
        let (terminal, snap) = try sit("join", on: host)
        try await terminal.await("Which one?")
        terminal.type(" 1\n")
        try await terminal.await("Joining table \(Self.code)")
        snap.process.send(SIGQUIT)
        #expect(try await snap.process.end(within: 10) == .init(code: 130))
    }

    /// Whoever presses Enter, the rules are those of who started the table; who declines is named to all.
    @Test func theTablesRulesAndWhoDeclines() async throws {
        let host = try await LiveHost()
        let (ann, first) = try sit("new --code \(Self.code) --rule timeLimit=25", name: "Ann", on: host)
        try await ann.await("House rules here: timeLimit = 25.")
        let (bert, second) = try sit("join \(Self.code)", name: "Bert", on: host)
        try await bert.await("House rules here: timeLimit = 25.")
        try await ann.await("Bert")
        bert.type("\r")
        try await bert.await("House rules: timeLimit = 25.")
        try await ann.await("Bert proposes to start")
        try await ann.await("Enter accepts")
        ann.type("n")
        try await ann.await("You decline: the proposal is off.")
        try await bert.await("Ann declines: the proposal is off.")
        // Meant for the proposal that is gone.
        bert.type("\r")
        try await bert.await("Once more proposes a new one.")
        pause(1.1)
        bert.type("\r")
        try await eventuallyShown(ann, "Bert proposes to start", times: 2)
        ann.type("\r")
        try await ann.await("Dealt: ")
        for (terminal, snap) in [(ann, first), (bert, second)] {
            terminal.type("qy")
            #expect(try await snap.process.end(within: 10) == .init(code: 0))
        }
    }

    private func eventuallyShown(_ terminal: LiveTerminal, _ text: String, times: Int) async throws {
        #expect(
            try await eventually(within: 10) { terminal.lines.count { $0.contains(text) } >= times },
            "\(terminal.shown)")
    }

    @Test func lookingOnEnds() async throws {
        let host = try await LiveHost()
        let table = "--code \(Self.code) --start-when 2 --rule timeLimit=4 --games 2 "
        let players = try (0..<2).map { _ in try LiveSnap("new " + table + Self.bot, on: host) }
        #expect(try await eventually(within: 10) { players.allSatisfy { !$0.out.isEmpty } })
        let one = try LiveSnap("watch \(Self.code) --games 1 --json --interface lo", on: host)
        let all = try LiveSnap("watch \(Self.code) --interface lo", on: host)
        #expect(try await one.process.end(within: 40) == .init(code: 0), "\(one.out)\(one.err)")
        #expect(one.all("snap.result/1").count == 1)
        for player in players { #expect(try await player.process.end(within: 40) == .init(code: 0)) }
        #expect(try await all.process.end(within: 10) == .init(code: 0), "\(all.out)\(all.err)")
        #expect((all.out + all.err).contains("Everyone has left the table."), "\(all.out)")
    }

    @Test func lookingOnAtNobodyTimesOut() async throws {
        let host = try await LiveHost()
        let player = try LiveSnap("new --code \(Self.code) " + Self.bot, on: host)
        #expect(try await eventually(within: 10) { !player.out.isEmpty })
        let watch = try LiveSnap("watch \(Self.code) --interface lo", on: host)
        #expect(try await eventually(within: 10) { watch.out.contains("is at the table") }, "\(watch.out)")
        player.process.send(SIGKILL)
        #expect(try await watch.process.end(within: 20) == .init(code: 75), "\(watch.out)\(watch.err)")
        #expect((watch.out + watch.err).contains("was heard for 10 s"), "\(watch.out)\(watch.err)")
    }
}

/// Results that do not get out, and endings that nobody can ask for.
@Suite(.live) struct LostResultTests {
    @Test(arguments: ["--bot average --json", "--bot average --ui none", "--bot average"])
    func aFullDiskIsTold(flags: String) async throws {
        let snap = try LiveSnap("solo --opponents 1 --rule timeLimit=2 " + flags, output: .file("/dev/full"))
        #expect(try await snap.process.end(within: 40) == .init(code: 74), "\(snap.err)")
        #expect(snap.err.contains("the results could not be written"), "\(snap.err)")
    }

    @Test func filesThatMayNotGrowEndNoGame() async throws {
        let snap = try LiveSnap(
            "solo --opponents 1 --bot average --ui none --rule timeLimit=4",
            before: ["/bin/sh", "-c", "ulimit -f 2; exec \"$@\"", "sh"])
        #expect(try await snap.process.end(within: 40) == .init(code: 0), "\(snap.err)")
        #expect(snap.err.contains("Play goes on"), "\(snap.err)")
    }

    @Test func withoutInputOneGameIsPlayed() async throws {
        let snap = try LiveSnap("solo --opponents 1 --no-input --rule timeLimit=3 --rule turnLimit=1")
        #expect(try await snap.process.end(within: 40) == .init(code: 0), "\(snap.out)\(snap.err)")
        #expect(snap.out.contains("score"), "\(snap.out)")
    }
}
