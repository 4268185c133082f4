import Glibc
import Testing

@testable import SnapNode

/// Names that would act on a terminal, and names that would pass for another's (field scenarios 25 and 26).
@Suite(.enabled(if: LiveHost.isAvailable, LiveHost.reason), .live) struct LiveNameTests {
    private static let code = "4HMA-SW95"

    @Test func hostileNamesStayHarmless() async throws {
        let host = try await LiveHost()
        let terminal = try LiveTerminal()
        let snap = try LiveSnap(
            "new --code \(Self.code) --interface lo", name: "Ann", on: host,
            environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8"], input: .terminal(terminal.path),
            output: .terminal(terminal.path), messages: .terminal(terminal.path))
        try await terminal.await("snap join \(Self.code)")
        // Those that the protocol refuses are no players at all; the last ones it lets pass, and they are shown by number.
        let refused = [
            "\u{1B}]0;x\u{07}", "\u{1B}[2J", "\u{1B}]52;c;eA==\u{07}", "a\r\nb", "a\tb", "a\u{9B}b", "a\u{202E}b",
            "a\u{2066}b", "a\u{200B}b",
        ]
        let guests = try refused.prefix(5).map { try LiveGuest(named: $0, code: Self.code, on: host) }
        pause(1)
        for guest in guests { guest.end() }
        let more = try refused.dropFirst(5).map { try LiveGuest(named: $0, code: Self.code, on: host) }
        pause(1)
        for guest in more { guest.end() }
        let odd = try LiveGuest(named: "<b>&\u{E000}\u{FE00}\"", code: Self.code, on: host)
        try await terminal.await("is at the table (2 of 4)")
        odd.end()
        #expect(terminal.shown.contains("<b>&\\u{E000}\\u{FE00}\" is at the table"), "\(terminal.shown)")
        let raw = terminal.shown.unicodeScalars.filter {
            $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
                || $0.properties.generalCategory == .format || $0.properties.generalCategory == .privateUse
        }
        #expect(raw.isEmpty, "\(raw.map(\.value))")
        #expect(snap.process.look() == nil)
        terminal.type("qy")
        #expect(try await snap.process.end(within: 10) == .init(code: 0))
    }

    @Test func lookAlikesAreToldApart() async throws {
        let host = try await LiveHost()
        let common = " --bot average --interface lo"
        let names = ["Ann", "ann", "Ann ", "\u{410}nn"]
        let snaps = try names.enumerated().map { number, name in
            try LiveSnap(
                (number == 0 ? "new --code \(Self.code) --start-when 4 --rule timeLimit=8" : "join \(Self.code)")
                    + common,
                name: name, on: host, environment: ["LC_ALL": "C.UTF-8"])
        }
        for snap in snaps {
            #expect(try await snap.process.end(within: 60) == .init(code: 0), "\(snap.out)\(snap.err)")
        }
        for snap in snaps {
            let scores = snap.out.split(separator: "\n").filter { $0.contains("snaps won") }
                .compactMap { $0.split(separator: ":").first }
            // "  Ann (1f2e3d4c)": each with a mark of its own.
            #expect(scores.count == 4 && Set(scores).count == 4, "\(snap.out)")
            #expect(scores.allSatisfy { $0.last == ")" }, "\(scores)")
            #expect(
                Set(scores)
                    == Set(
                        snaps[0].out.split(separator: "\n").filter { $0.contains("snaps won") }
                            .compactMap { $0.split(separator: ":").first }), "the same marks everywhere")
        }
    }
}
