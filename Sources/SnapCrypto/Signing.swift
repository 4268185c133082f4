internal import CSodium

/// An Ed25519 key pair (RFC 8032).
public struct SigningKey: Sendable {
    public static let seedLength = 32
    public static let signatureLength = 64

    public let publicKey: PublicKey
    /// libsodium's form: the seed, then the public key; 64 octets.
    private let secret: [UInt8]
    /// Whether it only stands in for a key.
    private let isStandIn: Bool

    /// `seed`: 32 octets, the private key of RFC 8032 section 5.1.5. The same seed gives the same pair.
    public init(seed: [UInt8]) throws(CryptoError) { try self.init(seed: seed, isStandIn: false) }

    /// What stands in for a key where many games are simulated: it signs in a fiftieth of the time, with a keyed hash that nobody can check.
    /// Only peers that share a `VerifiedSet` with the signer take what it signed; `PublicKey.verifies` refuses it.
    package init(standInSeed seed: [UInt8]) throws(CryptoError) { try self.init(seed: seed, isStandIn: true) }

    private init(seed: [UInt8], isStandIn: Bool) throws(CryptoError) {
        try Sodium.require()
        try checkLength(seed, Self.seedLength, of: "signing seed")
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var secret = [UInt8](repeating: 0, count: 64)
        unsafe withUnsafeMutableBytes(of: &words) { out in
            unsafe secret.withUnsafeMutableBufferPointer { secret in
                unsafe seed.withUnsafeBufferPointer { seed in
                    let key = unsafe out.baseAddress!.assumingMemoryBound(to: UInt8.self)
                    _ = unsafe crypto_sign_seed_keypair(key, secret.baseAddress!, seed.baseAddress!)
                }
            }
        }
        self.publicKey = PublicKey(memory: words)
        self.secret = secret
        self.isStandIn = isStandIn
    }

    /// The signature of `message`: 64 octets, pure Ed25519, deterministic. About 35 us.
    public func sign(_ message: [UInt8]) -> [UInt8] {
        if isStandIn { return Digest.keyed(message, key: secret, length: Self.signatureLength) }
        _ = Sodium.isReady
        return unsafe [UInt8](unsafeUninitializedCapacity: Self.signatureLength) { out, count in
            unsafe message.withUnsafeBufferPointer { message in
                unsafe secret.withUnsafeBufferPointer { secret in
                    _ = unsafe crypto_sign_detached(
                        out.baseAddress!, nil, message.baseAddress, UInt64(message.count), secret.baseAddress!)
                }
            }
            count = Self.signatureLength
        }
    }
}

extension PublicKey {
    /// Whether `signature` is this key's of `message`; false for any length but 64. About 90 us.
    ///
    /// Accepts exactly what libsodium 1.0.18 does: the equation of RFC 8032 without cofactor; S below the group order;
    /// A and R canonical and not of small order. It does accept an A with a low-order component: see `isPrimeOrder`.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        // The C call takes no length and would read past a short one.
        guard signature.count == SigningKey.signatureLength else { return false }
        _ = Sodium.isReady
        return unsafe withOctets { key in
            unsafe signature.withUnsafeBufferPointer { signature in
                unsafe message.withUnsafeBufferPointer { message in
                    unsafe crypto_sign_verify_detached(
                        signature.baseAddress!, message.baseAddress, UInt64(message.count), key) == 0
                }
            }
        }
    }

    /// Whether the key is a canonical point of the prime-order group, as every honestly made key is.
    ///
    /// A key that is not can make signatures that `verifies` accepts and another implementation refuses.
    public var isPrimeOrder: Bool {
        _ = Sodium.isReady
        return unsafe withOctets { key in unsafe crypto_core_ed25519_is_valid_point(key) == 1 }
    }
}
