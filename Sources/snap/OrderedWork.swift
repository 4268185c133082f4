internal import Glibc
internal import SnapNetwork
internal import Synchronization

/// Numbered pieces of work, done on several threads; the results come out in order, and few are held at a time.
final class OrderedWork<Outcome: Sendable>: Sendable {
    private struct State: Sendable {
        /// The next piece to begin.
        var next = 0
        /// The next result to hand out.
        var wanted = 0
        /// Done and not handed out; at most `window`.
        var done: [Int: Outcome] = [:]
        var isStopped = false
    }

    let count: Int
    private let window: Int
    private let state = Mutex(State())
    private let work: @Sendable (Int) -> Outcome
    private let finished: Wakeup
    private let mayGoOn: [Wakeup]

    /// Begins at once, on as many threads as there are processors, at most one a piece.
    init(_ count: Int, _ work: @escaping @Sendable (Int) -> Outcome) throws {
        self.count = count
        self.work = work
        let threads = max(1, min(count, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        window = 2 * threads
        finished = try Wakeup()
        mayGoOn = try (0..<threads).map { _ in try Wakeup() }
        var isAnyRunning = false
        for wakeup in mayGoOn {
            let poller = try Poller()
            try poller.add(wakeup.descriptor)
            let holder = Poll(poller: poller, wakeup: wakeup)
            if Detached.begin({ self.run(holder) }) { isAnyRunning = true }
        }
        guard isAnyRunning else { throw NoThread() }
    }

    /// The system gives no thread.
    struct NoThread: Error {}

    /// What one thread waits by; nobody else uses it.
    private struct Poll: @unchecked Sendable {
        let poller: Poller
        let wakeup: Wakeup
    }

    /// Readable when a result may be there.
    var descriptor: Int32 { finished.descriptor }

    /// The next result, if it is there.
    func take() -> Outcome? {
        finished.clear()
        let outcome = state.withLock { state -> Outcome? in
            guard let outcome = state.done.removeValue(forKey: state.wanted) else { return nil }
            state.wanted += 1
            return outcome
        }
        if outcome != nil {
            for wakeup in mayGoOn { wakeup.signal() }
            // The one after it may be there too.
            finished.signal()
        }
        return outcome
    }

    /// Begins nothing more.
    func stop() {
        state.withLock { $0.isStopped = true }
        for wakeup in mayGoOn { wakeup.signal() }
    }

    private enum Order {
        case work(Int)
        case wait
        case end
    }

    private func order() -> Order {
        state.withLock { state in
            if state.isStopped || state.next >= count { return .end }
            guard state.next < state.wanted + window else { return .wait }
            defer { state.next += 1 }
            return .work(state.next)
        }
    }

    private func run(_ poll: Poll) {
        while true {
            switch order() {
            case .end: return
            case .wait:
                _ = try? poll.poller.wait(untilMicros: nil)
                poll.wakeup.clear()
            case .work(let number):
                let outcome = work(number)
                state.withLock { $0.done[number] = outcome }
                finished.signal()
            }
        }
    }
}
