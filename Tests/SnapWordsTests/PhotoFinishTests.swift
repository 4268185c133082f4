import SnapRules
import Testing

@testable import SnapProtocol
@testable import SnapWords

/// What people read of a race. Seat 0 reads, the others are Ann and Ben.
@Suite struct PhotoFinishTests {
    private func call(
        _ seat: Int, _ millis: Int64, apart: Int64 = 0, isDisputed: Bool = false, isFoul: Bool = false
    ) -> GameFold.RaceResult.Call {
        GameFold.RaceResult.Call(
            seat: seat, claimedMicros: millis * 1_000, reactionMicros: millis * 1_000 + apart * 500,
            loMicros: millis * 1_000, hiMicros: (millis + apart) * 1_000, disputed: isDisputed, foul: isFoul,
            timely: !isFoul)
    }

    private func text(
        _ calls: [GameFold.RaceResult.Call], winner: Int?, _ reason: GameFold.RaceResult.Reason, matched: Bool = true
    ) -> String {
        let result = GameFold.RaceResult(
            index: 3, calls: calls, verdict: winner.map { .match(winner: $0, foul: nil) } ?? .nothing, reason: reason,
            matched: matched, uncertaintyMicros: 3_000)
        return PhotoFinish(result: result, wording: Wording(isASCII: true)) { [nil, "Ann", "Ben"][$0] }
            .lines.joined(separator: " / ")
    }

    @Test func saysWhoWonByHowMuch() {
        #expect(text([call(0, 332)], winner: 0, .alone) == "Snap! You 0.332 s.")
        #expect(
            text([call(0, 372), call(1, 331)], winner: 1, .quickest(byMicros: 41_000))
                == "Snap! Ann 0.331 s, you 0.372 s. Ann by 0.041 s; you were too slow.")
        #expect(
            text([call(0, 331), call(2, 372, apart: 6)], winner: 0, .quickest(byMicros: 44_000))
                == "Snap! You 0.331 s, Ben 0.375 s +-3 ms. You by 0.044 s.")
    }

    @Test func saysWhyItIsNotTheTimeThatDecides() {
        let heat = [call(0, 332), call(1, 331)]
        #expect(
            text(heat, winner: 0, .lot)
                == "Snap! Ann 0.331 s, you 0.332 s: a dead heat, nearer than 0.003 s. By lot: you win.")
        #expect(text(heat, winner: 1, .lotLeft).hasSuffix("the quickest still here: Ann wins."))
        #expect(text(heat, winner: nil, .pooled).hasSuffix("a dead heat, nearer than 0.003 s."))
        #expect(text(heat, winner: nil, .gone).hasSuffix("but all of them have left."))
        #expect(
            text([call(0, 250), call(1, 150, apart: 150, isDisputed: true)], winner: nil, .disputed([1]))
                == "Nobody wins: it is disputed when Ann's call was. Ann 0.150 s or 0.300 s, you 0.250 s.")
        #expect(text([call(0, 50)], winner: nil, .late).hasPrefix("Too slow for the card before"))
    }

    @Test func saysWhoCalledTooSoonOrWrongly() {
        #expect(
            text([call(0, 50, isFoul: true)], winner: nil, .falseStart)
                == "Too soon! You 0.050 s: nobody can see a card so quickly.")
        #expect(
            text([call(1, 300), call(0, 20, isFoul: true)], winner: 1, .alone)
                == "Snap! You 0.020 s, Ann 0.300 s. / You called sooner than anyone can see a card: a false start.")
        #expect(
            text([call(1, 300), call(0, 310)], winner: nil, .noMatch, matched: false)
                == "No match! Ann called after 0.300 s, you called after 0.310 s.")
        #expect(text([], winner: nil, .alone).isEmpty)
    }
}
