internal import SnapCrypto

/// What is known of one chain of one seat: the anchor, or the latest link that proved itself.
struct VerifiedLinks: Sendable {
    let game: Digest
    let key: PublicKey
    let kind: Chain.Kind
    /// Links of the chain.
    let length: UInt64
    /// The index after that of `last`; 0 while only the anchor is known.
    private var next: UInt64 = 0
    private var last: Link

    init(game: Digest, key: PublicKey, kind: Chain.Kind, length: UInt64, anchor: Link) {
        self.game = game
        self.key = key
        self.kind = kind
        self.length = length
        last = anchor
    }

    /// Whether `link` is the chain's link at `index`. Hashes at most |index - latest known| times, so at most `length`.
    func holds(_ link: Link, at index: UInt64) -> Bool {
        guard index < length else { return false }
        var stepper = LinkStepper(game: game, key: key, kind: kind)
        if index >= next {
            var walk = link
            for step in (next...index).reversed() { walk = stepper.step(walk, index: step) }
            return walk == last
        }
        var walk = last
        for step in (index + 1..<next).reversed() { walk = stepper.step(walk, index: step) }
        return walk == link
    }

    /// `holds`, and remembers the link if it is the latest.
    mutating func admit(_ link: Link, at index: UInt64) -> Bool {
        guard holds(link, at: index) else { return false }
        if index >= next {
            next = index + 1
            last = link
        }
        return true
    }
}
