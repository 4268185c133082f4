internal import SnapCrypto
internal import SnapWire

/// A place in the order of a game: Lamport time, then author.
struct Position: Comparable, Sendable {
    var lamport: UInt64
    var author: PublicKey

    init(_ event: Event) {
        lamport = event.lamport
        author = event.author
    }

    static func < (a: Position, b: Position) -> Bool {
        a.lamport != b.lamport ? a.lamport < b.lamport : a.author < b.author
    }
}

extension Body {
    /// Whether events of this kind take part in the order (Protocol.md, *Finality and order*).
    var isOrdered: Bool {
        if case .ack = self { return false }
        return true
    }
}

/// Merges the logs of a game's roster into its one order and says what is final.
struct GameOrder: Sendable {
    /// Session keys by seat.
    let roster: [PublicKey]
    /// By seat: the seq before the first event that belongs to the game.
    let base: [UInt64]
    /// By seat: seq of the next event to look at.
    private var next: [UInt64]
    /// Where the last applied event stands.
    private(set) var applied: Position?

    /// The order of the game that `start` proposes; nil if its heads do not name every other seat.
    init?(start: Event) {
        guard case .start(let body) = start.body else { return nil }
        var base: [UInt64] = []
        for key in body.roster {
            if key == start.author {
                base.append(start.seq - 1)
            } else if let head = start.heads.first(where: { $0.author == key }) {
                base.append(head.seq)
            } else {
                return nil
            }
        }
        roster = body.roster
        self.base = base
        next = base.map { $0 + 1 }
    }

    /// Whether the roster member at `place` has acknowledged event `seq` of `author` (a place too). One that left acknowledges everything.
    private func acknowledges(_ log: EventLog, _ place: Int, author: Int, seq: UInt64) -> Bool {
        log.members[place].hasLeft || log.members[place].acknowledged[author] >= seq
    }

    /// Takes the least unapplied event if it is final.
    mutating func take(from log: EventLog) -> Event? {
        var least: (event: Event, seat: Int)?
        for seat in roster.indices {
            guard let place = log.place(of: roster[seat]) else { return nil }
            while let event = log.members[place].event(next[seat]), !event.body.isOrdered { next[seat] += 1 }
            guard let event = log.members[place].event(next[seat]) else { continue }
            if let best = least, Position(best.event) < Position(event) { continue }
            least = (event, seat)
        }
        guard let (event, seat) = least, isFinal(event, in: log) else { return nil }
        next[seat] += 1
        applied = Position(event)
        return event
    }

    /// Whether every roster member has acknowledged this event.
    func isFinal(_ event: Event, in log: EventLog) -> Bool {
        guard let author = log.place(of: event.author) else { return false }
        for key in roster {
            guard let place = log.place(of: key), acknowledges(log, place, author: author, seq: event.seq) else {
                return false
            }
        }
        return true
    }

    /// Held events of a seat that are not applied yet, oldest first.
    func unapplied(seat: Int, in log: EventLog) -> ArraySlice<Event> {
        guard let place = log.place(of: roster[seat]) else { return [] }
        let events = log.members[place].events
        let from = Int(min(next[seat], log.members[place].count + 1)) - 1
        return events[from...]
    }
}
