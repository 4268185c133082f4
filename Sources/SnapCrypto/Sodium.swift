internal import CSodium

/// The one-time start of libsodium.
enum Sodium {
    /// Runs `sodium_init` once, whichever thread comes first (a global is initialised under a lock).
    ///
    /// Without it libsodium is correct but slow (no vector code is chosen), and so calls that cannot throw only touch it;
    /// those that make or use a key refuse with `CryptoError.unavailable`.
    static let isReady: Bool = sodium_init() >= 0

    static func require() throws(CryptoError) {
        guard isReady else { throw .unavailable }
    }
}
