import SnapCrypto
import SnapWire

/// One input of every kind, in hexadecimal.
func seeds() -> [String] {
    guard let table = TableID([UInt8](0..<16)) else { return [] }
    let events = bodies(table: table).enumerated().map { number, body in
        Event.signed(
            by: key, table: table, seq: number == 0 ? 1 : UInt64(number) + 300,
            previous: Digest(words: (0, 0, 0, number == 0 ? 0 : 1)), lamport: 70_000 + UInt64(number),
            heads: number % 2 == 0 ? [] : [Head(author: other, seq: 24, hash: Digest(words: (1, 2, 3, 4)))], body: body
        ).bytes
    }
    let entry = HeartbeatEntry(author: other, seq: 3, echo: .max, holdMicros: 1000)
    let heartbeat = Heartbeat(
        author: key.publicKey, table: table, probe: 1 << 40, seq: 9, state: 1, ask: other, entries: [entry]
    ).signed(by: key)
    let beacon = Beacon(
        author: key.publicKey, tag: [UInt8](0..<8), code: TableCode(value: 1 << 34), tableName: "Brisk Otter",
        state: .lobby, seated: 1, seats: 4, playerName: "Zo\u{eb}", port: 50_000
    ).signed(by: key)
    let remark = Remark(author: key.publicKey, table: table, epoch: 1, probe: 1 << 40, text: "Well \u{1f44d}")
        .signed(by: key)
    var all =
        events + [heartbeat, beacon, remark, Message.heartbeat(heartbeat).encode(), Message.remark(remark).encode()]
    all += Message.packing(events).map { $0.encode() }
    all.append(Transcript.bytes(table: table, game: 1, events: Array(events.prefix(4))))
    all.append(
        CBORValue.map([
            .init(.unsigned(1), .integer(-8)), .init(.text("t"), .tag(24, .array([.null, .bool(true), .undefined]))),
        ]).encoded)
    return all.map { Hex.encode($0) }
}

private let other = PublicKey(words: (5, 6, 7, 8))

private func bodies(table: TableID) -> [Body] {
    let link = Link(words: (9, 9, 9, 9))
    let hash = Digest(words: (8, 8, 8, 8))
    let path = Path(rttMicros: 300, spreadMicros: 70_000, jitterMicros: 10)
    let witness = Witness(
        race: 30, closed: true, rttMicros: [0, 400], links: [0, -70_000], settling: [nil, 5],
        claims: [ClaimArrival(seat: 1, micros: 260_000)])
    return [
        .join(.certified(by: key, table: table, sessionKey: key.publicKey, name: "Ada")), .leave(Leave(open: nil)),
        .leave(Leave(open: IndexedLink(index: 3, link: link))),
        .start(
            Start(
                game: 1, roster: [key.publicKey, other], firstSeat: nil,
                rules: [UInt64](repeating: 500, count: Limits.ruleValues), wallMillis: 1_700_000_000_000)),
        .accept(Accept(start: hash, cardAnchor: link, tieAnchor: link, paths: [path, path])),
        .begin(Begin(start: hash, accepts: [hash, Digest(words: (1, 1, 1, 1))])), .withdraw(start: hash), .ack,
        .flip(Flip(index: 30, link: link, state: hash, clockMillis: 65_536)),
        .reveal(Reveal(index: 0, link: link)), .claim(Claim(race: 30, reactionMicros: 250_000, clockMillis: 9)),
        .witness(witness), .tie(Tie(race: 30, link: link)), .time(Time(clockMillis: 600_000)),
        .end(End(state: hash, wallMillis: 1_700_000_000_000)),
        .rules([UInt64](repeating: 500, count: Limits.ruleValues)),
    ]
}
