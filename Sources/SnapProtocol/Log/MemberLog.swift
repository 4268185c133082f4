internal import SnapCrypto
internal import SnapWire

/// What is held of one member's log.
///
/// `events` is the acknowledged part: contiguous from seq 1, chained, causally closed. What came early waits in `pending`.
struct MemberLog: Sendable {
    /// An event received but not yet acknowledgeable.
    struct Waiting: Sendable {
        var event: Event
        var arrival: Instant
    }

    /// Events that may wait for a gap to close; beyond it the newest is dropped and asked for again.
    static let waitingLimit = 256

    let key: PublicKey
    private(set) var events: [Event] = []
    /// First receipt of each event (own: sending).
    private(set) var arrivals: [Instant] = []
    /// Ascending by seq, each seq once.
    private(set) var waiting: [Waiting] = []
    /// acknowledged[a]: the highest seq of the member at place a that this member's events name; by place in `EventLog.members`.
    var acknowledged: [UInt64] = []
    /// The highest seq that anyone named or sent.
    var named: UInt64 = 0
    /// Two signed events of one seq, if ever seen.
    var fork: (held: Event, other: Event)?
    var hasLeft = false
    /// Of its last RULES.
    private(set) var rules: [UInt64]?

    init(key: PublicKey) { self.key = key }

    var count: UInt64 { UInt64(events.count) }
    var last: Event? { events.last }
    var join: Join? {
        if case .join(let join)? = events.first?.body { return join }
        return nil
    }

    func event(_ seq: UInt64) -> Event? {
        seq >= 1 && seq <= count ? events[Int(seq - 1)] : nil
    }

    func arrival(_ seq: UInt64) -> Instant? {
        seq >= 1 && seq <= count ? arrivals[Int(seq - 1)] : nil
    }

    mutating func append(_ event: Event, arrival: Instant) {
        events.append(event)
        arrivals.append(arrival)
        named = max(named, event.seq)
        if case .leave = event.body { hasLeft = true }
        if case .rules(let values) = event.body { rules = values }
    }

    /// The waiting event that would come next, if it has arrived.
    var next: Waiting? {
        guard let first = waiting.first, first.event.seq == count + 1 else { return nil }
        return first
    }

    mutating func dropFirstWaiting() { waiting.removeFirst() }

    /// Keeps an early event. Of two with one seq the first stays here; the second is a fork proof if both are signed.
    mutating func wait(_ event: Event, arrival: Instant) {
        let place = waiting.firstIndex { $0.event.seq >= event.seq } ?? waiting.count
        if place < waiting.count, waiting[place].event.seq == event.seq {
            if waiting[place].event.hash != event.hash, fork == nil { fork = (waiting[place].event, event) }
            return
        }
        guard waiting.count < MemberLog.waitingLimit || place < waiting.count else { return }
        waiting.insert(Waiting(event: event, arrival: arrival), at: place)
        if waiting.count > MemberLog.waitingLimit { waiting.removeLast() }
        named = max(named, event.seq)
    }
}
