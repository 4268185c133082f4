import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

@Suite struct PauseTests {
    private func turns(_ table: Table) -> [Int] { table.peers.map { $0.fold?.game?.turns ?? -1 } }

    /// A game of `count` in which who does not turn within a second is made to.
    private func game(_ count: Int, seconds: UInt64 = 8) throws -> Table {
        var table = try Table(count)
        table.run(300_000)
        var rules = HouseRules()
        rules.turnPauseMillis = 100
        rules.turnLimitMillis = 1_000
        rules.timeLimitMillis = seconds * 1_000
        rules.chainLength = 1_024
        table.step(0, .command(.propose(rules)))
        table.run(2_000_000)
        try #require(table.peers.allSatisfy { $0.fold?.game != nil })
        return table
    }

    @Test(arguments: [2, 3, 4]) func nothingHappensInAPause(count: Int) throws {
        var table = try game(count)
        for index in 0..<count - 1 { table.step(index, .command(.pause)) }
        let before = turns(table)
        table.run(1_500_000)
        #expect(turns(table) != before, "who was not asked goes on")
        #expect(table.peers.allSatisfy { !$0.isPaused })
        table.step(count - 1, .command(.pause))
        table.run(500_000)
        #expect(table.peers.allSatisfy { $0.isPaused && $0.pauseAskers.count == count })
        let left = table.peers.indices.map { table.peers[$0].timeLeftMicros(at: table.now($0)) }
        let paused = turns(table)
        table.run(60_000_000)
        #expect(turns(table) == paused)
        #expect(table.peers.indices.map { table.peers[$0].timeLeftMicros(at: table.now($0)) } == left)
        let active = try #require(table.peers[0].fold?.game?.active)
        let turner = try #require(table.peers.firstIndex { $0.mySeat == active })
        table.step(turner, .command(.turn))
        #expect(table.notices[turner].last == .refused(.paused))
        table.step(1, .command(.resume))
        table.run(3_000_000)
        #expect(table.peers.allSatisfy { !$0.isPaused })
        #expect(turns(table) != paused)
        for index in table.peers.indices {
            #expect(table.notices[index].count { $0 == .paused } == 1)
            #expect(table.notices[index].count { $0 == .resumed } == 1)
            #expect(table.notices[index].contains(.pause(table.peers[1].me, isAsked: false)))
            #expect(table.dropped(index).isEmpty)
        }
        #expect(table.peers.allSatisfy { $0.pauseAskers.isEmpty })
        let told = table.notices[1].count { if case .pause(_, isAsked: false) = $0 { true } else { false } }
        #expect(told == 1, "that the others follow is no news")
        table.play(rounds: 1_000)
        #expect(table.finished(0).count == 1)
        #expect(table.transcripts.allSatisfy { $0 == table.transcripts[0] })
    }

    /// Nobody who closes the lid for the length of a pause is lost by it.
    @Test func whoSleepsInAPauseIsWaitedFor() throws {
        var table = try game(3, seconds: 60)
        for index in 0..<3 { table.step(index, .command(.pause)) }
        table.run(500_000)
        try #require(table.peers.allSatisfy { $0.isPaused })
        table.dead = [2]
        table.run(600_000_000)
        table.dead = []
        table.step(2, .tick)
        table.run(1_000_000)
        #expect(table.peers.allSatisfy { $0.isPaused })
        let paused = turns(table)
        table.step(0, .command(.resume))
        table.run(4_000_000)
        #expect(table.peers.indices.allSatisfy { table.dropped($0).isEmpty })
        #expect(turns(table)[0] > paused[0] + 1)
    }

    /// Silence counts again once somebody goes on.
    @Test func whoIsGoneAfterAPauseIsDropped() throws {
        var table = try game(3, seconds: 60)
        for index in 0..<3 { table.step(index, .command(.pause)) }
        table.run(500_000)
        table.dead = [2]
        table.run(30_000_000)
        table.step(0, .command(.resume))
        table.run(5_000_000)
        #expect([0, 1].allSatisfy { table.dropped($0) == [table.peers[2].me] })
    }

    /// One who is told that all agree, by a liar that tells another the contrary, must not rest and be dropped for it.
    @Test func whoTellsEachAnotherThingGetsNobodyDropped() throws {
        var table = try game(3, seconds: 60)
        let liar = table.peers[2]
        let victim = table.peers[0].me
        table.tamper = { from, to, bytes in
            guard from == 2, case .heartbeat(let signed)? = try? Datagram.open(bytes, with: Table.secret),
                var heartbeat = try? Heartbeat.open(signed)
            else { return bytes }
            heartbeat.state = to == 0 ? 4 : 1
            let again = heartbeat.signed(by: liar.configuration.sessionKey)
            return try? Datagram.seal(
                .heartbeat(again), with: Table.secret, nonce: [UInt8](repeating: UInt8(to), count: 24))
        }
        table.step(0, .command(.pause))
        table.step(1, .command(.pause))
        let before = turns(table)
        table.run(12_000_000)
        #expect(table.peers[1].pauseAskers.contains(victim))
        #expect(!table.peers[0].isPaused)
        #expect(turns(table)[0] > before[0] + 3)
        #expect(table.peers.indices.allSatisfy { table.dropped($0).isEmpty })
    }

    @Test func whoIsLeftAloneDoesNotPause() throws {
        var table = try game(2, seconds: 60)
        table.step(0, .command(.pause))
        table.step(1, .command(.leave))
        table.run(1_000_000)
        #expect(!table.peers[0].isPaused && !table.notices[0].contains(.paused))
    }

    /// Whoever changes its mind all the time is told of a few times only.
    @Test func changesOfMindDoNotFillTheScreen() throws {
        var table = try game(2, seconds: 60)
        for round in 0..<100 {
            table.step(0, .command(round % 2 == 0 ? .pause : .resume))
            table.run(10_000)
        }
        let told = table.notices[1].count { if case .pause = $0 { true } else { false } }
        #expect(told >= 2 && told <= 7)
    }

    @Test func thereIsNothingToPauseInTheLobby() throws {
        var table = try Table(2)
        table.run(500_000)
        table.step(0, .command(.pause))
        #expect(table.notices[0].last == .refused(.notPlaying))
        #expect(table.peers[0].pauseAskers.isEmpty)
    }
}
