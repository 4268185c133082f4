import Glibc
import Testing

@testable import SnapNode

/// A directory of a test's own, removed with all that is in it when the value goes.
final class Scratch: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/snap-test-XXXXXX".utf8CString)
        path = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let made = unsafe mkdtemp(buffer.baseAddress!) else { fatalError("no temporary directory") }
            return unsafe String(cString: made)
        }
    }

    deinit { Scratch.remove(path) }

    /// Places as they are with HOME here and nothing else set.
    var places: Places { Places { $0 == "HOME" ? self.path : nil } }

    func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws {
        try write(name, Array(text.utf8), mode: mode)
    }

    func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws {
        try Directory.make(Directory.parent(of: path + "/" + name))
        let file = try Descriptor(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC)
        try file.write(bytes)
        try #require(unsafe chmod(path + "/" + name, mode) == 0)
    }

    func read(_ name: String) throws -> String {
        let bytes = try Descriptor(path + "/" + name, O_RDONLY).read(limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self)
    }

    func mode(_ name: String) throws -> mode_t {
        var status = stat()
        try #require(unsafe lstat(path + "/" + name, &status) == 0)
        return status.st_mode & 0o777
    }

    /// The names in a directory, sorted; none where there is no such directory.
    func names(_ directory: String = "") -> [String] { Scratch.names(path + "/" + directory) }

    static func names(_ directory: String) -> [String] { (try? Directory.names(directory)) ?? [] }

    private static func remove(_ path: String) {
        var status = stat()
        if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            for name in names(path) { remove(path + "/" + name) }
            unsafe rmdir(path)
        } else {
            unsafe unlink(path)
        }
    }
}
