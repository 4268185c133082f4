import Foundation
import SnapAudit
import SnapCrypto
import SnapRules
import SnapWire
import Testing

/// `snap replay` where there is no terminal.
@Suite final class ReplayProgramTests {
    private let program: AuditProgram

    init() throws { program = try AuditProgram() }
    deinit { program.remove() }

    private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

    private func objects(_ text: String) throws -> [[String: Any]] {
        try lines(text).map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    }

    /// What is told, without heading and ending.
    private func told(_ result: AuditProgram.Result) -> [Substring] {
        lines(result.out).filter { $0.hasPrefix(" ") && $0.dropFirst(7).hasPrefix("  ") }
    }

    @Test func tellsTheWholeGame() throws {
        let path = try program.file("long", PlayedGame.long)
        let game = try #require(audit(PlayedGame.long, verified: PlayedGame.verified).game)
        let result = try program.run("\"$SNAP\" replay \(path)")
        #expect(result.code == 0 && result.err == "")
        #expect(lines(result.out).count { $0.contains(" turns ") && $0.contains(".   ") } == game.turns)
        let finishes = ["Snap! ", "No match! ", "Nobody wins: "]
        #expect(lines(result.out).count { line in finishes.contains { line.contains($0) } } >= game.races)
        #expect(lines(result.out).last == "VERIFIED: the game is whole, and all that can be checked holds.")
        #expect(result.out.contains("who has most cards when the time is up"))
        #expect(try program.run("\"$SNAP\" replay - <\(path)").out == result.out)
        let ascii = try program.run("\"$SNAP\" replay \(path)", ["LC_ALL": "C"])
        #expect(ascii.out.utf8.allSatisfy { $0 < 0x80 } && lines(ascii.out).count == lines(result.out).count)

        let dropped = try program.run("\"$SNAP\" replay \(try program.file("dropped", PlayedGame.dropped))")
        #expect(dropped.code == 0 && dropped.out.contains(" is dropped by the vote of the others. Play goes on."))
    }

