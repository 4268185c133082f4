internal import CSodium

/// What a cryptographic call refuses.
public enum CryptoError: Error, Equatable, Sendable {
    /// A key, seed, salt or nonce of the wrong length.
    case badLength(what: String, expected: Int, got: Int)
    /// The password hash could not get its memory. libsodium then leaves an all-zero output, which must never be used.
    case outOfMemory(neededBytes: Int)
    /// libsodium could not be initialised.
    case unavailable
}

/// An Ed25519 key pair.
public struct SigningKey: Sendable {
    public let publicKey: PublicKey
    /// `seed`: 32 octets.
    public init(seed: [UInt8]) throws(CryptoError) { fatalError() }
    /// A 64-octet signature (RFC 8032, pure Ed25519).
    public func sign(_ message: [UInt8]) -> [UInt8] { fatalError() }
}

extension PublicKey {
    /// Whether `signature` is this key's of `message`; false for any length but 64. Accepts exactly what libsodium 1.0.18 does.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool { fatalError() }
}

extension Digest {
    /// BLAKE2b-256, unkeyed.
    public static func of(_ bytes: [UInt8]) -> Digest { fatalError() }
    /// BLAKE2b of `length` octets (16...64) with `key` (16...64 octets).
    public static func keyed(_ bytes: [UInt8], key: [UInt8], length: Int) -> [UInt8] { fatalError() }
}

/// An XChaCha20-Poly1305 key.
public struct SealingKey: Sendable, Equatable {
    public let bytes: [UInt8]
    public static let nonceLength = 24
    public static let overhead = 16
    /// `bytes`: 32 octets.
    public init(_ bytes: [UInt8]) throws(CryptoError) { self.bytes = bytes }
    public func seal(_ plaintext: [UInt8], associated: [UInt8], nonce: [UInt8]) throws(CryptoError) -> [UInt8] {
        fatalError()
    }
    /// Nil where the seal does not hold.
    public func open(_ sealed: [UInt8], associated: [UInt8], nonce: [UInt8]) -> [UInt8]? { fatalError() }
}

/// Argon2id.
public enum PasswordHash {
    public static func argon2id(
        _ password: [UInt8], salt: [UInt8], passes: UInt64, memoryBytes: Int, length: Int
    ) throws(CryptoError) -> [UInt8] { fatalError() }
}

/// The system's randomness. Only shells call it; the core is given seeds.
public enum Entropy {
    public static func bytes(_ count: Int) -> [UInt8] { fatalError() }
}

/// A deterministic stream of randomness: ChaCha20 keyed with the seed, block counter rising. Same seed, same stream.
public struct SeededRandom: Sendable {
    /// `seed`: 32 octets; a seed of another length is hashed to 32.
    public init(seed: [UInt8]) { fatalError() }
    /// A convenience for tests and simulations.
    public init(_ number: UInt64) { fatalError() }
    public mutating func bytes(_ count: Int) -> [UInt8] { fatalError() }
    public mutating func next() -> UInt64 { fatalError() }
    /// Uniform in 0..<bound by rejection. `bound` > 0.
    public mutating func below(_ bound: UInt64) -> UInt64 { fatalError() }
}
