public import SnapAudit
internal import SnapCrypto
public import SnapNode
internal import SnapProtocol
internal import SnapRules
internal import SnapWire
public import SnapWords

/// A game that is told again, in lines: forward and back, since every step is there. Memory is bounded by the transcript's.
public struct ReplayScript: Sendable {
    /// What is told at one moment.
    public struct Step: Sendable {
        /// Milliseconds since BEGIN, never falling.
        public var clockMillis: UInt64
        /// One at least.
        public var lines: [String]
        /// The turn whose card came.
        public var turn: UInt64?
        /// The race whose photo finish it is.
        public var race: UInt64?
        /// Each pile's top and how many cards each has, after it; nil before the deal.
        public var tops: String?
    }

    /// Who plays what, before all else.
    public private(set) var heading: [String] = []
    public private(set) var steps: [Step] = []
    /// How it came out, and why it ends.
    public private(set) var ending: [String] = []
    /// Objects for programs, the same in JSON; empty unless asked for. `clockMillis`: of each, when it is told.
    public private(set) var objects: [(clockMillis: UInt64, value: JSONValue)] = []

    /// Why it ends.
    public private(set) var end = Retelling.End.whole

    /// Plays `retelling` to its end. `asJSON`: objects are made, and no lines.
    public init(_ retelling: Retelling, wording: Wording, asJSON: Bool = false) {
        var retelling = retelling
        let players = retelling.players
        let names = wording.names(ofAll: players.map { ($0.name, $0.identity) })
        // A seat that is not there has no name.
        let teller = GameTeller(wording: wording) { names.indices.contains($0) ? names[$0] : "seat \($0)" }
        func jsonName(_ seat: Int) -> JSONValue { players.indices.contains(seat) ? .string(players[seat].name) : .null }
        if let rules = retelling.fold?.rules {
            if asJSON {
                objects.append((0, ReplayScript.begin(retelling, rules)))
            } else {
                heading = ReplayScript.heading(retelling, rules, wording)
                steps.append(Step(clockMillis: 0, lines: ["Game \(retelling.game ?? 1) begins. Dealing..."]))
            }
        }
        var turns = TurnWatch()
        while let moment = retelling.next() {
            if asJSON {
                tellObjects(moment, jsonName)
            } else {
                tell(moment, retelling.fold, teller, &turns)
            }
        }
        end = retelling.end
        if asJSON {
            let clock = objects.last?.clockMillis ?? 0
            objects.append((clock, ReplayScript.closing(retelling)))
        } else {
            if let game = retelling.fold?.game, game.outcome != nil { ending = teller.results(game, own: "") }
            // Reasons have names in them.
            ending += retelling.endWords.map { Printable($0, asciiOnly: wording.isASCII).description }
        }
    }

    private mutating func tell(
        _ moment: Retelling.Moment, _ fold: GameFold?, _ teller: GameTeller, _ turns: inout TurnWatch
    ) {
        var step = Step(clockMillis: moment.clockMillis, lines: [])
        let game = fold?.game
        if let seat = moment.dropped {
            step.lines.append(teller.dropped(seat))
        }
        for happening in moment.happenings {
            turns.note(happening)
            step.lines += teller.lines(happening, game)
            switch happening {
            case .resolved(let index, _, _): step.turn = index
            case .race(let result) where !result.calls.isEmpty: step.race = result.index
            case .rules(.over(let outcome)): step.lines.append(teller.winners(outcome))
            default: break
            }
        }
        if let fold, let seat = turns.turn(in: fold) { step.lines.append(teller.turn(seat, own: "")) }
        step.tops = game.map(teller.tops)
        if !step.lines.isEmpty { steps.append(step) }
    }

    private mutating func tellObjects(_ moment: Retelling.Moment, _ name: (Int) -> JSONValue) {
        for happening in moment.happenings {
            guard let value = GameJSON.value(happening, name: name) else { continue }
            objects.append(
                (
                    moment.clockMillis,
                    .object(value.members + [JSONMember("clockMillis", .integer(moment.clockMillis))])
                ))
        }
    }

    // MARK: Races

    /// The races that calls were judged in, ascending.
    public var races: [UInt64] { steps.compactMap(\.race) }

    /// Where the photo finish of that race is told.
    public func place(ofRace race: UInt64) -> Int? { steps.firstIndex { $0.race == race } }

    /// Where its card was turned, at or before `place`.
    public func turning(_ place: Int) -> Int? {
        guard steps.indices.contains(place), let race = steps[place].race else { return nil }
        return steps[...place].lastIndex { $0.turn == race }
    }
}

extension ReplayScript {
    fileprivate static func heading(
        _ retelling: Retelling, _ rules: HouseRules, _ wording: Wording
    ) -> [String] {
        let players = retelling.players.map { player in
            Printable(wording.petNames.introduced(player.name, player.identity), asciiOnly: wording.isASCII).description
        }
        let when = retelling.startedWallMillis.map { WallTime.text(millis: $0) } ?? "an unknown time"
        return [
            "Game \(retelling.game ?? 1), begun \(when): \(players.joined(separator: ", ")).",
            "House rules: \(wording.differences(of: rules)).",
        ]
    }

    /// As a table begins a game.
    fileprivate static func begin(_ retelling: Retelling, _ rules: HouseRules) -> JSONValue {
        [
            "schema": "snap.begin/1", "game": retelling.game.map { .integer($0) } ?? .null,
            "seats": .array(
                retelling.players.map { player in
                    [
                        "key": .string(player.session.hex), "identity": .string(player.identity.hex),
                        "name": .string(player.name),
                    ]
                }), "rules": .houseRules(rules), "clockMillis": 0,
        ]
    }

    fileprivate static func closing(_ retelling: Retelling) -> JSONValue {
        var members: (record: JSONValue, offset: JSONValue, reason: JSONValue)
        switch retelling.end {
        case .whole: members = (.null, .null, .null)
        case .fault(let fault): members = (.integer(fault.record), .integer(fault.offset), .string(fault.reason))
        case .short(let offset, _, let reason): members = (.null, .integer(offset), .string(reason))
        case .malformed(let record, let offset, let reason):
            members = (.integer(record), .integer(offset), .string(reason))
        }
        let outcome = retelling.fold?.game?.outcome
        return [
            "schema": "snap.replay-end/1", "verdict": .string(retelling.end.word), "record": members.record,
            "offset": members.offset, "reason": members.reason,
            "outcome": outcome.map { .string($0.reason.code) } ?? .null,
            "winners": .array((outcome?.winners ?? []).map { .integer($0) }),
        ]
    }
}
