internal import Synchronization

/// The hashes of signed events whose signatures held: peers of one process share one, so each event is verified once.
///
/// Sound because the hash covers the signature and the author's key. Bounded: the younger half makes the elder one go when it
/// is full, so at least the last `capacity / 2` digests inserted are remembered. Safe to use from several threads.
public final class VerifiedSet: Sendable {
    private struct Generations {
        var young: Set<Digest> = []
        var old: Set<Digest> = []
    }

    /// The most digests held at once; at least 2.
    public let capacity: Int
    private let generations = Mutex(Generations())

    public init(capacity: Int = 65_536) {
        self.capacity = max(2, capacity)
    }

    public func contains(_ digest: Digest) -> Bool {
        generations.withLock { $0.young.contains(digest) || $0.old.contains(digest) }
    }

    public func insert(_ digest: Digest) {
        generations.withLock { held in
            if held.young.count >= capacity / 2 {
                held.old = held.young
                held.young = []
            }
            held.young.insert(digest)
        }
    }

    /// How many digests are held; one in both halves counts twice.
    public var count: Int {
        generations.withLock { $0.young.count + $0.old.count }
    }
}
