internal import Glibc

/// The player's settings on the disk: one JSON object that people may edit.
public enum SettingsFile {
    static let limit = 1 << 20

    /// The settings kept in `places`; standards where there is no file or no place for one. A file that is there and cannot
    /// be understood is refused with its place and the mend, never written over.
    public static func load(from places: Places) throws(FileError) -> Settings {
        let path: String
        do {
            path = try places.settingsFile()
        } catch {
            return Settings()
        }
        return try read(path)
    }

    /// Lets `change` alter the settings, and writes the file if anything is different then. True where it was written.
    public static func update(
        in places: Places, _ change: (inout Settings) throws(SettingsError) -> Void
    ) throws -> Bool {
        let path = try places.settingsFile()
        var before = try read(path)
        var after = before
        try change(&after)
        guard after != before else { return false }

        // Read again under a lock, so that two processes that change two settings at once lose neither.
        let directory = Directory.parent(of: path)
        try Directory.make(directory)
        let lock = try Descriptor(directory, O_RDONLY | O_DIRECTORY)
        _ = try lock.lock(waiting: true)
        before = try read(path)
        after = before
        try change(&after)
        guard after != before else { return false }
        try Directory.replace(path, with: Array(after.document.pretty.utf8))
        return withExtendedLifetime(lock) { true }
    }

    /// Moves a file that cannot be understood aside, as `settings.json.broken`, `.broken.2` and so on; the new path.
    /// Nil, and nothing done, where the file is in order or there is none.
    public static func setBrokenAside(in places: Places) throws(FileError) -> String? {
        let path = try places.settingsFile()
        do {
            _ = try read(path)
            return nil
        } catch {
            guard error.kind == .broken else { throw error }
        }
        for number in 1...100 {
            let aside = path + (number == 1 ? ".broken" : ".broken.\(number)")
            // Unlike rename, link never replaces a file that is there.
            guard unsafe link(path, aside) == 0 else {
                if errno == EEXIST { continue }
                throw .system(errno, path: path, "cannot move aside")
            }
            Directory.remove(path)
            try Directory.sync(Directory.parent(of: path))
            return aside
        }
        throw FileError(.system(EEXIST), path: path, problem: "100 broken ones lie beside it", mend: "Remove some.")
    }

    /// "line 3: " of a value that is not allowed; a fault of the form says its place itself.
    private static func line(of error: any Error, in bytes: [UInt8]) -> String {
        guard case SettingsError.value(let name, _, _) = error else { return "" }
        let key = Array("\"\(name)\"".utf8)
        guard let at = bytes.indices.first(where: { bytes[$0...].starts(with: key) }) else { return "" }
        return "line \(1 + bytes[..<at].count { $0 == 10 }): "
    }

    private static func read(_ path: String) throws(FileError) -> Settings {
        let bytes: [UInt8]
        do {
            bytes = try Descriptor(path, O_RDONLY).read(limit: limit)
        } catch {
            // A plain file where a directory should be: there can be no settings either.
            if error.kind == .missing || error.kind == .system(ENOTDIR) { return Settings() }
            throw error
        }
        do {
            return try Settings(document: try JSONValue.parse(bytes))
        } catch {
            throw FileError(
                .broken, path: path, problem: "\(line(of: error, in: bytes))\(error)",
                mend: "Correct it there, or start afresh (the file is kept under another name): snap settings reset")
        }
    }
}
