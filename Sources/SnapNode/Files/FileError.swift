private import Glibc

/// Why a file of the player's could not be used, and what to do about it. One line to show.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// There is no such file.
        case missing
        /// Neither the XDG variables nor HOME say where the player's files are.
        case homeless
        /// Another process holds the lock.
        case busy
        /// The file is there, but is not what it should be: a person must mend it. It was left as it is.
        case broken
        /// The system refused: rights, a full disk, a read-only file system, ...
        case system(Int32)
    }
    public let kind: Kind
    public let path: String
    public let problem: String
    /// What to do, as a sentence; empty where nothing useful can be said.
    public let mend: String

    public init(_ kind: Kind, path: String, problem: String, mend: String = "") {
        self.kind = kind
        self.path = path
        self.problem = problem
        self.mend = mend
    }

    public var description: String {
        let place = path.isEmpty ? "" : "\(Printable(path)): "
        return place + "\(Printable(problem))." + (mend.isEmpty ? "" : " \(Printable(mend))")
    }

    /// What the system call `action` left in `errno`.
    static func system(_ code: Int32, path: String, _ action: String) -> FileError {
        var text = "error \(code)"
        if let message = unsafe strerror(code) { text = unsafe String(cString: message) }
        let kind: Kind = code == ENOENT ? .missing : .system(code)
        return FileError(kind, path: path, problem: "\(action): \(text)", mend: mend(of: code, path: path))
    }

    private static func mend(of code: Int32, path: String) -> String {
        switch code {
        case EACCES, EPERM:
            // What is not there has no owner: the directory has, in which it cannot be made.
            path.isEmpty
                ? "Check who owns it and its rights."
                : "Check the owner and the rights: `ls -ld '\(Directory.nearest(to: path))'`."
        case ENOENT:
            Directory.exists(Directory.parent(of: path))
                ? "" : "There is no directory '\(Directory.parent(of: path))'."
        case EROFS: "That file system is read-only: take another place, or mount it for writing."
        case EFBIG: "A limit forbids so long a file: see `ulimit -f`."
        case ENOSPC, EDQUOT: "Make room on the disk."
        default: ""
        }
    }
}
