internal import Glibc
public import SnapCrypto

/// The player's key as a file to take elsewhere and back. Whatever replaces a key keeps the one before beside it.
public enum IdentityFile {
    /// What replaced what.
    public struct Change: Hashable, Sendable {
        /// Whose key is there now.
        public let key: PublicKey
        /// Where that is.
        public let path: String
        /// Where the key before lies now; nil: there was none.
        public let kept: String?
    }

    static let schema = "snap.identity-key/1"
    static let limit = 4_096
    static let keptLimit = 100

    /// Writes the key, with its public one so that damage shows, to a file that must not exist yet: 0600, whole or not at all.
    public static func export(
        from places: Places, to path: String, entropy: (Int) -> [UInt8] = Entropy.bytes
    ) throws -> PublicKey {
        let seed = try SecretFile.openOrMake(try places.identityFile(), entropy: entropy).seed
        let key = try SigningKey(seed: seed).publicKey
        let document: JSONValue = [
            "schema": .string(schema), "secretKey": .string(Hex.encode(seed)), "publicKey": .string(key.hex),
        ]
        let file: Descriptor
        do {
            file = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        } catch {
            guard error.kind == .system(EEXIST) else { throw error }
            throw FileError(
                error.kind, path: path, problem: "is there already, and is left as it is", mend: "Take another name.")
        }
        do {
            try file.write(Array(document.pretty.utf8))
            try file.sync()
            try Directory.sync(Directory.parent(of: path))
        } catch {
            Directory.remove(path)
            throw error
        }
        return key
    }

    /// Puts an exported key, or a copy of `identity.key`, in the place of the player's own. The file is checked whole first.
    /// Nil, and nothing done, where it is that key already. Throws `FileError` of kind `.busy` while a game is played with the key
    /// that is there.
    public static func take(from path: String, in places: Places) throws -> Change? {
        let bytes = try Descriptor(path, O_RDONLY).read(limit: limit)
        let seed = try read(bytes, path)
        let key = try SigningKey(seed: seed).publicKey
        if let held = try? SecretFile.open(try places.identityFile()).seed, held == seed { return nil }
        return try put(seed, key, in: places)
    }

    /// Makes a new key in the place of the player's own.
    public static func reset(in places: Places, entropy: (Int) -> [UInt8] = Entropy.bytes) throws -> Change {
        let seed = entropy(SecretFile.length)
        return try put(seed, try SigningKey(seed: seed).publicKey, in: places)
    }

    private static func read(_ bytes: [UInt8], _ path: String) throws(FileError) -> [UInt8] {
        if bytes.count == SecretFile.length { return bytes }
        func refused(_ problem: String) -> FileError {
            FileError(
                .broken, path: path, problem: problem,
                mend: "Nothing was changed. `snap identity export` makes such files.")
        }
        let document: JSONValue
        do {
            document = try JSONValue.parse(bytes)
        } catch {
            throw refused("is no exported identity: \(error)")
        }
        guard document["schema"] == .string(schema), case .string(let secret)? = document["secretKey"],
            case .string(let shown)? = document["publicKey"], let seed = Hex.decode(secret),
            seed.count == SecretFile.length
        else { throw refused("is no exported identity") }
        guard let key = try? SigningKey(seed: seed).publicKey, key.hex == shown.lowercased() else {
            throw refused("is damaged: its two keys do not belong together")
        }
        return seed
    }

    private static func put(_ seed: [UInt8], _ key: PublicKey, in places: Places) throws(FileError) -> Change {
        let path = try places.identityFile()
        let directory = Directory.parent(of: path)
        try Directory.make(directory)
        // One change at a time, so that none is lost between keeping the old key and placing the new one.
        let lock = try Descriptor(directory, O_RDONLY | O_DIRECTORY)
        _ = try lock.lock(waiting: true)
        var kept: String?
        if Directory.has(path) {
            // What is broken there is in nobody's use.
            let used = try? SecretFile.open(path).file
            if let used, !(try used.lock()) {
                throw FileError(
                    .busy, path: path, problem: "another snap of yours is using your identity", mend: "Close it first.")
            }
            kept = try keep(path)
        }
        try Directory.supersede(path, with: seed)
        return withExtendedLifetime(lock) { Change(key: key, path: path, kept: kept) }
    }

    /// A second name for the key that is there: `identity.key.old`, `.old.2` and so on.
    private static func keep(_ path: String) throws(FileError) -> String {
        for number in 1...keptLimit {
            let beside = path + (number == 1 ? ".old" : ".old.\(number)")
            // Unlike rename, link never replaces a file that is there.
            if unsafe link(path, beside) == 0 { return beside }
            guard errno == EEXIST else { throw .system(errno, path: path, "cannot keep beside") }
        }
        throw FileError(
            .system(EEXIST), path: path, problem: "\(keptLimit) old ones lie beside it", mend: "Move some away.")
    }
}
