internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapProtocol
internal import SnapWords
internal import Synchronization

/// Games that are played again on the page, a range of steps at a time, so that no answer is long however long the game was.
///
/// The one that was opened last is kept as it stands before its first step and after the last that was asked for, if its file is no longer
/// than `keptOctets`; any other is audited and gone through anew. Several threads may use it.
final class Replays: Sendable {
    /// What to say of a request.
    enum Answer: Sendable {
        case page(JSONValue)
        /// There is no such step.
        case noSuchStep
        /// Nothing in the file can be played; why, in words.
        case nothing(String)
    }

    /// Steps in an answer.
    static let pageSteps = 200
    static let keptOctets = 8 << 20

    private struct Opened: Sendable {
        let file: String
        let bytes: [UInt8]
        let begin: GameReplay
        let summary: Summary
        /// After the steps that were asked for last.
        var latest: GameReplay
    }

    /// What was found by going through it once.
    private struct Summary: Sendable {
        var steps = 0
        var clockMillis: UInt64 = 0
        /// Of each card that was turned, in order: its step.
        var turns: [Int] = []
        /// Of each race with calls, in order: its step.
        var races: [(race: UInt64, step: Int)] = []
        /// All there is to say of the whole.
        var json: JSONValue = .null
    }

    private let opened = Mutex<Opened?>(nil)

    /// The steps of `file` from number `step` (0: the deal), and at the beginning what there is to say of the whole.
    func page(
        of bytes: [UInt8], file: String, code: String?, from step: Int, owner: PublicKey, petNames: PetNames,
        verified: VerifiedSet
    ) -> Answer {
        opened.withLock { opened in
            var game: Opened
            if step > 0, let held = opened, held.file == file, held.bytes == bytes {
                game = held
            } else {
                let retelling = Retelling(bytes, checksSignatures: true, verified: verified)
                let begin = GameReplay(retelling, owner: owner, wording: Wording(isASCII: false, petNames: petNames))
                let summary = Replays.summary(begin, file: file, code: code)
                game = Opened(file: file, bytes: bytes, begin: begin, summary: summary, latest: begin)
            }
            defer { opened = bytes.count <= Replays.keptOctets ? game : nil }
            guard game.summary.steps > 0 else { return .nothing(Replays.whyNothing(game.begin)) }
            guard step < game.summary.steps else { return .noSuchStep }
            return .page(Replays.page(&game, from: step))
        }
    }

    private static func summary(_ begin: GameReplay, file: String, code: String?) -> Summary {
        var summary = Summary()
        var replay = begin
        while let moment = replay.next() {
            let step = replay.taken - 1
            summary.clockMillis = moment.clockMillis
            for happening in moment.happenings {
                switch happening {
                case .resolved: summary.turns.append(step)
                case .race(let result) where !result.calls.isEmpty: summary.races.append((result.index, step))
                default: break
                }
            }
        }
        summary.steps = replay.taken
        summary.json = [
            "verdict": .string(replay.retelling.end.word), "words": .array(replay.ending.map { .string($0) }),
            "begun": replay.retelling.startedWallMillis.map { .string(WallTime.text(millis: $0)) } ?? .null,
            "steps": .integer(summary.steps), "clockMillis": .integer(summary.clockMillis),
            "turns": .array(summary.turns.map { .integer($0) }),
            "races": .array(summary.races.map { ["race": .integer($0.race), "step": .integer($0.step)] }),
            "table": replay.table(code: code),
            "result": replay.result(file: file),
        ]
        return summary
    }

    private static func page(_ game: inout Opened, from first: Int) -> JSONValue {
        var replay = game.latest.taken == first ? game.latest : game.begin
        while replay.taken < first, replay.next() != nil {}
        let before = replay.game
        var steps: [JSONValue] = []
        while steps.count < pageSteps, let moment = replay.next() { steps.append(replay.step(moment)) }
        game.latest = replay
        return [
            "file": .string(game.file), "octets": .integer(game.bytes.count), "from": .integer(first),
            "before": before, "steps": .array(steps), "whole": first == 0 ? game.summary.json : .null,
        ]
    }

    private static func whyNothing(_ replay: GameReplay) -> String {
        if case .whole = replay.retelling.end { return "No game begins in it." }
        return (["There is nothing to play."] + replay.ending).joined(separator: " ")
    }
}
