import SnapCrypto
import SnapProtocol
import SnapWire
import Testing

/// Rewrites a played game as a cheater would have made it: one event is changed, and everybody else goes on from that, signing
/// what is then true. So only the cheater's own words are wrong.
struct Forgery {
    let table: TableID
    let game: UInt64
    let events: [Event]
    private let keys: [PublicKey: SigningKey]

    init(_ bytes: [UInt8]) throws {
        var reader = TranscriptReader(bytes)
        let marker = try reader.marker()
        table = marker.table
        game = marker.game
        var events: [Event] = []
        while let record = try reader.next() { events.append(record.event) }
        self.events = events
        var keys: [PublicKey: SigningKey] = [:]
        for seat in 0..<4 {
            let key = try PlayedGame.session(seat)
            keys[key.publicKey] = key
        }
        self.keys = keys
    }

    /// Index of the `number`-th event for which `holds`, counted from 1.
    func index(_ number: Int = 1, where holds: (Event) -> Bool) throws -> Int {
        let found = events.indices.filter { holds(events[$0]) }
        return try #require(found.count >= number ? found[number - 1] : nil)
    }

    func written(_ events: [Event]) -> [UInt8] {
        Transcript.bytes(table: table, game: game, events: events.map(\.bytes))
    }

    /// The event with another body, signed anew; its hash changes.
    func signed(_ event: Event, table other: TableID? = nil, lamport: UInt64? = nil, body: Body? = nil) throws -> Event
    {
        Event.signed(
            by: try #require(keys[event.author]), table: other ?? table, seq: event.seq, previous: event.previous,
            lamport: lamport ?? event.lamport, heads: event.heads, body: body ?? event.body)
    }

    /// An event that goes on from `event`, by its author.
    func following(_ event: Event, lamport: UInt64, heads: [Head] = [], body: Body) throws -> Event {
        Event.signed(
            by: try #require(keys[event.author]), table: table, seq: event.seq + 1, previous: event.hash,
            lamport: lamport,
            heads: heads, body: body)
    }

    /// The whole game with the body of event `index` changed by `change`.
    func changing(_ index: Int, to change: (Body) -> Body) throws -> [UInt8] {
        try rewritten { place, body in place == index ? change(body) : body }
    }

    /// The whole game with one more event of `author` right behind event `index`, all later ones with later numbers and times.
    func inserting(_ body: Body, by author: PublicKey, after index: Int) throws -> [UInt8] {
        try rewritten(inserting: (index, author, body)) { $1 }
    }

    private func rewritten(
        inserting: (index: Int, author: PublicKey, body: Body)? = nil, _ change: (Int, Body) -> Body
    ) throws -> [UInt8] {
        var hashes: [Digest: Digest] = [:]
        var states: [Digest: Digest] = [:]
        var accepts: (old: [Event], new: [Event]) = ([], [])
        var starts: (old: Event, new: Event)?
        var folds: (old: GameFold, new: GameFold)?
        var out: [Event] = []
        var inserted: Event?
        func number(_ seq: UInt64, of author: PublicKey) -> UInt64 {
            guard let inserted, author == inserted.author, seq >= inserted.seq else { return seq }
            return seq + 1
        }
        for (place, event) in events.enumerated() {
            let body = change(place, renamed(event.body, hashes, states))
            var previous = hashes[event.previous] ?? event.previous
            if let inserted, event.author == inserted.author, event.seq == inserted.seq { previous = inserted.hash }
            let rewritten = Event.signed(
                by: try #require(keys[event.author]), table: table, seq: number(event.seq, of: event.author),
                previous: previous, lamport: event.lamport + (inserted == nil ? 0 : 2),
                heads: event.heads.map {
                    Head(author: $0.author, seq: number($0.seq, of: $0.author), hash: hashes[$0.hash] ?? $0.hash)
                },
                body: body)
            hashes[event.hash] = rewritten.hash
            out.append(rewritten)
            PlayedGame.verified.insert(rewritten.hash)
            switch event.body {
            case .start: starts = (event, rewritten)
            case .accept:
                accepts.old.append(event)
                accepts.new.append(rewritten)
            case .begin:
                let (old, new) = try #require(starts)
                // What was changed may leave no game to follow; then the states stay as they are.
                guard let before = try? GameFold(start: old, accepts: seated(accepts.old, by: old)),
                    let after = try? GameFold(start: new, accepts: seated(accepts.new, by: new))
                else { break }
                folds = (before, after)
            default: break
            }
            if folds != nil {
                _ = folds?.old.apply(event)
                _ = folds?.new.apply(rewritten)
            }
            if let inserting, place == inserting.index {
                let last = try #require(out.last { $0.author == inserting.author })
                let more = try following(last, lamport: rewritten.lamport + 1, body: inserting.body)
                _ = folds?.new.apply(more)
                PlayedGame.verified.insert(more.hash)
                out.append(more)
                inserted = more
            }
            if let folds { states[folds.old.digest] = folds.new.digest }
        }
        return written(out)
    }

    private func seated(_ accepts: [Event], by start: Event) -> [Event] {
        guard case .start(let start) = start.body else { return [] }
        return start.roster.compactMap { key in accepts.first { $0.author == key } }
    }

    private func renamed(_ body: Body, _ hashes: [Digest: Digest], _ states: [Digest: Digest]) -> Body {
        switch body {
        case .accept(var accept):
            accept.start = hashes[accept.start] ?? accept.start
            return .accept(accept)
        case .begin(var begin):
            begin.start = hashes[begin.start] ?? begin.start
            begin.accepts = begin.accepts.map { hashes[$0] ?? $0 }
            return .begin(begin)
        case .flip(var flip):
            flip.state = states[flip.state] ?? flip.state
            return .flip(flip)
        case .end(var end):
            end.state = states[end.state] ?? end.state
            return .end(end)
        default: return body
        }
    }
}
