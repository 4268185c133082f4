/// What a key or a typed line means while a game is told again.
public enum ReplayOrder: Hashable, Sendable {
    case forward, back, nextRace, lastRace, goOn, quit, help
    case unknown(String)
}

/// Reads keys (a terminal) or lines (a pipe).
public struct ReplayKeys: Sendable {
    public let isKeys: Bool
    private var line: [UInt8] = []
    private var isEscape = false
    private static let lineLimit = 64

    public init(isKeys: Bool) { self.isKeys = isKeys }

    public mutating func take(_ bytes: [UInt8]) -> [ReplayOrder] {
        bytes.compactMap { isKeys ? key($0) : character($0) }
    }

    private mutating func key(_ byte: UInt8) -> ReplayOrder? {
        // An arrow key is ESC, a bracket and a letter.
        if isEscape {
            guard byte >= 0x40 && byte <= 0x7E && byte != 0x5B && byte != 0x4F else { return nil }
            isEscape = false
            return byte == 0x43 ? .forward : byte == 0x44 ? .back : nil
        }
        switch byte {
        case 0x1B:
            isEscape = true
            return nil
        case 4: return .quit
        case 10, 13, 32: return .forward
        default: return byte > 0x20 && byte < 0x7F ? ReplayKeys.order(String(UnicodeScalar(byte))) : nil
        }
    }

    private mutating func character(_ byte: UInt8) -> ReplayOrder? {
        guard byte == 10 else {
            if line.count < ReplayKeys.lineLimit { line.append(byte) }
            return nil
        }
        defer { line = [] }
        return ReplayKeys.order(String(decoding: line.filter { $0 > 32 }, as: UTF8.self))
    }

    private static func order(_ word: String) -> ReplayOrder {
        switch word.lowercased() {
        case "", "n": .forward
        case "p", "b": .back
        case "r": word == "R" ? .lastRace : .nextRace
        case "c": .goOn
        case "q": .quit
        case "?", "h": .help
        default: .unknown(word)
        }
    }
}
