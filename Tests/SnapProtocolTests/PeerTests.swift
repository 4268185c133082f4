import SnapCrypto
import SnapProtocol
import SnapRules
import SnapWire
import Testing

/// Peers on one virtual clock, joined by a network that delivers after a fixed delay and loses nothing.
struct Table {
    struct Flight {
        var at: Int64
        var number: Int
        var to: Int
        var bytes: [UInt8]
        var from: Int
    }
    var peers: [Peer]
    var flights: [Flight] = []
    var clock: Int64 = 1_000_000
    var number = 0
    var notices: [[Notice]]
    var transcripts: [[UInt8]]
    var delay: Int64 = 1_000
    /// Peers that are dead: nothing reaches or leaves them.
    var dead: Set<Int> = []
    /// Pairs of groups that do not hear each other.
    var split: [Int] = [0, 0, 0, 0]
    /// What becomes of a datagram from one peer to another; nil: it is lost.
    var tamper: ((_ from: Int, _ to: Int, _ bytes: [UInt8]) -> [UInt8]?)?

    static let secret: TableSecret = {
        guard let code = TableCode(value: 0x1_2345_6789),
            let secret = try? TableSecret.derive(code: code, passphrase: nil)
        else { preconditionFailure("no table secret") }
        return secret
    }()

    /// `late`: dead until the test lets them live.
    init(
        _ count: Int, capacity: Int = Limits.seats, late: Set<Int> = [], acceptsByItself: Bool = true,
        rules: [Int: HouseRules] = [:]
    ) throws {
        let verified = VerifiedSet()
        peers = try (0..<count).map { index in
            let tag = UInt8(index)
            return Peer(
                PeerConfiguration(
                    secret: Table.secret, identity: try SigningKey(seed: [UInt8](repeating: 100 + tag, count: 32)),
                    sessionKey: try SigningKey(seed: [UInt8](repeating: 1 + tag, count: 32)), name: "P\(index)",
                    capacity: capacity, tableRules: rules[index], acceptsByItself: acceptsByItself,
                    seed: [UInt8](repeating: 200 + tag, count: 32),
                    chainSecret: [UInt8](repeating: 50 + tag, count: 32), verified: verified
                ))
        }
        notices = peers.map { _ in [] }
        transcripts = peers.map { _ in [] }
        dead = late
        for index in peers.indices { step(index, .tick) }
    }

    mutating func step(_ index: Int, _ input: Input) {
        guard !dead.contains(index) else { return }
        perform(peers[index].step(input, at: now(index)), by: index)
    }

    /// The time by a peer's own clock.
    func now(_ index: Int) -> Instant { Instant(micros: clock + Int64(index) * 1_000_000_000) }

    mutating func perform(_ effects: [Effect], by index: Int) {
        for effect in effects {
            switch effect {
            case .store: break
            case .send(let bytes, let destination):
                for other in peers.indices where other != index && split[other] == split[index] {
                    if case .one(let address) = destination, address.raw != UInt64(other) { continue }
                    guard let bytes = tamper.map({ $0(index, other, bytes) }) ?? bytes else { continue }
                    number += 1
                    flights.append(
                        Flight(at: clock + delay, number: number, to: other, bytes: bytes, from: index))
                }
            case .transcript(_, let bytes): transcripts[index] += bytes
            case .transcriptAgain(_, let bytes): transcripts[index] = bytes
            case .notice(let notice): notices[index].append(notice)
            }
        }
    }

    /// Runs for a time, or until `done`.
    mutating func run(_ micros: Int64, until done: (Table) -> Bool = { _ in false }) {
        let end = clock + micros
        while clock < end, !done(self) {
            var next = end
            for flight in flights { next = min(next, flight.at) }
            for (index, peer) in peers.enumerated() where !dead.contains(index) {
                if let wake = peer.wake { next = min(next, wake.micros - Int64(index) * 1_000_000_000) }
            }
            clock = max(clock, next)
            let due = flights.filter { $0.at <= clock }.sorted { ($0.at, $0.number) < ($1.at, $1.number) }
            flights.removeAll { $0.at <= clock }
            for flight in due { step(flight.to, .datagram(flight.bytes, from: PeerAddress(raw: UInt64(flight.from)))) }
            for index in peers.indices {
                if let wake = peers[index].wake, wake.micros - Int64(index) * 1_000_000_000 <= clock {
                    step(index, .tick)
                }
            }
        }
    }
}

extension Table {
    /// A running game of `count`, by quick rules.
    static func playing(_ count: Int, seconds: UInt64 = 20) throws -> Table {
        var table = try Table(count)
        table.run(300_000)
        var rules = HouseRules()
        rules.turnPauseMillis = 100
        rules.timeLimitMillis = seconds * 1_000
        rules.chainLength = 1024
        table.step(0, .command(.propose(rules)))
        table.run(200_000)
        return table
    }

