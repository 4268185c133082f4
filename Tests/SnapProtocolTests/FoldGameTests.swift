import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

@Suite("Whole games through the fold")
struct FoldGameTests {
    /// Plays with calls at random: some quick, some equal, some wrong.
    func play(_ table: inout FoldTable, seed: UInt64, turns: Int, leaves: Bool = false) {
        var random = SeededRandom(seed)
        table.deal()
        for _ in 0..<turns where !table.fold.isOver {
            table.turn()
            guard let race = table.fold.race, race.stage == .open else { continue }
            if leaves && random.below(120) == 0 {
                table.say(Int(random.below(UInt64(table.keys.count))), .leave(Leave(open: nil)))
            }
            let bold: UInt64 = race.matched ? 2 : 40
            let calls = table.present.filter { race.mayClaim[$0] && random.below(bold) == 0 }
                .map { (seat: $0, millis: 150 + random.below(200)) }
            if calls.isEmpty { continue }
            table.judge(calls)
            if case .tied = table.fold.race?.stage { table.tie() }
            #expect(table.fold.game?.fault() == nil)
        }
        if !table.fold.isOver {
            for seat in table.present { table.say(seat, .time(Time(clockMillis: 600_000))) }
        }
    }

    @Test(
        "Games end, with 52 cards throughout, and whoever folds the same events reaches the same state",
        arguments: 2...4)
    func wholeGames(seats: Int) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            print("seed \(seed), \(seats) seats")
            var table = try FoldTable(seats: seats, tag: seed)
            play(&table, seed: seed, turns: 300, leaves: seed == 3)
            #expect(table.fold.isOver && !table.fold.isClosed)
            #expect(table.fold.game?.fault() == nil)
            let outcome = table.fold.digest
            for seat in table.present { table.say(seat, .end(End(state: outcome, wallMillis: 1))) }
            #expect(table.fold.isClosed && table.fold.digest == outcome)
            #expect(table.fold.marks.map(\.stateMismatches).allSatisfy { $0 == 0 })

