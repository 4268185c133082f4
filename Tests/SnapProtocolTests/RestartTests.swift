import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

/// A process that comes back and may have less of its own log than it had sent: after a power cut, or with a damaged file.
@Suite struct RestartTests {
    /// Seat 1 ends and comes back at once from what it held, without the last of its own events and all that names them.
    private func restart(_ table: inout Table, without lost: Int, isWhole: Bool = true) {
        let peer = table.peers[1]
        let own = peer.log.place(of: peer.me).map { peer.log.members[$0].count } ?? 0
        let events = peer.log.members.flatMap(\.events).sorted { Position($0) < Position($1) }.filter { event in
            event.author != peer.me || event.seq + UInt64(lost) <= own
        }
        table.flights.removeAll { $0.to == 1 || $0.from == 1 }
        table.notices[1] = []
        table.peers[1] = Peer.restored(peer.configuration, from: events, isWhole: isWhole, at: table.now(1)).peer
        table.step(1, .tick)
    }

    private func turns(_ table: Table) -> UInt64 { table.peers[0].fold?.nextIndex ?? 0 }

    @Test(arguments: [2, 3, 4], [true, false]) func whoHoldsItsLogComesBackToItsSeat(count: Int, isWhole: Bool) throws {
        var table = try Table.playing(count)
        table.play(rounds: 40)
        restart(&table, without: 0, isWhole: isWhole)
        #expect(table.peers[1].phase == .returning)
        let before = turns(table)
        table.run(500_000)
        #expect(table.peers[1].phase == .seated)
        table.play(rounds: 60)
        #expect(turns(table) > before + 2)
        #expect(table.peers.indices.allSatisfy { table.dropped($0).isEmpty && table.peers[$0].forks.isEmpty })
    }

    /// A turn that is asked for while it listens is made once it speaks again, and not before.
    @Test func theTurnMayBeAskedForAtOnce() throws {
        var table = try Table.playing(2)
        table.play(rounds: 40)
        for _ in 0..<400 where !table.peers[1].isTurnOpen {
            if table.peers[0].isTurnOpen { table.step(0, .command(.turn)) }
            table.run(10_000)
        }
        try #require(table.peers[1].isTurnOpen)
        // The other one says nothing for so long that it listens to the end.
        table.dead = [0]
        restart(&table, without: 0)
        let index = table.peers[1].fold?.nextIndex
        table.step(1, .command(.turn))
        #expect(!table.peers[1].isTurnOpen)
        table.run(290_000)
        #expect(table.flights.isEmpty && table.notices[1].isEmpty)
        table.dead = []
        table.run(500_000)
        #expect(table.peers[0].fold.map { $0.nextIndex } == index.map { $0 + 1 })
    }

    /// It does not say anything else under numbers that it has used: nobody holds a proof against it, and the others drop it as one that is gone.
    @Test(arguments: [2, 3, 4], [1, 5]) func whoLostPartOfItsLogGivesItsSeatUp(count: Int, lost: Int) throws {
        var table = try Table.playing(count)
        table.play(rounds: 40)
        restart(&table, without: lost)
        table.run(600_000)
        #expect(table.notices[1] == [.refused(.seatLost)])
        #expect(table.peers[1].phase == .stopped)
        #expect(!table.flights.contains { $0.from == 1 })
        table.run(4_000_000)
        for index in table.peers.indices where index != 1 {
            #expect(table.peers[index].forks.isEmpty)
            #expect(table.dropped(index) == (count > 2 ? [table.peers[1].me] : []))
        }
        #expect(table.notices[1] == [.refused(.seatLost)])
    }

    /// Of two that were both cut off, neither can tell the other what it had said.
    @Test func whoIsUnsureTakesSilenceForNoAnswer() throws {
        var table = try Table.playing(2)
        table.play(rounds: 40)
        table.dead = [0]
        restart(&table, without: 0, isWhole: false)
        table.run(3_000_000)
        #expect(table.notices[1] == [.refused(.seatLost)])
        #expect(table.flights.isEmpty)
    }

    /// A whole log needs no answer: the other one may be the one that is away.
    @Test func whoIsSureComesBackAlone() throws {
        var table = try Table.playing(2)
        table.play(rounds: 40)
        table.dead = [0]
        restart(&table, without: 0)
        table.run(299_000)
        #expect(table.peers[1].phase == .returning)
        table.run(2_000)
        #expect(table.peers[1].phase == .seated)
    }

    /// A damaged record in the middle takes with it what rests on it.
    @Test func aHoleInTheOwnLogIsNoticed() throws {
        var table = try Table.playing(2)
        table.play(rounds: 40)
        let peer = table.peers[1]
        let events = peer.log.members.flatMap(\.events).sorted { Position($0) < Position($1) }
        let hole = events.filter { $0.author == peer.me }.count / 2
        let holed = events.filter { $0.author != peer.me || $0.seq != UInt64(hole) }
        #expect(Peer.restored(peer.configuration, from: events, at: table.now(1)).peer.isUnsureOfOwnLog == false)
        #expect(Peer.restored(peer.configuration, from: holed, at: table.now(1)).peer.isUnsureOfOwnLog)
    }
}
