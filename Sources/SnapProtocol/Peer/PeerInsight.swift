package import SnapCrypto

/// What only this package's own attackers, fuzzers and measurements may see: they play a cheater with a real peer's secrets.
extension Peer {
    /// When the event first came here (own: was written), by this peer's clock; nil: it is not held.
    package func arrival(of event: Digest) -> Instant? { log.arrival(of: event) }

    /// Whether a match lies on the table whose race is not over, as far as this peer has applied, and this peer might call it. Without copying the fold.
    package var hasOpenMatch: Bool {
        guard let seat = play?.mySeat, let race = play?.fold.race else { return false }
        return race.matched && race.stage != .settled && race.mayClaim[seat]
    }

    /// The link of this peer's chain in the game that it plays; nil in the lobby and beyond the chain.
    package func link(_ kind: Chain.Kind, at index: UInt64) -> Link? {
        switch kind {
        case .card: play?.cardChain?.link(at: index)
        case .tie: play?.tieChain?.link(at: index)
        }
    }
}