    /// A table where the proposer alone holds BEGIN and is cut off with it, for so long that the others withdraw; and the rules that it proposed.
    static func losingBegin(_ count: Int) throws -> (table: Table, rules: HouseRules) {
        var table = try Table(count)
        table.run(300_000)
        var rules = HouseRules()
        rules.turnPauseMillis = 100
        rules.timeLimitMillis = 5_000
        table.step(0, .command(.propose(rules)))
        table.run(200_000) { $0.peers[0].fold != nil }
        try #require(table.peers[0].fold != nil && table.peers[1...].allSatisfy { $0.fold == nil })
        table.flights = []
        table.split = [0, 1, 1, 1]
        table.run(2_500_000)
        return (table, rules)
    }

    /// Whoever may turn, turns, and seat 0 calls every match after 300 ms, for a time or until every living peer is done.
    mutating func play(rounds: Int) {
        for _ in 0..<rounds where peers.indices.contains(where: { !dead.contains($0) && peers[$0].fold != nil }) {
            for index in peers.indices where peers[index].isTurnOpen { step(index, .command(.turn)) }
            run(30_000)
            if peers[0].fold?.game?.matchingSeats != nil, peers[0].fold?.openDraw == nil,
                let race = peers[0].fold?.race, !race.closed[0], let known = peers[0].knowableAt,
                clock - known.micros > 300_000
            {
                step(0, .command(.snap))
            }
        }
    }

    func finished(_ index: Int) -> [Digest] {
        notices[index].compactMap { if case .finished(_, let digest) = $0 { digest } else { nil } }
    }

    func dropped(_ index: Int) -> [PublicKey] {
        notices[index].compactMap { if case .dropped(let key, _) = $0 { key } else { nil } }
    }
}

@Suite struct MembershipTests {
    /// Long work on a slow computer, or a laptop that slept: the others were not gone meanwhile.
    @Test func whoWasHeldUpItselfLosesNobody() throws {
        var table = try Table(3)
        table.run(300_000)
        table.clock += 5_000_000
        table.flights = []
        table.run(500_000)
        for index in table.peers.indices {
            #expect(table.peers[index].members.count == 3)
            #expect(!table.notices[index].contains { if case .unlisted = $0 { true } else { false } })
        }
        table.dead = [2]
        table.run(4_000_000)
        #expect(table.peers[0].members.count == 2, "who is gone is still found out")
    }

    /// Whose keys happen to be smaller than another's has not been there before it.
    @Test(arguments: 0..<3) func newcomersTakeNoSeatThatIsTaken(founder: Int) throws {
        let others = [0, 1, 2].filter { $0 != founder }
        var table = try Table(3, capacity: 2, late: Set(others))
        table.run(2_000_000)
        table.dead = []
        for other in others { table.step(other, .tick) }
        table.run(3_000_000)
        #expect(table.peers[founder].phase == .seated)
        #expect(table.peers[founder].members.first?.isMe == true)
        #expect(table.peers[founder].members.count == 2)
        let refused = others.filter { table.notices[$0].contains(.refused(.tableFull)) }
        #expect(refused.count == 1 && table.peers[refused[0]].phase == .left)
    }

    /// A proposal that came as far as BEGIN at one peer and then to nothing leaves no trace in the transcript of the next.
    @Test func aBeginThatCameToNothingIsNotInTheTranscript() throws {
        var (table, rules) = try Table.losingBegin(2)
        table.split = [0, 0]
        table.run(1_000_000)
        #expect(table.peers.allSatisfy { $0.fold == nil })
        #expect(table.transcripts == [[], []])
        table.step(0, .command(.propose(rules)))
        table.run(200_000)
        #expect(table.peers.allSatisfy { $0.fold != nil })
        table.play(rounds: 2000)
        for index in table.peers.indices {
            #expect(table.finished(index) == [Digest.of(table.transcripts[index])])
        }
        #expect(table.transcripts[0] == table.transcripts[1])
    }

    /// Of three the proposer alone holds BEGIN, misses the others and promises; they meanwhile withdraw. Together again, all go back to the lobby.
    @Test func aBeginThatCameToNothingAfterAPromiseHoldsNobody() throws {
        var (table, rules) = try Table.losingBegin(3)
        #expect(table.peers[0].fold != nil)
        #expect([1, 2].allSatisfy { table.peers[$0].fold == nil && !table.peers[$0].isInProposal })
        table.split = [0, 0, 0]
        table.run(3_000_000)
        #expect(table.peers.allSatisfy { $0.fold == nil && !$0.isInProposal })
        #expect(table.transcripts == [[], [], []])
        table.step(0, .command(.propose(rules)))
        table.run(200_000)
        table.play(rounds: 2000)
        for index in table.peers.indices {
            #expect(table.finished(index) == [Digest.of(table.transcripts[0])])
        }
    }

