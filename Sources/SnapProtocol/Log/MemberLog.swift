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

    /// Events of one author that are acknowledged at once, and how many more a second: far above what people can play, and so much that a newcomer
    /// gets through the games before.
    static let burst: Int32 = 32_768
    static let perSecond: Int32 = 100
    /// And for each event that this peer itself writes, bare ACKs not counted: so that quick games are bounded by what is played.
    static let perOwn: Int64 = 32

    let key: PublicKey
    private(set) var events: [Event] = []
    /// First receipt of each event (own: sending).
    private(set) var arrivals: [Instant] = []
    /// Ascending by seq, each seq once.
    private(set) var waiting: [Waiting] = []
    /// The highest seq that anyone named or sent.
    var named: UInt64 = 0
    /// Two signed events of one seq, if ever seen: the least such proof.
    private(set) var proof: ForkProof?
    /// Whether the proof is new here since `proof` was last told.
    var isProofNews = false
    /// Events of a proven forker are taken up to this seq only: where a decided view ended in its log.
    var neededUpTo: UInt64 = 0
    var hasLeft = false
    /// Of its last RULES.
    private(set) var rules: [UInt64]?
    /// How many events may be acknowledged.
    var allowance: Allowance
    /// Whether that was used up, ever; and whether it was told.
    var hasFlooded = false
    var isFloodNews = false

    init(key: PublicKey, burst: Int32 = MemberLog.burst) {
        self.key = key
        allowance = Allowance(most: burst, perSecond: MemberLog.perSecond)
    }

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

    /// The event of that seq, acknowledged or waiting.
    func twin(_ seq: UInt64) -> Event? { event(seq) ?? waiting.first { $0.event.seq == seq }?.event }

    /// Keeps the least proof.
    mutating func note(_ found: ForkProof?) {
        guard let found, proof.map({ found.precedes($0) }) ?? true else { return }
        proof = found
        isProofNews = true
    }

    mutating func dropWaiting() { waiting = [] }

    /// Keeps an early event, of which none with that seq waits.
    mutating func wait(_ event: Event, arrival: Instant) {
        let place = waiting.firstIndex { $0.event.seq >= event.seq } ?? waiting.count
        if place < waiting.count, waiting[place].event.seq == event.seq { return }
        guard waiting.count < MemberLog.waitingLimit || place < waiting.count else { return }
        waiting.insert(Waiting(event: event, arrival: arrival), at: place)
        if waiting.count > MemberLog.waitingLimit { waiting.removeLast() }
        named = max(named, event.seq)
    }
}
