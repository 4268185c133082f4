/// Round-trip times to one peer, from probes that came back (Protocol.md, *Clock probes*). Microseconds.
struct PathEstimate: Sendable {
    /// Probes of which the least round trip counts.
    static let window = 64
    /// Probes that the lobby's spread is taken from.
    static let history = 512

    private var recent: [Int64] = []
    private var recentNext = 0
    private var samples: [Int64] = []
    private var samplesNext = 0

    mutating func add(rttMicros: Int64) {
        PathEstimate.put(rttMicros, into: &recent, at: &recentNext, limit: PathEstimate.window)
        PathEstimate.put(rttMicros, into: &samples, at: &samplesNext, limit: PathEstimate.history)
    }

    private static func put(_ value: Int64, into ring: inout [Int64], at next: inout Int, limit: Int) {
        if ring.count < limit {
            ring.append(value)
        } else {
            ring[next] = value
            next = (next + 1) % limit
        }
    }

    /// Whether the spread is known well enough: ten seconds of probes at the quick rate.
    var isWellKnown: Bool { samples.count >= 200 }
    var isKnown: Bool { !recent.isEmpty }
    /// Least of the last 64; 0 while unknown.
    var rttMicros: Int64 { recent.min() ?? 0 }

    /// Nearest-rank percentile, in per mille, of (round trip - least) over the history.
    func excessMicros(perMille: Int) -> Int64 {
        guard let least = samples.min() else { return 0 }
        let sorted = samples.sorted()
        let rank = max(1, (sorted.count * perMille + 999) / 1000)
        return sorted[min(rank, sorted.count) - 1] - least
    }
}
