internal import Glibc

/// An open file; closed when the value goes. The only place of these files that calls the system with pointers.
final class Descriptor: Sendable {
    let raw: Int32
    let path: String

    /// Always close-on-exec, and never waiting on a fifo. `mode` counts only where `flags` has O_CREAT.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(FileError) {
        var result: Int32 = -1
        repeat {
            result = unsafe open(path, flags | O_CLOEXEC | O_NONBLOCK, mode)
        } while result < 0 && errno == EINTR
        guard result >= 0 else {
            throw .system(errno, path: path, flags & O_CREAT != 0 ? "cannot create" : "cannot open")
        }
        self.raw = result
        self.path = path
    }

    deinit { close(raw) }

    /// Kind, rights, owner and length.
    func status() throws(FileError) -> stat {
        var status = stat()
        guard unsafe fstat(raw, &status) == 0 else { throw .system(errno, path: path, "cannot look at") }
        return status
    }

    /// All octets from the start. A file of more than `limit` octets is refused before it is read.
    func read(limit: Int) throws(FileError) -> [UInt8] {
        let status = try status()
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(.broken, path: path, problem: "not a plain file", mend: "Move it away.")
        }
        guard status.st_size <= limit else {
            throw FileError(.broken, path: path, problem: "\(status.st_size) octets, more than the \(limit) allowed")
        }
        guard lseek(raw, 0, SEEK_SET) == 0 else { throw .system(errno, path: path, "cannot read") }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(raw, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(errno, path: path, "cannot read")
            }
            bytes += chunk.prefix(count)
        }
        throw FileError(.broken, path: path, problem: "grew beyond the \(limit) octets allowed while it was read")
    }

    /// The first octets, `count` at most, of a plain file of whatever length.
    func readFront(_ count: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(raw, buffer.baseAddress.map { unsafe $0 + done }, count - done, off_t(done))
            }
            if got == 0 { break }
            if got < 0 {
                if errno == EINTR { continue }
                throw .system(errno, path: path, "cannot read")
            }
            done += got
        }
        return Array(bytes[..<done])
    }

    /// write(2): how many of the octets were taken; where that is less than none, `errno` says why. Tests have others in its place.
    typealias Writing = @Sendable (_ raw: Int32, _ bytes: ArraySlice<UInt8>) -> Int

    static let writing: Writing = { raw, bytes in
        unsafe bytes.withUnsafeBytes { unsafe Glibc.write(raw, $0.baseAddress, $0.count) }
    }

    /// All octets, however few are taken at a time.
    func write(_ bytes: [UInt8], by writing: Writing = Descriptor.writing) throws(FileError) {
        var left = bytes[...]
        while !left.isEmpty {
            let count = writing(raw, left)
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(errno, path: path, "cannot write")
            }
            // What takes nothing and says no reason would be asked for ever.
            guard count > 0 else { throw .system(EIO, path: path, "cannot write") }
            left = left.dropFirst(count)
        }
    }

    /// Until the octets are on the disk.
    func sync() throws(FileError) {
        while fsync(raw) != 0 {
            guard errno == EINTR else { throw .system(errno, path: path, "cannot write to the disk") }
        }
    }

    func truncate(to length: Int) throws(FileError) {
        while ftruncate(raw, length) != 0 {
            guard errno == EINTR else { throw .system(errno, path: path, "cannot cut") }
        }
    }

    /// Whether this process now has the lock. The kernel drops it when the process ends, however it ends.
    /// `waiting`: for locks that are held for moments only.
    func lock(waiting: Bool = false) throws(FileError) -> Bool {
        while flock(raw, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw .system(errno, path: path, "cannot lock") }
        }
        return true
    }
}
