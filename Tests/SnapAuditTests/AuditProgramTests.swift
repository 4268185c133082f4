import Foundation
import SnapAudit
import SnapCrypto
import SnapWire
import Testing

/// `snap audit` as people and programs meet it.
@Suite final class AuditProgramTests {
    private let program: AuditProgram

    init() throws { program = try AuditProgram() }
    deinit { program.remove() }

    private func object(_ line: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test func endsByItsVerdict() throws {
        let good = PlayedGame.short
        var bad = good
        bad[good.count - 5] ^= 4
        for (name, bytes, code, word) in [
            ("good", good, 0, "VERIFIED"), ("bad", bad, 1, "INVALID"),
            ("cut", Array(good.dropLast(9)), 2, "INCONCLUSIVE"),
            ("text", Array("Hello".utf8), 65, "MALFORMED"),
        ] as [(String, [UInt8], Int32, String)] {
            let path = try program.file(name, bytes)
            let result = try program.run("\"$SNAP\" audit \(path)")
            #expect(result.code == code && result.out.hasPrefix(word + "\n"), "\(name): \(result)")
            let piped = try program.run("cat \(path) | \"$SNAP\" audit -")
            #expect(piped.code == code && piped.out == result.out)
        }
    }

    @Test func saysTheSameToPrograms() throws {
        let path = try program.file("good", PlayedGame.short)
        let result = try program.run("\"$SNAP\" audit --json \(path)")
        #expect(result.code == 0)
        let json = try object(result.out)
        #expect(json["schema"] as? String == "snap.audit/1" && json["verdict"] as? String == "VERIFIED")
        #expect(json["digest"] as? String == Digest.of(PlayedGame.short).hex)
        let winners = try #require(json["winners"] as? [[String: Any]])
        #expect(winners.count == 1 && winners[0]["name"] as? String == "Player 0")
        #expect((json["checks"] as? [[String: Any]])?.count == Check.allCases.count)
        #expect(json["fault"] is NSNull)
        var bad = PlayedGame.short
        bad[bad.count - 5] ^= 4
        let fault = try object(try program.run("\"$SNAP\" audit --json \(try program.file("bad", bad))").out)
        let found = try #require(fault["fault"] as? [String: Any])
        #expect(found["check"] as? String == "signatures" && found["proven"] as? Bool == false)
        #expect(found["record"] as? Int == audit(PlayedGame.short, verified: PlayedGame.verified).recordCount)
    }

    /// No time zone, locale, place or random hash seed shows in what is printed: each process says the same to the octet, of a game in order, of
    /// one with a fault, of one cut off, and in every form. SNAP_PROCESSES=N audits each in so many processes instead of a few.
    @Test func printsTheSameEverywhere() throws {
        var altered = PlayedGame.long
        altered[altered.count / 2] ^= 1
        let files = try [
            ("whole", PlayedGame.long), ("altered", altered), ("cut", Array(PlayedGame.long.dropLast(999))),
            ("dropped", PlayedGame.dropped),
        ].map { try program.file($0, $1) }
        let zones = ["UTC", "Pacific/Kiritimati", "nonsense", "Europe/Prague", "America/St_Johns"]
        let locales = ["C", "C.UTF-8", "tr_TR.UTF-8", "de_DE.ISO-8859-1", "", "zh_CN.GB18030", "nonsense"]
        let lines =
            files.flatMap { ["audit --json \($0)", "audit --verbose \($0)"] }
            + ["audit --json \(files.joined(separator: " "))", "audit --report page.html \(files[0]) && cat page.html"]
        let count = SecondOpinionTests.count("SNAP_PROCESSES", 4)
        for line in lines {
            var first: AuditProgram.Result?
            for number in 0..<count {
                let again = try program.run(
                    "rm -f page.html; \"$SNAP\" \(line)",
                    [
                        "TZ": zones[number % zones.count], "LC_ALL": locales[number % locales.count],
                        "LANG": locales[(number + 3) % locales.count],
                    ])
                let known = first ?? again
                first = known
                #expect(again.code == known.code && again.out == known.out, "\(line), process \(number)")
                #expect(!again.out.isEmpty)
            }
        }
    }

    @Test func comparesSeveral() throws {
        let forgery = try Forgery(PlayedGame.short)
        let last = try #require(forgery.events.last)
        let other = try forgery.signed(last, body: .time(Time(clockMillis: 1)))
        let one = try program.file("one", PlayedGame.short)
        let two = try program.file("two", forgery.written(forgery.events.dropLast() + [other]))
        let same = try program.run("\"$SNAP\" audit \(one) \(one)")
        #expect(same.code == 0 && same.out.contains("2 files: 2 VERIFIED"))
        let forked = try program.run("\"$SNAP\" audit \(one) \(two)")
        #expect(forked.code == 1)
        #expect(forked.out.contains(last.hash.hex) && forked.out.contains(other.hash.hex))
        let lines = try program.run("\"$SNAP\" audit --json \(one) \(two)").out.split(separator: "\n")
        #expect(lines.count == 4)
        let forks = try object(lines[2])
        #expect(forks["schema"] as? String == "snap.forks/1")
        let fork = try #require((forks["forks"] as? [[String: Any]])?.first)
        // The two signed events are the proof, whole.
        #expect(fork["events"] as? [String] == [last, other].map { Hex.encode($0.bytes) })
        let game = try #require((forks["games"] as? [[String: Any]])?.first)
        #expect(game["agreeing"] as? Int == forgery.events.count - 1 && game["files"] as? [String] == [one, two])
        let all = try object(lines[3])
        #expect(all["schema"] as? String == "snap.audited/1" && all["files"] as? Int == 2)
    }

    /// A marker proves nothing: whoever hands a file over can write another one.
    @Test func aDamagedMarkerHidesNoFork() throws {
        let forgery = try Forgery(PlayedGame.short)
        let last = try #require(forgery.events.last)
        let other = try forgery.signed(last, body: .time(Time(clockMillis: 1)))
        var marked = forgery.written(forgery.events.dropLast() + [other])
        marked[Transcript.marker(table: last.table, game: 1).count - 2] ^= 1
        let one = try program.file("one", PlayedGame.short)
        let two = try program.file("two", marked)
        #expect(try program.run("\"$SNAP\" audit \(two)").code == 65)
        let forked = try program.run("\"$SNAP\" audit \(one) \(two)")
        #expect(forked.code == 1)
        #expect(forked.out.contains(last.hash.hex) && forked.out.contains(other.hash.hex))
    }

    @Test func saysWhoLacksWhat() throws {
        let forgery = try Forgery(PlayedGame.short)
        let one = try program.file("one", PlayedGame.short)
        let two = try program.file("two", forgery.written(forgery.events.dropLast(3)))
        let result = try program.run("\"$SNAP\" audit \(one) \(two)")
        #expect(result.code == 2)
        #expect(result.out.contains("the first \(forgery.events.count - 3) events are the same in all"))
        #expect(result.out.contains("    lacks ") && result.out.contains("as in \(one), which goes on"))
        #expect(result.out.contains("2 files: 1 VERIFIED, 1 INCONCLUSIVE"))
        // The last paragraph says, once, what is not proven.
        #expect(result.out.split(separator: "\n\n").last?.hasPrefix("Not proven\n") == true)
        #expect(result.out.components(separatedBy: "Not proven\n").count == 2)
    }

    /// In the order of the arguments, whoever is done first; and one that cannot be read stops none of the others.
    @Test func manyFilesComeInTheirOrder() throws {
        let long = try program.file("long", PlayedGame.long)
        let short = try program.file("short", PlayedGame.short)
        let text = try program.file("text", Array("Hello".utf8))
        let paths = [long, short, "nowhere", text, long, short, short, long, text, short, long, short]
        let result = try program.run("\"$SNAP\" audit --json \(paths.joined(separator: " "))")
        // These are two first games of one table, so they are forks of each other.
        #expect(result.code == 1)
        let objects = try result.out.split(separator: "\n").map(object)
        #expect(objects.compactMap { $0["file"] as? String } == paths.filter { $0 != "nowhere" })
        let all = try #require(objects.last)
        #expect(all["unread"] as? [String] == ["nowhere"])
        #expect((all["verdicts"] as? [String: Int])?["VERIFIED"] == 9)
        // No terminal, no bar.
        #expect(result.err == "snap: nowhere cannot be read: No such file or directory.\n")
        for _ in 0..<2 {
            #expect(try program.run("\"$SNAP\" audit --json \(paths.joined(separator: " "))").out == result.out)
        }
    }

    /// Interrupted while it waits for a file that never comes.
    @Test(arguments: ["INT", "TERM"]) func endsWhenInterrupted(signal: String) throws {
        let short = try program.file("short", PlayedGame.short)
        let result = try program.run(
            "mkfifo \(signal)\n env --default-signal=INT \"$SNAP\" audit \(short) \(signal) & p=$!\n"
                + "for i in 1 2 3 4 5 6 7 8 9 10; do test -s .out && break; sleep 0.3; done\n"
                + "kill -\(signal) $p; wait $p")
        #expect(result.code == 130)
        #expect(result.out.hasPrefix("VERIFIED") && result.err.contains("interrupted: 1 of 2 files"))
    }

    /// A page is written whole; what is there already is left alone.
    @Test func writesAPage() throws {
        let short = try program.file("short", PlayedGame.short)
        let made = try program.run("\"$SNAP\" audit --report page.html \(short) && cat page.html")
        #expect(made.code == 0 && made.out.hasPrefix("VERIFIED\n"))
        #expect(made.out.hasSuffix(audit(PlayedGame.short).page(file: short)))
        let again = try program.run("\"$SNAP\" audit --report \(short) \(short)")
        #expect(again.code == 74 && again.err.contains("is there already"))
        #expect(try program.run("\"$SNAP\" audit \(short)").code == 0)
        // Neither do a failed write and a bad verdict hide each other.
        let nowhere = try program.run("\"$SNAP\" audit --report /proc/page.html \(short)")
        #expect(nowhere.code != 0 && nowhere.out.hasPrefix("VERIFIED\n") && nowhere.err.contains("was not written"))
        let cut = try program.file("cut", Array(PlayedGame.short.dropLast(9)))
        let both = try program.run("\"$SNAP\" audit --report page.html \(cut)")
        #expect(both.code == 2 && both.err.contains("is there already"))
        #expect(try program.run("\"$SNAP\" audit --report other.html \(short) \(cut)").code == 64)
        #expect(try program.run("ls | grep -c html").out == "1\n")
    }

    @Test func standardInputIsReadOnce() throws {
        let short = try program.file("short", PlayedGame.short)
        #expect(try program.run("\"$SNAP\" audit - - < \(short)").code == 64)
        let both = try program.run("\"$SNAP\" audit - \(short) < \(short)")
        #expect(both.code == 0 && both.out.contains("the transcripts of 1 game are the same to the byte"))
    }

    @Test func refusesWhatItCannotRead() throws {
        #expect(try program.run("\"$SNAP\" audit nowhere").code == 66)
        #expect(try program.run("\"$SNAP\" audit .").code == 66)
        #expect(try program.run("\"$SNAP\" audit").code == 64)
        // One octet more than allowed, and nothing of it on the disk: refused before it is read.
        let long = try program.run("truncate -s 268435457 long && \"$SNAP\" audit long")
        #expect(long.code == 65 && long.out.isEmpty)
        let good = try program.file("good", PlayedGame.short)
        let mixed = try program.run("\"$SNAP\" audit nowhere \(good)")
        #expect(mixed.code == 66 && mixed.out.contains("1 VERIFIED"))
    }
}
