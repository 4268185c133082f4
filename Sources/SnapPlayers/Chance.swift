/// A computer player's own chance: whole numbers only, so a seed gives the same play on every machine.
/// The generator is SplitMix64 (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, 2014); nothing
/// here guards a secret.
package struct Chance: Hashable, Sendable {
    private var state: UInt64
    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A fraction in units of 2^-32: 0..<2^32.
    private mutating func fraction() -> Int64 { Int64(next() >> 32) }

    /// Uniform within the range, by scaling a fraction: uneven by less than the range's size in 2^32. Ranges of up to 2^31.
    package mutating func uniform(_ range: ClosedRange<Int>) -> Int {
        let size = Int64(range.upperBound - range.lowerBound + 1)
        return range.lowerBound + Int((fraction() * size) >> 32)
    }

    package mutating func happens(percent: Int) -> Bool { uniform(0...99) < percent }

    /// Normal with mean 0 and the given standard deviation: the sum of twelve fractions less six (Irwin-Hall), which has
    /// variance exactly 1 and differs from the normal only beyond some three deviations. Within 6 deviations;
    /// deviations of up to 2^24.
    package mutating func normal(deviation: Int) -> Int {
        var sum: Int64 = -6 << 32
        for _ in 0..<12 { sum += fraction() }
        return Int((sum * Int64(deviation)) >> 32)
    }

    /// Exponential with the given mean, exactly, by comparing fractions only (von Neumann, *Various Techniques Used in
    /// Connection with Random Digits*, 1951): a falling run of odd length keeps its first fraction, one of even length
    /// adds a whole mean. Cut off after 32 means; means of up to 2^24.
    package mutating func exponential(mean: Int) -> Int {
        for wholes in 0..<32 {
            let first = fraction()
            var last = first
            var length = 1
            while true {
                let next = fraction()
                // A run of 32 falling fractions has a chance of 1 in 32!: the bound only keeps the loop finite.
                if next >= last || length == 32 { break }
                last = next
                length += 1
            }
            if length % 2 == 1 { return wholes * mean + Int((first * Int64(mean)) >> 32) }
        }
        return 32 * mean
    }
}
