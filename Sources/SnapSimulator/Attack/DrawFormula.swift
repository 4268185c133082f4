internal import SnapCrypto
internal import SnapWire

/// The attacker's own implementation of the draw, written from Protocol.md, *Draws*, and not from the peer's code: what it
/// computes with all links is checked against every card that was turned.
struct DrawFormula {
    let game: Digest
    let index: UInt64

    /// Which of `count` candidates, ascending, these links turn up; `links` by seat, nil: none.
    func choice(_ links: [Link?], of count: Int) -> Int {
        let count = UInt64(count)
        // floor(2^64 / count) * count, or 0 where that is 2^64 itself: then every value is taken.
        let limit = 0 &- ((UInt64.max % count + 1) % count)
        for attempt in UInt64(0)..<64 {
            let value = value(links, attempt: attempt)
            if limit == 0 || value < limit { return Int(value % count) }
        }
        return Int(value(links, attempt: 63) % count)
    }

    private func value(_ links: [Link?], attempt: UInt64) -> UInt64 {
        var text = CBORWriter(reserving: 256)
        text.array(5)
        text.text("snap draw 1")
        text.byteString(game.bytes)
        text.unsigned(index)
        text.unsigned(attempt)
        text.array(links.count)
        for link in links {
            if let link { text.byteString(link.bytes) } else { text.null() }
        }
        return Digest.of(text.bytes).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
}
