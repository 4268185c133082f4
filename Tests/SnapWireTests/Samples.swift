import SnapCrypto
import SnapWire

/// Arbitrary well-formed values from a seed.
struct Samples {
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed) }

    /// The seed of this run: `SNAP_SEED`, or a new one. Printed by whoever uses it.
    static func seed() -> UInt64 {
        Environment.value("SNAP_SEED").flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
    }

    static func key(_ number: UInt8) -> SigningKey {
        guard let key = try? SigningKey(seed: [UInt8](repeating: number, count: 32)) else {
            preconditionFailure("a seed of 32 octets makes a key")
        }
        return key
    }

    static let table = TableID([UInt8](0..<16))!

    mutating func octets<Value: Octets32>() -> Value {
        Value(words: (random.next(), random.next(), random.next(), random.next()))
    }

    /// Evenly many of each width, the bounds often among them.
    mutating func number(_ range: ClosedRange<UInt64>) -> UInt64 {
        switch random.below(8) {
        case 0: range.lowerBound
        case 1: range.upperBound
        default: min(max(random.next() >> random.below(64), range.lowerBound), range.upperBound)
        }
    }

    mutating func arrival() -> Int64 {
        let size = Int64(number(0...UInt64(Limits.arrivalMicros)))
        return random.below(2) == 0 ? size : -size
    }

    mutating func list<Value>(_ count: Int, _ make: (inout Samples) -> Value) -> [Value] {
        var out: [Value] = []
        for _ in 0..<count { out.append(make(&self)) }
        return out
    }

    mutating func name() -> String {
        let letters = Array("abcXYZ 0189äßéйкא漢字🂡🎴")
        let count = 1 + Int(random.below(24))
        return String(list(count) { letters[Int($0.random.below(UInt64(letters.count)))] })
    }

    mutating func seats() -> Int { 2 + Int(random.below(3)) }

    mutating func optional<Value>(_ make: (inout Samples) -> Value) -> Value? {
        random.below(3) == 0 ? nil : make(&self)
    }

    mutating func body(_ kind: UInt64, author: PublicKey) -> Body {
        switch kind {
        case 1:
            .join(
                Join(
                    identity: octets(), name: name(), version: number(1...Limits.counter),
                    certificate: random.bytes(64)))
        case 2: .leave(Leave(open: optional { IndexedLink(index: $0.number(0...Limits.counter), link: $0.octets()) }))
        case 3: .start(start(author: author))
        case 4: .accept(accept())
        case 5: .begin(Begin(start: octets(), accepts: list(seats()) { $0.octets() }))
        case 6: .withdraw(start: octets())
        case 7: .ack
        case 8:
            .flip(
                Flip(
                    index: number(1...Limits.counter), link: octets(), state: octets(),
                    clockMillis: number(0...Limits.millis)))
        case 9: .reveal(Reveal(index: number(0...Limits.counter), link: octets()))
        case 10:
            .claim(
                Claim(
                    race: number(1...Limits.counter), reactionMicros: number(0...Limits.reactionMicros),
                    clockMillis: number(0...Limits.millis)))
        case 11: .witness(witness())
        case 12: .tie(Tie(race: number(1...Limits.counter), link: octets()))
        case 13: .time(Time(clockMillis: number(0...Limits.millis)))
        case 18: .rules(list(Limits.ruleValues) { $0.number(0...Limits.ruleValue) })
        default: .end(End(state: octets(), wallMillis: number(0...Limits.millis)))
        }
    }

    private mutating func start(author: PublicKey) -> Start {
        var roster: [PublicKey] = list(seats() - 1) { $0.octets() }
        roster.insert(author, at: Int(random.below(UInt64(roster.count + 1))))
        let last = UInt64(roster.count - 1)
        return Start(
            game: number(1...Limits.counter), roster: roster, firstSeat: optional { $0.number(0...last) },
            rules: list(Limits.ruleValues) { $0.number(0...Limits.ruleValue) },
            wallMillis: number(0...Limits.millis))
    }

    private mutating func accept() -> Accept {
        Accept(
            start: octets(), cardAnchor: octets(), tieAnchor: octets(),
            paths: list(seats()) {
                Path(
                    rttMicros: $0.number(0...Limits.rttMicros), spreadMicros: $0.number(0...Limits.rttMicros),
                    jitterMicros: $0.number(0...Limits.rttMicros))
            })
    }

    private mutating func witness() -> Witness {
        let count = seats()
        var claims: [ClaimArrival] = []
        for seat in 0..<count where random.below(2) == 0 {
            claims.append(ClaimArrival(seat: UInt64(seat), micros: arrival()))
        }
        return Witness(
            race: number(1...Limits.counter), closed: random.below(2) == 0,
            rttMicros: list(count) { $0.number(0...Limits.rttMicros) },
            links: list(count) { $0.optional { $0.arrival() } },
            settling: random.below(2) == 0 ? [] : list(count) { $0.optional { $0.arrival() } }, claims: claims)
    }

    mutating func event(_ kind: UInt64, by key: SigningKey) -> Event {
        let seq = number(1...Limits.counter)
        return Event.signed(
            by: key, table: Samples.table, seq: seq, previous: seq == 1 ? Digest(words: (0, 0, 0, 0)) : octets(),
            lamport: number(1...Limits.lamport),
            heads: list(Int(random.below(UInt64(Limits.heads) + 1))) {
                Head(author: $0.octets(), seq: $0.number(1...Limits.counter), hash: $0.octets())
            },
            body: body(kind, author: key.publicKey))
    }

    mutating func heartbeat(by key: SigningKey) -> Heartbeat {
        var entries: [HeartbeatEntry] = list(Int(random.below(UInt64(Limits.heads) + 1))) {
            HeartbeatEntry(
                author: $0.octets(), seq: $0.number(0...Limits.counter),
                echo: $0.optional { $0.number(0...UInt64.max) }, holdMicros: $0.number(0...Limits.holdMicros))
        }
        entries.sort { $0.author < $1.author }
        return Heartbeat(
            author: key.publicKey, table: Samples.table, probe: number(0...UInt64.max),
            seq: number(0...Limits.counter), state: random.below(3), ask: optional { $0.octets() }, entries: entries)
    }

    mutating func beacon(by key: SigningKey) -> Beacon {
        Beacon(
            author: key.publicKey, tag: random.bytes(8),
            code: optional { TableCode(value: $0.number(0...(1 << 35) - 1))! }, tableName: name(),
            state: random.below(2) == 0 ? .lobby : .playing, seated: 1 + random.below(4), seats: 2 + random.below(3),
            playerName: name(), port: optional { UInt16($0.number(1...65535)) })
    }
}
