public import SnapNode
internal import SnapProtocol

/// What a key or a typed line means at a table.
public enum Order: Hashable, Sendable {
    case input(SurfaceInput)
    /// Turn where it is one's turn, else start, accept or go on: whatever is open.
    case goOn
    case help
    /// Leave, once confirmed.
    case leave
    case unknown(String)
}

/// Reads keys (a terminal) or lines (a pipe).
public struct OrderReader: Sendable {
    public let isKeys: Bool
    private var line: [UInt8] = []
    private var isEscape = false
    private static let lineLimit = 256

    public init(isKeys: Bool) { self.isKeys = isKeys }

    public mutating func take(_ bytes: [UInt8]) -> [Order] {
        isKeys ? bytes.compactMap { key($0) } : bytes.compactMap { character($0) }
    }

    private mutating func key(_ byte: UInt8) -> Order? {
        // An arrow key is ESC, a bracket and a letter: none of them is an order.
        if isEscape {
            isEscape = !(byte >= 0x40 && byte <= 0x7E && byte != 0x5B && byte != 0x4F)
            return nil
        }
        switch byte {
        case 0x1B:
            isEscape = true
            return nil
        case 10, 13: return .goOn
        case UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: " "): return .input(.command(.snap))
        case UInt8(ascii: "t"): return .input(.command(.turn))
        case UInt8(ascii: "n"): return .input(.command(.decline))
        case UInt8(ascii: "q"), 4: return .leave
        case UInt8(ascii: "?"), UInt8(ascii: "h"): return .help
        default: return byte > 0x20 && byte < 0x7F ? .unknown(String(UnicodeScalar(byte))) : nil
        }
    }

    private mutating func character(_ byte: UInt8) -> Order? {
        guard byte == 10 else {
            if line.count < OrderReader.lineLimit { line.append(byte) }
            return nil
        }
        let text = String(decoding: line.filter { $0 != 13 }, as: UTF8.self)
        line = []
        switch text.trimmingSpaces().lowercased() {
        case "": return .goOn
        case "t", "turn": return .input(.command(.turn))
        case "s", "snap", "snap!": return .input(.command(.snap))
        case "start", "next": return .input(.start)
        case "a", "accept": return .input(.command(.accept))
        case "n", "no", "decline": return .input(.command(.decline))
        case "q", "quit", "leave": return .input(.quit)
        case "?", "h", "help": return .help
        default: return .unknown(text)
        }
    }
}

extension String {
    fileprivate func trimmingSpaces() -> String {
        let kept = drop { $0 == " " || $0 == "\t" }
        return String(kept.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
