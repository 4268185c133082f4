import Glibc

/// One thread that does one job after another.
final class JobThread: @unchecked Sendable {
    private let start = Semaphore()
    private let done = Semaphore()
    private var job: (() -> Void)?

    init() {
        var thread = pthread_t()
        let box = unsafe Unmanaged.passRetained(self).toOpaque()
        let failed = unsafe pthread_create(
            &thread, nil,
            { box in
                let me = unsafe Unmanaged<JobThread>.fromOpaque(box!).takeRetainedValue()
                while true {
                    me.start.wait()
                    guard let job = me.job else { return nil }
                    job()
                    me.job = nil
                    me.done.signal()
                }
            }, box)
        precondition(failed == 0)
        pthread_detach(thread)
    }

    func run<Value>(_ body: @escaping () throws -> Value) throws -> Value {
        var result: Result<Value, any Error>?
        launch { result = Result(catching: body) }
        join()
        return try result!.get()
    }

    /// Each is followed by one `join`, from the same thread.
    func launch(_ body: @escaping () -> Void) {
        job = body
        start.signal()
    }

    func join() { done.wait() }

    /// After the last `join`.
    func end() { start.signal() }
}

@safe private final class Semaphore {
    private let raw: UnsafeMutablePointer<sem_t>

    init() {
        unsafe raw = .allocate(capacity: 1)
        unsafe sem_init(raw, 0, 0)
    }
    func signal() { unsafe sem_post(raw) }
    func wait() { while unsafe sem_wait(raw) != 0 {} }
    deinit {
        unsafe sem_destroy(raw)
        unsafe raw.deallocate()
    }
}
