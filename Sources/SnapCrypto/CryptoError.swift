/// What a cryptographic call refuses.
public enum CryptoError: Error, Equatable, Sendable {
    /// A key, seed, salt, nonce or cost outside its bounds; `expected` is the length wanted, or the nearest bound.
    case badLength(what: String, expected: Int, got: Int)
    /// The password hash could not get its memory. libsodium then leaves an all-zero output, which must never be used.
    case outOfMemory(neededBytes: Int)
    /// libsodium could not be initialised.
    case unavailable
}

/// Throws unless `bytes` has exactly `expected` octets: the C calls take no length for what has a fixed one.
func checkLength(_ bytes: [UInt8], _ expected: Int, of what: String) throws(CryptoError) {
    guard bytes.count == expected else {
        throw .badLength(what: what, expected: expected, got: bytes.count)
    }
}
