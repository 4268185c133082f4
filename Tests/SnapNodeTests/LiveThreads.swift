import Foundation
import Testing

/// Threads of the live tests' own. They wait for processes most of the time, which would hold up everybody on the threads
/// that all tests share; and there they would be held up themselves, for so long that a person's turn passes.
final class LiveThreads: TaskExecutor, @unchecked Sendable {
    static let shared = LiveThreads()
    /// So many live tests go on at once.
    private static let count = 10

    private let condition = NSCondition()
    private var waiting: [UnownedJob] = []

    private init() {
        for _ in 0..<Self.count {
            let thread = Thread { [self] in
                while true { unsafe next().runSynchronously(on: asUnownedTaskExecutor()) }
            }
            thread.start()
        }
    }

    private func next() -> UnownedJob {
        condition.lock()
        defer { condition.unlock() }
        while waiting.isEmpty { condition.wait() }
        return waiting.removeFirst()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        waiting.append(job)
        condition.unlock()
        condition.signal()
    }
}

/// Runs a test on `LiveThreads`.
struct LiveTrait: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withTaskExecutorPreference(LiveThreads.shared) { try await function() }
    }
}

extension Trait where Self == LiveTrait {
    /// With real processes, which is waited for without holding up other tests.
    static var live: LiveTrait { LiveTrait() }
}

/// Waits so long, on a thread of the live tests.
func pause(_ seconds: Double) { usleep(UInt32(seconds * 1_000_000)) }
