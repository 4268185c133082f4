import SnapProtocol
import SnapRules
import Testing

@testable import SnapSimulator

/// A short run of what tools/fuzz and `snap-simulator hostile` do at length.
@Suite struct HostileTests {
    @Test func honestPeersWithstandACheatingGuest() {
        let report = HostileTable.play(courses: 1...60)
        #expect(report.violation == nil, "course \(report.failed ?? 0)")
        // The guest is heard: else this would show nothing.
        #expect(report.eventsTaken > 150)
    }

    @Test func theSameOctetsGiveTheSameCourse() throws {
        let octets = [UInt8](0..<200)
        let first = try HostileTable.course(octets)
        let second = try HostileTable.course(octets)
        #expect(first.hashes == second.hashes)
        #expect(first.clock == second.clock)
    }

    @Test func momentsReachFromLobbyToEnd() {
        let moments = HostileTable.moments
        #expect(moments.first?.peers[0].fold == nil)
        #expect(moments.contains { ($0.peers[0].fold?.game?.turns ?? 0) > 3 })
        #expect(moments.contains { $0.agreement.races > 1 })
        // The last one is in the lobby again, with the game behind it.
        #expect(moments.last?.peers[0].lastGame?.isOver == true)
    }
}
