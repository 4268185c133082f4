/// Pearson's test of counts against equal chances (*On the criterion...*, 1900).
struct ChiSquare: Hashable, Sendable {
    let counts: [Int]

    /// Sum of (count - expected)^2 / expected.
    var statistic: Double {
        let expected = Double(counts.reduce(0, +)) / Double(max(1, counts.count))
        guard expected > 0 else { return 0 }
        return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) } / expected
    }

    var degrees: Int { counts.count - 1 }

    /// How many standard deviations it is above what equal chances give, by the cube root, which makes it nearly normal
    /// (Wilson and Hilferty, *The Distribution of Chi-Square*, 1931).
    var deviations: Double {
        let part = 2 / (9 * Double(max(1, degrees)))
        return (ChiSquare.cubeRoot(statistic / Double(max(1, degrees))) - (1 - part)) / part.squareRoot()
    }

    /// By Newton's method, for 0 and more.
    static func cubeRoot(_ value: Double) -> Double {
        guard value > 0 else { return 0 }
        var root = max(1, value)
        for _ in 0..<128 { root = (2 * root + value / (root * root)) / 3 }
        return root
    }
}
