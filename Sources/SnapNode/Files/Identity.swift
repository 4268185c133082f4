public import SnapCrypto

/// Who a player is: the key that certifies its session keys.
public struct Identity: Sendable {
    public enum Kind: Hashable, Sendable {
        /// Kept in a file, and the same the next time.
        case kept(path: String)
        /// For this process only, and why.
        case guest(because: String)
    }
    public let key: SigningKey
    public let kind: Kind
    /// Held open, since closing it would give up the lock.
    private let locked: Descriptor?

    /// The player's own identity, made at the first use, and locked until the process ends. While another process of the
    /// user has the lock, and where there is no place to keep a key, a guest identity is given instead.
    ///
    /// `entropy`: gives that many fresh random octets. Throws `FileError` where a key file is there and is not as it should
    /// be: going on with another key would silently make the player a stranger.
    public static func own(in places: Places, entropy: (Int) -> [UInt8] = Entropy.bytes) throws -> Identity {
        do {
            let (path, file, seed) = try openOrMake(in: places, entropy: entropy)
            guard try file.lock() else {
                return try guest(because: "another snap of yours is using your identity", entropy: entropy)
            }
            return Identity(key: try SigningKey(seed: seed), kind: .kept(path: path), locked: file)
        } catch let error as FileError where error.kind != .broken {
            return try guest(because: "your identity cannot be kept (\(error))", entropy: entropy)
        }
    }

    /// The same identity to look at, not to play with: no lock, so it is the kept one even while a game uses it. Made where
    /// there is none yet. Throws `FileError` where it can be neither read nor made.
    public static func shown(in places: Places, entropy: (Int) -> [UInt8] = Entropy.bytes) throws -> Identity {
        let (path, _, seed) = try openOrMake(in: places, entropy: entropy)
        return Identity(key: try SigningKey(seed: seed), kind: .kept(path: path), locked: nil)
    }

    /// An identity that ends with the process.
    public static func guest(
        because reason: String, entropy: (Int) -> [UInt8] = Entropy.bytes
    ) throws(CryptoError) -> Identity {
        Identity(key: try SigningKey(seed: entropy(SecretFile.length)), kind: .guest(because: reason), locked: nil)
    }

    private static func openOrMake(
        in places: Places, entropy: (Int) -> [UInt8]
    ) throws(FileError) -> (path: String, file: Descriptor, seed: [UInt8]) {
        let path = try places.identityFile()
        let secret = try SecretFile.openOrMake(path, entropy: entropy)
        return (path, secret.file, secret.seed)
    }
}
