public import SnapNode
public import SnapProtocol
internal import SnapRules

/// What happens in a game, as objects for programs: the same at the table and when it is told again.
public enum GameJSON {
    /// Nil for what has no schema. `name`: of a seat.
    public static func value(_ happening: GameFold.Happening, name: (Int) -> JSONValue) -> JSONValue? {
        switch happening {
        case .rules(.dealt(let starter)):
            return ["schema": "snap.dealt/1", "starter": .integer(starter), "name": name(starter)]
        case .resolved(let index, let seat, let card):
            return [
                "schema": "snap.turn/1", "turn": .integer(index), "seat": .integer(seat), "name": name(seat),
                "card": .string(card.asciiName),
            ]
        case .rules(.recycled(let seat, let count)):
            return [
                "schema": "snap.recycled/1", "seat": .integer(seat), "name": name(seat), "cards": .integer(count),
            ]
        case .rules(.won(let seat, let from, let cards, _)):
            return [
                "schema": "snap.won/1", "seat": .integer(seat), "name": name(seat), "cards": .integer(cards),
                "from": .array(from.map { .integer($0) }),
            ]
        case .rules(.paid(let seat, let to)):
            return [
                "schema": "snap.paid/1", "seat": .integer(seat), "name": name(seat),
                "to": .array(to.map { .integer($0) }),
            ]
        case .rules(.out(let seat)):
            return ["schema": "snap.out/1", "seat": .integer(seat), "name": name(seat)]
        case .rules(.left(let seat, let cards)):
            return ["schema": "snap.left/1", "seat": .integer(seat), "name": name(seat), "cards": .integer(cards)]
        case .race(let result) where !result.calls.isEmpty:
            let verdict: (String, JSONValue)
            switch result.verdict {
            case .match(let winner, _): verdict = ("match", .integer(winner))
            case .pooled: verdict = ("pooled", .null)
            case .wrong(let payer): verdict = ("wrong", .integer(payer))
            case .nothing: verdict = (result.void ? "void" : "nothing", .null)
            }
            return [
                "schema": "snap.race/1", "race": .integer(result.index), "verdict": .string(verdict.0),
                "seat": verdict.1, "reason": .string(word(result.reason)),
                "marginMicros": margin(result.reason),
                "uncertaintyMicros": .integer(result.uncertaintyMicros),
                "contenders": .array(result.contenders.map { .integer($0) }),
                "calls": .array(
                    result.calls.map {
                        [
                            "seat": .integer($0.seat), "name": name($0.seat),
                            "reactionMicros": .integer($0.reactionMicros), "loMicros": .integer($0.loMicros),
                            "hiMicros": .integer($0.hiMicros), "claimedMicros": .integer($0.claimedMicros),
                            "disputed": .bool($0.disputed), "foul": .bool($0.foul), "timely": .bool($0.timely),
                        ]
                    }),
            ]
        case .marked(let seat, let mark, let rate):
            return [
                "schema": "snap.mark/1", "seat": .integer(seat), "name": name(seat), "mark": .string("\(mark)"),
                "count": .integer(rate.count), "of": .integer(rate.chances),
            ]
        default: return nil
        }
    }

    private static func word(_ reason: GameFold.RaceResult.Reason) -> String {
        switch reason {
        case .alone: "alone"
        case .quickest: "quickest"
        case .lot: "lot"
        case .lotLeft: "lotLeft"
        case .pooled: "pooled"
        case .disputed: "disputed"
        case .late: "late"
        case .falseStart: "falseStart"
        case .noMatch: "noMatch"
        case .gone: "gone"
        }
    }

    private static func margin(_ reason: GameFold.RaceResult.Reason) -> JSONValue {
        if case .quickest(let margin) = reason { .integer(margin) } else { .null }
    }
}
