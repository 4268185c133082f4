import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

/// What one peer may make another do, at the bounds and one beyond.
@Suite struct AllowanceTests {
    private func at(_ micros: Int64) -> Instant { Instant(micros: micros) }

    @Test func fillsWithTimeUpToTheMost() {
        var allowance = Allowance(most: 10, perSecond: 100)
        #expect(allowance.available(at: at(5)) == 10)
        allowance.spend(10)
        #expect(allowance.available(at: at(10_004)) == 0)
        // Looking often loses nothing.
        for step in 1...10 {
            #expect(allowance.available(at: at(10_004 + Int64(step))) == (step == 1 ? 0 : 1) || step == 1)
        }
        #expect(allowance.available(at: at(20_005)) == 2)
        #expect(allowance.available(at: at(1)) == 2, "a clock that goes back takes nothing")
        #expect(allowance.available(at: at(Int64.max / 2)) == 10)
        allowance.spend(4)
        allowance.add(3)
        #expect(allowance.available(at: at(Int64.max / 2)) == 9)
        allowance.add(1000)
        #expect(allowance.available(at: at(Int64.max / 2)) == 10)
    }

    /// Beyond its budget an author's events wait, until there is more or this peer has written more itself.
    @Test func anAuthorIsBounded() throws {
        let keys = try (1...2).map { try SigningKey(seed: [UInt8](repeating: UInt8($0), count: 32)) }
        var log = EventLog(table: Table.secret.id, verified: VerifiedSet())
        log.burst = 10
        #expect(log.makePlace(for: keys[0].publicKey) == 0)
        #expect(log.makePlace(for: keys[1].publicKey) == 1)
        var events: [Event] = []
        for seq in 1...60 {
            let join = Join.certified(
                by: keys[0], table: Table.secret.id, sessionKey: keys[0].publicKey, name: "A")
            events.append(
                Event.signed(
                    by: keys[0], table: Table.secret.id, seq: UInt64(seq),
                    previous: events.last?.hash ?? Digest(words: (0, 0, 0, 0)), lamport: UInt64(seq), heads: [],
                    body: seq == 1 ? .join(join) : .ack))
        }
        for event in events { #expect(log.receive(event, at: at(1)) == nil) }
        #expect(log.acknowledge(at: at(1)).taken.count == 10)
        #expect(log.takeNewFloods() == [keys[0].publicKey])
        #expect(log.acknowledge(at: at(2)).taken.isEmpty)
        #expect(log.takeNewFloods().isEmpty)
        #expect(log.acknowledge(at: at(30_001)).taken.count == 3)
        func own(_ seq: UInt64, _ body: Body) -> Event {
            Event.signed(
                by: keys[1], table: Table.secret.id, seq: seq, previous: Digest(words: (seq - 1, 0, 0, 0)),
                lamport: 100 + seq, heads: [], body: body)
        }
        log.write(own(2, .ack), at: at(30_001))
        #expect(log.acknowledge(at: at(30_001)).taken.isEmpty, "an ACK is drawn by others")
        log.write(own(3, .leave(Leave(open: nil))), at: at(30_001))
        // Up to the burst.
        #expect(log.acknowledge(at: at(30_001)).taken.count == 10)
        // What is read again was taken before.
        #expect(log.acknowledge(at: nil).taken.count == 37)
    }

    /// Octets that come back to one who asks again and again, from the beginning.
    @Test func answersAreBounded() throws {
        var table = try Table.playing(2)
        table.play(rounds: 250)
        let peer = table.peers[0]
        let held = peer.log.members.reduce(0) { $0 + $1.events.reduce(0) { $0 + $1.bytes.count } }
        try #require(held > 60_000, "\(held)")
        let asker = try SigningKey(seed: [UInt8](repeating: 99, count: 32))
        var sent = 0
        var answers = 0
        for round in 1...1000 {
            let heartbeat = Heartbeat(
                author: asker.publicKey, table: Table.secret.id, epoch: 1, probe: UInt64(round), seq: 0, state: 2,
                ask: peer.me, entries: [])
            let datagram = try Datagram.seal(
                .heartbeat(heartbeat.signed(by: asker)), with: Table.secret,
                nonce: [UInt8](repeating: 1, count: SealingKey.nonceLength))
            table.clock += 10_000
            for case .send(let bytes, .one(let to)) in table.peers[0].step(
                .datagram(datagram, from: PeerAddress(raw: 77)), at: table.now(0)) where to.raw == 77
            {
                sent += bytes.count
                answers += 1
            }
        }
        // Ten seconds: the burst and ten times what a second gives, with the framing of so many datagrams.
        let most = Int(Timing.askerBytes.most) + 10 * Int(Timing.askerBytes.perSecond) + 120 * answers
        #expect(sent <= most, "\(sent)")
        #expect(sent > Int(Timing.askerBytes.perSecond), "\(sent)")
    }
}

/// Who has the code and wants to keep others out of the lobby.
@Suite struct CrowdingTests {
    private func send(_ events: [Event], to index: Int, _ table: inout Table) throws {
        for message in Message.packing(events.map(\.bytes)) {
            let datagram = try Datagram.seal(
                message, with: Table.secret, nonce: [UInt8](repeating: 2, count: SealingKey.nonceLength))
            table.step(index, .datagram(datagram, from: PeerAddress(raw: 50)))
        }
    }

