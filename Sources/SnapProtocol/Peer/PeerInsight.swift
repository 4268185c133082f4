package import SnapCrypto

/// What only this package's own attackers and fuzzers may see: they play a cheater with a real peer's secrets.
extension Peer {
    /// The link of this peer's chain in the game that it plays; nil in the lobby and beyond the chain.
    package func link(_ kind: Chain.Kind, at index: UInt64) -> Link? {
        switch kind {
        case .card: play?.cardChain?.link(at: index)
        case .tie: play?.tieChain?.link(at: index)
        }
    }
}
