internal import SnapPlayers

/// How far the players of a fairness run are from each other, and how unsteadily.
public enum NetworkProfile: String, Hashable, Sendable, CaseIterable {
    /// One switch: 0.15 ms one way.
    case wired
    /// One access point: 2.5 ms one way, and as much more as its queue takes.
    case wifi
    /// The same, and each path is 30 ms slower 3 % of the time.
    case spiky
    /// Steady paths of very different lengths.
    case mixed
    /// The last seat is 25 ms out.
    case far
    /// The last seat is 40 ms out: more than races make up for.
    case beyond

    /// From each seat to the middle of the network, microseconds. A path is as long as both its ends together.
    func distancesMicros(players: Int) -> [Int64] {
        switch self {
        case .wired: return Array(repeating: 75, count: players)
        case .wifi, .spiky: return Array(repeating: 1_250, count: players)
        case .mixed:
            switch players {
            case 2: return [200, 20_000]
            case 3: return [200, 5_000, 20_000]
            default: return [200, 1_000, 5_000, 20_000]
            }
        case .far: return Array(repeating: 150, count: players - 1) + [25_000]
        case .beyond: return Array(repeating: 150, count: players - 1) + [40_000]
        }
    }

    var isWireless: Bool { self == .wifi || self == .spiky }
}

/// The delays of one table's paths. Pure: the same seed and the same questions give the same answers.
struct NetworkPaths {
    /// A cable and two network cards are never quite steady.
    static let cableJitterMicros = 50
    /// A slow stretch of a path, how much slower it is, and how many of a hundred stretches are slow.
    static let stretchMicros: Int64 = 50_000
    static let spikeMicros: Int64 = 30_000
    static let spikePercent = 3

    let profile: NetworkProfile
    /// By seat.
    let distancesMicros: [Int64]
    private var seed: UInt64
    private var chance: Chance

    init(_ profile: NetworkProfile, players: Int, seed: UInt64) {
        self.profile = profile
        distancesMicros = profile.distancesMicros(players: players)
        self.seed = seed
        chance = Chance(seed: seed)
    }

    /// The same paths at another time.
    mutating func restart(seed: UInt64) {
        self.seed = seed
        chance = Chance(seed: seed)
    }

    /// One copy's way from a seat to another, sent at `now`.
    mutating func delayMicros(from: Int, to: Int, at now: Int64) -> Int64 {
        var delay = distancesMicros[from] + distancesMicros[to]
        guard profile.isWireless else { return delay + Int64(chance.uniform(0...NetworkPaths.cableJitterMicros)) }
        delay += wirelessJitterMicros()
        if profile == .spiky, isSlow(from: from, to: to, at: now) { delay += NetworkPaths.spikeMicros }
        return delay
    }

    /// Log-normal with a mean and a standard deviation of 1.5 ms: half of them below 1.1 ms, one of a hundred above 7 ms.
    private mutating func wirelessJitterMicros() -> Int64 {
        // Mean m and deviation s: sigma^2 = ln(1 + (s / m)^2), the median is m / sqrt(1 + (s / m)^2).
        let sigma = 0.832_554_6
        let median = 1_060.660
        let normal = Double(chance.normal(deviation: 1_000_000)) / 1_000_000
        return Int64(median * Exponential.of(sigma * normal))
    }

    /// Whether the path is in a slow stretch. All copies of a stretch share it: sending again a little later does not help.
    private func isSlow(from: Int, to: Int, at now: Int64) -> Bool {
        let stretch = UInt64(bitPattern: now / NetworkPaths.stretchMicros)
        var chance = Chance(seed: seed &+ stretch &* 16 &+ UInt64(from * 4 + to))
        return chance.happens(percent: NetworkPaths.spikePercent)
    }
}

/// e to a power by sums and products only, so that every machine gets the same number.
enum Exponential {
    /// `power` within -20...20. To about 15 digits.
    static func of(_ power: Double) -> Double {
        var term = 1.0
        var sum = 1.0
        // Of a quarter at most, so that few terms do.
        let part = power / 128
        for index in 1..<12 {
            term *= part / Double(index)
            sum += term
        }
        for _ in 0..<7 { sum *= sum }
        return sum
    }
}
