/// One of 52 cards. The number is rank * 4 + suit; ranks 0...12 are A 2 ... 10 J Q K, suits 0...3 are clubs, diamonds,
/// hearts, spades (Protocol.md, *Cards*).
public struct Card: Hashable, Comparable, Sendable {
    /// 0...51.
    public let number: UInt8
    /// Nil unless 0...51.
    public init?(number: Int) {
        guard (0..<52).contains(number) else { return nil }
        self.number = UInt8(number)
    }
    init(unchecked number: Int) { self.number = UInt8(number) }
    /// 0...12. Only ranks match.
    public var rank: Int { Int(number) / 4 }
    /// 0...3. Suits never matter to the game.
    public var suit: Int { Int(number) % 4 }
    public static func < (a: Card, b: Card) -> Bool { a.number < b.number }
    /// The full deck, ascending.
    public static let deck: [Card] = (0..<52).map { Card(unchecked: $0) }
}

extension Card: CustomStringConvertible {
    private static let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    private static let suits = ["♣", "♦", "♥", "♠"]
    private static let suitLetters = ["C", "D", "H", "S"]

    /// "A", "2" ... "10", "J", "Q", "K".
    public var rankName: String { Card.ranks[rank] }
    /// For people: "7♥".
    public var name: String { Card.ranks[rank] + Card.suits[suit] }
    /// For terminals without Unicode: "7H".
    public var asciiName: String { Card.ranks[rank] + Card.suitLetters[suit] }
    public var description: String { name }
}
