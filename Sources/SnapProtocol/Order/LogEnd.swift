internal import SnapCrypto
internal import SnapWire

/// How far each log goes in the transcript of a finished game (Protocol.md, *Extent*): up to its first event by which its
/// author has acknowledged every applied event of every seat. To stop at the first that acknowledges the *last* applied
/// event would lose proof: whoever wrote that one need not have acknowledged the others of the same Lamport time.
enum LogEnd {
    /// The seq of that event; nil while there is none. `events`: the log of `author`, ascending; `applied`: by seat of
    /// `roster`, the seq of its last applied event, 0 where it has none.
    static func seq(of events: [Event], author: PublicKey, roster: [PublicKey], applied: [UInt64]) -> UInt64? {
        var open = roster.indices.filter { applied[$0] > 0 }
        for event in events {
            // A LEAVE acknowledges everything.
            if case .leave = event.body { return event.seq }
            open.removeAll { seat in
                if roster[seat] == author { return event.seq >= applied[seat] }
                return event.heads.contains { $0.author == roster[seat] && $0.seq >= applied[seat] }
            }
            if open.isEmpty { return event.seq }
        }
        return nil
    }
}
