/// One of 52 cards. The number is rank * 4 + suit; ranks 0...12 are A 2 ... 10 J Q K, suits 0...3 are clubs, diamonds, hearts, spades.
public struct Card: Hashable, Comparable, Sendable {
    /// 0...51.
    public let number: UInt8
    /// Nil unless 0...51.
    public init?(number: Int) {
        guard (0..<52).contains(number) else { return nil }
        self.number = UInt8(number)
    }
    init(unchecked number: Int) { self.number = UInt8(number) }
    public var rank: Int { Int(number) / 4 }
    public var suit: Int { Int(number) % 4 }
    public static func < (a: Card, b: Card) -> Bool { a.number < b.number }
    /// The full deck, ascending.
    public static let deck: [Card] = (0..<52).map { Card(unchecked: $0) }
}
