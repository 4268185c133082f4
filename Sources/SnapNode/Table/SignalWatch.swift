internal import CSystem

/// SIGINT, SIGTERM and SIGHUP as something to wait for, so that a table is left in order. SIGPIPE is ignored for good: a reader that goes
/// away is an error of one write, not the end of a game.
public final class SignalWatch {
    /// Readable when a signal came; -1 where the system gives none.
    public let descriptor: Int32

    public init() { descriptor = max(-1, snap_signals_watch()) }

    deinit { if descriptor >= 0 { snap_signals_release(descriptor) } }

    /// The signal that came, by number; nil: none.
    public func take() -> Int32? {
        let number = snap_signals_take(descriptor)
        return number > 0 ? number : nil
    }
}
