internal import Glibc
public import SnapCrypto

/// What a player needs to come back to its seat at one table: its session key and the events it has written and
/// acknowledged. One directory a table and identity, used by one process at a time.
public final class SessionDirectory: Sendable {
    public let path: String
    /// The session key, the same as before where the directory was there.
    public let key: SigningKey
    /// Whether an earlier process has used this directory: there may be a seat to come back to.
    public let isContinued: Bool
    public let log: AppendFile
    private let lock: Descriptor

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
        let secret = try SecretFile.openOrMake(path + "/session.key", entropy: entropy)
        key = try SigningKey(seed: secret.seed)
        log = AppendFile(try Descriptor(path + "/events.log", O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW))
        isContinued = try log.length() > 0
        try Directory.sync(path)
    }

    /// Takes the directory away: the table is left for good, so there is nothing to come back to.
    public func remove() {
        // The key goes first: a crash in between leaves a directory that cannot be mistaken for a seat.
        for name in ["session.key", "events.log", "lock"] { Directory.remove("\(path)/\(name)") }
        unsafe rmdir(path)
    }
}
