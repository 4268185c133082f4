internal import SnapProtocol
internal import SnapRules

/// A race in words: who called when, how surely that is known, and why it ended so.
struct PhotoFinish {
    let result: GameFold.RaceResult
    let wording: Wording
    /// Of a seat; nil: the reader's own.
    let name: (Int) -> String?

    /// A line or a few; none where nobody called.
    var lines: [String] {
        guard !result.calls.isEmpty else { return [] }
        var lines = [finish]
        if result.matched, result.reason != .falseStart {
            for call in calls where call.foul {
                lines.append("\(subject(call.seat)) called sooner than anyone can see a card: a false start.")
            }
        }
        return lines
    }

    /// The quickest first.
    private var calls: [GameFold.RaceResult.Call] {
        result.calls.sorted { ($0.reactionMicros, $0.seat) < ($1.reactionMicros, $1.seat) }
    }

    private var finish: String {
        let near = "a dead heat, nearer than \(wording.seconds(result.uncertaintyMicros))"
        switch result.reason {
        case .alone: return "Snap! \(times)."
        case .quickest:
            return "Snap! \(times). \(winner.map(subject) ?? "Nobody") by \(margin)\(slow)."
        case .lot: return "Snap! \(times): \(near). By lot: \(wins)."
        case .lotLeft: return "Snap! \(times): \(near). Somebody left before the lot; the quickest still here: \(wins)."
        case .pooled: return "Snap! \(times): \(near)."
        case .disputed(let seats):
            let whose = seats.map { name($0).map { "\($0)'s" } ?? "your" }.joined(separator: " and ")
            let call = seats.count == 1 ? "call was" : "calls were"
            return "Nobody wins: it is disputed when \(whose) \(call). \(times)."
        case .late: return "Too slow for the card before, too soon for this one: \(times)."
        case .falseStart: return "Too soon! \(times): nobody can see a card so quickly."
        case .noMatch:
            let called = calls.enumerated().map { place, call in
                "\(place == 0 ? subject(call.seat) : name(call.seat) ?? "you") called after "
                    + wording.seconds(call.reactionMicros)
            }
            return "No match! \(called.joined(separator: ", "))."
        case .gone: return "Snap! \(times): \(near), but all of them have left."
        }
    }

    /// "Ann 0.331 s, you 0.372 s".
    private var times: String {
        calls.enumerated().map { place, call in
            "\(place == 0 ? subject(call.seat) : name(call.seat) ?? "you") \(time(call))"
        }.joined(separator: ", ")
    }

    /// Of the numbers as they are shown, lest it look wrong.
    private var margin: String {
        let shown = calls.filter(\.timely).map { $0.reactionMicros / 1_000 }
        return wording.seconds(shown.count > 1 ? (shown[1] - shown[0]) * 1_000 : 0)
    }

    /// With how far the measurements are from it, where that is a millisecond or more.
    private func time(_ call: GameFold.RaceResult.Call) -> String {
        let (low, high) = (wording.seconds(call.loMicros), wording.seconds(call.hiMicros))
        if call.disputed { return "\(low) or \(high)" }
        let spread = (call.hiMicros - call.loMicros + 1) / 2 / 1_000
        return wording.seconds(call.reactionMicros)
            + (spread > 0 ? " \(wording.isASCII ? "+-" : "\u{B1}")\(spread) ms" : "")
    }

    private var winner: Int? {
        if case .match(let seat, _) = result.verdict { return seat }
        return nil
    }

    private var wins: String { winner.map { name($0).map { "\($0) wins" } ?? "you win" } ?? "nobody wins" }

    /// At the beginning of a sentence.
    private func subject(_ seat: Int) -> String { name(seat) ?? "You" }

    /// Who reads is told; the others need no telling.
    private var slow: String {
        let isSlow = calls.contains { $0.timely && name($0.seat) == nil && $0.seat != winner }
        return isSlow ? "; you were too slow" : ""
    }
}
