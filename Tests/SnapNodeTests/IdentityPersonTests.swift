import Glibc
import Testing

/// A person who is asked whether a key shall go.
@Suite(.serialized, .live) struct IdentityPersonTests {
    private func ask(_ home: Scratch) throws -> (LiveTerminal, LiveSnap) {
        let terminal = try LiveTerminal()
        let snap = try LiveSnap(
            "identity reset", home: home, environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8"],
            input: .terminal(terminal.path), output: .terminal(terminal.path), messages: .terminal(terminal.path))
        return (terminal, snap)
    }

    @Test func resetsOnlyAfterAYes() async throws {
        let home = Scratch()
        let key = ".local/share/snap/identity.key"
        try home.write(key, [UInt8](repeating: 0x41, count: 32))
        for (typed, code) in [("n\r", 0), ("\r", 0), ("yess\r", 0), ("\u{03}", 130), ("\u{04}", 130)] {
            let (terminal, snap) = try ask(home)
            try await terminal.await("y = yes")
            terminal.type(typed)
            #expect(try await snap.process.end(within: 10) == .init(code: Int32(code)), "\(typed)")
            #expect(terminal.shown.contains("Nothing was changed."))
            #expect(try home.read(key) == String(repeating: "A", count: 32))
        }
        let (terminal, snap) = try ask(home)
        try await terminal.await("y = yes")
        terminal.type("y\r")
        #expect(try await snap.process.end(within: 10) == .init(code: 0))
        #expect(terminal.shown.contains("The key before is kept:"))
        #expect(try home.read(key + ".old") == String(repeating: "A", count: 32))
        #expect(home.names(".local/share/snap") == ["identity.key", "identity.key.old"])
    }
}
