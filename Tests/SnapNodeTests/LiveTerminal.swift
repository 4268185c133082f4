import Glibc
import Testing

/// A pseudo-terminal: what a program shows on it, and keys for the program.
final class LiveTerminal: @unchecked Sendable {
    /// To be opened by the program.
    let path: String
    private let near: Int32
    /// Held open, so that the terminal outlives the program and its settings can be looked at.
    private let far: Int32
    private var bytes: [UInt8] = []

    init() throws {
        // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>: unlock the other side, and which it is.
        var isLocked: Int32 = 0
        var number: Int32 = 0
        near = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard near >= 0, unsafe ioctl(near, 0x4004_5431, &isLocked) == 0, unsafe ioctl(near, 0x8004_5430, &number) == 0
        else { throw LiveFailure(description: "no pseudo-terminal") }
        path = "/dev/pts/\(number)"
        far = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard far >= 0, fcntl(near, F_SETFL, O_NONBLOCK) == 0 else {
            throw LiveFailure(description: "no pseudo-terminal")
        }
        resize(rows: 24, columns: 80)
    }

    deinit {
        close(near)
        close(far)
    }

    func resize(rows: UInt16, columns: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(near, UInt(TIOCSWINSZ), &size)
    }

    func type(_ keys: String) {
        let octets = Array(keys.utf8)
        _ = unsafe octets.withUnsafeBytes { unsafe write(near, $0.baseAddress, $0.count) }
    }

    /// All that was shown so far.
    var shown: String {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(near, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
            .joined(separator: "\n")
    }
    var lines: [Substring] { shown.split(separator: "\n") }

    /// Blocks the thread until more is shown, at most so long: for measuring.
    func awaitOutput(millis: Int32) {
        var wait = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&wait, 1, millis)
    }

    func await(_ text: String, within seconds: Double = 30) async throws {
        guard try await eventually(within: seconds, { self.shown.contains(text) }) else {
            throw LiveFailure(description: "\"\(text)\" was not shown, but:\n\(shown)")
        }
    }

    /// Whether lines are edited and echoed, keys held back until Return: how terminals are outside of programs.
    var isCooked: Bool {
        var settings = termios()
        guard unsafe tcgetattr(far, &settings) == 0 else { return false }
        return settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    /// Makes it as it is outside of programs.
    func cook() {
        var settings = termios()
        guard unsafe tcgetattr(far, &settings) == 0 else { return }
        settings.c_lflag |= tcflag_t(ICANON | ECHO)
        _ = unsafe tcsetattr(far, TCSANOW, &settings)
    }
}
