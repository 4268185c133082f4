internal import Glibc

/// Reading and writing a terminal or pipe, as far as a table needs it.
enum StandardStream {
    /// Why what is written goes nowhere.
    enum Fate: Hashable {
        /// Nobody reads it any more: the end of a game, but no fault.
        case readerGone
        case lost(String)
    }

    /// Writes all of `text`. Not nil once the reader is gone or the stream takes nothing.
    static func write(_ text: String, to descriptor: Int32) -> Fate? {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = unsafe poll(&wait, 1, 1000)
                    continue
                }
                return errno == EPIPE ? .readerGone : .lost(unsafe String(cString: strerror(errno)))
            }
            bytes = bytes.dropFirst(count)
        }
        return nil
    }

    /// What waits on `descriptor`, at most 4096 octets; nil when it is closed.
    static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        return count == 0 ? nil : Array(buffer[..<count])
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

/// A terminal that hands over each key at once, until this value goes away: then it is as it was.
final class KeyMode {
    private let descriptor: Int32
    private var before = termios()
    private let isTerminal: Bool
    private var isOn = false

    /// Keys come without Return and are not echoed; control-C still interrupts.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = unsafe tcgetattr(descriptor, &before) == 0
        apply()
    }

    deinit { restore() }

    /// Does nothing in the background: there the terminal is another's, and to change it would stop the process.
    func apply() {
        guard isTerminal, tcgetpgrp(descriptor) == getpgrp() else { return }
        var keys = before
        keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
        isOn = unsafe tcsetattr(descriptor, TCSANOW, &keys) == 0
    }

    func restore() {
        guard isOn, tcgetpgrp(descriptor) == getpgrp() else { return }
        isOn = false
        _ = unsafe tcsetattr(descriptor, TCSANOW, &before)
    }
}
