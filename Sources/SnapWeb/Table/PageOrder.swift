internal import SnapCrypto
public import SnapNode
public import SnapPlayers
internal import SnapProtocol
internal import SnapRules
public import SnapWire

/// What a person did on the page: the body of a POST, understood.
public enum PageOrder: Hashable, Sendable {
    /// At a table.
    case table(SurfaceInput)
    /// A game alone: 1...3 opponents.
    case solo(opponents: Int, level: Level, rules: [RuleChange])
    /// A table of one's own: 2...4 seats.
    case new(players: Int, isPrivate: Bool, rules: [RuleChange])
    case join(TableCode)
    case watch(TableCode)
    case set(name: String, value: String)
    /// End the program.
    case quit

    /// A house rule for one table, on top of the settings; checked.
    public struct RuleChange: Hashable, Sendable {
        public var name: String
        public var value: String
    }

    /// `body`: at most a few thousand octets.
    public init(_ body: [UInt8]) throws(PageFault) {
        let value: JSONValue
        do { value = try JSONValue.parse(body) } catch { throw PageFault("This is no order: \(error).") }
        switch value["do"]?.string {
        case "snap":
            self = .table(.command(.snapEarlier(micros: PageOrder.age(value))))
        case "turn": self = .table(.command(.turn))
        case "start": self = .table(.start)
        case "accept": self = .table(.command(.accept))
        case "decline": self = .table(.command(.decline))
        case "pause": self = .table(.command(.pause))
        case "resume": self = .table(.command(.resume))
        case "say":
            guard let text = value["text"]?.string else { throw PageFault("say: what, as text, please.") }
            self = .table(.command(.say(text)))
        case "leave": self = .table(.quit)
        case "solo":
            let name = value["level"]?.string ?? Level.average.rawValue
            guard let level = Level(rawValue: name) else {
                throw PageFault("level: one of \(Level.allCases.map(\.rawValue).joined(separator: ", ")), please.")
            }
            self = .solo(
                opponents: try PageOrder.number(value, "opponents", 1...3, standard: 3), level: level,
                rules: try PageOrder.rules(value))
        case "new":
            self = .new(
                players: try PageOrder.number(value, "players", 2...Limits.seats, standard: Limits.seats),
                isPrivate: value["private"] == true, rules: try PageOrder.rules(value))
        case "join": self = .join(try PageOrder.code(value))
        case "watch": self = .watch(try PageOrder.code(value))
        case "set":
            guard let name = value["name"]?.string, let text = value["value"]?.string else {
                throw PageFault("A setting needs its name and its value, both as text.")
            }
            self = .set(name: name, value: text)
        case "quit": self = .quit
        case let other?: throw PageFault("Nothing here is called \"\(Printable(other, limit: 40))\".")
        case nil: throw PageFault("This is no order: it does not say what to do.")
        }
    }

    /// How long ago a press was, microseconds, by the page; 0 where it does not say so. The peer bounds it.
    private static func age(_ value: JSONValue) -> UInt64 {
        if case .number(let digits)? = value["ageMicros"], let micros = UInt64(digits) { micros } else { 0 }
    }

    private static func number(
        _ value: JSONValue, _ name: String, _ range: ClosedRange<Int>, standard: Int
    ) throws(PageFault) -> Int {
        guard let given = value[name], given != .null else { return standard }
        guard case .number(let digits) = given, let number = Int(digits), range.contains(number) else {
            throw PageFault("\(name): a number from \(range.lowerBound) to \(range.upperBound), please.")
        }
        return number
    }

    private static func rules(_ value: JSONValue) throws(PageFault) -> [RuleChange] {
        guard let given = value["rules"], given != .null else { return [] }
        guard case .object(let members) = given else { throw PageFault("rules: names and values, please.") }
        var checked = HouseRules()
        var changes: [RuleChange] = []
        for member in members {
            guard let text = member.value.string else {
                throw PageFault("The rule \(Printable(member.key, limit: 40)) needs its value as text.")
            }
            do { try checked.set(name: member.key, value: text) } catch { throw PageFault("\(error).") }
            changes.append(RuleChange(name: member.key, value: text))
        }
        return changes
    }

    private static func code(_ value: JSONValue) throws(PageFault) -> TableCode {
        let text = value["code"]?.string ?? ""
        do { return try TableCode(text) } catch {
            let shown = "\"\(Printable(text, limit: 40))\""
            switch error {
            case .length(let count): throw PageFault("A code has 8 letters and digits; \(shown) has \(count).")
            case .symbol(let symbol): throw PageFault("\"\(symbol)\" never stands in a code. A typo?")
            case .check:
                throw PageFault("\(shown) is not the code of any table: its check symbol does not fit. A typo?")
            }
        }
    }
}

/// What is wrong with an order, in words for the person at the page.
public struct PageFault: Error, Hashable, Sendable {
    public let words: String
    public init(_ words: String) { self.words = words }
}

extension JSONValue {
    /// The text of a string; nil of anything else.
    var string: String? { if case .string(let text) = self { text } else { nil } }
}
