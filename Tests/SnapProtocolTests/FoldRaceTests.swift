import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

@Suite("Races of the fold")
struct FoldRaceTests {
    func table(
        _ seats: Int = 3, matched: Bool, matchedBefore: Bool? = false, _ change: (inout HouseRules) -> Void = { _ in }
    ) throws -> FoldTable {
        var table = try FoldTable(seats: seats, rules: FoldTable.rules(change))
        table.deal()
        table.turn(untilMatched: matched, matchedBefore: matchedBefore)
        return table
    }

    @Test("A right call wins the matching piles by its true reaction", arguments: 2...4)
    func rightCall(seats: Int) throws {
        var table = try table(seats, matched: true)
        let race = try #require(table.fold.race)
        let caller = race.turner
        let news = table.judge([(caller, 260)])
        let result = try #require(table.result)
        #expect(result.index == race.index && result.matched && !result.void)
        #expect(result.verdict == .match(winner: caller, foul: nil))
        #expect(result.calls.map(\.reactionMicros) == [260_000])
        #expect(news.contains { if case .rules(.won(caller, _, _, _)) = $0 { true } else { false } })
        #expect(table.fold.race?.isSettled == true)
        #expect(table.fold.marks.map(\.judgedClaims).reduce(0, +) == 1)
    }

    @Test("A wrong call pays; a false start pays too, though the table matches", arguments: 2...4)
    func wrongCalls(seats: Int) throws {
        var wrong = try table(seats, matched: false)
        wrong.judge([(0, 400), (1, 300)])
        #expect(wrong.result?.verdict == .wrong(payer: 1))
        var early = try table(seats, matched: true)
        early.judge([(0, 40), (1, 300)])
        #expect(early.result?.verdict == .match(winner: 1, foul: 0))
        #expect(early.happenings.contains { if case .rules(.paid(0, _)) = $0 { true } else { false } })
        var alone = try table(seats, matched: true)
        alone.judge([(0, 40)])
        #expect(alone.result?.verdict == .wrong(payer: 0))
    }

    @Test("After a table that matched an early call costs nothing")
    func lateForTheCardBefore() throws {
        var table = try table(matched: false, matchedBefore: true)
        let before = table.fold.game?.seats
        table.judge([(0, 40)])
        #expect(table.result?.verdict == .nothing && table.result?.void == false)
        #expect(table.fold.game?.seats == before)
    }

