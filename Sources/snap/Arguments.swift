internal import Glibc

/// What stands behind the program's name on the command line.
enum Arguments {
    /// Swift finds the arguments by where the environment lies, which a preloaded library (libfaketime does) may have moved
    /// before: then it finds none, not even the name that is always there. The kernel knows them still.
    static var given: [String] {
        let found = CommandLine.arguments
        return Array((found.isEmpty ? kernel() : found).dropFirst())
    }

    private static func kernel() -> [String] {
        let file = unsafe open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        // Each ends with a zero octet.
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
