internal import SnapCrypto
internal import SnapWire

/// Two different events of one author under one number, both signed (Protocol.md, *Equivocation*): nobody but the author can have made them.
///
/// Signatures are checked before a proof is made. One is kept of an author, the least: by seq, then by the hashes.
struct ForkProof: Hashable, Sendable {
    /// Ascending by hash.
    let events: [Event]

    var author: PublicKey { events[0].author }
    var seq: UInt64 { events[0].seq }

    /// nil unless author and seq are the same and the hashes are not.
    init?(_ one: Event, _ other: Event) {
        guard one.author == other.author, one.seq == other.seq, one.hash != other.hash else { return nil }
        events = one.hash < other.hash ? [one, other] : [other, one]
    }

    func contains(_ hash: Digest) -> Bool { events[0].hash == hash || events[1].hash == hash }

    /// Whether this proof is kept rather than `other`: so that all end with the same one.
    func precedes(_ other: ForkProof) -> Bool {
        if seq != other.seq { return seq < other.seq }
        if events[0].hash != other.events[0].hash { return events[0].hash < other.events[0].hash }
        return events[1].hash < other.events[1].hash
    }
}
