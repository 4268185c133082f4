import SnapCrypto
import SnapRules
import SnapWire

/// Three logs of a game, made by hand; seats ascend by key, so seat s owns ballots s + 1, s + 4, ...
struct HandmadeLogs {
    var keys: [SigningKey]
    var logs: [[Event]]
    let table = Table.secret.id
    let start: Event

    init() throws {
        keys = try (0..<3).map { try SigningKey(seed: [UInt8](repeating: 60 + UInt8($0), count: 32)) }
        keys.sort { $0.publicKey < $1.publicKey }
        let zero = Digest(words: (0, 0, 0, 0))
        let heads = keys[1...].map { Head(author: $0.publicKey, seq: 1, hash: Digest(words: (9, 9, 9, 9))) }
        start = Event.signed(
            by: keys[0], table: table, seq: 2, previous: zero, lamport: 2, heads: heads,
            body: .start(
                Start(
                    game: 1, roster: keys.map(\.publicKey), firstSeat: nil, rules: HouseRules().wire,
                    wallMillis: 0)))
        logs = [[start], [], []]
    }

    /// The next event of a seat; `naming`: how many events of each other seat's log (as made here) it acknowledges.
    mutating func add(_ seat: Int, _ body: Body, naming: [Int]) -> Event {
        var heads: [Head] = []
        for other in 0..<3 where other != seat && naming[other] > 0 {
            let event = logs[other][naming[other] - 1]
            heads.append(Head(author: event.author, seq: event.seq, hash: event.hash))
        }
        let event = Event.signed(
            by: keys[seat], table: table, seq: UInt64(logs[seat].count + 2),
            previous: logs[seat].last?.hash ?? Digest(words: (0, 0, 0, 0)),
            lamport: UInt64(10 + logs.map(\.count).reduce(0, +)), heads: heads, body: body)
        logs[seat].append(event)
        return event
    }

    func seat(of event: Event) -> Int { keys.firstIndex { $0.publicKey == event.author } ?? 0 }
}