    @Test("A race without calls is settled as soon as all have closed, and tells nothing")
    func noCalls() throws {
        var table = try table(matched: true)
        let state = table.fold.game
        for seat in 0..<3 { #expect(table.witness(seat, []).isEmpty) }
        #expect(table.fold.race?.isSettled == true && table.fold.game == state)
    }

    @Test("Decided only when each has closed and each claim has an entry of every other")
    func decision() throws {
        var table = try table(matched: true)
        table.claim(0, millis: 250)
        table.claim(1, millis: 300)
        table.witness(2, [(0, 250), (1, 300)])
        table.witness(0, [(1, 300)])
        #expect(table.fold.race?.stage == .open)
        table.witness(1, [(0, 250)])
        #expect(table.fold.race?.isSettled == true)
        #expect(table.result?.verdict == .match(winner: 0, foul: nil))
    }

    @Test("Who may claim, and when")
    func claimFaults() throws {
        var table = try table(matched: true)
        let index = table.fold.race!.index
        #expect(table.fault(table.claim(0, millis: 300, race: index + 1)) == .wrongIndex)
        #expect(table.fault(table.claim(0, millis: 300, race: index - 1)) == .closedAlready)
        #expect(table.fault(table.claim(0, millis: 300)) == nil)
        #expect(table.fault(table.claim(0, millis: 300)) == .closedAlready)
        table.witness(1, [(0, 300)])
        #expect(table.fault(table.claim(1, millis: 300)) == .closedAlready)
        #expect(table.fold.marks.map(\.claimsAfterClosing) == [2, 1, 0])
        #expect(table.fold.race?.claims.map(\.seat) == [0])
    }

    @Test("A FLIP or a REVEAL of a later draw closes; who has closed cannot flip until the race is settled")
    func closings() throws {
        var table = try table(matched: false)
        let flipper = table.active
        let others = (0..<3).filter { $0 != flipper }
        table.flip(flipper)
        table.reveal(others[0], table.fold.nextIndex - 1)
        #expect(table.fault(table.claim(flipper, millis: 300)) == .closedAlready)
        #expect(table.fault(table.claim(others[0], millis: 300)) == .closedAlready)
        #expect(table.fault(table.claim(others[1], millis: 300)) == nil)
    }

    @Test("A WITNESS of the wrong shape or race is ignored; strange entries in it are")
    func witnessFaults() throws {
        var table = try table(matched: true)
        table.claim(0, millis: 300)
        var short = table.witness(by: 1, closed: true, reactionsMillis: [(0, 300)])
        short.rttMicros.removeLast()
        #expect(table.fault(table.say(1, .witness(short))) == .badReference)
        short = table.witness(by: 1, closed: true, reactionsMillis: [])
        short.links.append(0)
        #expect(table.fault(table.say(1, .witness(short))) == .badReference)
        short = table.witness(by: 1, closed: true, reactionsMillis: [])
        short.settling = [nil, nil, nil]
        #expect(table.fault(table.say(1, .witness(short))) == .badReference)
        short = table.witness(by: 1, closed: true, reactionsMillis: [])
        short.race += 1
        #expect(table.fault(table.say(1, .witness(short))) == .wrongIndex)
        #expect(table.fold.race?.closed == [true, false, false])

        let strange = table.witness(by: 1, closed: false, reactionsMillis: [(1, 5), (2, 5), (77, 5)])
        #expect(table.fault(table.say(1, .witness(strange))) == nil)
        #expect(table.fold.race?.entries.allSatisfy { $0.allSatisfy { $0 == nil } } == true)
        // Seat 2 claims later: the entry that was sent before it does not count.
        table.claim(2, millis: 310)
        #expect(table.fold.race?.entries[1][2] == nil)
    }

    @Test("The first row and the first entry stand")
    func firstEntryStands() throws {
        var table = try table(matched: true)
        table.claim(0, millis: 250)
        table.witness(1, closed: false, [(0, 250)])
        let first = table.fold.race?.entries[1][0]
        table.say(
            1,
            .witness(table.witness(by: 1, closed: true, reactionsMillis: [(0, 900)], rttMicros: 50_000)))
        table.witness(2, [(0, 250)])
        #expect(first != nil && table.fold.race?.entries[1][0] == first)
        #expect(table.result?.calls.first?.hiMicros == 250_000)
        #expect(table.fold.race?.witnesses[1]?.rttMicros == [2_000, 0, 2_000])
    }

    @Test("With two a disputed rival voids the race, and both are told of it")
    func disputeVoids() throws {
        var table = try table(2, matched: true)
        let before = table.fold.game?.seats
        table.claim(0, millis: 250)
        table.claim(1, millis: 300)
        table.witness(0, [(1, 200)])
        table.witness(1, [(0, 250)])
        #expect(table.result?.void == true && table.result?.verdict == .nothing)
        #expect(table.result?.calls.map(\.disputed) == [false, true])
        #expect(table.fold.game?.seats == before)
        #expect(table.result?.reason == .disputed([1]))
        #expect(table.fold.marks.map(\.disputedClaims) == [0, 1])
        #expect(table.fold.marks.map(\.voidRaces) == [1, 1])
        #expect(table.fold.marks[1].residualMicros == 100_000)
    }

    @Test("With three a lying witness changes nothing")
    func lyingWitness() throws {
        for lie in [-100_000, 0, 100_000] as [Int64] {
            var table = try table(3, matched: true)
            table.claim(0, millis: 250)
            table.claim(1, millis: 300)
            table.witness(0, [(1, 300)])
            table.witness(1, [(0, lie)])
            table.witness(2, [(0, 250), (1, 300)])
            #expect(table.result?.verdict == .match(winner: 0, foul: nil))
        }
    }

    @Test("A lottery waits for all TIEs, and its winner is what the links draw")
    func lottery() throws {
        var winners: Set<Int> = []
        for tag in 1...16 as ClosedRange<UInt64> {
            var table = try FoldTable(seats: 3, tag: tag)
            table.deal()
            table.turn(untilMatched: true, matchedBefore: false)
            let race = table.fold.race!.index
            let early = Tie(race: race, link: table.ties[0].link(at: race)!)
            #expect(table.fault(table.say(0, .tie(early))) == .badReference)
            table.judge([(1, 252), (2, 250)])
            #expect(table.fold.race?.stage == .tied([1, 2]))
            #expect(table.fault(table.say(0, .tie(Tie(race: race, link: table.ties[1].link(at: race)!)))) == .badLink)
            table.say(2, .tie(Tie(race: race, link: table.ties[2].link(at: race)!)))
            #expect(table.fault(table.say(2, .tie(Tie(race: race, link: table.ties[2].link(at: race)!)))) == .duplicate)
            #expect(table.fold.race?.stage == .tied([1, 2]))
            table.say(0, .tie(early))
            table.say(1, .tie(Tie(race: race, link: table.ties[1].link(at: race)!)))
            #expect(table.fold.race?.isSettled == true)
            let ticket = Draw.ticket(
                game: table.fold.gameID, race: race, links: (0..<3).map { table.ties[$0].link(at: race) }, of: 4_000)
            let winner = ticket < 1_000 ? 1 : 2
            #expect(table.result?.verdict == .match(winner: winner, foul: nil))
            #expect(table.result?.contenders == [1, 2])
            #expect(table.result?.reason == .lot)
            winners.insert(winner)
        }
        #expect(winners == [1, 2])
    }

    @Test("deadHeat: pool puts the piles in the middle instead")
    func pool() throws {
        var table = try table(3, matched: true) { $0.deadHeat = .pool }
        table.judge([(1, 252), (2, 250)])
        #expect(table.result?.verdict == .pooled(foul: nil))
        #expect(table.fold.game?.snapPool.isEmpty == false)
        #expect(table.fold.race?.isSettled == true)
    }

    @Test("A member lost before its TIE: no lottery, the least reaction of those that remain")
    func lossInALottery() throws {
        // A bystander.
        var table = try table(4, matched: true)
        let matching = table.fold.game!.matchingSeats!
        let bystander = (0..<4).first { !matching.contains($0) }!
        let rivals = (0..<4).filter { $0 != bystander }
        table.judge([(rivals[0], 252), (rivals[1], 250)])
        table.say(bystander, .leave(Leave(open: nil)))
        #expect(table.result?.verdict == .match(winner: rivals[1], foul: nil))
        #expect(table.fold.race?.isSettled == true)
        // A contender that has sent its TIE: the draw stands, over all that there were.
        for tag in 1...8 as ClosedRange<UInt64> {
            var drawn = try FoldTable(seats: 4, tag: tag)
            drawn.deal()
            drawn.turn(untilMatched: true, matchedBefore: false)
            let race = drawn.fold.race!.index
            drawn.judge([(0, 250), (1, 250), (2, 252)])
            drawn.say(0, .tie(Tie(race: race, link: drawn.ties[0].link(at: race)!)))
            drawn.say(0, .leave(Leave(open: nil)))
            #expect(drawn.fold.race?.isSettled == false)
            drawn.tie()
            let ticket = Draw.ticket(
                game: drawn.fold.gameID, race: race, links: (0..<4).map { drawn.ties[$0].link(at: race) }, of: 7_000)
            // Where the one that left is drawn, the least reaction that remains is seat 1's.
            let expected = ticket < 6_000 ? 1 : 2
            #expect(drawn.result?.verdict == .match(winner: expected, foul: nil))
        }
    }

    @Test("A leaver's claim and entries go; what it had yet to say is not waited for")
    func leavingAnOpenRace() throws {
        var claimant = try table(3, matched: false)
        claimant.claim(0, millis: 250)
        claimant.witness(1, [(0, 250)])
        claimant.witness(2, closed: false, [(0, 250)])
        claimant.say(0, .leave(Leave(open: nil)))
        #expect(claimant.fold.race?.claims.isEmpty == true)
        #expect(claimant.fold.race?.entries == Array(repeating: [nil, nil, nil], count: 3))
        #expect(claimant.fold.race?.isSettled == false)
        claimant.witness(2, [])
        #expect(claimant.fold.race?.isSettled == true && claimant.result == nil)
        // It had claims: its settling is evidence of the next draw, the LEAVE among it.
        claimant.turn()
        #expect(claimant.fold.race?.evidence.settling.contains { $0 == nil } == false)

        var witness = try table(3, matched: false)
        witness.claim(0, millis: 250)
        witness.witness(1, [(0, 250)])
        let leave = witness.event(by: 2, .leave(Leave(open: nil)))
        witness.apply(leave)
        #expect(witness.result?.verdict == .wrong(payer: 0))
        #expect(witness.fold.race?.lastSettling[2] == leave.hash)
    }

    @Test("A right call stays right though a matching seat leaves before it is judged")
    func matchThatLeaves() throws {
        var table = try table(4, matched: true)
        let matching = table.fold.game!.matchingSeats!
        let caller = (0..<4).first { !matching.contains($0) }!
        table.claim(caller, millis: 300)
        table.say(matching[0], .leave(Leave(open: nil)))
        for seat in table.present where seat != caller { table.witness(seat, [(caller, 300)]) }
        #expect(table.result?.matched == true)
        #expect(table.result?.verdict == .match(winner: caller, foul: nil))
        #expect(!table.happenings.contains { if case .rules(.paid) = $0 { true } else { false } })
    }

    @Test("A link that its author sent late is marked, by what most witnesses saw")
    func lateLinks() throws {
        for (delay, marks) in [(25_000, 0), (25_001, 1)] as [(Int64, UInt64)] {
            var table = try table(3, matched: true)
            let race = table.fold.race!
            let late = (0..<3).first { $0 != race.turner }!
            table.claim(race.turner, millis: 300)
            for seat in 0..<3 where seat != race.turner || table.fold.race?.isSettled == false {
                var row = table.witness(by: seat, closed: true, reactionsMillis: [(race.turner, 300)])
                // Sent `delay` after the FLIP's arrival at the author, which was 1 ms after its sending.
                if seat == race.turner { row.links[late] = 1_000 + delay + 1_000 }
                if seat != race.turner && seat != late { row.links[late] = delay + 1_000 }
                table.say(seat, .witness(row))
            }
            #expect(table.fold.race?.isSettled == true)
            #expect(table.fold.marks[late].lateLinks == marks)
            // Once each, but the turner's; with three that is two.
            #expect(table.fold.marks.map(\.timedLinks).reduce(0, +) == 2)
        }
    }

    @Test("Of two one dates all its calls back: the sixth raises a mark, once, and nobody else gets one")
    func markIsRaised() throws {
        var table = try FoldTable(seats: 2)
        table.deal()
        var told: [GameFold.Happening] = []
        for race in 1...8 {
            table.turn()
            if race == 7 {
                table.judge([(1, 400)])
                continue
            }
            table.claim(0, millis: 150)
            told += table.witness(1, [(0, 300)]).filter { if case .marked = $0 { true } else { false } }
            #expect(told.isEmpty == (race < 6))
            #expect(table.fold.marks[0].isRaised(.disputed) == (race >= 6))
        }
        #expect(told == [.marked(seat: 0, .disputed, Mark.Rate(count: 6, chances: 6))])
        #expect(table.fold.marks[0].raised == [.disputed])
        #expect(table.fold.marks[1].raised == [])
        #expect(table.fold.marks[0].rate(of: .disputed) == Mark.Rate(count: 7, chances: 7))
    }

    @Test("Of three one's own word is not what the others measured: that is no dispute, but it is told")
    func strayWord() throws {
        var table = try FoldTable(seats: 3)
        table.deal()
        for race in 1...6 {
            table.turn()
            table.claim(0, millis: 150)
            table.witness(1, [(0, 300)])
            table.witness(2, [(0, 301)])
            #expect(table.fold.marks[0].raised == (race < 6 ? [] : [.differing]))
        }
        #expect(table.fold.marks[0].strayClaims == 6 && table.fold.marks[0].disputedClaims == 0)
        #expect(table.fold.marks[0].ownErrorMicros == 6 * 150_000)
    }

    @Test("A call that the void race took is counted with it; a quick one and a dead heat are where they could win")
    func countedCalls() throws {
        var table = try table(3, matched: true)
        table.judge([(0, 170), (1, 171), (2, 400)])
        #expect(table.fold.marks.map(\.countedCalls) == [1, 1, 1])
        #expect(table.fold.marks.map(\.quickCalls) == [1, 1, 0])
        #expect(table.fold.marks.map(\.deadHeats) == [1, 1, 0])
        #expect(table.fold.marks.map(\.deadHeatsBehind) == [0, 1, 0])
        #expect(table.fold.marks.map(\.voidRaces) == [0, 0, 0])
        #expect(table.fold.marks[1].reactionMicros == 171_000)
        #expect(table.fold.marks[1].reactionSquares == 171_000 * 171_000)
        table.tie()
        #expect(table.result?.contenders == [0, 1])
    }

    @Test("The estimate that peers act by is the one that the fold judges by")
    func publicEstimate() throws {
        var table = try table(3, matched: true)
        let row = table.witness(by: 1, closed: true, reactionsMillis: [(0, 250)])
        let arrival = row.claims[0].micros
        #expect(table.fold.witnessEstimate(of: 0, arrivalMicros: arrival, by: 1, row: row) == 250_000)
        #expect(table.fold.witnessEstimate(of: 1, arrivalMicros: arrival, by: 1, row: row) == nil)
        #expect(table.fold.witnessEstimate(of: 0, arrivalMicros: arrival, by: 9, row: row) == nil)
        table.judge([(0, 250)])
        #expect(table.result?.calls.first?.loMicros == 250_000)
    }
}
