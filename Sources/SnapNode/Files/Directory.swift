internal import Glibc

/// What is done to names in directories. A change of names is on the disk when the call returns.
enum Directory {
    /// Makes `path` and what is missing above it, each for this user alone (0700). What is there is left as it is.
    static func make(_ path: String) throws(FileError) {
        guard !exists(path) else { return }
        let above = parent(of: path)
        if above != path { try make(above) }
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            let code = errno
            let error = FileError.system(code, path: path, "cannot make the directory")
            // Not that something is missing: here nothing can be made.
            throw code == ENOENT
                ? FileError(.system(code), path: path, problem: error.problem, mend: error.mend) : error
        }
    }

    /// Whether `path` is a directory, perhaps through a link.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether the name `path` is there, whatever it names.
    static func has(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path itself or the first above it that is there.
    static func nearest(to path: String) -> String {
        var path = path
        while !has(path), parent(of: path) != path { path = parent(of: path) }
        return path
    }

    /// The names in a directory, sorted by their octets; none where there is no such directory.
    static func names(_ path: String) throws(FileError) -> [String] {
        guard let stream = unsafe opendir(path) else {
            if errno == ENOENT { return [] }
            throw .system(errno, path: path, "cannot list")
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Puts the names of `path` on the disk.
    static func sync(_ path: String) throws(FileError) {
        let directory = try Descriptor(path, O_RDONLY | O_DIRECTORY)
        try directory.sync()
    }

    /// Puts `bytes` in the place of the file `path`, whole or not at all: a temporary file beside it, then its name.
    /// A link is followed, and the rights of a file that was there stay as they were.
    static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let target = resolve(path)
        try make(parent(of: target))
        var old = stat()
        let mode = unsafe stat(target, &old) == 0 ? old.st_mode & 0o777 : 0o600
        let temporary = try writeTemporary(beside: target, bytes, mode: mode)
        guard unsafe rename(temporary, target) == 0 else {
            let code = errno
            remove(temporary)
            throw .system(code, path: target, "cannot replace")
        }
        try sync(parent(of: target))
    }

    /// Puts a file of `bytes`, 0600, under the name `path`, whole or not at all; a link of that name is replaced, not followed.
    static func supersede(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let temporary = try writeTemporary(beside: path, bytes, mode: 0o600)
        guard unsafe rename(temporary, path) == 0 else {
            let code = errno
            remove(temporary)
            throw .system(code, path: path, "cannot replace")
        }
        try sync(parent(of: path))
    }

    /// Makes the file `path`, which must not exist yet (a link counts as existing), whole or not at all.
    /// Returns false, and changes nothing, where it exists.
    static func create(_ path: String, with bytes: [UInt8]) throws(FileError) -> Bool {
        try make(parent(of: path))
        let temporary = try writeTemporary(beside: path, bytes, mode: 0o600)
        defer { remove(temporary) }
        // Unlike rename, link never replaces a name: the first of two processes wins and neither sees half a file.
        guard unsafe link(temporary, path) == 0 else {
            if errno == EEXIST { return false }
            throw .system(errno, path: path, "cannot create")
        }
        try sync(parent(of: path))
        return true
    }

    static func remove(_ path: String) { unsafe unlink(path) }

    private static func writeTemporary(beside path: String, _ bytes: [UInt8], mode: mode_t) throws(FileError) -> String
    {
        let temporary = "\(path).\(getpid()).new"
        // A file of that name can only be the rubble of a process that had this number before.
        remove(temporary)
        do throws(FileError) {
            let file = try Descriptor(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            try file.write(bytes)
            guard fchmod(file.raw, mode) == 0 else {
                throw FileError.system(errno, path: temporary, "cannot set the rights of")
            }
            try file.sync()
        } catch {
            remove(temporary)
            // People know of the file only, not of what is to become it.
            throw FileError(error.kind, path: path, problem: error.problem, mend: error.mend)
        }
        return temporary
    }

    /// Where a link leads; the path itself where it is none or leads nowhere.
    private static func resolve(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
