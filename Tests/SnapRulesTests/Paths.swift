@testable import SnapRules

/// All ways that a run with choices can go: a run asks `choose`, and is run again until every way was gone.
struct Paths {
    private var choices: [(taken: Int, of: Int)] = []
    private var position = 0

    /// 0..<count; a different one each time that the run comes here by the same way.
    mutating func choose(_ count: Int) -> Int {
        if position == choices.count { choices.append((taken: 0, of: count)) }
        position += 1
        return choices[position - 1].taken
    }

    /// Each order with the same probability.
    mutating func shuffle(_ cards: [Card]) -> [Card] {
        var order = cards
        for i in order.indices.dropFirst() { order.swapAt(i, choose(i + 1)) }
        return order
    }

    /// One over the number of equally likely ways.
    var probability: Fraction { choices.reduce(Fraction(1, 1)) { $0 * Fraction(1, $1.of) } }

    /// False once every way was gone.
    mutating func advance() -> Bool {
        position = 0
        while let last = choices.last {
            if last.taken + 1 < last.of {
                choices[choices.count - 1].taken += 1
                return true
            }
            choices.removeLast()
        }
        return false
    }
}

/// The exact probability of each result.
func distribution<Result: Hashable>(_ run: (inout Paths) -> Result) -> [Result: Fraction] {
    var found: [Result: Fraction] = [:]
    var paths = Paths()
    repeat {
        let result = run(&paths)
        found[result, default: .zero] = found[result, default: .zero] + paths.probability
    } while paths.advance()
    return found
}

/// An exact fraction in lowest terms.
struct Fraction: Hashable {
    var numerator: Int
    var denominator: Int
    static let zero = Fraction(0, 1)
    init(_ numerator: Int, _ denominator: Int) {
        var (a, b) = (numerator, denominator)
        while b != 0 { (a, b) = (b, a % b) }
        self.numerator = numerator / a
        self.denominator = denominator / a
    }
    static func + (a: Fraction, b: Fraction) -> Fraction {
        Fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
    }
    static func * (a: Fraction, b: Fraction) -> Fraction {
        Fraction(a.numerator * b.numerator, a.denominator * b.denominator)
    }
}
