import SnapNetwork
import Testing

@Suite struct WaitingTests {
    @Test func returnsAtTheDeadline() throws {
        let poller = try Poller()
        let begin = Clock.monotonicMicros()
        #expect(try poller.wait(untilMicros: begin + 20_000).isEmpty)
        let took = Clock.monotonicMicros() - begin
        #expect(took >= 20_000)
        #expect(took < 1_000_000)
    }

    @Test(arguments: [UInt64(0), 1]) func onlyLooksWhenTheDeadlineHasPassed(deadline: UInt64) throws {
        let poller = try Poller()
        let wakeup = try Wakeup()
        try poller.add(wakeup.descriptor)
        #expect(try poller.wait(untilMicros: deadline).isEmpty)
        wakeup.signal()
        #expect(try poller.wait(untilMicros: deadline) == [wakeup.descriptor])
    }

    @Test func wakesByAnotherThreadLongBeforeTheDeadline() throws {
        let wakeup = try Wakeup()
        let poller = try Poller()
        try poller.add(wakeup.descriptor)
        let begin = Clock.monotonicMicros()
        let other = JobThread()
        other.launch { wakeup.signal() }
        #expect(try poller.wait(untilMicros: .max) == [wakeup.descriptor])
        other.join()
        other.end()
        #expect(Clock.monotonicMicros() - begin < 2_000_000)
        wakeup.signal()
        wakeup.clear()
        #expect(try poller.wait(untilMicros: 0).isEmpty)
        wakeup.clear()
        poller.remove(wakeup.descriptor)
        wakeup.signal()
        #expect(try poller.wait(untilMicros: 0).isEmpty)
    }

    @Test func refusesADescriptorThatIsNone() throws {
        let poller = try Poller()
        #expect(throws: NetworkError.self) { try poller.add(-1) }
    }

    @Test func clocksNeverGoBack() {
        let first = Clock.monotonicMicros()
        let boot = Clock.bootMicros()
        #expect(Clock.monotonicMicros() >= first)
        #expect(Clock.bootMicros() >= boot)
        #expect(boot >= first)
    }
}
