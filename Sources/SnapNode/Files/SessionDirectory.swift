internal import Glibc
public import SnapCrypto
public import SnapWire
internal import Synchronization

/// What a player needs to come back to its seat at one table: its session key and the events it has written and
/// acknowledged. One directory a table and identity, used by one process at a time.
public final class SessionDirectory: Sendable {
    public let path: String
    /// The session key, the same as before where the directory was there.
    public let key: SigningKey
    /// 32 octets from which the hash chains of its games are made; from the same secret as the key.
    public let chainSecret: [UInt8]
    /// Whether an earlier process has written an event of its own here: there may be a seat to come back to.
    public let isContinued: Bool
    public let log: AppendFile
    /// Seconds since an earlier process last wrote to the log, by the wall clock; 0 for a fresh one.
    public let idleSeconds: Int64
    /// Lines "GAME NAME": the files of the table's games among the player's transcripts. No paths: a copy of the directory elsewhere must not lead
    /// to the files of the one that it was copied from.
    private let transcripts: AppendFile
    private let lock: Descriptor
    /// Whether the log was written since this computer was started: the page cache of before may have been lost with all that was not on the disk.
    private let isOfThisBoot: Bool
    private let torn = Mutex(false)

    /// Whether the log is all that was written to it, as far as that can be known; after `events`.
    public var isWhole: Bool { isOfThisBoot && !torn.withLock { $0 } }

    /// `table`: the symbols of its code, a name for the directory only. Throws `FileError` of kind `.busy` while another
    /// process plays at that table with that identity.
    public init(
        in places: Places, table: String, identity: PublicKey, entropy: (Int) -> [UInt8] = Entropy.bytes
    ) throws {
        guard table.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }), !table.isEmpty else {
            throw FileError(.broken, path: table, problem: "not the code of a table")
        }
        path = try places.sessions() + "/\(table)-\(identity.short)"
        try Directory.make(path)
        lock = try Descriptor(path + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW)
        guard try lock.lock() else {
            throw FileError(
                .busy, path: path, problem: "another snap of yours is at this table with this identity",
                mend: "Close it first, or join from there.")
        }
        log = AppendFile(try Descriptor(path + "/events.log", O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW))
        let isUsed = Directory.has(path + "/session.key")
        var secret = try SecretFile.openOrMake(path + "/session.key", entropy: entropy)
        let isContinued = try SessionDirectory.hasSeat(of: SigningKey(seed: secret.seed).publicKey, in: log)
        if isUsed, !isContinued {
            // The process before had said nothing but heartbeats, from which those of this one could not be told under its key.
            Directory.remove(path + "/session.key")
            try log.dropTornTail(after: 0)
            secret = try SecretFile.openOrMake(path + "/session.key", entropy: entropy)
        }
        self.isContinued = isContinued
        key = try SigningKey(seed: secret.seed)
        chainSecret = Digest.keyed(Array("snap chains of a session 1".utf8), key: secret.seed, length: 32)
        idleSeconds = isContinued ? max(0, WallClock.millis() / 1000 - (try log.lastWrittenSeconds())) : 0
        isOfThisBoot = try SessionDirectory.noteBoot(path + "/boot") || !isContinued
        transcripts = AppendFile(
            try Descriptor(path + "/transcripts", O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW))
        try Directory.sync(path)
    }

    /// Whether a seat of this user's may wait at that table, under whichever identity. Makes nothing.
    public static func isAny(in places: Places, table: String) -> Bool {
        guard let path = try? places.sessions(), let stream = unsafe opendir(path) else { return false }
        defer { unsafe closedir(stream) }
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { name in
                unsafe String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(table + "-") { return true }
        }
        return false
    }

    /// Writes down when this computer was started; false if something else stood there.
    private static func noteBoot(_ path: String) throws(FileError) -> Bool {
        let file = AppendFile(try Descriptor(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW))
        let boot = try Descriptor("/proc/sys/kernel/random/boot_id", O_RDONLY).read(limit: 64)
        let noted = try file.contents(limit: 64)
        if noted == boot { return true }
        try file.dropTornTail(after: 0)
        try file.append(boot, durably: false)
        return false
    }

    /// Octets of a session log that are read again at most.
    static let logLimit = 64 << 20

    /// Whether a log has an event by the owner of `key`.
    private static func hasSeat(of key: PublicKey, in log: AppendFile) throws(FileError) -> Bool {
        var reader = TranscriptReader(events: try log.contents(limit: logLimit))
        while let record = try? reader.next() {
            if record.event.author == key { return true }
        }
        return false
    }

    /// The events that an earlier process had acknowledged, oldest first. A last one that was written in part is cut off: it had not been sent.
    public func events() throws(FileError) -> [Event] {
        var events: [Event] = []
        var reader = TranscriptReader(events: try log.contents(limit: SessionDirectory.logLimit))
        while true {
            do {
                guard let record = try reader.next() else { return events }
                events.append(record.event)
            } catch {
                try log.dropTornTail(after: reader.offset)
                torn.withLock { $0 = true }
                return events
            }
        }
    }

    /// Remembers in which file the transcript of a game is.
    func note(transcript path: String, game: UInt64) throws(FileError) {
        try transcripts.append(Array("\(game) \(SessionDirectory.name(of: path))\n".utf8), durably: false)
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The name of the file in which the transcript of a game was begun, if it was.
    func transcript(game: UInt64) throws(FileError) -> String? {
        let text = String(decoding: try transcripts.contents(limit: 1 << 20), as: UTF8.self)
        let prefix = "\(game) "
        return text.split(separator: "\n").last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// Takes the directory away: the table is left for good, so there is nothing to come back to.
    public func remove() {
        // The key goes first: a crash in between leaves a directory that cannot be mistaken for a seat.
        for name in ["session.key", "events.log", "transcripts", "boot", "lock"] { Directory.remove("\(path)/\(name)") }
        unsafe rmdir(path)
    }
}