    @Test(arguments: [3, 4], [1, 2]) func goesOnWithoutACrashedMember(count: Int, victim: Int) throws {
        var table = try Table.playing(count)
        table.play(rounds: 100)
        table.dead = [victim]
        table.play(rounds: 2000)
        let living = table.peers.indices.filter { $0 != victim }
        #expect(living.allSatisfy { table.dropped($0) == [table.peers[victim].me] })
        #expect(living.allSatisfy { table.finished($0).count == 1 && table.finished($0) == table.finished(0) })
        #expect(living.allSatisfy { table.transcripts[$0] == table.transcripts[0] })
    }

    @Test func twoOfFourWaitAndGoOnWhenHealed() throws {
        var table = try Table.playing(4, seconds: 40)
        table.play(rounds: 60)
        table.split = [0, 0, 1, 1]
        table.play(rounds: 250)
        let before = table.peers.map { $0.fold?.nextIndex }
        table.play(rounds: 30)
        #expect(table.peers.map { $0.fold?.nextIndex } == before)
        table.split = [0, 0, 0, 0]
        table.play(rounds: 3000)
        #expect(table.peers.indices.allSatisfy { table.dropped($0).isEmpty })
        #expect(
            table.peers.indices.allSatisfy { table.finished($0).count == 1 && table.finished($0) == table.finished(0) })
        #expect(table.transcripts.allSatisfy { $0 == table.transcripts[0] })
    }

    @Test func theOneLearnsThatTheThreeWentOn() throws {
        var table = try Table.playing(4, seconds: 30)
        table.play(rounds: 60)
        table.split = [0, 0, 0, 1]
        table.play(rounds: 200)
        table.split = [0, 0, 0, 0]
        table.play(rounds: 3000)
        #expect(table.peers.indices.allSatisfy { table.dropped($0) == [table.peers[3].me] })
        #expect(
            table.peers.indices.allSatisfy { table.finished($0).count == 1 && table.finished($0) == table.finished(0) })
        #expect(table.transcripts.allSatisfy { $0 == table.transcripts[0] })
    }
}

@Suite struct PeerTests {
    @Test(arguments: [2, 3, 4]) func playsAWholeGame(count: Int) throws {
        var table = try Table(count)
        table.run(300_000)
        #expect(table.peers.allSatisfy { $0.members.count == count })
        var rules = HouseRules()
        rules.turnPauseMillis = 100
        rules.timeLimitMillis = 20_000
        rules.chainLength = 1024
        table.step(0, .command(.propose(rules)))
        table.run(200_000)
        #expect(table.peers.allSatisfy { $0.fold?.game != nil })
        // Whoever may turn, turns; seat 0 calls every match after 300 ms.
        for _ in 0..<2000 where table.peers.contains(where: { $0.fold != nil }) {
            for index in table.peers.indices where table.peers[index].isTurnOpen { table.step(index, .command(.turn)) }
            table.run(30_000)
            if table.peers[0].fold?.game?.matchingSeats != nil, table.peers[0].fold?.openDraw == nil,
                let race = table.peers[0].fold?.race, !race.closed[0], let known = table.peers[0].knowableAt,
                table.clock - known.micros > 300_000
            {
                table.step(0, .command(.snap))
            }
        }
        let digests = table.notices.map { list in
            list.compactMap { notice -> Digest? in
                if case .finished(_, let digest) = notice { digest } else { nil }
            }
        }
        #expect(digests.allSatisfy { $0.count == 1 && $0 == digests[0] })
        #expect(table.transcripts.allSatisfy { $0 == table.transcripts[0] && !$0.isEmpty })
    }

    /// A surface knows when the press was; only so much of that counts that nobody else's measurement is contradicted.
    @Test(arguments: zip([0, 5_000, 8_000, 8_001, UInt64.max], [0, 5_000, 8_000, 8_000, 8_000] as [Int64]))
    func aPressCanBeDatedBackALittle(age: UInt64, counted: Int64) throws {
        var table = try Table(2)
        table.run(300_000)
        var rules = HouseRules()
        rules.turnPauseMillis = 2_000
        rules.chainLength = 1_024
        table.step(0, .command(.propose(rules)))
        table.run(200_000)
        for index in table.peers.indices where table.peers[index].isTurnOpen { table.step(index, .command(.turn)) }
        table.run(2_000_000) { $0.peers[0].fold?.race != nil }
        table.run(250_000)
        let knowable = table.peers[0].knowableAt
        let known = try #require(knowable)
        table.step(0, .command(.snapEarlier(micros: age)))
        let pressed = table.clock - known.micros
        table.run(1_500_000)
        let calls = table.notices[1].compactMap { notice in
            if case .game(.race(let result)) = notice { result.calls.map(\.claimedMicros) } else { nil }
        }
        #expect(calls.first == [pressed - counted])
    }
}
