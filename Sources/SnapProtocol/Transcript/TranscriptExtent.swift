internal import SnapCrypto
internal import SnapWire

/// Puts a game's events into the canonical order of its transcript, as far as that order is settled (Protocol.md, *Transcript*).
///
/// When an event is final, every event that stands before it is held; so after each applied event the transcript can grow up to it, and
/// nothing written ever moves.
struct TranscriptExtent: Sendable {
    let roster: [PublicKey]
    /// By seat: seq of the next event to write.
    private var next: [UInt64]

    init(order: GameOrder) {
        roster = order.roster
        next = order.base.map { $0 + 1 }
    }

    /// The events not yet written that stand at or before `limit`.
    mutating func grow(upTo limit: Position, from log: EventLog) -> [Event] {
        merge(from: log) { event, _ in !(limit < Position(event)) }
    }

    /// The rest, once `last` is applied and nothing follows it: each log up to where its author had acknowledged all that was
    /// applied.
    mutating func close(last: Event, from log: EventLog) -> [Event] {
        let limit = Position(last)
        var logs: [[Event]] = []
        for key in roster {
            guard let place = log.place(of: key) else { return [] }
            logs.append(log.members[place].events)
        }
        let applied = logs.map { events in
            events.last { $0.body.isOrdered && !(limit < Position($0)) }?.seq ?? 0
        }
        let ends = roster.indices.map { seat in
            LogEnd.seq(of: logs[seat], author: roster[seat], roster: roster, applied: applied) ?? 0
        }
        return merge(from: log) { event, seat in event.seq <= ends[seat] }
    }

    private mutating func merge(from log: EventLog, while belongs: (Event, Int) -> Bool) -> [Event] {
        var out: [Event] = []
        while true {
            var least: (event: Event, seat: Int)?
            for seat in roster.indices {
                guard let place = log.place(of: roster[seat]), let event = log.members[place].event(next[seat]),
                    belongs(event, seat)
                else { continue }
                if let best = least, Position(best.event) < Position(event) { continue }
                least = (event, seat)
            }
            guard let (event, seat) = least else { return out }
            next[seat] += 1
            out.append(event)
        }
    }
}
