import Foundation
import SnapAudit
import SnapCrypto
import SnapNode
import SnapProtocol
import SnapRules
import Testing

@testable import SnapWeb

/// A game played again on the page: what is answered is the very game, in ranges, and a file that is none is refused in words.
@Suite struct ReplayTests {
    private static let corpus =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Transcripts"
    private static let verified = VerifiedSet()

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(corpus)/\(name).snap")))
    }

    private static func stranger() throws -> PublicKey {
        try SigningKey(seed: [UInt8](repeating: 7, count: 32)).publicKey
    }

    private static func page(
        _ replays: Replays, _ bytes: [UInt8], from step: Int = 0, owner: PublicKey? = nil, file: String = "game.snap"
    ) throws -> Replays.Answer {
        replays.page(
            of: bytes, file: file, code: nil, from: step, owner: try owner ?? stranger(), petNames: PetNames(),
            verified: verified)
    }

    /// All steps, asked for range by range.
    private static func steps(_ bytes: [UInt8], owner: PublicKey? = nil) throws -> (
        steps: [JSONValue], whole: JSONValue
    ) {
        let replays = Replays()
        var steps: [JSONValue] = []
        var whole = JSONValue.null
        repeat {
            guard case .page(let page) = try page(replays, bytes, from: steps.count, owner: owner) else {
                Issue.record("no page from \(steps.count)")
                return (steps, whole)
            }
            if steps.isEmpty { whole = page["whole"] ?? .null }
            #expect(page["from"] == .integer(steps.count))
            #expect(page["before"] == (steps.last?["game"] ?? .null))
            let more = list(page["steps"])
            #expect((1...Replays.pageSteps).contains(more.count))
            steps += more
        } while whole["steps"] != .integer(steps.count)
        return (steps, whole)
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let values)? = value { values } else { [] }
    }

    private static func happenings(_ step: JSONValue) -> [JSONValue] { list(step["happenings"]) }
    private static func schemas(_ step: JSONValue) -> [JSONValue] { happenings(step).compactMap { $0["schema"] } }

    @Test(arguments: [
        "honest-2", "honest-4", "wrong-call", "leave-3", "drop-4-twice", "forked-3", "rule-dead-heat-pool",
        "rule-recycle-shuffled", "suspended-4", "damaged-torn", "damaged-octet",
    ])
    func everyStepStandsAsTheFoldDoes(name: String) throws {
        let bytes = try Self.bytes(name)
        let (steps, whole) = try Self.steps(bytes)
        // The same moments by themselves, each with what the game then is.
        var retelling = Retelling(bytes, checksSignatures: true, verified: Self.verified)
        var at = 0
        var turns: [JSONValue] = []
        var races: [JSONValue] = []
        while let moment = retelling.next() {
            guard let game = retelling.fold?.game else { continue }
            let told = moment.happenings.contains {
                switch $0 {
                case .rules(.turned), .rules(.active), .flipping, .ignored: false
                case .race(let race): !race.calls.isEmpty
                default: true
                }
            }
            guard told || moment.dropped != nil else { continue }
            let step = try #require(steps.indices.contains(at) ? steps[at] : nil, "step \(at) of \(steps.count)")
            #expect(step["clockMillis"] == .integer(moment.clockMillis))
            try expect(step["game"] ?? .null, toBe: game, retelling)
            for happening in moment.happenings {
                if case .resolved(_, let seat, let card) = happening {
                    turns.append(.integer(at))
                    let turn = Self.happenings(step).first { $0["schema"] == "snap.turn/1" }
                    #expect(turn?["card"] == .string(card.asciiName) && turn?["seat"] == .integer(seat))
                }
                if case .race(let race) = happening, !race.calls.isEmpty {
                    races.append(["race": .integer(race.index), "step": .integer(at)])
                    let told = Self.happenings(step).first { $0["schema"] == "snap.race/1" }
                    #expect(Self.list(told?["calls"]).count == race.calls.count)
                    #expect(Self.list(told?["say"]).count > 0)
                }
            }
            at += 1
        }
        #expect(at == steps.count && at > 0)
        #expect(Self.list(whole["turns"]) == turns && !turns.isEmpty)
        #expect(Self.list(whole["races"]) == races)
        #expect(Self.schemas(steps[0]).contains("snap.dealt/1"))
        let verdict = audit(bytes, verified: Self.verified).verdict
        #expect(whole["verdict"] == .string(verdict.word))
        #expect(Self.list(whole["words"]) == retelling.endWords.map { .string($0) })
        #expect((whole["result"] == .null) == (retelling.fold?.game?.outcome == nil))
    }

    private func expect(_ shown: JSONValue, toBe game: Game, _ retelling: Retelling) throws {
        #expect(shown["turns"] == .integer(game.turns))
        #expect(shown["active"] == game.active.map { .integer($0) } ?? .null)
        #expect(shown["mySeat"] == .null)
        let seats = Self.list(shown["seats"])
        #expect(seats.count == game.seats.count)
        for (seat, hand) in zip(seats, game.seats) {
            #expect(seat["down"] == .integer(hand.faceDown.count) && seat["upCount"] == .integer(hand.faceUp.count))
            #expect(Self.list(seat["up"]) == hand.faceUp.suffix(3).map { .string($0.asciiName) })
            #expect(seat["score"] == .integer(hand.score) && seat["snapsWon"] == .integer(hand.snapsWon))
        }
        #expect(shown["pool"]?["count"] == game.snapPool.last.map { _ in .integer(game.snapPool.count) })
    }

    @Test func aPlayerSeesItsOwnSeatAsItsOwn() throws {
        let bytes = try Self.bytes("honest-3")
        let players = Retelling(bytes, checksSignatures: false).players
        let (steps, whole) = try Self.steps(bytes, owner: players[1].identity)
        for step in steps {
            let seats = Self.list(step["game"]?["seats"])
            #expect(step["game"]?["mySeat"] == 1)
            #expect(seats.map { $0["me"] } == [false, true, false])
        }
        let words = steps.flatMap(Self.happenings).flatMap { Self.list($0["say"]) }
        #expect(words.contains { if case .string(let line) = $0 { line.hasPrefix("You turn ") } else { false } })
        #expect(Self.list(whole["result"]?["seats"]).map { $0["me"] } == [false, true, false])
        // What the page draws of a live table, it finds here.
        #expect(whole["table"]?.members.map(\.key) == Self.tableKeys)
    }

    private static let tableKeys = [
        "alone", "watches", "code", "name", "join", "capacity", "place", "members", "proposal", "rules", "suspended",
        "paused", "leaving", "game", "result",
    ]

    /// A long game comes in ranges of a bounded size, in whatever order they are asked for.
    @Test func rangesAreBoundedAndTheSameInAnyOrder() throws {
        let bytes = try Self.bytes("rule-no-time-limit")
        let (steps, whole) = try Self.steps(bytes)
        #expect(steps.count > Replays.pageSteps)
        let replays = Replays()
        for first in [steps.count - 1, 0, 150, 3, Replays.pageSteps] {
            guard case .page(let page) = try Self.page(replays, bytes, from: first) else {
                Issue.record("no page from \(first)")
                continue
            }
            #expect(Self.list(page["steps"]) == Array(steps[first...].prefix(Replays.pageSteps)))
            #expect((page["whole"] == .null) == (first > 0))
            #expect(page.compact.utf8.count < 500_000)
        }
        guard case .noSuchStep = try Self.page(replays, bytes, from: steps.count) else {
            return #expect(Bool(false), "a step behind the end")
        }
        // Another file under the same name is another game.
        let other = try Self.bytes("honest-2")
        guard case .page(let page) = try Self.page(replays, other, from: 3) else { return #expect(Bool(false)) }
        #expect(page["octets"] == .integer(other.count))
        #expect(whole["steps"] != page["whole"]?["steps"])
    }

    @Test(arguments: ["damaged-empty", "damaged-no-transcript", "forged-foreign"])
    func whatHoldsNoGameIsRefusedInWords(name: String) throws {
        let bytes = try Self.bytes(name)
        let verdict = audit(bytes, verified: Self.verified).verdict
        guard case .nothing(let words) = try Self.page(Replays(), bytes) else {
            // As far as it holds it is played.
            #expect(try Self.steps(bytes).whole["verdict"] == .string(verdict.word))
            return
        }
        #expect(words.contains(verdict.word), "\(words)")
    }

    @Test func theRouteTakesListedFilesAndStepsOnly() throws {
        let home = FileManager.default.temporaryDirectory.path + "/snap-replay-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: home) }
        let shelf = home + "/.local/share/snap/transcripts"
        try FileManager.default.createDirectory(atPath: shelf, withIntermediateDirectories: true)
        for name in ["honest-2", "damaged-no-transcript"] {
            try FileManager.default.copyItem(atPath: "\(Self.corpus)/\(name).snap", toPath: "\(shelf)/\(name).snap")
        }
        try FileManager.default.copyItem(atPath: "\(Self.corpus)/honest-2.snap", toPath: "\(home)/outside.snap")
        let library = Library(
            places: Places { $0 == "HOME" ? home : nil }, owner: try Self.stranger(), verified: Self.verified)
        func ask(_ query: [String: String]) throws -> (status: UInt32, json: JSONValue) {
            let response = library.answer(WebRequest(method: .get, path: "/replay", query: query))
            return (response.status, try JSONValue.parse(response.body))
        }
        let found = try ask(["file": "honest-2.snap"])
        #expect(found.status == 200 && found.json["whole"]?["verdict"] == "VERIFIED")
        #expect(try ask(["file": "honest-2.snap", "from": "2"]).json["from"] == 2)
        for name in [
            "", ".", "..", "honest-2", "../../../../outside.snap", "\(home)/outside.snap", "honest-2.snap/", "*.snap",
            "honest-2.snap\u{0}", "HONEST-2.snap", String(repeating: "a", count: 100_000),
        ] {
            let (status, json) = try ask(["file": name])
            #expect(status == 404, "\(name.prefix(50))")
            guard case .string(let words)? = json["error"] else { return #expect(Bool(false)) }
            #expect(words.utf8.count < 600)
        }
        #expect(try ask([:]).status == 400)
        for step in ["-1", "+1", "01", "1.5", "x", "", "99999999999999999999", "9223372036854775808"] {
            #expect(try ask(["file": "honest-2.snap", "from": step]).status == 400, "\(step)")
        }
        #expect(try ask(["file": "honest-2.snap", "from": "9223372036854775807"]).status == 404)
        let broken = try ask(["file": "damaged-no-transcript.snap"])
        guard case .string(let words)? = broken.json["error"] else { return #expect(Bool(false)) }
        #expect(broken.status == 422 && words.contains("MALFORMED"))
    }
}
