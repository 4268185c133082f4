import Testing

@testable import SnapNode

/// Field scenario 7: what a firewall eats is said, with figures.
@Suite struct LonelyTableTests {
    private func look(_ table: inout LonelyTable, at seconds: Int64, alone: Bool = true, heard: UInt64 = 0) -> String? {
        table.look(isAlone: alone, sent: 40, heard: heard, port: 17_627, atMicros: 5_000_000 + seconds * 1_000_000)
    }

    @Test func theDeafSideIsToldOnce() throws {
        var table = LonelyTable()
        #expect(look(&table, at: 0) == nil)
        #expect(look(&table, at: 14) == nil)
        let line = try #require(look(&table, at: 15))
        #expect(line.contains("40 datagrams sent, 0 heard on UDP port 17627"))
        #expect(look(&table, at: 100) == nil)
    }

    @Test func theMuteSideIsToldThatNobodyAnswers() throws {
        var table = LonelyTable()
        #expect(look(&table, at: 0, heard: 3) == nil)
        let line = try #require(look(&table, at: 16, heard: 90))
        #expect(line.contains("90 datagrams") && line.contains("nobody answers"))
    }

    @Test func whoHasMetSomebodyIsToldNothing() {
        var table = LonelyTable()
        #expect(look(&table, at: 0) == nil)
        #expect(look(&table, at: 2, alone: false, heard: 9) == nil)
        #expect(look(&table, at: 60, heard: 9) == nil)
    }
}
