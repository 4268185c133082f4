import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

extension Table {
    /// The peer at `index` signs and sends what it likes, beside or instead of what it would do by itself.
    mutating func say(_ index: Int, _ bodies: Body...) {
        peers[index].effects = []
        for body in bodies { peers[index].write(body, at: now(index)) }
        peers[index].flush(at: now(index))
        perform(peers[index].effects, by: index)
    }

    /// Lets a peer that is dead to the table say that it lives: a heartbeat of its own making.
    mutating func beatByHand(_ index: Int, epoch: UInt64 = 1, naming extra: [(PublicKey, UInt64)] = []) {
        peers[index].lastProbeSent += 1
        let peer = peers[index]
        let probe = max(peer.lastProbeSent, peer.probeBase &+ UInt64(now(index).micros))
        peers[index].lastProbeSent = probe
        var entries = peer.contacts.map { contact in
            let seq = peer.log.place(of: contact.key).map { peer.log.members[$0].count } ?? 0
            return HeartbeatEntry(author: contact.key, seq: seq, echo: nil, holdMicros: 0)
        }
        for (key, seq) in extra {
            for at in entries.indices where entries[at].author == key { entries[at].seq = seq }
        }
        let own = peer.log.place(of: peer.me).map { peer.log.members[$0].count } ?? 0
        let heartbeat = Heartbeat(
            author: peer.me, table: Table.secret.id, epoch: epoch, probe: probe, seq: own, state: 1, ask: nil,
            entries: entries)
        peers[index].effects = []
        peers[index].send(.heartbeat(heartbeat.signed(by: peer.configuration.sessionKey)), to: .everyone)
        perform(peers[index].effects, by: index)
    }

    /// The same, with heads of its own choosing.
    mutating func say(_ index: Int, _ body: Body, heads: [Head]) {
        let peer = peers[index]
        guard let last = peer.log.place(of: peer.me).flatMap({ peer.log.members[$0].last }) else { return }
        let event = Event.signed(
            by: peer.configuration.sessionKey, table: Table.secret.id, seq: last.seq + 1, previous: last.hash,
            lamport: peer.log.lamport + 1, heads: heads, body: body)
        peers[index].log.write(event, at: now(index))
        _ = peers[index].play?.order.hold(event)
        peers[index].effects = []
        peers[index].send([event.bytes], to: .everyone)
        perform(peers[index].effects, by: index)
    }

    func seats(_ keys: [PublicKey]) -> [Int] { keys.compactMap { key in peers.firstIndex { $0.me == key } } }
}

/// A member that has the code and a valid key, and keeps to no other rule.
@Suite struct HostileTests {
    /// It beats and acknowledges nothing: the table goes on without it, and nobody else is blamed, whatever the moment.
    @Test(arguments: [0, 1, 2]) func whoWithholdsAcknowledgementsGoes(attacker: Int) throws {
        for rounds in 40...42 {
            var table = try Table.playing(3)
            table.play(rounds: rounds)
            table.dead = [attacker]
            let honest = [0, 1, 2].filter { $0 != attacker }
            for _ in 0..<300 where honest.contains(where: { table.dropped($0).isEmpty }) {
                for index in honest where table.peers[index].isTurnOpen { table.step(index, .command(.turn)) }
                table.run(40_000)
                table.beatByHand(attacker)
            }
            // Where the attacker's turn is open and nobody calls, nothing is owed: people may think.
            let fold = table.peers[honest[0]].fold
            let isItsTurn = fold?.game?.active == fold?.seat(of: table.peers[attacker].me)
            for index in honest where !isItsTurn {
                #expect(table.seats(table.dropped(index)) == [attacker], "after \(rounds) rounds, peer \(index)")
            }
            #expect(honest.allSatisfy { table.dropped($0).allSatisfy { $0 == table.peers[attacker].me } })
        }
    }

    /// What it says it holds of an honest member's log makes nobody suspect that one.
    @Test func talesOfMissingEventsHarmNobody() throws {
        var table = try Table.playing(3)
        table.play(rounds: 40)
        for _ in 0..<100 {
            // A later process of its own, as it seems: what its peer says by itself is old news.
            table.beatByHand(
                2, epoch: 9, naming: [(table.peers[0].me, 4_000_000_000), (table.peers[1].me, 4_000_000_000)])
            table.play(rounds: 1)
        }
        #expect(table.peers[0].gaps.contains { $0.author == table.peers[1].me })
        #expect(table.peers.allSatisfy { $0.play?.order.votes.isEmpty ?? true })
    }

