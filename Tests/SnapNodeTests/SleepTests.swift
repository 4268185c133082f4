import Testing

@testable import SnapNode

/// A closed lid, seen as a gap between the clock that goes on and the one that stands still.
@Suite struct SleepTests {
    @Test func aSleepIsSeenOnce() {
        var watch = SleepWatch(bootMicros: 90_000_000, monotonicMicros: 50_000_000)
        #expect(watch.look(bootMicros: 91_000_000, monotonicMicros: 51_000_000) == nil)
        #expect(watch.look(bootMicros: 105_000_000, monotonicMicros: 53_000_000) == 12_000_000)
        #expect(watch.look(bootMicros: 106_000_000, monotonicMicros: 54_000_000) == nil)
        #expect(watch.look(bootMicros: 108_000_000, monotonicMicros: 54_900_000) == 1_100_000)
    }

    /// Being held up between the two readings is no sleep, and several times that is none either.
    @Test func readingThemOneAfterTheOtherIsNoSleep() {
        var watch = SleepWatch(bootMicros: 0, monotonicMicros: 0)
        for second in UInt64(1)...5 {
            #expect(watch.look(bootMicros: second * 1_000_000 + 900_000, monotonicMicros: second * 1_000_000) == nil)
            #expect(watch.look(bootMicros: second * 1_000_000, monotonicMicros: second * 1_000_000 + 900_000) == nil)
        }
    }

    @Test func clocksOfAnySizeDoNotTrap() {
        var watch = SleepWatch(bootMicros: .max, monotonicMicros: 0)
        #expect(watch.look(bootMicros: 0, monotonicMicros: .max) == nil)
        #expect(watch.look(bootMicros: .max, monotonicMicros: 0) == nil)
    }
}
