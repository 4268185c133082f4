import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

@Suite("Turns of the fold")
struct FoldTurnTests {
    @Test("Draw 0 deals once all have revealed; the named seat starts, or the next present one", arguments: 2...4)
    func deal(seats: Int) throws {
        var table = try FoldTable(seats: seats)
        for seat in 0..<seats - 1 { #expect(table.reveal(seat, 0).isEmpty) }
        #expect(table.fold.game == nil)
        #expect(!table.reveal(seats - 1, 0).isEmpty)
        #expect(table.fold.game != nil && table.fold.openDraw == nil)

        for first in 0..<seats {
            var named = try FoldTable(seats: seats, firstSeat: UInt64(first))
            named.deal()
            #expect(named.active == first)
            var left = try FoldTable(seats: seats, firstSeat: UInt64(first))
            left.say(first, .leave(Leave(open: nil)))
            left.deal()
            if seats == 2 {
                #expect(left.fold.game?.outcome?.reason == .lastSeat)
            } else {
                #expect(left.active == (first + 1) % seats)
                #expect(left.fold.game?.cards(of: first) == 0)
            }
            #expect(left.fold.marks[first].withheldLinks == 1)
        }
    }

    @Test("Who starts is drawn: every seat does in some game")
    func starters() throws {
        var starters: Set<Int> = []
        for tag in 1...24 as ClosedRange<UInt64> {
            var table = try FoldTable(seats: 4, tag: tag)
            table.deal()
            starters.insert(table.active)
        }
        #expect(starters == [0, 1, 2, 3])
    }

    @Test("What makes a FLIP invalid")
    func flipFaults() throws {
        var table = try FoldTable(seats: 3, firstSeat: 0)
        func flip(_ seat: Int, _ index: UInt64, _ link: Link? = nil) -> Body {
            .flip(
                Flip(
                    index: index, link: link ?? table.cardLink(seat, index), state: table.fold.digest,
                    clockMillis: 1))
        }
        #expect(table.fault(table.say(0, flip(0, 1))) == .drawOpen)
        table.deal()
        #expect(table.fault(table.say(0, flip(0, 2))) == .wrongIndex)
        #expect(table.fault(table.say(0, flip(0, 0))) == .wrongIndex)
        #expect(table.fault(table.say(0, flip(0, 1, table.cardLink(0, 2)))) == .badLink)
        #expect(table.fault(table.say(0, flip(0, 1, table.cardLink(1, 1)))) == .badLink)
        #expect(table.fault(table.say(1, flip(1, 1))) == .notActive)
        #expect(table.fold.nextIndex == 1 && table.fold.openDraw == nil)
        #expect(table.fold.marks.map(\.ignoredEvents) == [5, 1, 0])

        let news = table.say(0, flip(0, 1))
        #expect(news == [.flipping(index: 1, seat: 0)])
        #expect(table.fold.nextIndex == 2)
        #expect(table.fault(table.say(0, flip(0, 2))) == .drawOpen)
        #expect(table.fault(table.reveal(0, 1)) == .duplicate)
        #expect(table.fault(table.say(1, .reveal(Reveal(index: 1, link: table.cardLink(2, 1))))) == .badLink)
        #expect(table.fault(table.reveal(1, 2)) == .noSuchDraw)
        #expect(table.fault(table.reveal(1, 0)) == .noSuchDraw)
        #expect(table.fault(table.reveal(1, 1)) == nil)
        #expect(table.fault(table.reveal(1, 1)) == .duplicate)
        #expect(table.fold.game?.turns == 0)
        table.reveal(2, 1)
        #expect(table.fold.game?.turns == 1 && table.active == 1)
        #expect(table.fold.race?.index == 1 && table.fold.race?.stage == .open)
    }

    @Test("The card is the one that the links draw from the candidates, and the events are the evidence")
    func resolution() throws {
        var table = try FoldTable(seats: 2, firstSeat: 1)
        table.deal()
        for index in 1...20 as ClosedRange<UInt64> {
            let flipper = table.active
            table.flip(flipper)
            let candidates = try #require(table.fold.game?.drawCandidates)
            let choice = Draw.card(
                game: table.fold.gameID, index: index, links: [table.cardLink(0, index), table.cardLink(1, index)],
                of: UInt64(candidates.count))
            let news = table.reveal(1 - flipper, index)
            #expect(news.first == .resolved(index: index, seat: flipper, card: candidates[Int(choice)]))
            let race = try #require(table.fold.race)
            #expect(race.turner == flipper && race.evidence.flip == race.evidence.links[flipper])
            #expect(race.evidence.links[1 - flipper] == table.log.last?.hash)
            #expect(race.evidence.settling.isEmpty)
        }
    }

    @Test("A FLIP waits for the race before: its draw resolves only when that is settled")
    func flipBeforeTheRaceIsSettled() throws {
        var table = try FoldTable(seats: 3)
        table.deal()
        table.turn(untilMatched: false)
        let flipper = table.active
        let other = (0..<3).first { $0 != flipper }!
        let last = (0..<3).last { $0 != flipper }!
        table.flip(flipper)
        table.claim(other, millis: 300)
        table.reveal(last, table.fold.nextIndex - 1)
        // All have closed; the claim lacks its entries, and the claimant's link is still out.
        table.reveal(other, table.fold.nextIndex - 1)
        let turns = table.fold.game?.turns
        #expect(table.fold.race?.stage == .open && table.fold.openDraw != nil)
        table.witness(flipper, closed: false, [(other, 300)])
        #expect(table.fold.race?.stage == .open)
        let settling = table.witness(last, closed: false, [(other, 300)])
        #expect(settling.contains { if case .race = $0 { true } else { false } })
        #expect(table.fold.game.map { $0.turns } == turns.map { $0 + 1 })
        #expect(table.fold.race?.evidence.settling.map { $0 == nil } == (0..<3).map { $0 == other })
    }

    @Test("A turn after one's own closing spends its index once a race, so that answers to it never serve again")
    func bait() throws {
        var table = try FoldTable(seats: 3)
        table.deal()
        table.turn()
        let cheat = table.active
        let index = table.fold.nextIndex
        table.witness(cheat, [])
        #expect(table.fault(table.flip(cheat)) == .closedAlready)
        #expect(table.fold.nextIndex == index + 1 && table.fold.openDraw == nil)
        // An honest answer of one that had not seen the closing closes the race for it.
        let others = (0..<3).filter { $0 != cheat }
        #expect(table.fault(table.reveal(others[0], index)) == nil)
        #expect(table.fold.race?.closed[others[0]] == true)
        #expect(table.fault(table.reveal(others[0], index)) == .noSuchDraw)
        #expect(table.fault(table.flip(cheat)) == .closedAlready)
        #expect(table.fold.nextIndex == index + 1)
        table.witness(others[1], [])
        #expect(table.fold.race?.isSettled == true)
        table.turn()
        #expect(table.fold.race?.index == index + 1)
    }

    @Test("A bad link does not spend the index of a turn after the closing")
    func baitWithBadLink() throws {
        var table = try FoldTable(seats: 2)
        table.deal()
        table.turn()
        let cheat = table.active
        let index = table.fold.nextIndex
        table.witness(cheat, [])
        let flip = Flip(
            index: index, link: table.cardLink(cheat, index + 1), state: table.fold.digest, clockMillis: 1)
        #expect(table.fault(table.say(cheat, .flip(flip))) == .badLink)
        #expect(table.fold.nextIndex == index)
    }

    @Test("A flipper that leaves voids its turn; late answers close the race; the next index goes on")
    func voidByLeaving() throws {
        var table = try FoldTable(seats: 3)
        table.deal()
        table.turn(untilMatched: false)
        let flipper = table.active
        let others = (0..<3).filter { $0 != flipper }
        let index = table.fold.nextIndex
        table.flip(flipper)
        let news = table.say(flipper, .leave(Leave(open: nil)))
        #expect(news.contains(.rules(.voided(seat: flipper))))
        #expect(table.fold.openDraw == nil && table.fold.nextIndex == index + 1)
        #expect(table.fault(table.reveal(others[0], index)) == nil)
        #expect(table.fold.race?.stage == .open)
        table.reveal(others[1], index)
        #expect(table.fold.race?.isSettled == true)
        table.turn()
        #expect(table.fold.race?.index == index + 1)
        #expect(table.fold.race?.evidence.links[flipper] == nil)
    }

    @Test("A leaver's link counts if it is right; without it the draw goes on, and the leaver is marked")
    func leavingWithTheLink() throws {
        for right in [true, false, nil] {
            var table = try FoldTable(seats: 3, firstSeat: 0)
            table.deal()
            table.flip(0)
            table.reveal(1, 1)
            let link = right.map { table.cardLink(2, $0 ? 1 : 2) }
            let leave = table.event(by: 2, .leave(Leave(open: link.map { IndexedLink(index: 1, link: $0) })))
            let news = table.apply(leave)
            #expect(news.contains { if case .resolved = $0 { true } else { false } })
            #expect(table.fold.race?.evidence.links[2] == leave.hash)
            #expect(table.fold.marks[2].withheldLinks == (right == true ? 0 : 1))
            #expect(table.fold.race?.mayClaim == [true, true, false])
            #expect(table.fault(table.claim(2, millis: 300)) == .notAMember)
        }
    }

    @Test("A pile that is won under a waiting turn voids it, and the turn passes")
    func voidByLosingThePile() throws {
        var found = false
        for tag in 1...40 as ClosedRange<UInt64> where !found {
            var table = try FoldTable(seats: 2, tag: tag)
            table.deal()
            for _ in 0..<120 where !found && !table.fold.isOver {
                table.turn()
                let flipper = table.active
                guard let game = table.fold.game, let race = table.fold.race, race.matched,
                    game.seats[flipper].faceDown.isEmpty, game.seats[flipper].faceUp.count >= 2
                else { continue }
                found = true
                let index = table.fold.nextIndex
                table.flip(flipper)
                #expect(table.fold.game?.inFlight == .recycled(seat: flipper))
                table.claim(1 - flipper, millis: 250)
                let news = table.witness(flipper, closed: false, [(1 - flipper, 250)])
                #expect(news.contains(.rules(.voided(seat: flipper))) || table.fold.isOver)
                #expect(table.fold.openDraw == nil && table.fold.nextIndex == index + 1)
                #expect(table.fault(table.reveal(1 - flipper, index)) != nil)
            }
        }
        #expect(found)
    }

    @Test("The chains' last link ends the game")
    func chainsExhausted() throws {
        var table = try FoldTable(seats: 2, rules: FoldTable.rules { $0.chainLength = 256 })
        table.deal()
        // Each race spends two indices: one by a turn after the closing.
        for _ in 0..<200 where !table.fold.isOver {
            table.turn()
            if table.fold.isOver { break }
            let active = table.active
            table.witness(active, [])
            table.flip(active)
            table.witness(1 - active, [])
        }
        #expect(table.fold.game?.outcome?.reason == .chainsExhausted)
        #expect(table.fold.nextIndex >= 256)
        #expect(table.fault(table.flip(0)) == .gameOver)
    }

    @Test("A turn names a state that its author can have had")
    func stateOfAFlip() throws {
        var table = try FoldTable(seats: 2, firstSeat: 0)
        table.deal()
        let old = table.fold.digest
        table.turn()
        table.witness(0, [])
        let link = table.cardLink(1, 2)
        table.say(1, .flip(Flip(index: 2, link: link, state: old, clockMillis: 1)))
        table.reveal(0, 2)
        #expect(table.fold.marks.map(\.stateMismatches) == [0, 0])
        table.say(
            0, .flip(Flip(index: 3, link: table.cardLink(0, 3), state: Digest.of([9]), clockMillis: 1)))
        #expect(table.fold.marks.map(\.stateMismatches) == [1, 0])
        #expect(table.fold.openDraw != nil)
    }
}
