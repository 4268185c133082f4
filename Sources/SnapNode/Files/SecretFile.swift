internal import Glibc

/// A file that holds the 32-octet seed of a signing key, and nothing else, for its owner's eyes only.
enum SecretFile {
    static let length = 32

    /// Opens and checks: a plain file of this user, no link, rights 0600 or less, exactly 32 octets. Whatever else it is,
    /// it is left as it is and refused with the mend.
    static func open(_ path: String) throws(FileError) -> (file: Descriptor, seed: [UInt8]) {
        let file = try openPlain(path)
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw broken(path, "is not a plain file", "Move it away; a new key is then made.")
        }
        guard status.st_uid == geteuid() else {
            throw broken(path, "belongs to another user", "Make it yours: chown \(geteuid()) '\(path)'")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw broken(path, "can be read or changed by others", "Run: chmod 600 '\(path)'")
        }
        let seed = status.st_size == length ? try file.read(limit: length) : []
        guard seed.count == length else {
            throw broken(
                path, "has \(status.st_size) octets where a key has \(length)",
                "Put back a copy, or move it away and a new key is made.")
        }
        return (file, seed)
    }

    /// Makes the file with `seed`, 0600. False where there is one already.
    static func create(_ path: String, seed: [UInt8]) throws(FileError) -> Bool {
        precondition(seed.count == length)
        return try Directory.create(path, with: seed)
    }

    /// Opens the file, or makes it with fresh octets where there is none.
    static func openOrMake(
        _ path: String, entropy: (Int) -> [UInt8]
    ) throws(FileError) -> (file: Descriptor, seed: [UInt8]) {
        do {
            return try open(path)
        } catch {
            guard error.kind == .missing else { throw error }
        }
        // Where another process makes it at the same moment, that one's key counts for both.
        _ = try create(path, seed: entropy(length))
        return try open(path)
    }

    private static func openPlain(_ path: String) throws(FileError) -> Descriptor {
        do {
            return try Descriptor(path, O_RDONLY | O_NOFOLLOW)
        } catch {
            if error.kind == .system(ELOOP) {
                throw broken(path, "is a symbolic link", "Put the key itself there, or move the link away.")
            }
            if error.kind == .system(EACCES), Directory.has(path) {
                throw broken(path, "cannot be read by you", "See who owns it: ls -l '\(path)'")
            }
            throw error
        }
    }

    private static func broken(_ path: String, _ problem: String, _ mend: String) -> FileError {
        FileError(.broken, path: path, problem: problem, mend: mend)
    }
}
