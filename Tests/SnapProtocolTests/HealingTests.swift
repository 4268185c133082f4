import SnapCrypto
import SnapProtocol
import SnapWire
import Testing

/// Networks that break in two and heal, looked at from many moments of healing.
@Suite struct HealingTests {
    /// A table of four in two halves, at so many moments some 900 ms apart, the first after 3 s.
    private static func halves(_ moments: Int, delay: Int64 = 1_000) throws -> [Table] {
        var table = try Table.playing(4, seconds: 60)
        table.delay = delay
        table.play(rounds: 60)
        table.split = [0, 0, 1, 1]
        table.play(rounds: 100)
        return (0..<moments).map { _ in
            table.play(rounds: 30)
            return table
        }
    }

    /// Of two, one is gone: the other waits, and may leave. Its transcript has all that it holds, in order, up to its own LEAVE.
    @Test func aGameThatStandsStillCanBeLeftUnfinished() throws {
        var table = try Table.playing(2)
        table.play(rounds: 100)
        let gone = table.peers[1].me
        table.dead = [1]
        table.play(rounds: 20)
        #expect(!table.peers[0].isSuspended)
        table.play(rounds: 60)
        #expect(table.peers[0].isSuspended && table.peers[0].awaited == [gone])
        table.step(0, .command(.leave))
        table.run(100_000)
        #expect(table.peers[0].fold == nil && !table.peers[0].isSuspended)
        var reader = TranscriptReader(table.transcripts[0])
        _ = try reader.marker()
        var last: Event?
        var own: [UInt64] = []
        while let record = try reader.next() {
            if case .join = record.event.body { continue }
            if let last { #expect((last.lamport, last.author) < (record.event.lamport, record.event.author)) }
            last = record.event
            if record.event.author == table.peers[0].me { own.append(record.event.seq) }
        }
        #expect(last?.author == table.peers[0].me)
        guard case .leave? = last?.body else { throw Missing() }
        #expect(own == Array(own[0]...own[own.count - 1]))
    }

    struct Missing: Error {}

    /// One half is heard a moment before the other: that is no reason to lose who comes second.
    @Test(arguments: [Int64(1_000), 20_000]) func nobodyIsDroppedAndPlayGoesOnSoon(delay: Int64) throws {
        var after: [Int64] = []
        for (index, broken) in try HealingTests.halves(8, delay: delay).enumerated() {
            var table = broken
            table.split = [0, 0, 0, 0]
            let before = table.peers.map { $0.lastApplied }
            let healed = table.clock
            table.play(rounds: 1)
            table.run(8_000_000) { table in
                zip(table.peers, before).allSatisfy { $0.lastApplied != $1 }
            }
            after.append(table.clock - healed)
            table.play(rounds: 25)
            #expect(table.peers.indices.allSatisfy { table.dropped($0).isEmpty }, "healed at moment \(index)")
        }
        after.sort()
        #expect(after[after.count / 2] <= 350_000)
        #expect(after[after.count - 1] <= 1_000_000)
    }
}
