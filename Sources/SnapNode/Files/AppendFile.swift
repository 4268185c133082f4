internal import Glibc

/// A file that only grows: the event log of a session, the transcript of a game.
public final class AppendFile: Sendable {
    public let path: String
    private let file: Descriptor
    private let writing: Descriptor.Writing

    init(_ file: Descriptor, writing: @escaping Descriptor.Writing = Descriptor.writing) {
        self.file = file
        self.writing = writing
        self.path = file.path
    }

    /// Adds `bytes` at the end, whole or not at all: where the disk fills up half-way, the half is taken off again.
    /// `durably`: returns only when they are on the disk.
    public func append(_ bytes: [UInt8], durably: Bool) throws(FileError) {
        let before = try length()
        do {
            try file.write(bytes, by: writing)
            if durably { try file.sync() }
        } catch {
            try? file.truncate(to: before)
            throw error
        }
    }

    /// Octets so far.
    public func length() throws(FileError) -> Int { Int(try file.status().st_size) }

    /// When it was last written, seconds since 1970.
    func lastWrittenSeconds() throws(FileError) -> Int64 { Int64(try file.status().st_mtim.tv_sec) }

    /// Everything, from the start; refused where it is more than `limit` octets.
    public func contents(limit: Int) throws(FileError) -> [UInt8] { try file.read(limit: limit) }

    /// Cuts a last record that a crash left half written, so that what is appended next stands behind whole records only.
    /// `length`: where the last whole record ends; nothing happens where the file is not longer.
    public func dropTornTail(after length: Int) throws(FileError) {
        guard length >= 0, try self.length() > length else { return }
        try file.truncate(to: length)
        try file.sync()
    }

    /// Puts everything appended so far on the disk.
    public func sync() throws(FileError) { try file.sync() }
}
