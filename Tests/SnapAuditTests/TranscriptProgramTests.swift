import Foundation
import SnapAudit
import SnapCrypto
import SnapRules
import SnapWire
import Testing

/// `snap transcripts` and `snap transcript` as people and programs meet them.
@Suite final class TranscriptProgramTests {
    private let program: AuditProgram

    init() throws { program = try AuditProgram() }
    deinit { program.remove() }

    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func listsTheNewestFirst() throws {
        #expect(try program.run("\"$SNAP\" transcripts").out == "")
        let older = try program.file("older", PlayedGame.short)
        let newer = try program.file("newer", PlayedGame.long)
        let torn = try program.file("torn", Array(PlayedGame.long.dropLast(9)))
        let shelf = "shelf=\"$HOME/.local/share/snap/transcripts\"; mkdir -p $shelf; "
        _ = try program.run(
            shelf + "cp \(older) $shelf/2026-11-29-4HMA-SW95-1.snap; cp \(torn) $shelf/2026-12-01-4HMA-SW95-3.snap; "
                + "cp \(newer) $shelf/2026-11-30-4HMA-SW95-2.snap; echo Hello >$shelf/notes.snap; echo >$shelf/other")
        let listed = try program.run("\"$SNAP\" transcripts --json")
        #expect(listed.code == 0)
        let rows = try objects(listed.out)
        #expect(rows.map { $0["schema"] as? String } == Array(repeating: "snap.transcript/1", count: 4))
        #expect(rows.map { $0["state"] as? String } == ["torn", "finished", "finished", "broken"])
        #expect(rows.map { $0["code"] as? String } == ["4HMA-SW95", "4HMA-SW95", "4HMA-SW95", nil])
        let report = audit(PlayedGame.long, verified: PlayedGame.verified)
        #expect(rows[1]["turns"] as? Int == report.game?.turns && rows[1]["races"] as? Int == report.game?.races)
        #expect(rows[1]["winners"] as? [Int] == report.game?.outcome?.winners)
        let players = try #require(rows[1]["players"] as? [[String: Any]])
        #expect(players.map { $0["identity"] as? String } == report.players.map(\.identity.hex))
        #expect(players.map { $0["cards"] as? Int } == report.players.map(\.statistics.cards))

        let text = try program.run("\"$SNAP\" transcripts")
        #expect(text.out.contains("4HMA-SW95  game 1  \(report.game?.turns ?? 0) turns"))
        #expect(text.out.contains("The end of the file is missing"))
        #expect(text.out.contains("Broken; an audit says more. record 0, byte 0: "))
        #expect(!text.out.contains("VERIFIED") && text.err.contains("snap audit FILE"))
    }

