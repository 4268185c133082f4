/// Crockford's base 32 as people read and type it: no I, L, O or U.
enum Crockford {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The lowest `5 * count` bits of `value`, the most significant symbol first.
    static func symbols(of value: UInt64, count: Int) -> String {
        let octets = (0..<count).map { alphabet[Int(value >> UInt64(5 * (count - 1 - $0)) & 31)] }
        return String(decoding: octets, as: UTF8.self)
    }

    /// The five bits that `symbol` stands for, in either case, with O read as 0, and I and L as 1; nil for all else.
    static func value(of symbol: Character) -> UInt8? {
        guard symbol.utf8.count == 1, let octet = symbol.asciiValue else { return nil }
        let upper = (97...122).contains(octet) ? octet - 32 : octet
        switch upper {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        default: return alphabet.firstIndex(of: upper).map { UInt8($0) }
        }
    }

    /// Eight symbols as people read them: `4HMA-SW95`.
    static func grouped(_ symbols: String) -> String { "\(symbols.prefix(4))-\(symbols.dropFirst(4))" }
}
