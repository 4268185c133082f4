import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

/// A member's second log, from its next event on: the victims are given that one.
final class SecondLog {
    let author: PublicKey
    private let key: SigningKey
    private var twins: [Digest: Event] = [:]
    private var last: Event?
    /// How many events are forked at the most.
    private let length: Int

    init(of peer: Peer, length: Int = .max) {
        key = peer.configuration.sessionKey
        author = peer.me
        self.length = length
    }

    var first: (seq: UInt64, hashes: [Digest])? {
        twins.min { $0.value.seq < $1.value.seq }.map { ($0.value.seq, [$0.key, $0.value.hash].sorted()) }
    }

    private func twin(of event: Event) -> Event {
        if let known = twins[event.hash] { return known }
        guard event.seq > (last?.seq ?? 0), twins.count < length else { return event }
        let twin = Event.signed(
            by: key, table: event.table, seq: event.seq, previous: last?.hash ?? event.previous,
            lamport: event.lamport + 1, heads: event.heads, body: event.body)
        twins[event.hash] = twin
        last = twin
        return twin
    }

    /// The datagram as a victim gets it.
    func changed(_ bytes: [UInt8]) -> [UInt8] {
        guard case .events(let events)? = try? Datagram.open(bytes, with: Table.secret) else { return bytes }
        let changed = events.map { bytes -> [UInt8] in
            guard let event = try? Event.decode(bytes), event.author == author else { return bytes }
            return twin(of: event).bytes
        }
        let nonce = [UInt8](repeating: 7, count: SealingKey.nonceLength)
        return (try? Datagram.seal(.events(changed), with: Table.secret, nonce: nonce)) ?? bytes
    }
}

extension Table {
    /// From now on `index` keeps another log for `victims`.
    mutating func fork(_ index: Int, for victims: Set<Int>, length: Int = .max) -> SecondLog {
        let second = SecondLog(of: peers[index], length: length)
        tamper = { from, to, bytes in from == index && victims.contains(to) ? second.changed(bytes) : bytes }
        return second
    }

    func forked(_ index: Int) -> [PublicKey] {
        notices[index].compactMap { if case .forked(let key, _, _) = $0 { key } else { nil } }
    }

    func proof(_ index: Int, against key: PublicKey) -> ForkProof? {
        peers[index].log.place(of: key).flatMap { peers[index].log.members[$0].proof }
    }
}

