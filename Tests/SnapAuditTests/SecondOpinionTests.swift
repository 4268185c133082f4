import Foundation
import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapAudit
@testable import SnapProtocol
@testable import SnapSimulator

/// `tools/audit.py`, which knows Protocol.md and nothing of this code, beside the auditor of this code. They must agree on
/// verdict, digest, and on what is wrong, where and by whose word.
///
/// SNAP_FORGERIES=N makes N forged games, SNAP_MUTATIONS=N damaged and SNAP_SIMULATIONS=N simulated ones instead of a few;
/// SNAP_SEED chooses the forged and damaged.
@Suite struct SecondOpinionTests {
    /// What an auditor says, as far as the text decides it.
    struct Opinion: Equatable, CustomStringConvertible {
        var verdict: String
        var digest = ""
        var fault = ""
        /// Of a game that is VERIFIED, by seat: line, deviation, all that marks count, best and median reaction.
        var statistics: [[String]] = []
        var description: String { "\(verdict) \(fault) \(statistics)" }

        init(_ report: AuditReport) {
            switch report.verdict {
            case .verified: verdict = "VERIFIED"
            case .invalid(let first):
                verdict = "INVALID"
                let proven = first.isProven ? "proven" : "altered"
                fault =
                    "\(first.check.rawValue) record \(first.record) offset \(first.offset) \(proven) by \(first.author?.hex ?? "nobody")"
            case .inconclusive: verdict = "INCONCLUSIVE"
            case .malformed: verdict = "MALFORMED"
            }
            digest = report.digest.hex
            guard report.verdict == .verified else { return }
            statistics = report.players.map { player in
                let numbers = player.statistics
                func word(_ value: Int64?) -> String { value.map { "\($0)" } ?? "-" }
                return [
                    "\(player.seat)", "line", word(numbers.lineMicros), "deviation", word(numbers.deviationMicros),
                    "counters",
                ] + (numbers.marks?.numbers.map { "\($0)" } ?? [])
                    + [word(numbers.bestReactionMicros), word(numbers.medianReactionMicros)]
            }
        }

        /// The lines that audit.py prints of one file.
        init(_ lines: [Substring]) {
            func rest(_ word: String) -> String? {
                lines.first { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
            }
            verdict = lines.first.map(String.init) ?? ""
            digest = rest("digest") ?? ""
            let seats = lines.filter { $0.hasPrefix("seat ") }.map { $0.split(separator: " ").map(String.init) }
            let marks = lines.filter { $0.hasPrefix("marks ") }.map {
                $0.split(separator: " ").dropFirst().map(String.init)
            }
            statistics = zip(marks, seats).map { marks, seat in
                // seat 0 wins cards 30 score 4 best 210000 median 300000 NAME
                marks + [seat[8], seat[10]]
            }
            // The author's name follows the key.
            fault = rest("fault").map { $0.split(separator: " ").prefix(8).joined(separator: " ") } ?? ""
        }
    }

    static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("tools/audit.py").path

    /// Nil, saying so, where there is no python3 with what the script needs (`tools/setup tests` installs it).
    func python(_ files: [[UInt8]]) throws -> [Opinion]? {
        let program = try AuditProgram()
        defer { program.remove() }
        guard try program.run("python3 -c 'import cbor2, nacl.bindings'").code == 0 else {
            print("SKIPPED \(files.count) transcripts: no python3 with cbor2 and nacl")
            return nil
        }
        var paths: [String] = []
        for (number, bytes) in files.enumerated() { paths.append(try program.file("\(number).snap", bytes)) }
        var opinions: [Opinion] = []
        // One at a time: of several, the script also looks for forks, and the forged ones are forks of each other.
        for path in paths {
            let result = try program.run("timeout 120 python3 '\(Self.script)' \(path)")
            #expect([0, 1, 2, 65].contains(result.code), "\(result)")
            opinions.append(Opinion(result.out.split(separator: "\n")))
        }
        return opinions
    }

