import Glibc
import Testing

/// A person's program is killed in the middle of a game and started again.
@Suite(.enabled(if: LiveHost.isAvailable, LiveHost.reason), .live) struct ComingBackTests {
    private static let code = "4HMA-SW95"

    @Test func enterTurnsTheCardAgain() async throws {
        let host = try await LiveHost()
        let home = Scratch()
        func sit(_ how: String) throws -> (LiveTerminal, LiveSnap) {
            let terminal = try LiveTerminal()
            let snap = try LiveSnap(
                how + " --interface lo --rule turnPause=200 --rule turnLimit=0", name: "Ann", on: host, home: home,
                environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8"], input: .terminal(terminal.path),
                output: .terminal(terminal.path), messages: .terminal(terminal.path))
            return (terminal, snap)
        }
        let (first, killed) = try sit("new --code \(Self.code) --start-when 2")
        try await first.await("Others on this network run")
        let other = try LiveSnap(
            "join \(Self.code) --interface lo --bot child --ui none --json", name: "Bert", on: host)
        try await first.await("Your turn")
        pause(0.3)
        first.type("\r")
        try await first.await("You turn ")
        killed.process.send(SIGKILL)
        _ = try await killed.process.end(within: 10)

        let (second, back) = try sit("join \(Self.code)")
        try await second.await("Back at your seat")
        try await second.await("Game 1 goes on.   ")
        // However the draw fell: the turn is Ann's now or after Bert's.
        try await second.await("Your turn")
        pause(0.5)
        let turns = other.all("snap.turn/1").count
        second.type("\r")
        try await second.await("You turn ")
        #expect(try await eventually(within: 10) { other.all("snap.turn/1").count > turns })
        #expect(!second.shown.contains("Enter starts the game"), "\(second.shown)")
        #expect(second.shown.contains("= turn your card"), "\(second.shown)")
        second.type("qy")
        #expect(try await back.process.end(within: 10) == .init(code: 0))
    }
}
