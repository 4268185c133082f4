import Foundation
import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

/// Protocol.md itself: its examples are read out of the text and compared with the code, so that the two cannot drift.
@Suite("Protocol.md") struct SpecificationTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let text: String

    init() throws {
        text = try String(contentsOf: Self.root.appendingPathComponent("Protocol.md"), encoding: .utf8)
    }

    /// Lines outside of fences.
    private var prose: [Substring] {
        var isFenced = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            if line.hasPrefix("```") { isFenced.toggle() }
            return !isFenced && !line.hasPrefix("```")
        }
    }

    private var headings: [String] {
        prose.filter { $0.hasPrefix("##") }.map { $0.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces) }
    }

    /// The octets of the block that begins with "```hex NAME": two or more spaces and what follows them are a comment, but at the
    /// start of a line.
    private func octets(_ name: String) throws -> [UInt8] {
        let parts = text.components(separatedBy: "```hex \(name)\n")
        try #require(parts.count == 2, "one block \(name)")
        let block = try #require(parts[1].components(separatedBy: "```").first)
        let digits = block.split(separator: "\n").map { line in
            let line = line.drop { $0 == " " }
            return line.range(of: "  ").map { line[..<$0.lowerBound] } ?? line
        }
        return try #require(Hex.decode(digits.joined().filter { $0 != " " }))
    }

    /// The first table cells in backticks of the row that begins with `name`.
    private func row(_ name: String) throws -> [String] {
        let line = try #require(prose.first { $0.hasPrefix("| \(name) | ") }, "row \(name)")
        return line.split(separator: "|").dropFirst().map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
        }
    }

    @Test("Every section is named once, and every reference has its section") func references() {
        #expect(headings.count > 50)
        #expect(Set(headings).count == headings.count)
        // Without bold words, so that an asterisk is the mark of italics.
        let flowing = prose.joined(separator: " ").replacing("**", with: "")
        var found = 0
        for match in flowing.matches(of: /[ (]\*([A-Z][A-Za-z0-9', -]*?)\*/) {
            found += 1
            #expect(headings.contains(String(match.1)), "no section \(match.1)")
        }
        #expect(found > 40)
    }

    @Test("What comments in the code cite is there") func citations() throws {
        let sources = Self.root.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var found = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let flowing = try String(contentsOf: file, encoding: .utf8).replacing(/\n\s*\/\/\/?/, with: "")
            for match in flowing.matches(of: /Protocol\.md(,? (?:and )?\*[^*]+\*)+/) {
                for name in match.0.matches(of: /\*([^*]+)\*/) {
                    found += 1
                    #expect(headings.contains(String(name.1)), "\(file.lastPathComponent): no section \(name.1)")
                }
            }
        }
        #expect(found > 50)
    }

    @Test("The contents list every section of the first two ranks") func contents() {
        for line in prose where line.hasPrefix("## ") || line.hasPrefix("### ") {
            let name = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
            #expect(name == "Contents" || text.contains("[\(name)](#"), "\(name)")
        }
    }

    @Test("Table codes and keys") func tables() throws {
        for (value, code, shown) in try codes() {
            #expect(TableCode(value: value)?.symbols == code)
            #expect(TableCode(value: value)?.description == shown)
        }
        let code = try #require(TableCode(value: 0x1_2345_6789))
        for (column, passphrase) in [nil, "Mücke"].enumerated() {
            let master = try #require(Hex.decode(try row("table key")[column]))
            let secret = try TableSecret(master: master)
            #expect(try secret == TableSecret.derive(code: code, passphrase: passphrase))
            #expect(Hex.encode(secret.tag) == (try row("tag")[column]))
            #expect(Hex.encode(secret.id.bytes) == (try row("id")[column]))
            #expect(try row("group")[column] == "239.193.\(secret.tag[0]).\(secret.tag[1])")
        }
        let secret = try TableSecret.derive(code: code, passphrase: nil)
        let message: [UInt8] = [0x82, 0x02, 0x45, 0x48, 0x65, 0x6c, 0x6c, 0x6f]
        #expect(try Datagram.openBytes(octets("datagram"), with: secret) == message)
    }

    private func codes() throws -> [(UInt64, String, String)] {
        try [("0", 0), ("1", 1), ("0x123456789", 0x1_2345_6789), ("2^34", 1 << 34), ("2^35 − 1", (1 << 35) - 1)].map {
            let cells = try row($0.0)
            return ($0.1, cells[0], cells[1])
        }
    }

    @Test("The event in hexadecimal") func event() throws {
        let event = try Event.decode(octets("event"))
        #expect(event.hasValidSignature())
        #expect(event.author == (try SigningKey(seed: Array(repeating: 1, count: 32)).publicKey))
        #expect(event.seq == 9 && event.lamport == 300 && event.heads.count == 1)
        #expect(event.body == .claim(Claim(race: 12, reactionMicros: 251_000, clockMillis: 65_432)))
        #expect(text.contains("Its hash is `\(event.hash.hex)`."))
    }

    @Test("The link, the draw, the state") func examples() throws {
        let game = try #require(Digest(Array(0..<32)))
        func chain(_ key: UInt8, _ secret: UInt8, _ kind: Chain.Kind = .card) throws -> Chain {
            Chain(
                game: game, key: try #require(PublicKey(Array(repeating: key, count: 32))), kind: kind,
                secret: Array(repeating: secret, count: 32), length: 256)
        }
        let first = try chain(0x11, 0x22)
        let flowing = text.replacing("\n", with: " ")
        #expect(flowing.contains("anchor `\(first.anchor.hex)`"))
        for index in [0, 2, 3, 255] as [UInt64] {
            let link = try #require(first.link(at: index))
            #expect(flowing.contains("link \(index) `\(link.hex)`"))
        }
        #expect(Digest.of(try octets("link")).hex == first.link(at: 2)?.hex)
        let links = [first.link(at: 3), nil, try chain(0x33, 0x44).link(at: 3)]
        let draw = Draw.text("snap draw 1", game: game, index: 3, attempt: 0, links: links)
        #expect(try octets("draw") == draw)
        #expect(text.contains("to `\(Digest.of(draw).hex)`; v = \(Digest.of(draw).words.0); candidate number 4."))
        let ties = try [(0x11, 0x22), (0x55, 0x66), (0x33, 0x44)].map { try chain($0.0, $0.1, .tie).link(at: 3) }
        for link in ties { #expect(text.contains("`\(link?.hex ?? "")`")) }
        let lottery = Draw.text("snap tie 1", game: game, index: 3, attempt: 0, links: ties)
        #expect(text.contains("`\(Digest.of(lottery).hex)`"))
        let state = Digest.of(try octets("state")).hex
        #expect(text.contains("to `\(state)`."))
    }

    @Test("Limits and timers") func numbers() throws {
        func grouped(_ number: some BinaryInteger) -> String {
            var digits = String(number)
            var out = ""
            while digits.count > 3 {
                out = "," + digits.suffix(3) + out
                digits = String(digits.dropLast(3))
            }
            return digits + out
        }
        #expect(try row("datagram, octets") == ["\(Limits.datagram)", "event, heartbeat, octets", "\(Limits.event)"])
        #expect(try row("beacon, octets") == ["\(Limits.beacon)", "events in a message", "\(Limits.messageEvents)"])
        #expect(try row("name, octets")[0] == "1...\(Limits.nameBytes)")
        #expect(
            try row("events of a transcript") == [
                grouped(Limits.transcriptEvents), "octets of a transcript", grouped(Limits.transcriptBytes),
            ])
        #expect(try row("wall, clock")[2] == grouped(Limits.chainLength))
        #expect(try row("rtt, spread, jitter")[0] == "\(grouped(Limits.rttMicros)) us")
        #expect(try row("Lamport time ahead of one's own")[2] == "\(grouped(Limits.reactionMicros)) us")
        #expect(
            try row("members of a table, oneself included") == [
                "\(EventLog.memberLimit)", "events of one author that wait", "\(MemberLog.waitingLimit)",
            ])
        #expect(try row("gaps asked for")[2] == "\(Outbox.repeatLimit)")
        #expect(
            try row("proposals") == [
                "\(LobbyState.proposalLimit)", "of one author, open", "\(LobbyState.openLimit)",
            ])
        #expect(try row("members without a JOIN")[0] == "\(Peer.unjoinedLimit)")
        #expect(
            try row("events of one author acknowledged") == [
                "\(grouped(MemberLog.burst)) and \(MemberLog.perSecond) a second", "and for each own event but ACK",
                "\(MemberLog.perOwn)",
            ])
        #expect(
            try row("octets of events in one answer") == [
                grouped(Timing.answerBytes), "contested events shown", "\(Peer.shownLimit)",
            ])
        func budget(_ bytes: (most: Int32, perSecond: Int32)) -> String {
            "\(grouped(bytes.most)) and \(grouped(bytes.perSecond)) a second"
        }
        #expect(
            try row("octets of answers to one asker") == [
                budget(Timing.askerBytes), "to all", budget(Timing.answersBytes),
            ])
        #expect(try row("beacons checked in a second")[2] == "\(StateHistory.depth)")
        for (micros, name) in [
            (Timing.heartbeatMicros, "heartbeats while something happens, and in the lobby until paths are known"),
            (Timing.idleHeartbeatMicros, "heartbeats while nothing happens, at most apart"),
            (Timing.acknowledgeMicros, "an acknowledgement waits for an event that says the same"),
            (Timing.answerMicros, "two answers to one asker, at least apart"),
            (Timing.silenceMicros, "a member counts as silent, its gap as stuck, its debt as overdue after"),
            (Timing.accusationGraceMicros, "how much earlier a debt is spoken of once somebody has promised"),
            (Timing.missingMicros, "a ballot's owner waits for a member that it does not suspect"),
            (Timing.stallMicros, "a step that comes later than this starts the clocks of suspicion anew"),
            (Timing.listedMicros, "a player in the lobby whose answer to a probe is older is not listed"),
            (Timing.forgetMicros, "someone never seated may be forgotten after"),
            (Timing.probeMicros, "a probe proves nothing after"),
            (Timing.proofSpreadMicros, "a fork proof is told, before its holder accuses by it"),
            (Timing.lateMicros, "whoever was listed this long ago was there before a newcomer"),
            (Timing.proposalMicros, "an open proposal lapses after"),
            (Timing.beginMicros, "a fully accepted proposal without BEGIN lapses after"),
            (Timing.arrivalMicros, "who joins listens, before it decides that the table is full or playing"),
            (Marks.lateLinkMicros, "a link is late from this on, and D more"),
        ] as [(Int64, String)] {
            let millis = micros / 1_000
            #expect(try row(name)[0].replacing(",", with: "") == "\(millis)", "\(name)")
        }
        #expect(try row("race events are sent again after")[0] == "5 and 10" && Timing.repeatMicros == [5_000, 10_000])
        #expect(Timing.gapMicros == 10_000 && Timing.gapRetryMicros == [20_000, 40_000, 80_000, 160_000])
        #expect(Timing.ballotMicros == 300_000 && Timing.answerBytes == 24_000)
        for (index, bound) in HouseRules.wireRanges.enumerated() {
            let line = try #require(prose.first { $0.hasPrefix("| \(index) | \(bound.name)") })
            #expect(line.contains("\(grouped(bound.range.lowerBound))...\(grouped(bound.range.upperBound))"))
            #expect(line.hasSuffix("| \(grouped(HouseRules().wire[index])) |"))
        }
    }
}
