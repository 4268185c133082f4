public import SnapCrypto

/// 35 random bits that people pass on: 7 Crockford base-32 symbols and a check symbol, shown `4HMA-SW95`.
public struct TableCode: Hashable, Sendable, CustomStringConvertible {
    /// Below 2^35.
    public let value: UInt64
    /// Nil unless below 2^35.
    public init?(value: UInt64) {
        guard value < 1 << 35 else { return nil }
        self.value = value
    }
    public enum Fault: Error, Hashable, Sendable {
        /// Not 8 symbols once spaces and dashes are dropped.
        case length(Int)
        case symbol(Character)
        /// The check symbol does not fit: a typo.
        case check
    }
    public init(_ text: String) throws(Fault) { fatalError() }
    /// 8 symbols.
    public var symbols: String { fatalError() }
    /// `4HMA-SW95`.
    public var description: String { fatalError() }
}

/// The secret of a table and what is derived from it.
public struct TableSecret: Sendable {
    public let sealingKey: SealingKey
    /// 8 octets, public: on every datagram and in the beacon.
    public let tag: [UInt8]
    public let id: TableID
    /// Argon2id; about 0.11 s.
    public static func derive(code: TableCode, passphrase: String?) throws(CryptoError) -> TableSecret { fatalError() }
}

/// version, tag, nonce, XChaCha20-Poly1305.
public enum Datagram {
    /// `nonce`: 24 octets. The result is at most `Limits.datagram` if the message keeps its bounds.
    public static func seal(_ message: Message, with secret: TableSecret, nonce: [UInt8]) throws(WireError) -> [UInt8] {
        fatalError()
    }
    public static func open(_ bytes: [UInt8], with secret: TableSecret) throws(WireError) -> Message { fatalError() }
    public static let version: UInt8 = 1
}