    /// Heads that fall again keep nobody from turning.
    @Test func fallenHeadsStopNoTurn() throws {
        var table = try Table.playing(3)
        var fallen = 0
        for _ in 0..<1500 where table.peers[0].fold != nil {
            for index in [0, 1] where table.peers[index].isTurnOpen { table.step(index, .command(.turn)) }
            if table.peers[2].isTurnOpen { table.step(2, .command(.turn)) }
            table.run(30_000)
            if table.peers[2].fold != nil, table.peers[2].isTurnOpen == false {
                fallen += 1
                table.say(2, .ack, heads: [])
            }
        }
        #expect(fallen > 60)
        // Each turn takes the pause of 100 ms and the round of 30: no turn waited for the end of the game.
        #expect(table.peers[0].lastGame.map { $0.nextIndex > 60 } ?? false)
        #expect(table.peers.indices.allSatisfy { table.finished($0).count == 1 })
        #expect(table.transcripts.allSatisfy { $0 == table.transcripts[0] })
    }

    /// A WITHDRAW after acknowledging BEGIN changes nothing, whatever its heads say since.
    @Test func withdrawsNothingByFallenHeads() throws {
        var table = try Table.playing(3)
        guard let fold = table.peers[0].fold else { return #expect(Bool(false)) }
        let heads = table.peers[2].headsToWrite()
        let low = heads.compactMap { head in
            table.peers[2].log.place(of: head.author).flatMap { table.peers[2].log.members[$0].event(1) }.map {
                Head(author: head.author, seq: 1, hash: $0.hash)
            }
        }
        table.say(2, .ack, heads: low)
        table.say(2, .withdraw(start: fold.gameID), heads: low)
        table.run(100_000)
        #expect(table.peers[0].lobby.proposals.allSatisfy { !$0.isDead })
        #expect(table.peers.allSatisfy { $0.fold != nil })
    }

    /// What it says of the clock does not move that of a peer that comes back.
    @Test func clocksOfOthersDoNotCarryOverARestart() throws {
        var table = try Table.playing(2)
        table.play(rounds: 40)
        table.say(1, .claim(Claim(race: 1, reactionMicros: 0, clockMillis: Limits.millis)))
        table.run(50_000)
        let peer = table.peers[0]
        var events: [Event] = []
        for member in peer.log.members { events += member.events }
        events.sort { Position($0) < Position($1) }
        let back = Peer.restored(peer.configuration, from: events, at: table.now(0)).peer
        let clock = try #require(back.play?.clockMillis(at: table.now(0)))
        #expect(clock <= UInt64(table.clock) / 1000)
    }

    /// Whatever it says, at whatever moment: no trap, and the others agree as long as they apply.
    @Test(arguments: 1...3) func saysAnything(seed: Int) throws {
        var random = SeededRandom(seed: [UInt8](repeating: UInt8(seed), count: 32))
        let count = 2 + seed % 3
        var table = try Table.playing(count)
        for _ in 0..<250 where table.peers[0].fold != nil {
            for index in table.peers.indices where table.peers[index].isTurnOpen {
                table.step(index, .command(.turn))
            }
            table.run(20_000)
            if random.below(3) == 0 { table.say(count - 1, anything(&random, table, count - 1)) }
        }
        let honest = 0..<(count - 1)
        let lengths = honest.map { table.transcripts[$0].count }
        let shortest = lengths.min() ?? 0
        #expect(honest.allSatisfy { table.transcripts[$0].prefix(shortest) == table.transcripts[0].prefix(shortest) })
        #expect(honest.allSatisfy { table.peers[$0].excess == nil })
        #expect(honest.allSatisfy { index in table.dropped(index).allSatisfy { $0 == table.peers[count - 1].me } })
    }

    private func anything(_ random: inout SeededRandom, _ table: Table, _ index: Int) -> Body {
        let peer = table.peers[index]
        let next = peer.fold?.nextIndex ?? 1
        func number(_ top: UInt64, _ random: inout SeededRandom) -> UInt64 {
            switch random.below(6) {
            case 0: 1
            case 1: top
            case 2: max(1, random.below(top))
            case 3: min(next, top)
            case 4: min(max(next, 2) - 1, top)
            default: min(next + 1, top)
            }
        }
        func link(_ at: UInt64, _ random: inout SeededRandom) -> Link {
            if random.below(3) > 0, let link = peer.play?.cardChain?.link(at: at) { return link }
            return Link(words: (random.next(), 1, 2, 3))
        }
        func key(_ random: inout SeededRandom) -> PublicKey {
            let at = Int(random.below(UInt64(table.peers.count)))
            return random.below(5) == 0 ? PublicKey(words: (random.next(), 0, 0, 0)) : table.peers[at].me
        }
        let digest = Digest(words: (random.next(), 0, 0, 0))
        let counter = number(Limits.counter, &random)
        let seats = table.peers.count
        switch random.below(13) {
        case 0:
            return .flip(Flip(index: counter, link: link(counter, &random), state: digest, clockMillis: Limits.millis))
        case 1: return .reveal(Reveal(index: counter, link: link(counter, &random)))
        case 2:
            return .claim(
                Claim(race: counter, reactionMicros: random.below(2) == 0 ? 0 : Limits.reactionMicros, clockMillis: 0))
        case 3, 4:
            let edge = random.below(2) == 0 ? Limits.arrivalMicros : -Limits.arrivalMicros
            let settling = random.below(2) == 0 ? [] : [Int64?](repeating: edge, count: seats)
            return .witness(
                Witness(
                    race: counter, closed: random.below(2) == 0,
                    rttMicros: [UInt64](repeating: Limits.rttMicros, count: seats),
                    links: [Int64?](repeating: edge, count: seats), settling: settling,
                    claims: (0..<seats).map { ClaimArrival(seat: UInt64($0), micros: -edge) }))
        case 5: return .tie(Tie(race: counter, link: link(counter, &random)))
        case 6: return .time(Time(clockMillis: Limits.millis))
        case 7: return .end(End(state: digest, wallMillis: Limits.millis))
        case 8: return .withdraw(start: peer.fold?.gameID ?? digest)
        case 9:
            let start = Start(
                game: counter, roster: [peer.me, key(&random)], firstSeat: nil,
                rules: [UInt64](repeating: Limits.ruleValue, count: Limits.ruleValues), wallMillis: Limits.millis)
            return start.roster[0] == start.roster[1] ? .ack : .start(start)
        case 10:
            return .accept(
                Accept(
                    start: peer.fold?.gameID ?? digest, cardAnchor: link(0, &random), tieAnchor: link(0, &random),
                    paths: [Path](
                        repeating: Path(rttMicros: Limits.rttMicros, spreadMicros: 0, jitterMicros: 0), count: seats)))
        case 11:
            return .begin(Begin(start: peer.fold?.gameID ?? digest, accepts: [digest, Digest(words: (1, 1, 1, 1))]))
        default: return .ack
        }
    }

    /// Votes of every kind, with every number: the others may change views, but lose none of theirs.
    @Test(arguments: 1...3) func votesAnyhow(seed: Int) throws {
        var random = SeededRandom(seed: [UInt8](repeating: UInt8(100 + seed), count: 32))
        let count = 3 + seed % 2
        let attacker = count - 1
        var table = try Table.playing(count)
        for _ in 0..<300 where table.peers[0].fold != nil {
            for index in table.peers.indices where table.peers[index].isTurnOpen {
                table.step(index, .command(.turn))
            }
            table.run(20_000)
            guard random.below(12) == 0 else { continue }
            let view = table.peers[0].play?.order.view ?? 1
            let id = BallotID(
                game: random.below(5) == 0 ? Limits.counter : 1,
                view: random.below(4) == 0 ? Limits.counter : view + random.below(2),
                ballot: random.below(4) == 0 ? Limits.counter : 1 + random.below(5))
            let victim = table.peers[Int(random.below(UInt64(count)))].me
            switch random.below(3) {
            case 0: table.say(attacker, .promise(Promise(id: id, accused: victim)))
            case 1:
                let cut = (0..<count).map { _ in random.below(2) == 0 ? Limits.counter : 1 + random.below(40) }
                table.say(attacker, .propose(Propose(id: id, lost: victim, cut: cut)))
            default: table.say(attacker, .accepted(Accepted(id: id, proposal: Digest(words: (1, 2, 3, 4)))))
            }
        }
        table.play(rounds: 200)
        let honest = 0..<attacker
        let shortest = honest.map { table.transcripts[$0].count }.min() ?? 0
        #expect(honest.allSatisfy { table.transcripts[$0].prefix(shortest) == table.transcripts[0].prefix(shortest) })
        #expect(honest.allSatisfy { index in table.dropped(index).allSatisfy { $0 == table.peers[attacker].me } })
    }
}
