import SnapCrypto
import SnapRules
import Testing

@testable import SnapProtocol
@testable import SnapSimulator

/// That the comparison of peers finds what it is there to find.
@Suite struct AgreementTests {
    @Test func aTranscriptThatDiffersIsFound() throws {
        var agreement = Agreement(seats: 2)
        try agreement.append([1, 2, 3, 4], game: 1, seat: 0)
        try agreement.append([1, 2], game: 1, seat: 1)
        try agreement.append([3], game: 1, seat: 1)
        let fault = #expect(throws: Agreement.Fault.self) { try agreement.append([9], game: 1, seat: 1) }
        #expect(fault?.invariant == .agreement)
        #expect(fault?.what.contains("byte 3 of 4") == true)
    }

    @Test func theSlowerPeerMayOvertake() throws {
        var agreement = Agreement(seats: 2)
        try agreement.append([1, 2], game: 1, seat: 0)
        try agreement.append([1, 2, 3], game: 1, seat: 1)
        let fault = #expect(throws: Agreement.Fault.self) { try agreement.append([4], game: 1, seat: 0) }
        #expect(fault?.what.contains("byte 2 of 3") == true)
    }

    @Test func gamesAreComparedApart() throws {
        var agreement = Agreement(seats: 2)
        try agreement.append([1], game: 1, seat: 0)
        try agreement.append([2], game: 2, seat: 1)
        #expect(agreement.games.map(\.number) == [1, 2])
    }

    @Test func happeningsMustBeTheSameInOneOrder() throws {
        let first = GameFold.Happening.flipping(index: 1, seat: 0)
        let second = GameFold.Happening.flipping(index: 2, seat: 1)
        var agreement = Agreement(seats: 2)
        try agreement.report(first, game: 1, seat: 0)
        try agreement.report(first, game: 1, seat: 1)
        try agreement.report(second, game: 1, seat: 0)
        #expect(throws: Agreement.Fault.self) { try agreement.report(first, game: 1, seat: 1) }
    }

    @Test func aRaceIsJudgedOnce() throws {
        func race(_ index: UInt64) -> GameFold.Happening {
            .race(
                .init(index: index, calls: [], verdict: .nothing, reason: .late, matched: false, uncertaintyMicros: 0))
        }
        var agreement = Agreement(seats: 2)
        try agreement.report(race(3), game: 1, seat: 0)
        try agreement.report(race(4), game: 1, seat: 0)
        let fault = #expect(throws: Agreement.Fault.self) { try agreement.report(race(4), game: 1, seat: 0) }
        #expect(fault?.invariant == .onceOnly)
    }

    @Test func whatIsFinishedMustBeWhatWasWritten() throws {
        var agreement = Agreement(seats: 2)
        for seat in 0..<2 { try agreement.append([1, 2, 3], game: 1, seat: seat) }
        try agreement.finish(game: 1, digest: Digest.of([1, 2, 3]), seat: 0)
        #expect(agreement.isFinished(game: 1, seat: 0))
        #expect(!agreement.isFinished(game: 1, seat: 1))
        #expect(throws: Agreement.Fault.self) { try agreement.finish(game: 1, digest: Digest.of([1, 2]), seat: 1) }
    }
}
