public import SnapCrypto

/// The secret of a table, and what is derived from it (Protocol.md, *Table key*).
public struct TableSecret: Sendable, Equatable {
    public static let tagLength = 8

    /// Seals every datagram of the table.
    public let sealingKey: SealingKey
    /// 8 octets, public: on every datagram and in the beacon.
    public let tag: [UInt8]
    /// Public as well: in every event.
    public let id: TableID

    /// What Argon2id takes beside the password. The salt is the application's own: who knows the code alone must get the key.
    private static let salt = Array("snap table key 1".utf8)
    private static let passes: UInt64 = 2
    private static let memoryBytes = 64 << 20

    /// From the table's code and, where the table has one, its passphrase. Takes 64 MiB for about 0.11 s.
    ///
    /// An empty passphrase is none. Its characters are taken as they are typed: no Unicode normalisation. Throws
    /// `outOfMemory` where the 64 MiB are not to be had; there is no other key to fall back on.
    public static func derive(code: TableCode, passphrase: String?) throws(CryptoError) -> TableSecret {
        try TableSecret(
            master: PasswordHash.argon2id(
                password(code: code, passphrase: passphrase), salt: salt, passes: passes, memoryBytes: memoryBytes,
                length: 32))
    }

    /// From the 32-octet table key itself. Simulations, which need no slow hash, make one up.
    public init(master: [UInt8]) throws(CryptoError) {
        guard master.count == 32 else {
            throw .badLength(what: "table key", expected: 32, got: master.count)
        }
        func derived(_ label: String, _ length: Int) -> [UInt8] {
            Digest.keyed(Array(label.utf8), key: master, length: length)
        }
        sealingKey = try SealingKey(derived("snap sealing key 1", SealingKey.keyLength))
        // BLAKE2b has 16 octets at least here: the first 8 of them.
        tag = Array(derived("snap table tag 1", 16).prefix(Self.tagLength))
        guard let id = TableID(derived("snap table id 1", 16)) else { throw .unavailable }
        self.id = id
    }

    /// The code's 8 symbols; where there is a passphrase, a zero octet and its UTF-8. The symbols have a fixed length, so
    /// no two pairs give the same octets.
    static func password(code: TableCode, passphrase: String?) -> [UInt8] {
        var out = Array(code.symbols.utf8)
        if let passphrase, !passphrase.isEmpty {
            out.append(0)
            out.append(contentsOf: passphrase.utf8)
        }
        return out
    }
}
