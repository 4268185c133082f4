internal import Glibc

/// A file for this user's eyes (0600) that another program is to read once, in `$XDG_RUNTIME_DIR/snap` where the system has made that
/// directory for this user alone, else among the player's state. Removed with its owner at the latest.
public final class FleetingFile {
    public let path: String

    /// What an earlier process left under that name is replaced. `variable`: the value of an environment variable.
    public init(
        _ name: String, with bytes: [UInt8], in places: Places, variable: (String) -> String?
    ) throws(FileError) {
        let directory = if let runtime = Self.runtime(variable) { runtime } else { try places.directory(.state) }
        try Directory.make(directory)
        path = "\(directory)/\(name)"
        try Directory.supersede(path, with: bytes)
    }

    deinit { remove() }

    public func remove() { Directory.remove(path) }

    /// As the XDG Base Directory Specification 0.8 demands it: owned by the user, who alone has access.
    private static func runtime(_ variable: (String) -> String?) -> String? {
        guard let base = variable("XDG_RUNTIME_DIR"), base.hasPrefix("/") else { return nil }
        var status = stat()
        guard unsafe stat(base, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0, unsafe access(base, W_OK | X_OK) == 0
        else { return nil }
        return base + "/snap"
    }
}