    @Test func showsEveryEvent() throws {
        let path = try program.file("game", PlayedGame.short)
        let events = try Forgery(PlayedGame.short).events
        let shown = try program.run("\"$SNAP\" transcript show \(path)")
        #expect(shown.code == 0 && shown.err == "")
        let lines = shown.out.split(separator: "\n")
        #expect(lines.count == events.count + 2)
        #expect(lines[1].contains("JOIN  \"Player "))
        #expect(lines.last == "\(events.count) events, \(PlayedGame.short.count) bytes.")
        #expect(try program.run("\"$SNAP\" transcript show - <\(path)").out == shown.out)

        let number = 7
        let event = events[number - 1]
        let one = try program.run("\"$SNAP\" transcript show \(path) --event \(number)")
        #expect(one.code == 0 && one.out.contains(event.hash.hex) && one.out.contains("signature  its author's"))
        for head in event.heads { #expect(one.out.contains("#\(head.seq) \(head.hash.hex)")) }
        let octets = one.out.split(separator: "\n").compactMap { $0.split(separator: " ").last }.suffix(
            (event.bytes.count + 31) / 32)
        #expect(octets.joined() == Hex.encode(event.bytes))
        let beyond = try program.run("\"$SNAP\" transcript show \(path) --event \(events.count + 1)")
        #expect(beyond.code == 64 && beyond.out == "" && beyond.err.contains("the file has \(events.count)"))

        var altered = PlayedGame.short
        altered[altered.count - 1] ^= 1
        let forged = try program.run(
            "\"$SNAP\" transcript show \(try program.file("forged", altered)) --event \(events.count)")
        #expect(forged.out.contains("signature  NOT its author's"))
    }

    @Test func exportsWhatMakesTheFileAgain() throws {
        let path = try program.file("game", PlayedGame.long)
        let events = try Forgery(PlayedGame.long).events
        let exported = try objects(try program.run("\"$SNAP\" transcript export \(path)").out)
        #expect(exported.count == events.count)
        var octets: [UInt8] = []
        for (object, event) in zip(exported, events) {
            #expect(object["schema"] as? String == "snap.event/1" && object["hash"] as? String == event.hash.hex)
            #expect(object["signed"] as? Bool == true && object["proof"] as? Bool == false)
            #expect(object["seq"] as? UInt64 == event.seq && object["lamport"] as? UInt64 == event.lamport)
            octets += try #require(Hex.decode(object["octets"] as? String ?? ""))
        }
        #expect(PlayedGame.long.suffix(octets.count) == octets[...])
        let flip = try #require(exported.first { $0["kind"] as? String == "FLIP" })
        #expect((flip["body"] as? [String: Any])?["index"] as? Int == 1)
    }

    @Test func showsTheProofsBehindTheGame() throws {
        let forgery = try Forgery(PlayedGame.short)
        let (bytes, _) = try forgery.withProof()
        let path = try program.file("proof", bytes)
        let shown = try program.run("\"$SNAP\" transcript show \(path)")
        #expect(shown.code == 0 && shown.out.contains("Behind the game, in pairs: proofs"))
        let exported = try objects(try program.run("\"$SNAP\" transcript export \(path)").out)
        #expect(exported.map { $0["proof"] as? Bool } == forgery.events.map { _ in false } + [true, true])
        #expect(
            exported.suffix(2).map { $0["record"] as? Int } == [forgery.events.count + 1, forgery.events.count + 2])
        // Only the mark of the proofs, and one half of a proof: each record is whole, and yet the end is missing.
        let last = try #require(Hex.decode(exported.last?["octets"] as? String ?? ""))
        for length in [PlayedGame.short.count + Transcript.proofMark.count, bytes.count - last.count] {
            let cut = try program.file("cut", Array(bytes[..<length]))
            let half = try program.run("\"$SNAP\" transcript show \(cut)")
            #expect(half.code == 2 && half.out.contains("The end is missing: "), "\(length)")
        }
        let replayed = try program.run("\"$SNAP\" replay \(path)")
        #expect(replayed.code == 1 && replayed.out.contains("The game itself is told to its end."))
    }

    @Test func saysThatTheEndIsMissing() throws {
        let events = try Forgery(PlayedGame.short).events
        let last = try #require(events.last).bytes.count
        let begins = PlayedGame.short.count - last
        for length in [begins + 1, begins + last / 2, PlayedGame.short.count - 1] {
            let path = try program.file("torn", Array(PlayedGame.short[..<length]))
            let shown = try program.run("\"$SNAP\" transcript show \(path)")
            #expect(shown.code == 2)
            #expect(
                shown.out.hasSuffix(
                    "The end is missing: record \(events.count) begins at byte \(begins) and is cut off at byte \(length).\n"
                ))
            #expect(shown.out.split(separator: "\n").count == events.count + 1)
            let exported = try program.run("\"$SNAP\" transcript export \(path)")
            #expect(exported.code == 2 && exported.err.contains("The end is missing"))
            #expect(try objects(exported.out).count == events.count - 1)
        }
    }

    @Test func saysWhatIsMalformed() throws {
        var bytes = PlayedGame.short
        let first = Transcript.marker(table: PlayedGame.table!, game: 1).count
        bytes[first] ^= 0xFF
        let path = try program.file("bad", bytes)
        for line in ["show \(path)", "export \(path)", "show - <\(path)"] {
            let result = try program.run("\"$SNAP\" transcript \(line)")
            #expect(result.code == 65 && result.err.contains("MALFORMED: record 1, byte \(first): "), "\(result)")
        }
        let text = try program.run("echo Hello | \"$SNAP\" transcript show -")
        #expect(text.code == 65 && text.err.contains("MALFORMED: record 0, byte 0: this is no transcript"))
        #expect(try program.run("\"$SNAP\" transcript show nowhere").code == 66)
        #expect(try program.run("\"$SNAP\" transcript show").code == 64)
        #expect(try program.run("\"$SNAP\" transcript").out.contains("transcript export"))
    }
}