    private func compare(_ files: [(name: String, bytes: [UInt8])], verdicts: Set<String>) throws {
        guard let opinions = try python(files.map(\.bytes)) else { return }
        var seen: Set<String> = []
        for (file, opinion) in zip(files, opinions) {
            let own = Opinion(audit(file.bytes, verified: PlayedGame.verified))
            #expect(own == opinion, "\(file.name): audit.py says \(opinion), snap \(own)")
            seen.insert(own.verdict)
        }
        #expect(seen == verdicts)
    }

    @Test func agreesOnWholeGames() throws {
        let losses = try Forgery(PlayedGame.dropped).events.count {
            if case .propose(let propose) = $0.body { propose.lost != nil } else { false }
        }
        #expect(losses > 0, "nobody was dropped")
        let games = [
            ("short", PlayedGame.short), ("long", PlayedGame.long), ("dropped", PlayedGame.dropped),
            ("pooled", PlayedGame.pooled),
        ]
        let several = PlayedGame.several.enumerated().map { ("game \($0 + 1)", $1) }
        try compare(games + several, verdicts: ["VERIFIED"])
    }

    /// A member withdraws, not having acknowledged BEGIN, beyond the cut of the view that BEGIN was decided in: that changes nothing.
    @Test func aWithdrawalBeyondTheCutDoesNotCount() throws {
        let (game, transcript) = try #require(PlayedGame.withdrawn)
        #expect(game.peers.allSatisfy { $0.lastGame?.isOver == true }, "not every peer played it")
        let events = try Forgery(transcript).events
        let withdrawal = try #require(events.firstIndex { if case .withdraw = $0.body { true } else { false } })
        #expect(events[..<withdrawal].contains { if case .begin = $0.body { true } else { false } })
        try compare([("withdrawn", transcript)], verdicts: ["VERIFIED"])
    }

    /// Within the cut it counts: everybody is back in the lobby, and the next game is the first.
    @Test func aWithdrawalWithinTheCutEndsTheProposal() throws {
        let game = try #require(PlayedGame.called)
        #expect(game.peers.allSatisfy { $0.fold == nil && $0.nextGame == 1 && !$0.isInProposal })
        #expect(game.transcripts.isEmpty)
    }

    @Test func agreesOnSimulatedGames() throws {
        var files: [(String, [UInt8])] = []
        var kinds: Set<String> = []
        var seed: UInt64 = 0
        while files.count < Self.count("SNAP_SIMULATIONS", 4) {
            seed += 1
            var options = SimulationOptions(seed: seed)
            // Most are such as end soon by their time, so that they are seen whole.
            let scenario = Scenario(seed: seed, players: nil, turns: 400)
            let isShort = (1...8_000).contains(scenario.rules.timeLimitMillis)
            guard isShort || seed % 8 == 0 else { continue }
            options.turns = isShort ? 400 : 25
            options.faults.lossPercent = 5
            options.faults.reorderPercent = 10
            var simulation = try Simulation(options)
            #expect(simulation.run().violation == nil)
            let rules = simulation.scenario.rules
            kinds.insert("\(rules.recycle) \(rules.deadHeat) \(simulation.scenario.players)")
            for game in simulation.agreement.games {
                files.append(("seed \(seed), game \(game.number)", game.transcript))
            }
        }
        #expect(kinds.count > 2)
        try compare(files, verdicts: ["VERIFIED", "INCONCLUSIVE"])
    }

