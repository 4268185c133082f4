public import SnapCrypto
internal import SnapWire

/// Joint randomness from the links that the members reveal (Protocol.md, *Draws*).
///
/// A value is the first 8 octets, most significant first, of H([label, game, index, attempt, [link or null, one a seat]]);
/// it is refused, and the next attempt made, unless it is below the largest multiple of the number of outcomes.
public enum Draw {
    /// An attempt fails with a chance below 2^-49 for any use here, so this bound is never met; it only ends the loop.
    static let attempts: UInt64 = 64

    /// Uniform in 0..<`count`; 0 where `count` is 0. `links` in seat order.
    public static func card(game: Digest, index: UInt64, links: [Link?], of count: UInt64) -> UInt64 {
        value("snap draw 1", game: game, index: index, links: links, below: count)
    }

    /// A lottery's ticket, uniform in 0..<`weight`.
    static func ticket(game: Digest, race: UInt64, links: [Link?], of weight: UInt64) -> UInt64 {
        value("snap tie 1", game: game, index: race, links: links, below: weight)
    }

    static func text(_ label: String, game: Digest, index: UInt64, attempt: UInt64, links: [Link?]) -> [UInt8] {
        var writer = CBORWriter(reserving: 64 + 34 * links.count)
        writer.array(5)
        writer.text(label)
        writer.octets(game)
        writer.unsigned(index)
        writer.unsigned(attempt)
        writer.array(links.count)
        for link in links { writer.octets(orNull: link) }
        return writer.bytes
    }

    private static func value(
        _ label: String, game: Digest, index: UInt64, links: [Link?], below count: UInt64
    ) -> UInt64 {
        guard count > 1 else { return 0 }
        // 2^64 mod count: that many of the highest values would favour the first outcomes.
        let excess = (UInt64.max % count + 1) % count
        var attempt: UInt64 = 0
        while true {
            let value = Digest.of(text(label, game: game, index: index, attempt: attempt, links: links)).words.0
            attempt += 1
            if value <= UInt64.max - excess || attempt == attempts { return value % count }
        }
    }
}

extension CBORWriter {
    /// Null where there is no value.
    mutating func octets<Value: Octets32>(orNull value: Value?) {
        if let value { octets(value) } else { null() }
    }
}
