import Glibc
import Testing

// Swift's Glibc leaves these out.
@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func addChangeDirectory(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
)
    -> Int32

struct LiveFailure: Error, CustomStringConvertible { let description: String }

/// A program started by a test: known by its process number, ended with the value at the latest.
///
/// Waiting never blocks a thread, so that many of these tests can go on at once.
final class LiveProcess: @unchecked Sendable {
    enum Stream {
        case null
        case closed
        case file(String)
        case descriptor(Int32)
        /// The other side of this terminal, which becomes the process's own.
        case terminal(String)
    }

    /// How it ended.
    struct Ending: Equatable { var code: Int32?, signal: Int32? }

    /// POSIX_SPAWN_SETSID of <spawn.h>.
    private static let newSession: Int32 = 0x80

    let number: pid_t
    private var ending: Ending?

    /// `arguments`: the program's path first.
    init(
        _ arguments: [String], environment: [String: String], in directory: String, input: Stream = .null,
        output: Stream, messages: Stream
    ) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        // A session of its own: the test's terminal and its signals are none of its business.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(LiveProcess.newSession | POSIX_SPAWN_SETSIGMASK))
        _ = unsafe addChangeDirectory(&actions, directory)
        let streams: [(LiveProcess.Stream, Int32)] = [(input, 0), (output, 1), (messages, 2)]
        for (stream, number) in streams {
            switch stream {
            case .null: unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            case .closed: unsafe posix_spawn_file_actions_addclose(&actions, number)
            case .file(let path):
                let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND
                unsafe posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
            case .descriptor(let other): unsafe posix_spawn_file_actions_adddup2(&actions, other, number)
            case .terminal(let path): unsafe posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
            }
        }
        var words = unsafe arguments.map { unsafe strdup($0) }
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") }
        unsafe words.append(nil)
        unsafe variables.append(nil)
        defer {
            for place in unsafe words.indices { unsafe free(words[place]) }
            for place in unsafe variables.indices { unsafe free(variables[place]) }
        }
        var child: pid_t = 0
        let failed = unsafe posix_spawn(&child, arguments[0], &actions, &attributes, words, variables)
        guard failed == 0 else { throw LiveFailure(description: "\(arguments[0]) did not start: errno \(failed)") }
        number = child
    }

    deinit {
        guard look() == nil else { return }
        kill(number, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(number, &status, 0) < 0 && errno == EINTR {}
    }

    func send(_ signal: Int32) { if look() == nil { kill(number, signal) } }

    /// How it ended; nil while it runs.
    func look() -> Ending? {
        if let ending { return ending }
        var status: Int32 = 0
        guard unsafe waitpid(number, &status, WNOHANG) == number else { return nil }
        let signal = status & 0x7F
        ending = signal == 0 ? Ending(code: status >> 8 & 0xFF) : Ending(signal: signal)
        return ending
    }

    /// Waits for it to end by itself; nil where it does not in `seconds`.
    func end(within seconds: Double) async throws -> Ending? {
        _ = try await eventually(within: seconds) { self.look() != nil }
        return look()
    }

    /// Processor time used so far, seconds, of the running process.
    var processorSeconds: Double {
        guard let text = LiveProcess.text(of: "/proc/\(number)/stat"), let end = text.lastIndex(of: ")") else {
            return 0
        }
        let fields = text[end...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// What a file holds now; files of /proc have no length.
    static func text(of path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Looks every few milliseconds; false where `condition` did not come true in `seconds`.
func eventually(within seconds: Double, _ condition: () throws -> Bool) async throws -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while true {
        if try condition() { return true }
        if clock.now >= end { return false }
        pause(0.005)
    }
}
