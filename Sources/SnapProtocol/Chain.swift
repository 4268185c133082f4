public import SnapCrypto
internal import SnapWire

/// A seat's hash chain of one game: link(i) = H(game id, key, chain, i, link(i+1)); the anchor stands before link 0.
public struct Chain: Sendable {
    public enum Kind: UInt64, Sendable {
        case card = 0
        case tie = 1
    }
    /// The anchor: what link 0 hashes to.
    public let anchor: Link
    /// Makes all links from a 32-octet secret: the last link is H(label, secret).
    public init(game: Digest, key: PublicKey, kind: Kind, secret: [UInt8], length: Int) { fatalError() }
    /// nil beyond the chain's length.
    public func link(at index: UInt64) -> Link? { fatalError() }
    /// What the link at `index` hashes to: the link at index - 1, or at index 0 the anchor.
    public static func step(_ link: Link, game: Digest, key: PublicKey, kind: Kind, index: UInt64) -> Link {
        fatalError()
    }
}
