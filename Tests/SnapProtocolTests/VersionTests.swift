import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

/// Peers whose JOINs are of another version of the protocol, as they would be if nothing but that number differed.
@Suite struct VersionTests {
    /// `late` peers are dead until the test lets them live; `other` speaks version 2.
    private func table(_ count: Int, other: Int, late: Set<Int>) throws -> Table {
        var table = try Table(count, late: late.union([other]))
        let configuration = table.peers[other].configuration
        let key = configuration.sessionKey
        let name = "Newer\u{301}"
        let text = Join.certificateText(table: Table.secret.id, sessionKey: key.publicKey, name: name, version: 2)
        let identity = configuration.identity
        let join = Join(identity: identity.publicKey, name: name, version: 2, certificate: identity.sign(text))
        table.peers[other].log.write(
            Event.signed(
                by: key, table: Table.secret.id, seq: 1, previous: Digest(words: (0, 0, 0, 0)), lamport: 1, heads: [],
                body: .join(join)), at: table.now(other))
        return table
    }

    private func wake(_ table: inout Table, _ index: Int) {
        table.dead.remove(index)
        table.step(index, .tick)
    }

    private func strangers(_ notices: [Notice]) -> [UInt64] {
        notices.compactMap { if case .otherVersion(_, "Newer\u{301}", let version) = $0 { version } else { nil } }
    }

    @Test func membersPassOverAJoinOfAnotherVersion() throws {
        var table = try table(3, other: 2, late: [])
        table.run(2_000_000)
        wake(&table, 2)
        table.run(3_000_000)
        for index in 0...1 {
            #expect(strangers(table.notices[index]) == [2], "told once")
            #expect(table.peers[index].members.count == 2)
            #expect(table.peers[index].phase == .seated)
            #expect(table.peers[index].log.place(of: table.peers[2].me) == nil)
            #expect(table.peers[index].gaps.isEmpty && table.peers[index].excess == nil)
        }
        // Nor does it get into a game, or in its way.
        table.step(0, .command(.propose(FoldTable.rules { $0.timeLimitMillis = 3_000 })))
        table.run(300_000)
        #expect(table.peers[0].fold?.roster.count == 2)
        table.play(rounds: 2_000)
        #expect(table.finished(0).count == 1 && table.finished(0) == table.finished(1))
    }

    @Test func aNewcomerThatFindsOnlyAnotherVersionLeaves() throws {
        var table = try table(2, other: 1, late: [0])
        wake(&table, 1)
        table.run(2_000_000)
        wake(&table, 0)
        table.run(2_000_000)
        #expect(strangers(table.notices[0]) == [2])
        #expect(table.notices[0].contains(.refused(.versionDiffers)))
        #expect(table.peers[0].phase == .left)
    }

    /// Those of its own version that are there too keep it at the table.
    @Test func aNewcomerStaysWithItsOwnVersion() throws {
        var table = try table(3, other: 2, late: [1])
        table.run(2_000_000)
        wake(&table, 2)
        table.run(2_000_000)
        wake(&table, 1)
        table.run(3_000_000)
        #expect(strangers(table.notices[1]) == [2])
        #expect([0, 1].allSatisfy { table.peers[$0].phase == .seated && table.peers[$0].members.count == 2 })
    }
}
