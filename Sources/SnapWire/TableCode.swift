public import SnapCrypto

/// 35 random bits that people pass on: 7 Crockford base-32 symbols and a check symbol, shown `4HMA-SW95`
/// (Protocol.md, *Table code*).
public struct TableCode: Hashable, Sendable, CustomStringConvertible {
    /// Below 2^35.
    public let value: UInt64

    /// Nil unless below 2^35.
    public init?(value: UInt64) {
        guard value < 1 << 35 else { return nil }
        self.value = value
    }

    /// A new table's code: the highest 35 bits of the next word of `random`, which a shell has seeded from `Entropy`.
    public static func random(from random: inout SeededRandom) -> TableCode {
        TableCode(bits: random.next() >> 29)
    }

    private init(bits: UInt64) { value = bits }

    /// Why a text is not a code.
    public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// So many symbols instead of 8, once spaces and dashes are dropped.
        case length(Int)
        /// Not a symbol of any code; U is none.
        case symbol(Character)
        /// The check symbol does not fit: a typo.
        case check

        public var description: String {
            switch self {
            case .length(let count): "a table code has 8 symbols like 4HMA-SW95, this has \(count)"
            case .symbol(let character): "a table code never has the character '\(character)'"
            case .check: "typo? the last symbol of this table code does not fit the others"
            }
        }
    }

    /// Reads what a person typed: spaces and dashes are dropped, case does not matter, O is 0, I and L are 1.
    ///
    /// A wrong character is told before a wrong length. Any one wrong symbol, and any two neighbours exchanged, is a `check`.
    public init(_ text: String) throws(Fault) {
        var digits: [UInt8] = []
        var count = 0
        for character in text where !Self.isSeparator(character) {
            guard let digit = Crockford.value(of: character) else { throw .symbol(character) }
            count += 1
            if count <= 8 { digits.append(digit) }
        }
        guard count == 8 else { throw .length(count) }
        let value = digits.prefix(7).reduce(0) { $0 << 5 | UInt64($1) }
        guard digits[7] == Self.checkDigit(of: value) else { throw .check }
        self.init(bits: value)
    }

    /// The 8 symbols, upper-case.
    public var symbols: String {
        Crockford.symbols(of: value << 5 | UInt64(Self.checkDigit(of: value)), count: 8)
    }

    /// `4HMA-SW95`.
    public var description: String { Crockford.grouped(symbols) }

    /// White space, the hyphen, and the dashes that phones and chat programs put in its place.
    private static func isSeparator(_ character: Character) -> Bool {
        if character.isWhitespace { return true }
        return switch character {
        case "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}": true
        default: false
        }
    }

    /// The sum of alpha^(7-i) * d_i over the seven digits, in GF(32) with x^5 + x^2 + 1 and alpha = 2.
    ///
    /// The eight weights (the check symbol's is 1) differ and none is 0: hence what `init(_:)` promises to find.
    private static func checkDigit(of value: UInt64) -> UInt8 {
        var sum: UInt8 = 0
        for index in 0..<7 as Range<UInt64> {
            sum ^= UInt8(truncatingIfNeeded: value >> (5 * (6 - index)) & 31)
            sum <<= 1
            if sum & 32 != 0 { sum ^= 0b10_0101 }
        }
        return sum
    }
}
