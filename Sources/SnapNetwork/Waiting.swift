internal import CSystem

/// The clocks of a peer: never the wall's, which people and time servers turn.
public enum Clock {
    /// Microseconds of CLOCK_MONOTONIC; stands still while the computer sleeps.
    public static func monotonicMicros() -> UInt64 { snap_clock_micros(0) }
    /// Microseconds of CLOCK_BOOTTIME; goes on while the computer sleeps.
    public static func bootMicros() -> UInt64 { snap_clock_micros(1) }
}

/// Wakes the thread that waits on it; any thread may signal.
public final class Wakeup: Sendable {
    private let handle: Descriptor

    public init() throws(NetworkError) {
        handle = try Descriptor(snap_eventfd(), doing: "making a wake-up")
    }

    /// Readable from `signal` until `clear`.
    public var descriptor: Int32 { handle.number }
    /// Signals before one `clear` count once.
    public func signal() { _ = snap_eventfd_signal(handle.number) }
    public func clear() { _ = snap_eventfd_clear(handle.number) }
}

/// Waits for descriptors to become readable (epoll, level-triggered). One thread uses it.
public final class Poller {
    private let handle: Descriptor
    /// Descriptors that one wait tells of; more are told by the next.
    public static let readyMax = 32

    public init() throws(NetworkError) {
        handle = try Descriptor(snap_epoll(), doing: "preparing to wait")
    }

    /// Itself readable while one of its own is.
    public var descriptor: Int32 { handle.number }

    public func add(_ descriptor: Int32) throws(NetworkError) {
        let result = snap_epoll_add(handle.number, descriptor)
        guard result >= 0 else { throw .from(result, doing: "preparing to wait for a descriptor") }
    }

    /// Before the descriptor is closed. Unknown ones are ignored.
    public func remove(_ descriptor: Int32) { _ = snap_epoll_remove(handle.number, descriptor) }

    /// The readable descriptors; none where `Clock.monotonicMicros` reached `deadlineMicros` (nil: never) or a signal
    /// came. A deadline that has passed only looks. Throws only where the poller itself is broken.
    public func wait(untilMicros deadlineMicros: UInt64?) throws(NetworkError) -> [Int32] {
        var micros: Int64 = -1
        if let deadlineMicros {
            let now = Clock.monotonicMicros()
            micros = deadlineMicros <= now ? 0 : Int64(min(deadlineMicros - now, Self.waitMaxMicros))
        }
        var ready = [Int32](repeating: -1, count: Self.readyMax)
        let count = unsafe ready.withUnsafeMutableBufferPointer {
            unsafe snap_epoll_wait(handle.number, $0.baseAddress, Int32($0.count), micros)
        }
        guard count >= 0 else { throw .from(count, doing: "waiting for the network") }
        return Array(ready.prefix(Int(count)))
    }

    /// An hour: a later deadline just wakes early.
    private static let waitMaxMicros: UInt64 = 3_600_000_000
}