            var again = try GameFold(start: table.startEvent, accepts: table.acceptEvents)
            var happenings: [GameFold.Happening] = []
            for event in table.log { happenings += again.apply(event) }
            #expect(again.digest == outcome && happenings == table.happenings && again.isClosed)
        }
    }

    @Test("The time limit takes a majority of those that are present; of two, both")
    func timeLimit() throws {
        for (seats, needed) in [(2, 2), (3, 2), (4, 3)] {
            var table = try FoldTable(seats: seats)
            table.deal()
            table.turn()
            for seat in 0..<needed {
                #expect(!table.fold.isOver)
                table.say(seat, .time(Time(clockMillis: 600_000)))
                if seat == 0 { #expect(table.fault(table.say(0, .time(Time(clockMillis: 600_000)))) == .duplicate) }
            }
            #expect(table.fold.game?.outcome?.reason == .timeLimit)
            #expect(table.fold.race?.isSettled == true && table.fold.openDraw == nil)
        }
        // Two of four, then one of the other two leaves: two of three.
        var table = try FoldTable(seats: 4)
        table.deal()
        table.say(0, .time(Time(clockMillis: 600_000)))
        table.say(1, .time(Time(clockMillis: 600_000)))
        #expect(!table.fold.isOver)
        table.say(2, .leave(Leave(open: nil)))
        #expect(table.fold.game?.outcome?.reason == .timeLimit)
        var endless = try FoldTable(seats: 2, rules: FoldTable.rules { $0.timeLimitMillis = 0 })
        endless.deal()
        #expect(endless.fault(endless.say(0, .time(Time(clockMillis: 1)))) == .badReference)
    }

    @Test("TIME before the deal counts after it")
    func earlyTime() throws {
        var table = try FoldTable(seats: 2)
        table.say(0, .time(Time(clockMillis: 600_000)))
        table.say(1, .time(Time(clockMillis: 600_000)))
        #expect(!table.fold.isOver)
        table.deal()
        #expect(table.fold.game?.outcome?.reason == .timeLimit)
    }

    @Test("END closes a game that is over, marks another state, and changes no digest")
    func end() throws {
        var table = try FoldTable(seats: 3)
        table.deal()
        #expect(table.fault(table.say(0, .end(End(state: table.fold.digest, wallMillis: 1)))) == .badReference)
        for seat in 0..<2 { table.say(seat, .time(Time(clockMillis: 600_000))) }
        let outcome = table.fold.digest
        table.say(0, .end(End(state: outcome, wallMillis: 1)))
        table.say(1, .end(End(state: Digest.of([1]), wallMillis: 1)))
        #expect(table.fault(table.say(1, .end(End(state: outcome, wallMillis: 1)))) == .duplicate)
        #expect(table.fault(table.flip(2)) == .gameOver)
        #expect(!table.fold.isClosed)
        // Who leaves is not waited for.
        table.say(2, .leave(Leave(open: nil)))
        #expect(table.fold.isClosed && table.fold.digest == outcome)
        #expect(table.fold.marks.map(\.stateMismatches) == [0, 1, 0])
    }

    @Test("All but one leave: the last wins; nobody left before the deal traps nothing")
    func leaving() throws {
        var table = try FoldTable(seats: 4)
        table.deal()
        for seat in [2, 0, 1] { table.say(seat, .leave(Leave(open: nil))) }
        #expect(table.fold.game?.outcome?.winners == [3] && table.fold.game?.outcome?.reason == .lastSeat)
        var empty = try FoldTable(seats: 2)
        for seat in 0..<2 { empty.say(seat, .leave(Leave(open: nil))) }
        #expect(empty.fold.game == nil && !empty.fold.isOver && !empty.fold.isClosed)
    }

    @Test("A FLIP's state and every event change the digest; what changes nothing does not")
    func digests() throws {
        var table = try FoldTable(seats: 2, firstSeat: 0)
        var seen: Set<Digest> = [table.fold.digest]
        for seat in 0..<2 {
            table.reveal(seat, 0)
            #expect(seen.insert(table.fold.digest).inserted)
        }
        table.flip(0)
        #expect(seen.insert(table.fold.digest).inserted)
        table.reveal(1, 1)
        #expect(seen.insert(table.fold.digest).inserted)
        table.say(0, .ack)
        #expect(seen.contains(table.fold.digest))
        table.say(0, .tie(Tie(race: 9, link: table.cardLink(0, 9))))
        #expect(seen.insert(table.fold.digest).inserted)
        let another = try FoldTable(seats: 2, firstSeat: 0, tag: 2)
        #expect(!seen.contains(another.fold.digest))
    }

    @Test("A game begins only from a START and the ACCEPT of each seat")
    func beginning() throws {
        let table = try FoldTable(seats: 3)
        let start = table.startEvent
        let accepts = table.acceptEvents
        #expect(throws: FoldError.badStart) { try GameFold(start: accepts[0], accepts: accepts) }
        #expect(throws: FoldError.badAccept(seat: 2)) { try GameFold(start: start, accepts: Array(accepts.prefix(2))) }
        #expect(throws: FoldError.badAccept(seat: 0)) {
            try GameFold(start: start, accepts: [accepts[1], accepts[0], accepts[2]])
        }
        let other = try FoldTable(seats: 3, tag: 2)
        #expect(throws: FoldError.badAccept(seat: 0)) { try GameFold(start: start, accepts: other.acceptEvents) }
        #expect(throws: FoldError.badAccept(seat: 1)) {
            try GameFold(start: start, accepts: [accepts[0], start, start])
        }

        func begin(_ change: (inout Start) -> Void) throws -> GameFold {
            var body = table.fold.start
            change(&body)
            let event = Event.signed(
                by: table.keys[0], table: FoldTable.id, seq: 2, previous: start.hash, lamport: 1, heads: [],
                body: .start(body))
            return try GameFold(start: event, accepts: accepts)
        }
        #expect(throws: FoldError.badStart) { try begin { $0.roster = [$0.roster[0]] } }
        #expect(throws: FoldError.badStart) { try begin { $0.roster[1] = $0.roster[0] } }
        #expect(throws: FoldError.badStart) { try begin { $0.firstSeat = 3 } }
        do {
            _ = try begin { $0.rules[9] = 1 }
            Issue.record("a chain of one link was accepted")
        } catch let error as FoldError {
            guard case .badRules(let why) = error else { throw error }
            #expect(why.contains("chainLength"))
        }
    }

    @Test("Events of any kind, index and author in any order never trap, and fold the same twice", arguments: 2...4)
    func soup(seats: Int) throws {
        for seed in 1...4 as ClosedRange<UInt64> {
            print("soup seed \(seed), \(seats) seats")
            var random = SeededRandom(seed &* 31 &+ UInt64(seats))
            var table = try FoldTable(
                seats: seats, rules: FoldTable.rules { $0.deadHeat = seed % 2 == 0 ? .pool : .lottery }, tag: seed)
            let stranger = try SigningKey(seed: Array(repeating: 99, count: 32))
            for _ in 0..<700 {
                let seat = Int(random.below(UInt64(seats)))
                let event =
                    random.below(8) == 0 && !table.log.isEmpty
                    ? table.log[Int(random.below(UInt64(table.log.count)))]
                    : table.event(by: seat, body(by: seat, of: table, &random))
                table.apply(event)
                #expect(table.fold.game?.fault() == nil)
            }
            let foreign = Event.signed(
                by: stranger, table: FoldTable.id, seq: 1, previous: Digest.of([]), lamport: 1, heads: [],
                body: .time(Time(clockMillis: 1)))
            #expect(table.fault(table.apply(foreign)) == .notAMember)
            var again = try GameFold(start: table.startEvent, accepts: table.acceptEvents)
            for event in table.log { _ = again.apply(event) }
            #expect(again.digest == table.fold.digest && again.marks == table.fold.marks)
        }
    }

    /// Mostly what could be right, with every field now and then extreme.
    func body(by seat: Int, of table: FoldTable, _ random: inout SeededRandom) -> Body {
        let next = table.fold.nextIndex
        let race = table.fold.race?.index ?? 0
        func near(_ value: UInt64, _ random: inout SeededRandom) -> UInt64 {
            switch random.below(12) {
            case 0: value &+ 1
            case 1: value &- 1
            case 2: [0, 1, 1_023, 1_024, 1 << 32, UInt64.max][Int(random.below(6))]
            default: value
            }
        }
        func micros(_ random: inout SeededRandom) -> Int64 {
            switch random.below(10) {
            case 0: Int64.min
            case 1: Int64.max
            default: Int64(random.below(400_000)) - 20_000
            }
        }
        let zero = Link(words: (0, 0, 0, 0))
        let roll = random.below(100)
        switch roll {
        case 0..<14:
            let index = near(next, &random)
            let link = table.cards[seat].link(at: index) ?? zero
            return .flip(Flip(index: index, link: link, state: table.fold.digest, clockMillis: UInt64.max))
        case 14..<54:
            let index = near(table.fold.openDraw?.index ?? next &- 1, &random)
            return .reveal(Reveal(index: index, link: table.cards[seat].link(at: index) ?? zero))
        case 54..<62:
            return .claim(
                Claim(
                    race: near(race, &random),
                    reactionMicros: random.below(9) == 0 ? UInt64.max : random.below(500_000), clockMillis: 0))
        case 62..<86:
            let count = random.below(20) == 0 ? Int(random.below(7)) : table.keys.count
            let settling = table.fold.race?.evidence.settling.count ?? 0
            return .witness(
                Witness(
                    race: near(race, &random), closed: random.below(3) > 0,
                    rttMicros: (0..<count).map { _ in random.below(9) == 0 ? UInt64.max : random.below(60_000) },
                    links: (0..<count).map { _ in random.below(5) == 0 ? nil : micros(&random) },
                    settling: (0..<settling).map { _ in random.below(5) == 0 ? nil : micros(&random) },
                    claims: (0..<count).map { ClaimArrival(seat: near(UInt64($0), &random), micros: micros(&random)) }))
        case 86..<95:
            let index = near(race, &random)
            return .tie(Tie(race: index, link: table.ties[seat].link(at: index) ?? zero))
        case 95: return .time(Time(clockMillis: UInt64.max))
        case 96: return .end(End(state: table.fold.digest, wallMillis: 0))
        case 97:
            guard random.below(5) == 0 else { return .ack }
            let index = near(next &- 1, &random)
            return .leave(
                Leave(open: IndexedLink(index: index, link: table.cards[seat].link(at: index) ?? zero)))
        case 98: return .withdraw(start: table.startEvent.hash)
        default: return .ack
        }
    }
}
