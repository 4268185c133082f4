import SnapCrypto
import SnapProtocol
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
