internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// What the octets make the guest do.
extension HostileTable {
    /// Plays the course that `octets` describe; throws what did not hold.
    public static func play(_ octets: [UInt8]) throws(Violation) {
        _ = try course(octets)
    }

    /// The table in the end.
    static func course(_ octets: [UInt8]) throws(Violation) -> HostileTable {
        var whims = Whims(octets)
        let moments = HostileTable.moments
        var table = moments[whims.below(moments.count)]
        table.isTaken = true
        table.takenAt = table.tails[guest]?.seq ?? 0
        while !whims.isSpent { try table.act(&whims) }
        try table.pass(150_000)
        return table
    }

    /// How many of the guest's events the first honest peer has acknowledged.
    var guestEventsTaken: UInt64 {
        tails[0]?.heads.first { $0.author == guestKey.publicKey }?.seq ?? 0
    }

    private mutating func act(_ whims: inout Whims) throws(Violation) {
        switch whims.below(16) {
        case 0: try pass(Int64(whims.octet()) * 2_000)
        case 1: try command(&whims)
        case 2: send(whims.octets(whims.below(40)), to: recipients(&whims))
        case 3: send(plaintext: whims.octets(whims.below(60)), to: recipients(&whims))
        case 4: beat(&whims)
        case 5: replay(&whims)
        default: forge(&whims)
        }
        try deliver()
    }

    private mutating func command(_ whims: inout Whims) throws(Violation) {
        let seat = whims.below(2)
        switch whims.below(8) {
        case 0, 1: try step(seat, .command(.turn))
        case 2, 3, 4: try step(seat, .command(.snap))
        case 5: try step(seat, .command(.accept))
        case 6: try step(seat, .command(.decline))
        default: try step(seat, .command(.leave))
        }
    }

    /// Mostly both.
    private func recipients(_ whims: inout Whims) -> [Int] {
        switch whims.below(8) {
        case 0: [0]
        case 1: [1]
        default: [0, 1]
        }
    }

    private mutating func send(plaintext: [UInt8], to seats: [Int]) {
        let nonce = [UInt8](repeating: UInt8(truncatingIfNeeded: plaintext.count), count: SealingKey.nonceLength)
        if let sealed = try? Datagram.sealBytes(plaintext, with: secret, nonce: nonce) { send(sealed, to: seats) }
    }

    /// An earlier datagram, as it was or with one octet of what is sealed in it changed.
    private mutating func replay(_ whims: inout Whims) {
        guard !heard.isEmpty else { return }
        let bytes = heard[heard.count - 1 - whims.below(heard.count)]
        let change = whims.octet()
        if change > 0, var plaintext = try? Datagram.openBytes(bytes, with: secret), !plaintext.isEmpty {
            let place = (Int(whims.octet()) << 8 | Int(whims.octet())) % plaintext.count
            plaintext[place] ^= change
            send(plaintext: plaintext, to: recipients(&whims))
        } else {
            send(bytes, to: recipients(&whims))
        }
    }

    private mutating func beat(_ whims: inout Whims) {
        let entries = HostileTable.honest.map { seat in
            HeartbeatEntry(
                author: peers[seat].me, seq: whims.number(near: tails[seat]?.seq ?? 0),
                echo: whims.flag() ? whims.number(near: UInt64(bitPattern: clock)) : nil,
                holdMicros: whims.number(near: UInt64(0)))
        }
        let heartbeat = Heartbeat(
            author: guestKey.publicKey, table: secret.id, probe: whims.number(near: UInt64(bitPattern: clock) << 1),
            seq: whims.number(near: tails[HostileTable.guest]?.seq ?? 0), state: UInt64(whims.below(4)),
            ask: whims.flag() ? peers[whims.below(2)].me : nil, entries: entries)
        send(plaintext: Message.heartbeat(heartbeat.signed(by: guestKey)).encode(), to: recipients(&whims))
    }

    /// A signed event of the guest's: mostly well made, whatever it says.
    private mutating func forge(_ whims: inout Whims) {
        let body = body(&whims)
        let flaws = whims.octet()
        let tail = tails[HostileTable.guest]
        let lamport = (tails.compactMap { $0?.lamport }.max() ?? 0) + 1
        var heads = HostileTable.honest.compactMap { seat in
            tails[seat].map { Head(author: $0.author, seq: $0.seq, hash: $0.hash) }
        }
        // Few events are flawed: after most flaws the honest ones take nothing more of this log.
        switch flaws {
        case 0..<4: heads = []
        case 4..<8: heads.removeFirst()
        case 8..<10: heads = heads.map { Head(author: $0.author, seq: $0.seq + 1, hash: $0.hash) }
        case 10..<12: heads = heads.map { Head(author: $0.author, seq: $0.seq, hash: digest(&whims)) }
        default: break
        }
        let isLoose = (12..<14).contains(flaws)
        let event = Event.signed(
            by: guestKey, table: secret.id, seq: isLoose ? whims.number(near: tail?.seq ?? 0) : (tail?.seq ?? 0) + 1,
            previous: (14..<16).contains(flaws) ? digest(&whims) : tail?.hash ?? Digest(words: (0, 0, 0, 0)),
            lamport: (16..<18).contains(flaws) ? whims.number(near: lamport) : lamport, heads: heads, body: body)
        // The signature holds, so nobody need spend time on finding out.
        verified.insert(event.hash)
        // An equivocator (18 to 21) writes the next event under this number too.
        let isSound = (flaws < 8 || flaws >= 22) && (try? Event.decode(event.bytes)) != nil
        if isSound { note(event, seat: HostileTable.guest) }
        for message in Message.packing([event.bytes]) { send(plaintext: message.encode(), to: recipients(&whims)) }
    }
}
