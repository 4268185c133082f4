/// How often something came true that should come true by chance with a known probability each time.
public struct Score: Hashable, Sendable {
    public let name: String
    public private(set) var trials = 0
    public private(set) var successes = 0
    /// Sum of the probabilities.
    public private(set) var expected = 0.0
    private var variance = 0.0

    /// Standard deviations of a two-sided 99.9 % interval.
    public static let deviations = 3.2905

    init(name: String) { self.name = name }

    mutating func add(_ success: Bool, probability: Double) {
        trials += 1
        if success { successes += 1 }
        expected += probability
        variance += probability * (1 - probability)
    }

    /// Observed over expected.
    public var ratio: Double { expected > 0 ? Double(successes) / expected : 1 }
    /// Half the width of the 99.9 % interval of `ratio` where chance alone is at work.
    public var margin: Double { expected > 0 ? Score.deviations * variance.squareRoot() / expected : 0 }
    /// Whether chance alone explains it, at 99.9 %.
    public var isChance: Bool { abs(ratio - 1) <= margin }
}
