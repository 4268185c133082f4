internal import SnapRules
internal import SnapWire

/// One thing that a player can set (rules.md 25-27): what it means, what is allowed, and what it is if never set.
public struct Setting: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case playerName
        case onOff
        /// A whole number.
        case number(ClosedRange<UInt64>, unit: String)
        case words([String])
        /// A key of the keyboard.
        case key

        init(_ rule: HouseRules.Setting.Kind) {
            switch rule {
            case .number(let range, let unit): self = .number(range, unit: unit)
            case .words(let words): self = .words(words)
            }
        }
    }
    public let name: String
    public let kind: Kind
    /// As text; empty for the player's name, which then is the host's.
    public let standard: String
    public let meaning: String

    /// "0...10 points", "on or off".
    public var allowed: String {
        switch kind {
        case .playerName:
            "1...\(Limits.nameCharacters) characters (at most \(Limits.nameBytes) octets), none of them hidden or a "
                + "control character; empty for the name of this device"
        case .onOff: "on or off"
        case .number(let range, let unit): "\(range.lowerBound)...\(range.upperBound) \(unit)"
        case .words(let words): words.joined(separator: " or ")
        case .key: "one visible character, or Space, Enter or Tab; not n, q, h or ?"
        }
    }

    /// Every setting, in the order in which they are shown: the player, the proposal for tables that it starts, the surface.
    public static let all: [Setting] =
        [Setting(name: "name", kind: .playerName, standard: "", meaning: "what you are called at a table")]
        + HouseRules.ranges.map { rule in
            Setting(
                name: rule.name,
                kind: Kind(rule.kind),
                standard: HouseRules().value(named: rule.name) ?? "",
                meaning: ruleMeanings.first { $0.0 == rule.name }?.1 ?? "a house rule")
        }
        + [
            Setting(name: "sound", kind: .onOff, standard: "on", meaning: "whether the page plays sounds"),
            Setting(
                name: "volume", kind: .number(0...100, unit: "%"), standard: "70",
                meaning: "how loud the page is"),
            Setting(
                name: "motion", kind: .words(["full", "reduced", "off"]), standard: "full",
                meaning: "how much cards move on the page"),
            Setting(
                name: "fourColour", kind: .onOff, standard: "off",
                meaning: "a colour of its own for each suit, on the page"),
            Setting(name: "keySnap", kind: .key, standard: "s", meaning: "the key that calls Snap!"),
            Setting(name: "keyTurn", kind: .key, standard: "Enter", meaning: "the key that turns your card"),
        ]

    public static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

    private static let ruleMeanings = [
        ("matchBonus", "points for each matching pair that a call wins"),
        ("mismatchPenalty", "points that a wrong call loses"),
        ("flipCost", "points that each turned card costs"),
        ("turnPause", "wait after a card before the next may be turned"),
        ("turnLimit", "when a card is turned for a player who does not"),
        ("falseStart", "a press sooner than this after a card is no call"),
        ("timeLimit", "when the game ends and the most cards win"),
        ("recycle", "how a pile that is turned over comes to lie"),
        ("deadHeat", "what settles calls too close to tell apart"),
    ]
}

extension Setting {
    /// The value that `text` stands for, as the file has it; nil where it is not allowed.
    func value(of text: String) -> JSONValue? {
        switch kind {
        case .playerName: return (try? NameRules.clean(text)).map { .string($0) }
        case .onOff: return text == "on" ? true : text == "off" ? false : nil
        case .number(let range, _):
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(text),
                range.contains(number)
            else { return nil }
            return .integer(number)
        case .words(let words): return words.contains(text) ? .string(text) : nil
        case .key: return Setting.isKey(text) ? .string(text) : nil
        }
    }

    /// The inverse of `value(of:)`; nil where the file has what is not allowed here.
    func text(of value: JSONValue) -> String? {
        let text: String
        switch (kind, value) {
        case (.onOff, .bool(let on)): text = on ? "on" : "off"
        case (.number, .number(let digits)): text = digits
        case (.playerName, .string(let string)), (.words, .string(let string)), (.key, .string(let string)):
            text = string
        default: return nil
        }
        return self.value(of: text) == nil ? nil : text
    }

    private static func isKey(_ text: String) -> Bool {
        if ["Space", "Enter", "Tab"].contains(text) { return true }
        guard text.count == 1, text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first else {
            return false
        }
        return Printable.isInert(scalar) && !scalar.properties.isWhitespace
    }
}
