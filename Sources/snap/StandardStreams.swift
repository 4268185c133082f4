internal import Glibc

/// What the three streams that the program was started with are.
enum StandardStreams {
    /// To be called first. A stream that was closed is opened on /dev/null, since the next file to be opened would take its
    /// number, and messages would be written into it. A reader that goes away is told by `write`, not by a signal.
    static func prepare() {
        for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) == -1 {
            // The lowest free number is the one that is missing.
            _ = unsafe open("/dev/null", stream == 0 ? O_RDONLY : O_WRONLY)
        }
        _ = signal(SIGPIPE, SIG_IGN)
        // Nor a file that may not grow any more.
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    static func isTerminal(_ stream: Int32) -> Bool { isatty(stream) == 1 }

    /// The value of an environment variable.
    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