    /// A game whose decision needed the vote of the member that it lost: that stands behind everything else.
    @Test func agreesOnTheVoteOfTheLost() throws {
        var options = SimulationOptions(seed: 4436)
        options.turns = 60
        options.tableFaults = TableFaults.all.subtracting([.shatter, .ambush])
        var simulation = try Simulation(options)
        #expect(simulation.run().violation == nil)
        let whole = try #require(
            simulation.transcripts.first { audit($0.bytes, verified: PlayedGame.verified).verdict == .verified })
        var reader = TranscriptReader(whole.bytes)
        _ = try reader.marker()
        var records: [TranscriptReader.Record] = []
        while let record = try reader.next() { records.append(record) }
        let tail = records.reversed().prefix { $0.event.author == records.last?.event.author }
        let before = try #require(records.dropLast(tail.count).last)
        #expect(tail.contains { GameLogs.precedesInView($0.event, before.event) }, "nothing stands behind")
        var files = [("whole", whole.bytes)]
        for record in tail { files.append(("cut at \(record.offset)", Array(whole.bytes[..<record.offset]))) }
        try compare(files, verdicts: ["VERIFIED", "INCONCLUSIVE"])
    }

    /// BEGIN was taken by a decision that needed the vote of the member that it lost, and the game was left before more of it was played: whole or
    /// cut, as by the end of a process, it shows nothing wrong.
    @Test func agreesOnWhatIsLeftBeforeTheLossIsProven() throws {
        var options = SimulationOptions(seed: 2308)
        options.turns = 60
        options.tableFaults = .all
        var simulation = try Simulation(options)
        #expect(simulation.run().violation == nil)
        var peer = simulation.seats[1].peer
        var bytes = try #require(simulation.shelf.bytes(game: 1, seat: 1))
        for effect in peer.step(.command(.leave), at: simulation.seats[1].clock(simulation.now)) {
            if case .transcript(_, let more) = effect { bytes += more }
        }
        let whole = audit(bytes, verified: PlayedGame.verified)
        #expect(whole.game != nil, "it does not show that the game began")
        var reader = TranscriptReader(bytes)
        _ = try reader.marker()
        var files = [("whole", bytes)]
        while let record = try reader.next() {
            files.append(("cut at \(record.offset)", Array(bytes[..<record.offset])))
        }
        try compare(files, verdicts: ["INCONCLUSIVE"])
    }

    @Test func agreesOnALogThatIsTakenOut() throws {
        let forgery = try Forgery(PlayedGame.long)
        let files = try PlayedGame.keys(3).map { key in
            let left = forgery.events.enumerated().filter { $0.offset < 3 || $0.element.author != key }
            return ("without \(key.short)", forgery.written(left.map(\.element)))
        }
        try compare(files, verdicts: ["INCONCLUSIVE"])
    }

    @Test func agreesOnDamage() throws {
        let good = PlayedGame.short
        var files: [(String, [UInt8])] = [("empty", []), ("text", Array("Hello".utf8))]
        for place in stride(from: 3, to: good.count, by: 701) {
            var bytes = good
            bytes[place] ^= 1 << UInt8(place % 8)
            files.append(("octet \(place)", bytes))
            files.append(("cut at \(place)", Array(good[..<place])))
        }
        for number in [3, 9, 20] {
            var reader = TranscriptReader(good)
            _ = try reader.marker()
            var at: [Int] = []
            while let record = try reader.next() { at.append(record.offset) }
            files.append(("without \(number)", Array(good[..<at[number]] + good[at[number + 1]...])))
            files.append(("twice \(number)", Array(good[..<at[number + 1]] + good[at[number]...])))
        }
        files.append(("nonsense among the proofs", good + Transcript.proofMark + [0]))
        var random = Self.random("damage")
        for number in 0..<Self.count("SNAP_MUTATIONS", 12) {
            var bytes = [good, PlayedGame.dropped, PlayedGame.pooled][number % 3]
            let place = Int(random.below(UInt64(bytes.count)))
            bytes[place] ^= 1 << UInt8(random.below(8))
            let end = min(bytes.count, place + 1 + Int(random.below(300)))
            files.append(("damage \(number): octet \(place)", number % 2 == 0 ? bytes : Array(bytes[..<end])))
        }
        try compare(files, verdicts: ["INVALID", "INCONCLUSIVE", "MALFORMED"])
    }

