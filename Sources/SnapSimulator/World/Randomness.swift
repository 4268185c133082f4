internal import SnapCrypto

/// Independent streams of one seed, so that a change in what one part draws leaves the others as they were.
enum Randomness {
    static func stream(_ label: String, seed: UInt64, part: Int = 0) -> SeededRandom {
        SeededRandom(seed: octets(label, seed: seed, part: part))
    }

    /// 32 octets.
    static func octets(_ label: String, seed: UInt64, part: Int = 0) -> [UInt8] {
        var text = Array("snap simulator \(label)".utf8)
        for shift in stride(from: 0, to: 64, by: 8) { text.append(UInt8(truncatingIfNeeded: seed >> UInt64(shift))) }
        text.append(UInt8(truncatingIfNeeded: part))
        return Digest.of(text).bytes
    }
}

extension SeededRandom {
    mutating func happens(percent: Int) -> Bool { below(100) < UInt64(max(0, percent)) }

    /// Uniform within the range.
    mutating func uniform(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(below(UInt64(range.upperBound - range.lowerBound) + 1))
    }

    mutating func uniform(_ range: ClosedRange<Int>) -> Int {
        Int(uniform(Int64(range.lowerBound)...Int64(range.upperBound)))
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(below(UInt64(values.count)))] }
}
