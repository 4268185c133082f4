internal import Glibc
internal import SnapNetwork
internal import Synchronization

/// Answers that take too long to keep a table waiting: made by a thread of their own, one after the other, and handed back.
final class SideWork: Sendable {
    typealias Work = @Sendable () -> WebResponse

    private struct State: Sendable {
        var last: UInt64 = 0
        var waiting: [(number: UInt64, work: Work)] = []
        var done: [(number: UInt64, response: WebResponse)] = []
        var isRunning = false
    }

    private let state = Mutex(State())
    private let finished: Wakeup

    init() throws(NetworkError) { finished = try Wakeup() }

    /// Readable when an answer is there.
    var descriptor: Int32 { finished.descriptor }

    /// Begins a piece of work and gives its number.
    func begin(_ work: @escaping Work) -> UInt64 {
        let (number, isFirst) = state.withLock { state in
            state.last += 1
            state.waiting.append((state.last, work))
            defer { state.isRunning = true }
            return (state.last, !state.isRunning)
        }
        // Where there is no other thread, this one does it.
        if isFirst, !Detached.begin({ self.run(isAside: true) }) { run(isAside: false) }
        return number
    }

    /// The answers that have been made since the last time.
    func take() -> [(number: UInt64, response: WebResponse)] {
        finished.clear()
        return state.withLock { state in
            defer { state.done = [] }
            return state.done
        }
    }

    /// Nobody waits for it any more.
    func forget(_ number: UInt64) { state.withLock { $0.waiting.removeAll { $0.number == number } } }

    private func run(isAside: Bool) {
        // Linux gives each thread a priority of its own: where there is one processor, the table has it first.
        if isAside { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, SideWork.niceness) }
        while let (number, work) = next() {
            let response = work()
            state.withLock { $0.done.append((number, response)) }
            finished.signal()
        }
    }

    private func next() -> (UInt64, Work)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    private static let niceness: Int32 = 10
}
