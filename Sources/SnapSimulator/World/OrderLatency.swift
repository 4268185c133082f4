internal import SnapCrypto
internal import SnapWire

/// How long turns take to be agreed on: from the writing of a FLIP to its being applied, by each peer. Virtual microseconds.
struct OrderLatency {
    /// The last FLIP that anybody wrote. No index is turned by two at a time unless one of the turns is void.
    private var written: (index: UInt64, at: Int64)?
    private(set) var histogram = LatencyHistogram()

    /// A peer stores an event; only its own FLIPs count.
    mutating func note(stored bytes: [UInt8], by key: PublicKey, at now: Int64) {
        guard let event = try? Event.decode(bytes), event.author == key, case .flip(let flip) = event.body else {
            return
        }
        written = (flip.index, now)
    }

    /// A peer reports a turn that it has applied.
    mutating func note(applied index: UInt64, at now: Int64) {
        guard let written, written.index == index else { return }
        histogram.add(now - written.at)
    }
}

/// Latencies of many runs, as a histogram in steps of 100 us, the last step taking all above.
public struct LatencyHistogram: Hashable, Sendable {
    static let stepMicros: Int64 = 100
    static let steps = 20_000
    private var counts: [Int] = []
    public private(set) var total = 0

    mutating func add(_ micros: Int64) {
        let step = Int(min(max(0, micros / LatencyHistogram.stepMicros), Int64(LatencyHistogram.steps - 1)))
        while counts.count <= step { counts.append(0) }
        counts[step] += 1
        total += 1
    }

    mutating func add(_ other: LatencyHistogram) {
        while counts.count < other.counts.count { counts.append(0) }
        for (step, count) in other.counts.enumerated() { counts[step] += count }
        total += other.total
    }

    /// Upper end of the step that holds the percentile; nil without samples. Microseconds.
    public func percentile(_ percent: Int) -> Int64? {
        guard total > 0 else { return nil }
        let rank = max(1, (total * percent + 99) / 100)
        var seen = 0
        for (step, count) in counts.enumerated() {
            seen += count
            if seen >= rank { return Int64(step + 1) * LatencyHistogram.stepMicros }
        }
        return nil
    }
}