    @Test func agreesOnForgeries() throws {
        var random = Self.random("forgeries")
        var files: [(String, [UInt8])] = []
        let games = try [PlayedGame.short, PlayedGame.long, PlayedGame.dropped].map { try Forgery($0) }
        for number in 0..<Self.count("SNAP_FORGERIES", 8) {
            let forgery = games[number % 3]
            let seats = number % 3 + 2
            let index = seats + Int(random.below(UInt64(forgery.events.count - seats)))
            let body = ForgedBody.of(forgery.events[index].body, forgery, &random)
            files.append(("forgery \(number): record \(index + 1)", try forgery.changing(index) { _ in body }))
        }
        guard let opinions = try python(files.map(\.1)) else { return }
        for (file, opinion) in zip(files, opinions) {
            let own = Opinion(audit(file.1, verified: PlayedGame.verified))
            #expect(own == opinion, "\(file.0): audit.py says \(opinion), snap \(own)")
        }
        #expect(Set(opinions.map(\.verdict)).contains("INVALID"))
    }

    private static func random(_ use: String) -> SeededRandom {
        let seed = UInt64(ProcessInfo.processInfo.environment["SNAP_SEED"] ?? "") ?? 1
        print("SNAP_SEED=\(seed)")
        return SeededRandom(seed: Digest.of(Array("\(use) \(seed)".utf8)).bytes)
    }

    static func count(_ name: String, _ standard: Int) -> Int {
        Int(ProcessInfo.processInfo.environment[name] ?? "") ?? standard
    }
}

/// Another body for an event: a field changed, or that of another event.
enum ForgedBody {
    static func of(_ body: Body, _ forgery: Forgery, _ random: inout SeededRandom) -> Body {
        if random.below(3) == 0 { return forgery.events[Int(random.below(UInt64(forgery.events.count)))].body }
        let link = Link(words: (1, 2, 3, random.next()))
        switch body {
        case .flip(var flip):
            switch random.below(3) {
            case 0: flip.index += 1
            case 1: flip.state = Digest(link)
            default: flip.link = link
            }
            return .flip(flip)
        case .reveal(var reveal):
            if random.below(2) == 0 { reveal.index += 1 } else { reveal.link = link }
            return .reveal(reveal)
        case .claim(var claim):
            if random.below(2) == 0 { claim.race += 1 } else { claim.reactionMicros = random.below(400_000) }
            return .claim(claim)
        case .witness(var witness):
            switch random.below(4) {
            case 0: witness.race += 1
            case 1: witness.closed.toggle()
            case 2: witness.claims = witness.claims.map { ClaimArrival(seat: $0.seat, micros: $0.micros + 70_000) }
            default: witness.rttMicros = witness.rttMicros.map { $0 + 30_000 }
            }
            return .witness(witness)
        case .tie(var tie):
            tie.link = link
            return .tie(tie)
        case .end(var end):
            end.state = Digest(link)
            return .end(end)
        case .start(var start):
            if random.below(2) == 0 { start.rules[Int(random.below(10))] += 1 } else { start.game += 1 }
            return .start(start)
        case .accept(var accept):
            if random.below(2) == 0 { accept.cardAnchor = link } else { accept.paths[0].rttMicros += 50_000 }
            return .accept(accept)
        case .promise(var promise):
            if random.below(2) == 0 { promise.id.ballot += 1 } else { promise.accused = nil }
            return .promise(promise)
        case .propose(var propose):
            if random.below(2) == 0 { propose.cut[0] += 1 } else { propose.lost = nil }
            return .propose(propose)
        case .accepted(var accepted):
            if random.below(2) == 0 { accepted.id.view += 1 } else { accepted.proposal = Digest(link) }
            return .accepted(accepted)
        default:
            return [
                Body.ack, .time(Time(clockMillis: random.below(40_000))), .withdraw(start: Digest(link)),
                .leave(Leave(open: nil)), .reveal(Reveal(index: random.below(20), link: link)),
                .claim(Claim(race: 1 + random.below(20), reactionMicros: 300_000, clockMillis: 1)),
            ][Int(random.below(6))]
        }
    }
}
