internal import CSystem
internal import Glibc

/// SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP and SIGCONT as something to wait for, so that a table is left in order and the terminal
/// is handed back while the process is stopped. SIGPIPE is ignored for good: a reader that goes away is an error of one
/// write, not the end of a game.
public final class SignalWatch {
    public enum Event: Hashable, Sendable {
        /// To end in order, and which signal says so.
        case end(Int32)
        /// To stop until continued (control-Z).
        case stop
        /// The process was stopped and goes on: others may have changed the terminal meanwhile.
        case goOn
    }

    /// Readable when a signal came; -1 where the system gives none.
    public let descriptor: Int32

    public init() { descriptor = max(-1, snap_signals_watch()) }

    deinit { if descriptor >= 0 { snap_signals_release(descriptor) } }

    /// What came; nil: nothing.
    public func take() -> Event? {
        switch snap_signals_take(descriptor) {
        case ...0: nil
        case SIGTSTP: .stop
        case SIGCONT: .goOn
        case let number: .end(number)
        }
    }

    /// Stops this process until it is continued; at once back where nobody could continue it.
    public func stop() { snap_signals_stop() }
}
