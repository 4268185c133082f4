internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// A member's second log: from some event on, the victims are given another version of all that it signs.
struct Twins {
    let seat: Int
    var victims: Set<Int>
    /// Whether the second log goes on, or is one event only.
    let goesOn: Bool
    /// The second versions, by hash of the first.
    private(set) var versions: [Digest: Event] = [:]
    private var last: Event?

    init(seat: Int, victims: Set<Int>, goesOn: Bool) {
        self.seat = seat
        self.victims = victims
        self.goesOn = goesOn
    }

    var hasBegun: Bool { last != nil }

    /// Makes the second version of an event that the member has just written.
    mutating func note(_ event: Event, key: SigningKey) {
        guard last == nil || goesOn else { return }
        if case .join = event.body { return }
        let twin = Event.signed(
            by: key, table: event.table, seq: event.seq, previous: last?.hash ?? event.previous,
            lamport: event.lamport + 1, heads: event.heads, body: event.body)
        versions[event.hash] = twin
        last = twin
    }
}

/// One event that its author does not give to one of the others, for a time.
struct Withholding {
    let seat: Int
    let victim: Int
    /// Chosen when it is written.
    var event: Digest?
    var kind: Int
    let until: Int64
}

extension Simulation {
    /// What becomes of a datagram's copy on its way from a cheat; nil: nothing arrives.
    mutating func tampered(_ copy: VirtualNetwork.Copy) -> [UInt8]? {
        let swaps = trouble.equivocator.map { $0.seat == copy.from && $0.hasBegun && $0.victims.contains(copy.to) }
        let drops = trouble.withholding.map {
            $0.seat == copy.from && $0.victim == copy.to && $0.event != nil && now < $0.until
        }
        guard swaps == true || drops == true, case .events(let events)? = try? Datagram.open(copy.bytes, with: secret)
        else { return copy.bytes }
        var changed: [[UInt8]] = []
        for bytes in events {
            let hash = Digest.of(bytes)
            if drops == true, trouble.withholding?.event == hash { continue }
            changed.append(swaps == true ? trouble.equivocator?.versions[hash]?.bytes ?? bytes : bytes)
        }
        if changed == events { return copy.bytes }
        guard !changed.isEmpty else { return nil }
        let nonce = trouble.random.bytes(SealingKey.nonceLength)
        return (try? Datagram.seal(.events(changed), with: secret, nonce: nonce)) ?? copy.bytes
    }

    /// Looks at an event that a seat has written itself.
    mutating func noteForTampering(_ event: Event, seat: Int) {
        if trouble.equivocator?.seat == seat {
            let wasOn = trouble.equivocator?.hasBegun == true
            trouble.equivocator?.note(event, key: seats[seat].peer.configuration.sessionKey)
            if !wasOn, trouble.equivocator?.hasBegun == true {
                trouble.culprits.insert(seat)
                trouble.counts.add(.equivocate, trouble.equivocator?.goesOn == true ? "that go on" : "of one event")
            }
        }
        if let withholding = trouble.withholding, withholding.seat == seat, withholding.event == nil,
            withholding.kind == event.body.kindNumber
        {
            trouble.withholding?.event = event.hash
            trouble.counts.add(.withhold, Body.kindNames[event.body.kindNumber])
        }
    }
}
