import SnapPlayers
import Testing

/// Tolerances are five standard errors or more, with fixed seeds: a failure is a change, not bad luck.
@Suite struct ReactionTests {
    /// Reactions of one player less its own offset, and how many of `count` questions it answered.
    static func reactions(_ level: Level, seed: UInt64, match: Bool, count: Int) -> (millis: [Int], offset: Int) {
        var player = ComputerPlayer(level: level, seed: seed)
        let millis = (0..<count).compactMap { _ in player.reaction(matchOnTable: match) }
        return (millis, player.offsetMicros / 1_000)
    }

    static func mean(_ values: [Int]) -> Double { Double(values.reduce(0, +)) / Double(values.count) }
    static func deviation(_ values: [Int]) -> Double {
        let middle = mean(values)
        return (values.reduce(0) { $0 + (Double($1) - middle) * (Double($1) - middle) } / Double(values.count))
            .squareRoot()
    }

    @Test("Rule 30: mean mu + tau, variance sigma^2 + tau^2, skew of the exponential part", arguments: Level.allCases)
    func moments(level: Level) throws {
        // A player whose offset is not negative is hardly ever cut off at 180 ms.
        let seed = try #require(
            (0..<100 as Range<UInt64>).first { ComputerPlayer(level: level, seed: $0).offsetMicros >= 0 })
        let (millis, offset) = Self.reactions(level, seed: seed, match: true, count: 20_000)
        let expected = Double(level.muMillis + level.tauMillis + offset)
        let sigma = Double(level.sigmaMillis)
        let tau = Double(level.tauMillis)
        let spread = (sigma * sigma + tau * tau).squareRoot()
        #expect(abs(Self.mean(millis) - expected) < 5 * spread / 140 + 1)
        #expect(abs(Self.deviation(millis) / spread - 1) < 0.05)
        let middle = Self.mean(millis)
        let cubes = millis.reduce(0.0) { sum, value in
            let d = Double(value) - middle
            return sum + d * d * d
        }
        let skew = cubes / Double(millis.count) / (spread * spread * spread)
        #expect(abs(skew - 2 * tau * tau * tau / (spread * spread * spread)) < 0.3)
    }

    @Test("Rule 30: shares of misses and of false alarms, within 0.8 of 100", arguments: Level.allCases)
    func shares(level: Level) {
        let count = 20_000
        let seen = Self.reactions(level, seed: 11, match: true, count: count).millis.count
        let alarms = Self.reactions(level, seed: 12, match: false, count: count).millis.count
        #expect(abs(Double(count - seen) * 100 / Double(count) - Double(level.missPercent)) < 0.8)
        #expect(abs(Double(alarms) * 100 / Double(count) - Double(level.falsePercent)) < 0.8)
    }

    @Test("Rule 30: the levels' numbers") func levels() {
        let numbers = Level.allCases.map {
            [$0.muMillis, $0.sigmaMillis, $0.tauMillis, $0.missPercent, $0.falsePercent]
        }
        #expect(numbers == [[400, 80, 160, 8, 5], [300, 45, 85, 3, 2], [240, 30, 50, 1, 2]])
    }

    @Test("Rule 30: never quicker than 180 ms, and not all at 180") func quickest() throws {
        var least = Int.max
        for seed in 0..<500 as Range<UInt64> {
            let millis = Self.reactions(.expert, seed: seed, match: true, count: 100).millis
            least = min(least, try #require(millis.min()))
            #expect(millis.filter { $0 == 180 }.count < 20)
        }
        #expect(least == 180)
    }

    @Test("Rule 30: players differ by 40 ms, centred on 0") func offsets() throws {
        let offsets = (0..<4_000 as Range<UInt64>).map { ComputerPlayer(level: .average, seed: $0).offsetMicros }
        #expect(abs(Self.mean(offsets)) < 3_200)
        #expect(abs(Self.deviation(offsets) - 40_000) < 2_500)
        #expect(try #require(offsets.map(abs).max()) <= 240_000)
        // A normal has 68.3 % within one deviation and 95.4 % within two.
        let within = [40_000, 80_000].map { limit in offsets.filter { abs($0) < limit }.count }
        #expect(abs(Double(within[0]) / 4_000 - 0.683) < 0.04)
        #expect(abs(Double(within[1]) / 4_000 - 0.954) < 0.02)
    }

    @Test("Rule 30: turns after 0.5 to 2.5 s, evenly") func turnDelays() throws {
        var player = ComputerPlayer(level: .child, seed: 5)
        let delays = (0..<20_000).map { _ in player.turnDelayMillis() }
        #expect(try #require(delays.min()) >= 500)
        #expect(try #require(delays.max()) <= 2_500)
        #expect(abs(Self.mean(delays) - 1_500) < 25)
        #expect(Set(delays).count > 1_990)
    }

    @Test("The same seed gives the same play; numbers that every machine must give") func determinism() {
        var player = ComputerPlayer(level: .average, seed: 1)
        var other = ComputerPlayer(level: .average, seed: 1)
        let first = (0..<6).map { _ in player.reaction(matchOnTable: true) }
        #expect(first == (0..<6).map { _ in other.reaction(matchOnTable: true) })
        #expect(player == other)
        #expect(player.offsetMicros == 56_973)
        #expect(first == [325, 458, 366, 452, 901, 365])
    }
}