    @Test func tellsProgramsTheSame() throws {
        let path = try program.file("long", PlayedGame.long)
        let game = try #require(audit(PlayedGame.long, verified: PlayedGame.verified).game)
        let told = try objects(try program.run("\"$SNAP\" replay --json \(path)").out)
        func all(_ schema: String) -> [[String: Any]] { told.filter { $0["schema"] as? String == schema } }
        #expect(all("snap.turn/1").count == game.turns && all("snap.race/1").count == game.races)
        #expect(told.first?["schema"] as? String == "snap.begin/1")
        #expect(
            told.last?["schema"] as? String == "snap.replay-end/1" && told.last?["verdict"] as? String == "VERIFIED")
        #expect(told.last?["winners"] as? [Int] == game.outcome?.winners)
        let clocks = told.dropLast().compactMap { $0["clockMillis"] as? Int }
        #expect(clocks.count == told.count - 1 && clocks == clocks.sorted())
    }

    @Test func goesToARace() throws {
        let path = try program.file("long", PlayedGame.long)
        let races = try objects(try program.run("\"$SNAP\" replay --json \(path)").out).compactMap {
            $0["schema"] as? String == "snap.race/1" ? $0["race"] as? Int : nil
        }
        let whole = try program.run("\"$SNAP\" replay \(path)")
        try #require(races.count > 2)
        let race = races[races.count / 2]
        let result = try program.run("\"$SNAP\" replay \(path) --race \(race)")
        #expect(result.code == 0 && lines(result.out).contains("Race \(race)"))
        let finish = told(result)
        #expect(finish.contains { $0.contains(" turns ") })
        #expect(finish.contains { $0.contains("Snap! ") || $0.contains("No match! ") || $0.contains("Nobody wins") })
        #expect(finish.count < 12)
        for line in finish where !line.contains("On the table: ") { #expect(told(whole).contains(line), "\(line)") }
        let none = try #require((1...100).first { !races.contains($0) })
        let refused = try program.run("\"$SNAP\" replay \(path) --race \(none)")
        #expect(refused.code == 64 && refused.err.contains("nobody called in race \(none) of this game"))
    }

    @Test func keepsTheTimesOfTheClocks() throws {
        let path = try program.file("long", PlayedGame.long)
        let game = try #require(audit(PlayedGame.long, verified: PlayedGame.verified).game)
        let whole = try program.run("\"$SNAP\" replay \(path)")
        let clock = ContinuousClock()
        let start = clock.now
        let paced = try program.run("\"$SNAP\" replay --speed 25 \(path)")
        let seconds = (clock.now - start) / .milliseconds(1)
        #expect(paced.code == 0 && paced.out == whole.out)
        // The last step may be told by an event that carries no clock.
        #expect(seconds > Double(game.durationMillis) / 25 * 0.8, "\(seconds) ms of \(game.durationMillis)")
        for speed in ["0", "-1", "1e3", "nan", "1001", "0x10", ""] {
            #expect(try program.run("\"$SNAP\" replay \(path) --speed='\(speed)'").code == 64, "\(speed)")
        }
    }

    @Test func goesForwardAndBackByLines() throws {
        let path = try program.file("long", PlayedGame.long)
        let result = try program.run(
            "printf '\\nn\\nn\\np\\np\\np\\nz\\nr\\nR\\nr\\nr\\nR\\nq\\n' | \"$SNAP\" replay --step \(path)")
        #expect(result.code == 0)
        let shown = lines(result.out)
        func places(_ text: String) -> [Int] { shown.indices.filter { shown[$0].contains(text) } }
        #expect(places("Game 1 begins.").count == 2, "there, and back")
        #expect(places("Dealt: ").count == 2)
        #expect(places("This is the beginning.").count == 1)
        #expect(places("\"z\" means nothing here").count == 1)
        #expect(places("There is no race that way.").count == 1)
        // First, first again after none before it, second, third, back to the second.
        let races = shown.filter { $0.hasPrefix("Race ") }
        #expect(races.count == 4 && races[1] == races[3] && Set(races).count == 3, "\(races)")
        let cut = try program.run("\"$SNAP\" replay --step \(path) </dev/null")
        #expect(cut.code == 0 && told(cut).isEmpty)
        #expect(try program.run("\"$SNAP\" replay --step --no-input \(path)").code == 64)
        let end = try program.run("{ yes n | head -n 2000; } | \"$SNAP\" replay --step \(path)")
        #expect(end.code == 0 && end.out.contains("The end. p goes back, q quits."))
    }

    @Test func tellsAsFarAsItHolds() throws {
        let whole = told(try program.run("\"$SNAP\" replay \(try program.file("long", PlayedGame.long))"))
        let forgery = try Forgery(PlayedGame.long)
        let events = forgery.events
        let middle = events.count / 2
        let begins =
            Transcript.marker(table: forgery.table, game: forgery.game).count
            + events[..<middle].reduce(0) { $0 + $1.bytes.count }
        let index = try forgery.index(12) { if case .flip = $0.body { true } else { false } }
        let cheat = try forgery.changing(index) { body in
            guard case .flip(var flip) = body else { return body }
            flip.state = Digest.of([])
            return .flip(flip)
        }
        var altered = PlayedGame.long
        altered[begins + events[middle].bytes.count - 1] ^= 1
        var broken = PlayedGame.long
        broken[begins] = 0
        for (bytes, code, said) in [
            (Array(PlayedGame.long[..<(begins + 9)]), 2, "INCONCLUSIVE: incomplete last record at offset \(begins)."),
            (broken, 65, "MALFORMED: record \(middle + 1), byte \(begins): "),
            (altered, 1, "INVALID: record \(middle + 1), byte \(begins): it is not signed by "),
            (cheat, 1, "it signs a state that its author cannot have reached by these events. Proven against Player "),
        ] as [([UInt8], Int32, String)] {
            let result = try program.run("\"$SNAP\" replay \(try program.file("other", bytes))")
            #expect(result.code == code && result.out.contains(said), "\(result)")
            let held = told(result)
            #expect(held.count > 10 && held.count < whole.count && whole.starts(with: held), "\(said)")
        }
        let text = try program.run("echo Hello | \"$SNAP\" replay -")
        #expect(text.code == 65 && text.out.hasPrefix("MALFORMED: record 0, byte 0: "))
        #expect(try program.run("\"$SNAP\" replay nowhere").code == 66)
    }
}
