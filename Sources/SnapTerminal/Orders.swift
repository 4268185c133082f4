public import SnapNode
internal import SnapProtocol

/// What a key or a typed line means at a table.
public enum Order: Hashable, Sendable {
    case input(SurfaceInput)
    /// Turn where it is one's turn, else start, accept or go on: whatever is open.
    case goOn
    case help
    /// Ask for a pause, or go on: whichever is open.
    case pause
    /// A line to say to the others follows.
    case say
    /// That line; empty where nothing is to be said after all.
    case said(String)
    /// Show no more of what others say, or of what this one says; or do so again.
    case mute(String?)
    /// Leave, once confirmed.
    case leave
    case unknown(String)
}

/// Reads keys (a terminal) or lines (a pipe).
public struct OrderReader: Sendable {
    public let isKeys: Bool
    public let keys: TableKeys
    private var line: [UInt8] = []
    /// The octets so far of a character that has several.
    private var partial: [UInt8] = []
    private var isEscape = false
    /// Longer than anything that others would take.
    private static let lineLimit = 512
    /// A line is typed on the terminal, to be said.
    private(set) var isSaying = false

    public init(isKeys: Bool, keys: TableKeys = TableKeys()) {
        self.isKeys = isKeys
        self.keys = keys
    }

    public mutating func take(_ bytes: [UInt8]) -> [Order] {
        bytes.compactMap { isSaying ? said($0) : isKeys ? key($0) : character($0) }
    }

    /// From here to the end of the line it is said.
    public mutating func beginSaying() { isSaying = true }

    /// Nothing more of the line comes.
    public mutating func endSaying() {
        isSaying = false
        line = []
    }

    private mutating func said(_ byte: UInt8) -> Order? {
        guard byte == 10 else {
            if line.count < OrderReader.lineLimit { line.append(byte) }
            return nil
        }
        let text = String(decoding: line.filter { $0 != 13 }, as: UTF8.self).trimmingSpaces()
        endSaying()
        return .said(text)
    }

    private mutating func key(_ byte: UInt8) -> Order? {
        // An arrow key is ESC, a bracket and a letter: none of them is an order.
        if isEscape {
            isEscape = !(byte >= 0x40 && byte <= 0x7E && byte != 0x5B && byte != 0x4F)
            return nil
        }
        if byte >= 0x80 { return continued(byte) }
        partial = []
        switch byte {
        case 0x1B:
            isEscape = true
            return nil
        case 4: return .leave
        case 9: return order(of: "Tab")
        case 10, 13: return order(of: "Enter")
        case 32: return order(of: "Space")
        default: return byte > 0x20 && byte < 0x7F ? order(of: String(UnicodeScalar(byte))) : nil
        }
    }

    /// An octet of a character beyond ASCII, which is an order only where a setting makes it one.
    private mutating func continued(_ byte: UInt8) -> Order? {
        if byte >= 0xC0 { partial = [] }
        partial.append(byte)
        let wanted = partial[0] < 0xC2 ? 0 : partial[0] < 0xE0 ? 2 : partial[0] < 0xF0 ? 3 : partial[0] < 0xF5 ? 4 : 0
        guard partial.count >= wanted else { return nil }
        let text = String(validating: partial, as: UTF8.self)
        partial = []
        guard let text, [keys.turn, keys.snap].contains(where: { $0.lowercased() == text.lowercased() }) else {
            return nil
        }
        return order(of: text)
    }

    /// `name`: the key as the settings call it.
    private func order(of name: String) -> Order? {
        let plain = name.lowercased()
        if name != "Enter", plain == keys.turn.lowercased() { return .input(.command(.turn)) }
        if plain == keys.snap.lowercased() { return .input(.command(.snap)) }
        switch plain {
        case "enter": return .goOn
        case "space": return .input(.command(.snap))
        case "tab": return nil
        case "t": return .input(.command(.turn))
        case "n": return .input(.command(.decline))
        case "q": return .leave
        case "?", "h": return .help
        case "p": return .pause
        case "c": return .say
        case "m": return .mute(nil)
        default: return .unknown(name)
        }
    }

    private mutating func character(_ byte: UInt8) -> Order? {
        guard byte == 10 else {
            if line.count < OrderReader.lineLimit { line.append(byte) }
            return nil
        }
        let text = String(decoding: line.filter { $0 != 13 }, as: UTF8.self)
        line = []
        let trimmed = text.trimmingSpaces()
        if let said = trimmed.after("say ") { return .input(.command(.say(said))) }
        if let name = trimmed.after("mute ") { return .mute(name) }
        let word = trimmed.lowercased()
        switch word {
        case "": return .goOn
        case "turn": return .input(.command(.turn))
        case "snap", "snap!": return .input(.command(.snap))
        case "start", "next": return .input(.start)
        case "accept": return .input(.command(.accept))
        case "n", "no", "decline": return .input(.command(.decline))
        case "q", "quit", "leave": return .input(.quit)
        case "?", "h", "help": return .help
        case "pause": return .input(.command(.pause))
        case "resume", "continue": return .input(.command(.resume))
        case "mute": return .mute(nil)
        case keys.turn.lowercased(): return .input(.command(.turn))
        case keys.snap.lowercased(): return .input(.command(.snap))
        case "t": return .input(.command(.turn))
        case "s": return .input(.command(.snap))
        case "a": return .input(.command(.accept))
        default: return .unknown(text)
        }
    }
}

extension String {
    /// What follows `word`, in whatever case that is typed; nil where it does not begin so, or nothing follows.
    fileprivate func after(_ word: String) -> String? {
        guard lowercased().hasPrefix(word) else { return nil }
        let rest = String(dropFirst(word.count)).trimmingSpaces()
        return rest.isEmpty ? nil : rest
    }

    fileprivate func trimmingSpaces() -> String {
        let kept = drop { $0 == " " || $0 == "\t" }
        return String(kept.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
