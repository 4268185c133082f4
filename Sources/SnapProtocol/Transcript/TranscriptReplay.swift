public import SnapCrypto
public import SnapWire

/// The order and finality of one game, from the records of its transcript alone (Protocol.md, *Audit*).
///
/// Where a peer holds whole logs, a transcript has each log from the heads of START on. `hold` every record in file order,
/// then `take` what is final. What is held must be contiguous in each log; nothing else is asked of it.
public struct TranscriptReplay: Sendable {
    /// Session keys by seat.
    public let roster: [PublicKey]
    /// By seat: the seq before the first event that belongs to the game.
    public let base: [UInt64]
    private var logs: [[Event]]
    /// acknowledged[m][a]: the highest seq of seat a that the events of seat m name.
    private var acknowledged: [[UInt64]]
    private var hasLeft: [Bool]
    private var next: [Int]
    /// By seat: seq of the last event taken; 0: none.
    private var taken: [UInt64]

    /// The game that `start` proposes; nil if it is no START or its heads do not name every other seat.
    public init?(start: Event) {
        guard let order = GameOrder(start: start) else { return nil }
        let seats = order.roster.count
        roster = order.roster
        base = order.base
        logs = Array(repeating: [], count: seats)
        acknowledged = Array(repeating: Array(repeating: 0, count: seats), count: seats)
        hasLeft = Array(repeating: false, count: seats)
        next = Array(repeating: 0, count: seats)
        taken = Array(repeating: 0, count: seats)
    }

    /// Keeps the event that comes next in its author's log; false, and nothing kept, for any other.
    public mutating func hold(_ event: Event) -> Bool {
        guard let seat = roster.firstIndex(of: event.author), !hasLeft[seat],
            event.seq == base[seat] + UInt64(logs[seat].count) + 1
        else { return false }
        logs[seat].append(event)
        acknowledged[seat][seat] = event.seq
        for head in event.heads {
            guard let other = roster.firstIndex(of: head.author) else { continue }
            acknowledged[seat][other] = max(acknowledged[seat][other], head.seq)
        }
        if case .leave = event.body { hasLeft[seat] = true }
        return true
    }

    /// The seats that have not acknowledged an event of the roster. One that left acknowledges everything.
    public func missingAcknowledgements(of event: Event) -> [Int] {
        guard let author = roster.firstIndex(of: event.author) else { return Array(roster.indices) }
        return roster.indices.filter { !hasLeft[$0] && acknowledged[$0][author] < event.seq }
    }

    /// The least event in the order that was not taken yet, final or not.
    public mutating func peek() -> Event? { least()?.event }

    /// Takes the least event that was not taken yet, if it is final.
    public mutating func take() -> Event? {
        guard let (event, seat) = least(), missingAcknowledgements(of: event).isEmpty else { return nil }
        next[seat] += 1
        taken[seat] = event.seq
        return event
    }

    private mutating func least() -> (event: Event, seat: Int)? {
        var least: (event: Event, seat: Int)?
        for seat in roster.indices {
            while next[seat] < logs[seat].count, !logs[seat][next[seat]].body.isOrdered { next[seat] += 1 }
            guard next[seat] < logs[seat].count else { continue }
            let event = logs[seat][next[seat]]
            if let best = least, Position(best.event) < Position(event) { continue }
            least = (event, seat)
        }
        return least
    }

    /// By seat: seq of the last event that belongs to the transcript of a game that ended with the last event taken. Nil while
    /// a log has none.
    public func ends() -> [UInt64]? {
        var ends: [UInt64] = []
        for seat in roster.indices {
            guard let end = LogEnd.seq(of: logs[seat], author: roster[seat], roster: roster, applied: taken) else {
                return nil
            }
            ends.append(end)
        }
        return ends
    }

    /// Whether `a` stands before `b` in the canonical order of a transcript.
    public static func precedes(_ a: Event, _ b: Event) -> Bool { Position(a) < Position(b) }
}
