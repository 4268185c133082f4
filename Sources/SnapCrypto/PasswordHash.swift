internal import CSodium

/// Argon2id, version 1.3, one lane (RFC 9106).
public enum PasswordHash {
    public static let saltLength = 16

    /// `length` octets (at least 16) from `password`; `salt` has 16 octets, `passes` is at least 1, and `memoryBytes`,
    /// counted in whole KiB, at least 8192.
    ///
    /// Throws `outOfMemory` where the memory is not to be had. libsodium then leaves zeros, the same ones for everybody,
    /// so a result of zeros alone is refused too.
    public static func argon2id(
        _ password: [UInt8], salt: [UInt8], passes: UInt64, memoryBytes: Int, length: Int
    ) throws(CryptoError) -> [UInt8] {
        try Sodium.require()
        try checkLength(salt, saltLength, of: "salt")
        guard (16...1 << 20).contains(length) else {
            throw .badLength(what: "password hash", expected: length < 16 ? 16 : 1 << 20, got: length)
        }
        guard (1...UInt64(UInt32.max)).contains(passes) else {
            throw .badLength(what: "passes", expected: 1, got: Int(clamping: passes))
        }
        guard memoryBytes >= 8192 else { throw .badLength(what: "memory", expected: 8192, got: memoryBytes) }
        guard password.count <= Int(UInt32.max) else {
            throw .badLength(what: "password", expected: Int(UInt32.max), got: password.count)
        }
        // A zero after it, so that an empty password has an address too.
        let text = password.map { CChar(bitPattern: $0) } + [0]
        var out = [UInt8](repeating: 0, count: length)
        let status = unsafe out.withUnsafeMutableBufferPointer { out in
            unsafe text.withUnsafeBufferPointer { text in
                unsafe salt.withUnsafeBufferPointer { salt in
                    unsafe crypto_pwhash_argon2id(
                        out.baseAddress!, UInt64(length), text.baseAddress!, UInt64(password.count), salt.baseAddress!,
                        passes, memoryBytes, crypto_pwhash_argon2id_ALG_ARGON2ID13)
                }
            }
        }
        guard status == 0, out.contains(where: { $0 != 0 }) else { throw .outOfMemory(neededBytes: memoryBytes) }
        return out
    }
}
