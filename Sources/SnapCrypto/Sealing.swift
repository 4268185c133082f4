internal import CSodium

/// An XChaCha20-Poly1305 key (draft-irtf-cfrg-xchacha-03).
public struct SealingKey: Sendable, Equatable {
    public static let keyLength = 32
    /// Long enough to draw at random for every datagram.
    public static let nonceLength = 24
    /// By how many octets what is sealed is longer than the plaintext: the Poly1305 tag, which stands last.
    public static let overhead = 16

    public let bytes: [UInt8]

    /// `bytes`: 32 octets.
    public init(_ bytes: [UInt8]) throws(CryptoError) {
        try Sodium.require()
        try checkLength(bytes, Self.keyLength, of: "sealing key")
        self.bytes = bytes
    }

    /// Ciphertext and tag. `associated` is protected but not contained; `nonce` has 24 octets and is used once.
    public func seal(_ plaintext: [UInt8], associated: [UInt8], nonce: [UInt8]) throws(CryptoError) -> [UInt8] {
        try checkLength(nonce, Self.nonceLength, of: "nonce")
        let length = plaintext.count + Self.overhead
        return unsafe [UInt8](unsafeUninitializedCapacity: length) { out, count in
            unsafe plaintext.withUnsafeBufferPointer { plaintext in
                unsafe associated.withUnsafeBufferPointer { associated in
                    unsafe nonce.withUnsafeBufferPointer { nonce in
                        unsafe bytes.withUnsafeBufferPointer { key in
                            _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                                out.baseAddress!, nil, plaintext.baseAddress, UInt64(plaintext.count),
                                associated.baseAddress, UInt64(associated.count), nil, nonce.baseAddress!,
                                key.baseAddress!)
                        }
                    }
                }
            }
            count = length
        }
    }

    /// The plaintext; nil where the seal does not hold, or a length is wrong.
    public func open(_ sealed: [UInt8], associated: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard sealed.count >= Self.overhead, nonce.count == Self.nonceLength else { return nil }
        let length = sealed.count - Self.overhead
        var holds = false
        // One octet at least, so that there is an address to hand over for an empty plaintext.
        let plaintext = unsafe [UInt8](unsafeUninitializedCapacity: max(length, 1)) { out, count in
            unsafe sealed.withUnsafeBufferPointer { sealed in
                unsafe associated.withUnsafeBufferPointer { associated in
                    unsafe nonce.withUnsafeBufferPointer { nonce in
                        unsafe bytes.withUnsafeBufferPointer { key in
                            holds =
                                unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                                    out.baseAddress!, nil, nil, sealed.baseAddress!, UInt64(sealed.count),
                                    associated.baseAddress, UInt64(associated.count), nonce.baseAddress!,
                                    key.baseAddress!) == 0
                        }
                    }
                }
            }
            count = holds ? length : 0
        }
        return holds ? plaintext : nil
    }
}