/// Field scenario 37: a forked log.
@Suite struct ForkTests {
    /// Each of the others gets another version, or one of them: it goes, and they finish.
    @Test(arguments: [3, 4], [1, 100_000]) func theForkerGoesAndTheOthersFinish(count: Int, length: Int) throws {
        var table = try Table.playing(count, seconds: 6)
        table.play(rounds: 47)
        let forker = count - 1
        let second = table.fork(forker, for: [0], length: length)
        table.play(rounds: 2000)
        let key = table.peers[forker].me
        #expect(second.first != nil)
        for index in 0..<forker {
            #expect(table.forked(index) == [key])
            #expect(table.dropped(index) == [key])
            #expect(table.finished(index).count == 1 && table.finished(index) == table.finished(0))
            #expect(table.transcripts[index] == table.transcripts[0])
        }
        // Behind the game stands the proof, and the digest is that of the game alone.
        var reader = TranscriptReader(table.transcripts[0])
        _ = try reader.marker()
        while try reader.next() != nil {}
        let proof = try #require(try reader.nextProof())
        #expect([proof.first.event.hash, proof.second.event.hash] == second.first?.hashes)
        #expect(try reader.nextProof() == nil)
        let game = table.transcripts[0].prefix(try #require(reader.proofsOffset))
        #expect(table.finished(0) == [Digest.of(Array(game))])
    }

    /// Two cannot do without one of them: nothing more is taken, and both know why.
    @Test func ofTwoNobodyGoes() throws {
        var table = try Table.playing(2)
        table.play(rounds: 60)
        let key = table.peers[1].me
        let second = table.fork(1, for: [0], length: 1)
        table.play(rounds: 4)
        // It cannot keep the first version from a victim that it goes on to write to, honestly or not.
        table.tamper = nil
        table.play(rounds: 20)
        #expect(second.first != nil)
        #expect(table.notices[0].contains { if case .forked(key, _, stops: true) = $0 { true } else { false } })
        let applied = table.peers[0].play?.order.applied
        table.play(rounds: 200)
        #expect(table.peers[0].play?.order.applied == applied)
        #expect(table.dropped(0).isEmpty)
        #expect(table.peers[0].play?.order.votes.isEmpty == true)
        // Whoever leaves leaves it unfinished, with the proof behind what there is.
        table.step(0, .command(.leave))
        #expect(table.peers[0].fold == nil)
        var reader = TranscriptReader(table.transcripts[0])
        _ = try reader.marker()
        while try reader.next() != nil {}
        #expect(try reader.nextProof()?.first.event.author == key)
    }

    /// The proof is made of events that waited only, and reaches one who got neither.
    @Test func twoThatWaitAreAProof() throws {
        var table = try Table.playing(3)
        table.play(rounds: 40)
        let forker = table.peers[2]
        let last = try #require(forker.log.members[forker.log.place(of: forker.me) ?? 0].last)
        let ahead = [UInt64(1), 2].map { tag in
            Event.signed(
                by: forker.configuration.sessionKey, table: Table.secret.id, seq: last.seq + 5, previous: last.hash,
                lamport: last.lamport + tag, heads: [], body: .ack)
        }
        let message = try Datagram.seal(
            .events(ahead.map(\.bytes)), with: Table.secret,
            nonce: [UInt8](repeating: 1, count: SealingKey.nonceLength))
        table.step(0, .datagram(message, from: PeerAddress(raw: 2)))
        #expect(table.forked(0) == [forker.me])
        table.run(20_000)
        #expect(table.forked(1) == [forker.me])
        #expect(table.proof(1, against: forker.me)?.events.map(\.hash) == ahead.map(\.hash).sorted())
    }

    /// Of several proofs all end with the same.
    @Test func theLeastProofIsKept() throws {
        let key = try SigningKey(seed: [UInt8](repeating: 9, count: 32))
        func event(_ seq: UInt64, _ lamport: UInt64) -> Event {
            Event.signed(
                by: key, table: Table.secret.id, seq: seq, previous: Digest(words: (1, 0, 0, 0)), lamport: lamport,
                heads: [], body: .ack)
        }
        let early = try #require(ForkProof(event(3, 5), event(3, 6)))
        let late = try #require(ForkProof(event(4, 8), event(4, 7)))
        #expect(ForkProof(event(3, 5), event(4, 6)) == nil)
        #expect(ForkProof(event(3, 5), event(3, 5)) == nil)
        #expect(early == ForkProof(event(3, 6), event(3, 5)))
        var log = MemberLog(key: key.publicKey)
        log.note(late)
        log.note(early)
        log.note(late)
        #expect(log.proof == early)
    }

    /// Who has no seat, and shows two logs, makes nobody who has one look as if it withheld anything.
    @Test func whoHasNoSeatHarmsNobody() throws {
        var table = try Table(4, capacity: 3, late: [3])
        table.run(300_000)
        var rules = HouseRules()
        rules.turnPauseMillis = 100
        rules.timeLimitMillis = 6_000
        rules.chainLength = 1024
        table.step(0, .command(.propose(rules)))
        table.run(200_000)
        try #require(table.peers[0].fold != nil)
        // It writes a log for each, which never meet: what they say of it stands in nobody's way.
        let key = try SigningKey(seed: [UInt8](repeating: 77, count: 32))
        let join = Join.certified(
            by: key, table: Table.secret.id, sessionKey: key.publicKey, name: "Z")
        let first = Event.signed(
            by: key, table: Table.secret.id, seq: 1, previous: Digest(words: (0, 0, 0, 0)), lamport: 1, heads: [],
            body: .join(join))
        for index in 0..<3 {
            let second = Event.signed(
                by: key, table: Table.secret.id, seq: 2, previous: first.hash, lamport: UInt64(2 + index), heads: [],
                body: .ack)
            let message = try Datagram.seal(
                .events([first.bytes, second.bytes]), with: Table.secret,
                nonce: [UInt8](repeating: UInt8(index), count: SealingKey.nonceLength))
            table.step(index, .datagram(message, from: PeerAddress(raw: 9)))
        }
        // Of the proofs that go round now nobody hears.
        let others = Set((0..<3).map { table.peers[$0].me })
        table.tamper = { _, _, bytes in
            guard case .events(let events)? = try? Datagram.open(bytes, with: Table.secret) else { return bytes }
            return events.contains { (try? Event.decode($0)).map { !others.contains($0.author) } ?? false }
                ? nil : bytes
        }
        table.play(rounds: 2000)
        for index in 0..<3 {
            #expect(table.dropped(index).isEmpty)
            #expect(table.finished(index).count == 1 && table.finished(index) == table.finished(0))
        }
    }
}

/// A decision that cannot be: two who lie about what they had acknowledged lose the third, with a cut below what that one has applied.
@Suite struct VoidGameTests {
    /// The events by which `liars` end view 1 at `cut` of the victim's log.
    static func decision(_ table: Table, victim: Int, cut: UInt64) throws -> [Event] {
        let log = table.peers[victim].log
        let order = try #require(table.peers[victim].play?.order)
        let owner = try #require(table.peers.firstIndex { $0.me == order.roster[order.owner(of: 1)] })
        let other = try #require(table.peers.indices.first { $0 != victim && $0 != owner })
        func last(_ index: Int) -> Event? { log.place(of: table.peers[index].me).flatMap { log.members[$0].last } }
        var tails = [owner: try #require(last(owner)), other: try #require(last(other))]
        let named = try #require(log.place(of: table.peers[victim].me).flatMap { log.members[$0].event(cut) })
        var lamport = log.lamport
        func write(_ index: Int, _ body: Body) throws -> Event {
            let partner = try #require(tails[index == owner ? other : owner])
            let heads = [named, partner].map { Head(author: $0.author, seq: $0.seq, hash: $0.hash) }
            let tail = try #require(tails[index])
            lamport += 1
            let event = Event.signed(
                by: table.peers[index].configuration.sessionKey, table: Table.secret.id, seq: tail.seq + 1,
                previous: tail.hash, lamport: lamport, heads: heads.sorted { $0.author < $1.author }, body: body)
            tails[index] = event
            return event
        }
        let id = BallotID(game: order.game, view: 1, ballot: 1)
        let promise = Promise(id: id, accused: table.peers[victim].me)
        let words = [try write(other, .promise(promise)), try write(owner, .promise(promise))]
        let cuts = order.roster.map { key in words.first { $0.author == key }?.seq ?? cut }
        let proposal = try write(owner, .propose(Propose(id: id, lost: table.peers[victim].me, cut: cuts)))
        let vote = Accepted(id: id, proposal: proposal.hash)
        return words + [proposal, try write(owner, .accepted(vote)), try write(other, .accepted(vote))]
    }

    @Test(arguments: [UInt64(0), 6]) func whoAppliedMoreThanWasDecidedStops(below: UInt64) throws {
        var table = try Table.playing(3)
        table.play(rounds: 40)
        let order = try #require(table.peers[0].play?.order)
        let victim = try #require(
            table.peers.indices.first { table.peers[$0].me != order.roster[order.owner(of: 1)] })
        let standing = try #require(table.peers[victim].play?.order)
        let seat = try #require(standing.seat(of: table.peers[victim].me))
        let cut = standing.applied[seat] - below
        let events = try VoidGameTests.decision(table, victim: victim, cut: cut)
        table.dead = Set(table.peers.indices.filter { $0 != victim })
        for message in Message.packing(events.map(\.bytes)) {
            let datagram = try Datagram.seal(
                message, with: Table.secret, nonce: [UInt8](repeating: 1, count: SealingKey.nonceLength))
            table.step(victim, .datagram(datagram, from: PeerAddress(raw: 9)))
        }
        let isVoid = table.notices[victim].contains(.void(game: 1))
        // At the very bound it is merely lost.
        #expect(isVoid == (below > 0))
        #expect((table.dropped(victim) == [table.peers[victim].me]) == (below == 0))
        guard isVoid else { return }
        #expect(table.peers[victim].phase == .stopped)
        let written = table.peers[victim].log.place(of: table.peers[victim].me).map { place in
            table.peers[victim].log.members[place].count
        }
        table.step(victim, .command(.leave))
        table.run(3_000_000)
        let now = table.peers[victim].log.place(of: table.peers[victim].me).map { place in
            table.peers[victim].log.members[place].count
        }
        #expect(now == written)
        #expect(table.notices[victim].count { $0 == .void(game: 1) } == 1)
    }
}
