internal import Glibc

/// Reads what is to be audited: a file, a pipe, or standard input.
enum AuditInput {
    /// Why it could not be read.
    struct Refusal: Error, Sendable {
        let words: String
        let exitCode: ExitCode
    }

    /// All octets, as of `contents`.
    static func bytes(of path: String, limit: Int) throws(Refusal) -> [UInt8] {
        try contents(of: path, limit: limit).bytes
    }

    struct Contents {
        var bytes: [UInt8]
        /// Whether the path can be read again.
        var isPlainFile: Bool
    }

    /// All octets. More than `limit` are refused, a file's before any is read.
    static func contents(of path: String, limit: Int) throws(Refusal) -> Contents {
        if path == "-" {
            return Contents(bytes: try bytes(from: 0, named: "standard input", limit: limit), isPlainFile: false)
        }
        let stream = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard stream >= 0 else { throw unreadable(path) }
        defer { close(stream) }
        var status = stat()
        guard unsafe fstat(stream, &status) == 0 else { throw unreadable(path) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw Refusal(words: "\(path) is a directory, not a transcript.", exitCode: .noSuchFile)
        }
        guard status.st_size <= limit else { throw tooLong(path, limit) }
        return Contents(
            bytes: try bytes(from: stream, named: path, limit: limit, expecting: Int(status.st_size)),
            isPlainFile: status.st_mode & S_IFMT == S_IFREG)
    }

    private static func bytes(
        from stream: Int32, named name: String, limit: Int, expecting: Int = 0
    ) throws(Refusal) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expecting)
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(stream, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw unreadable(name)
            }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else { throw tooLong(name, limit) }
        }
    }

    private static func tooLong(_ name: String, _ limit: Int) -> Refusal {
        Refusal(words: "\(name) is longer than a transcript can be (\(limit) bytes).", exitCode: .malformedInput)
    }

    private static func unreadable(_ name: String) -> Refusal {
        var why = "error \(errno)"
        if let text = unsafe strerror(errno) { why = unsafe String(cString: text) }
        return Refusal(words: "\(name) cannot be read: \(why).", exitCode: .noSuchFile)
    }
}
