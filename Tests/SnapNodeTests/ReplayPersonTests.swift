import Glibc
import SnapSimulator
import Testing

/// A person at a terminal who plays a game again.
@Suite(.serialized, .live) struct ReplayPersonTests {
    /// Of a game that was left in the middle.
    private static let transcript: [UInt8] = {
        var options = SimulationOptions(seed: 42)
        options.players = 3
        options.turns = 25
        guard var simulation = try? Simulation(options), simulation.run().violation == nil else { return [] }
        return simulation.transcripts.first?.bytes ?? []
    }()

    private func play(
        _ arguments: String, input: Bool = true
    ) throws -> (LiveTerminal, LiveSnap) {
        let home = Scratch()
        try home.write("game.snap", ReplayPersonTests.transcript)
        let terminal = try LiveTerminal()
        let snap = try LiveSnap(
            "replay \(arguments) game.snap", home: home, environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8"],
            input: input ? .terminal(terminal.path) : .null, output: .terminal(terminal.path),
            messages: .terminal(terminal.path))
        return (terminal, snap)
    }

    @Test func stepsForwardAndBackByKeys() async throws {
        let (terminal, snap) = try play("--step")
        try await terminal.await("q = quit")
        #expect(try await eventually(within: 5) { !terminal.isCooked })
        #expect(!terminal.shown.contains("begins"))
        terminal.type("\r")
        try await terminal.await("Game 1 begins. Dealing...")
        terminal.type(" ")
        try await terminal.await("Dealt: ")
        terminal.type("n")
        try await terminal.await(" turns ")
        #expect(terminal.lines.count { $0.contains(" turns ") } == 1)
        terminal.type("p")
        #expect(try await eventually(within: 5) { terminal.lines.count { $0.contains("Dealt: ") } == 2 })
        // The arrow keys: back, and on twice.
        terminal.type("\u{1B}[D")
        #expect(try await eventually(within: 5) { terminal.lines.count { $0.contains("begins") } == 2 })
        terminal.type("\u{1B}[C\u{1B}[C")
        #expect(try await eventually(within: 5) { terminal.lines.count { $0.contains(" turns ") } == 2 })
        let turned = terminal.lines.filter { $0.contains(" turns ") }
        #expect(turned[0] == turned[1])
        terminal.type("r")
        try await terminal.await("Race ")
        try await terminal.await("On the table: ")
        terminal.type("q")
        #expect(try await snap.process.end(within: 10) == .init(code: 0))
        #expect(terminal.isCooked)
        #expect(!terminal.shown.contains("\u{1B}"))
    }

    @Test func keysLeadAGameThatPlays() async throws {
        let (terminal, snap) = try play("--speed 0.01")
        try await terminal.await("Dealt: ")
        // At this speed the first card is far away.
        terminal.type("n")
        try await terminal.await(" turns ")
        terminal.type("p")
        #expect(try await eventually(within: 5) { terminal.lines.count { $0.contains("Dealt: ") } == 2 })
        terminal.type("q")
        #expect(try await snap.process.end(within: 10) == .init(code: 0))
        #expect(terminal.isCooked)
    }

    @Test func playsToItsEndByItself() async throws {
        let (terminal, snap) = try play("--speed 1000")
        try await terminal.await("The end. p goes back, q quits.")
        #expect(terminal.shown.contains("INCONCLUSIVE: the file ends"))
        terminal.type("\r")
        #expect(try await snap.process.end(within: 10) == .init(code: 2))
        // Nobody could press a key.
        let (other, alone) = try play("--speed 1000", input: false)
        #expect(try await alone.process.end(within: 20) == .init(code: 2))
        #expect(other.shown.contains("INCONCLUSIVE: the file ends") && !other.shown.contains("q = quit"))
    }

    @Test func interruptLeavesTheTerminalAsItWas() async throws {
        for (arguments, keys) in [("--step", "\u{03}"), ("--speed 0.01", "\u{03}"), ("--step", "")] {
            let (terminal, snap) = try play(arguments)
            #expect(try await eventually(within: 10) { !terminal.isCooked })
            if keys.isEmpty { snap.process.send(SIGTERM) } else { terminal.type(keys) }
            #expect(try await snap.process.end(within: 10) == .init(code: 130))
            #expect(terminal.isCooked)
        }
    }

    @Test func stoppedAndContinuedKeysStillActAtOnce() async throws {
        let (terminal, snap) = try play("--step")
        #expect(try await eventually(within: 10) { !terminal.isCooked })
        snap.process.send(SIGSTOP)
        // What a shell does with its terminal meanwhile.
        terminal.cook()
        snap.process.send(SIGCONT)
        #expect(try await eventually(within: 10) { !terminal.isCooked })
        terminal.type("n")
        try await terminal.await("begins")
        terminal.type("q")
        #expect(try await snap.process.end(within: 10) == .init(code: 0))
        #expect(terminal.isCooked)
    }
}