    private func join(_ key: SigningKey, lamport: UInt64 = 1) -> Event {
        let join = Join.certified(by: key, table: Table.secret.id, sessionKey: key.publicKey, name: "Z")
        return Event.signed(
            by: key, table: Table.secret.id, seq: 1, previous: Digest(words: (0, 0, 0, 0)), lamport: lamport,
            heads: [], body: .join(join))
    }

    private func beat(_ key: SigningKey, to index: Int, _ table: inout Table, echo: (PublicKey, UInt64)? = nil) throws {
        let heartbeat = Heartbeat(
            author: key.publicKey, table: Table.secret.id, epoch: 1, probe: UInt64(table.clock), seq: 1, state: 0,
            ask: nil,
            entries: echo.map { [HeartbeatEntry(author: $0.0, seq: 1, echo: $0.1, holdMicros: 0)] } ?? [])
        let datagram = try Datagram.seal(
            .heartbeat(heartbeat.signed(by: key)), with: Table.secret,
            nonce: [UInt8](repeating: 3, count: SealingKey.nonceLength))
        table.step(index, .datagram(datagram, from: PeerAddress(raw: 51)))
    }

    @Test func keysWithoutAJoinLeaveRoom() throws {
        var table = try Table(2, late: [1])
        table.run(300_000)
        for tag in 0..<20 {
            let key = try SigningKey(seed: [UInt8](repeating: UInt8(120 + tag), count: 32))
            try beat(key, to: 0, &table)
        }
        #expect(table.peers[0].contacts.count == Peer.unjoinedLimit)
        table.dead = []
        table.step(1, .tick)
        table.run(2_000_000)
        #expect(table.peers[0].members.count == 2)
        #expect(table.peers[0].excess == nil)
    }

    @Test func twoOpenStartsOfOneAuthor() throws {
        var table = try Table(2)
        table.run(300_000)
        let key = try SigningKey(seed: [UInt8](repeating: 90, count: 32))
        var log = [join(key)]
        for number in 1...30 {
            let head = Head(
                author: table.peers[0].me, seq: 1,
                hash: try #require(
                    table.peers[0].log.members[table.peers[0].log.place(of: table.peers[0].me) ?? 0].event(1)
                )
                .hash)
            log.append(
                Event.signed(
                    by: key, table: Table.secret.id, seq: UInt64(number + 1), previous: try #require(log.last).hash,
                    lamport: UInt64(1000 + number), heads: [head],
                    body: .start(
                        Start(
                            game: 1, roster: [key.publicKey, table.peers[0].me], firstSeat: nil,
                            rules: HouseRules().wire, wallMillis: UInt64(number)))))
        }
        try send(log, to: 0, &table)
        #expect(table.peers[0].lobby.proposals.count == LobbyState.openLimit)
        table.step(1, .command(.propose(HouseRules())))
        table.run(50_000)
        #expect(table.peers[0].lobby.proposals.contains { $0.start.author == table.peers[1].me })
    }

    /// Who comes late with a JOIN from the beginning of time is seated last.
    @Test func aLateComerTakesNoSeatByItsLamportTime() throws {
        var table = try Table(2)
        table.run(6_000_000)
        #expect(table.peers[0].members.count == 2)
        let key = try SigningKey(seed: [UInt8](repeating: 91, count: 32))
        try send([join(key)], to: 0, &table)
        let probe = table.peers[0].lastProbeSent
        try beat(key, to: 0, &table, echo: (table.peers[0].me, probe))
        table.run(10_000)
        let order = table.peers[0].members.map(\.key)
        #expect(order.count == 3 && order.last == key.publicKey)
    }
}
