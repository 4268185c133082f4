public import SnapCrypto

/// A short text of an identity key for people to compare: 8 Crockford symbols, shown `XXXX-XXXX`.
///
/// The highest 40 bits of BLAKE2b-256 over the ASCII label `snap identity 1` and the key's 32 octets. Enough to tell friends
/// apart, not to withstand someone who tries 2^40 keys: nothing in the protocol decides by it.
public struct IdentityFingerprint: Hashable, Sendable, CustomStringConvertible {
    /// `XXXX-XXXX`.
    public let description: String

    public init(_ key: PublicKey) {
        let digest = Digest.of(Array("snap identity 1".utf8) + key.bytes)
        description = Crockford.grouped(Crockford.symbols(of: digest.words.0 >> 24, count: 8))
    }
}
