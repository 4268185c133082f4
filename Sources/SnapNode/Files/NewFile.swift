internal import Glibc

/// A file that a user asked for by its path, as a report is.
public enum NewFile {
    /// Makes it, whole or not at all, with the rights that new files of this user have. False, and nothing is changed, where the name is
    /// taken, be it by a link that leads nowhere: a mistyped path must not cost a file.
    public static func create(_ path: String, with bytes: [UInt8]) throws(FileError) -> Bool {
        guard !Directory.has(path) else { return false }
        // Takes the name first, since not every file system has links to do both at once by.
        _ = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
        do throws(FileError) {
            try Directory.replace(path, with: bytes)
        } catch {
            Directory.remove(path)
            throw error
        }
        return true
    }
}
