/// Notices that the computer slept: CLOCK_BOOTTIME went on, CLOCK_MONOTONIC stood still. Microseconds.
struct SleepWatch {
    /// The two clocks are read one after the other, and this process may be held up in between.
    static let leastMicros: Int64 = 1_000_000

    private var gapMicros: Int64

    init(bootMicros: UInt64, monotonicMicros: UInt64) {
        gapMicros = Int64(clamping: bootMicros) &- Int64(clamping: monotonicMicros)
    }

    /// How long it slept since the last look; nil: it did not.
    mutating func look(bootMicros: UInt64, monotonicMicros: UInt64) -> Int64? {
        let gap = Int64(clamping: bootMicros) &- Int64(clamping: monotonicMicros)
        let slept = gap &- gapMicros
        guard slept >= SleepWatch.leastMicros else { return nil }
        gapMicros = gap
        return slept
    }
}
