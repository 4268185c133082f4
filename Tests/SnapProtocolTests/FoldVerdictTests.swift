import Testing

@testable import SnapProtocol

/// The verdict as arithmetic, without events. Milliseconds unless said.
@Suite("Verdicts")
struct FoldVerdictTests {
    func judge(
        seats: Int = 3, matched: Bool = true, matchedBefore: Bool = false, pools: Bool = false, turner: Int = 0
    ) -> Judge {
        Judge(
            seats: seats, turner: turner, matched: matched, matchedBefore: matchedBefore, falseStartMicros: 100_000,
            bounds: RaceBounds(capMicros: 12_000, uncertaintyMicros: 3_000, disputeMicros: 10_000), pools: pools)
    }

    func claim(_ seat: Int, _ millis: Int64..., rttMicros: Int64 = 2_000) -> Judge.Measured {
        Judge.Measured(seat: seat, reactionsMicros: millis.map { $0 * 1_000 }, rttMicros: rttMicros)
    }

    @Test("The quickest wins a match, and the quickest false start pays")
    func quickestWins() {
        let judgement = judge(seats: 4).rule([
            claim(0, 300, 300, 300, 300), claim(1, 250, 250, 250, 250), claim(2, 90, 90, 90, 90),
            claim(3, 80, 80, 80, 80),
        ])
        #expect(judgement.ruling == .wins(1, foul: 3))
        #expect(judgement.calls.map(\.foul) == [false, false, true, true])
        #expect(judgement.calls.map(\.reactionMicros) == [300_000, 250_000, 90_000, 80_000])
    }

    @Test("Each verdict says why")
    func reasons() {
        let two = judge(seats: 2)
        func reason(_ judge: Judge, _ claims: Judge.Measured...) -> GameFold.RaceResult.Reason {
            judge.rule(claims).reason
        }
        #expect(reason(two, claim(0, 300, 300)) == .alone)
        #expect(reason(two, claim(0, 300, 300), claim(1, 20, 20)) == .alone)
        #expect(reason(two, claim(0, 341, 341), claim(1, 300, 300)) == .quickest(byMicros: 41_000))
        #expect(reason(two, claim(0, 302, 302), claim(1, 300, 300)) == .lot)
        #expect(reason(judge(pools: true), claim(0, 302, 302), claim(1, 300, 300)) == .pooled)
        #expect(reason(two, claim(0, 100, 302), claim(1, 300, 300)) == .disputed([0]))
        #expect(reason(two, claim(0, 180, 0)) == .disputed([0]))
        #expect(reason(two, claim(0, 90, 90)) == .falseStart)
        #expect(reason(judge(matched: false), claim(0, 300, 300)) == .noMatch)
        #expect(reason(judge(matchedBefore: true), claim(0, 90, 90)) == .late)
        let heat = two.rule([claim(0, 302, 302), claim(1, 300, 300)]).calls
        #expect(heat.map(\.weight) == [1_000, 3_000] && heat.allSatisfy(\.timely))
        #expect(two.rule([claim(0, 150, 300)]).calls[0].claimedMicros == 150_000)
    }

    @Test("falseStart is the first reaction that counts")
    func falseStartBound() {
        #expect(judge().rule([claim(1, 100, 100, 100)]).ruling == .wins(1, foul: nil))
        var early = claim(1, 100, 100, 100)
        early.reactionsMicros = [99_999, 99_999, 99_999]
        #expect(judge().rule([early]).ruling == .pays(1))
    }

    @Test("Without a match the quickest caller pays, however early, and no lottery is held")
    func wrongCallPays() {
        #expect(judge(matched: false).rule([claim(2, 301, 301, 301), claim(1, 300, 300, 300)]).ruling == .pays(1))
        #expect(judge(matched: false).rule([claim(2, 5, 5, 5), claim(1, 300, 300, 300)]).ruling == .pays(2))
    }

    @Test("After a table that matched an early call is late: it neither wins nor pays")
    func lateForTheCardBefore() {
        let late = judge(matched: true, matchedBefore: true)
        #expect(late.rule([claim(1, 50, 50, 50)]).ruling == .nothing)
        #expect(late.rule([claim(1, 50, 50, 50), claim(2, 400, 400, 400)]).ruling == .wins(2, foul: nil))
        let nowhere = judge(matched: false, matchedBefore: true)
        #expect(nowhere.rule([claim(1, 50, 50, 50)]).ruling == .nothing)
        #expect(nowhere.rule([claim(1, 50, 50, 50), claim(2, 400, 400, 400)]).ruling == .pays(2))
    }

    @Test("One lying figure of three moves nothing: the median stands")
    func medianOfThree() {
        for lie in [-3_600_000, 0, 3_600_000] as [Int64] {
            let judgement = judge().rule([claim(1, lie, 250, 251), claim(2, 240, 240, 240)])
            #expect(judgement.ruling == .wins(2, foul: nil))
            #expect(!judgement.calls[0].disputed)
            #expect((250_000...251_000).contains(judgement.calls[0].reactionMicros))
        }
    }

    @Test("One lying figure of four never makes a dispute: the two in the middle are honest or between honest ones")
    func mediansOfFour() {
        for lie in [-3_600_000, 0, 250, 3_600_000] as [Int64] {
            let call = judge(seats: 4).rule([claim(1, lie, 250, 251, 252)]).calls[0]
            #expect(!call.disputed)
            #expect((250_000...252_000).contains(call.reactionMicros))
        }
    }

    @Test("A dispute that could change the winner voids the race; one that could not changes nothing")
    func disputes() {
        let two = judge(seats: 2)
        // 150 or 300, against 250.
        #expect(two.rule([claim(0, 150, 300), claim(1, 250, 250)]).ruling == .void)
        #expect(two.rule([claim(1, 250, 250), claim(0, 150, 300)]).ruling == .void)
        // 260 or 300: behind 250 in any case.
        #expect(two.rule([claim(0, 260, 300), claim(1, 250, 250)]).ruling == .wins(1, foul: nil))
        // 100 or 248, against 250: by its witness no more than a dead heat, which dating back must not make a win.
        #expect(two.rule([claim(0, 100, 248), claim(1, 250, 250)]).ruling == .void)
        // 251 or 300, against 250: perhaps a dead heat, too.
        #expect(two.rule([claim(0, 251, 300), claim(1, 250, 250)]).ruling == .void)
        // By U it is out of the other's reach, and the other out of its.
        #expect(two.rule([claim(0, 100, 247), claim(1, 250, 250)]).ruling == .wins(0, foul: nil))
        #expect(two.rule([claim(0, 253, 300), claim(1, 250, 250)]).ruling == .wins(1, foul: nil))
        // Alone it wins.
        #expect(two.rule([claim(0, 150, 300)]).ruling == .wins(0, foul: nil))
        #expect(two.rule([claim(0, 150, 300)]).calls[0].disputed)
        // D itself is still agreement.
        #expect(!two.rule([claim(0, 150, 160)]).calls[0].disputed)
        var wider = claim(0, 150, 160)
        wider.reactionsMicros[1] += 1
        #expect(two.rule([wider]).calls[0].disputed)
    }

    @Test("A false witness cannot turn the other's call into a false start that pays")
    func falseWitnessOfTwo() {
        let two = judge(seats: 2)
        #expect(two.rule([claim(0, 180, 0)]).ruling == .void)
        #expect(two.rule([claim(0, 180, -1_000)]).ruling == .void)
        #expect(two.rule([claim(0, 180, -1_000), claim(1, 300, 300)]).ruling == .void)
        // Where both figures are early it is one.
        #expect(two.rule([claim(0, 90, 10)]).ruling == .pays(0))
        // On a table without a match any call is wrong, whenever it was.
        #expect(judge(seats: 2, matched: false).rule([claim(0, 180, 0)]).ruling == .pays(0))
    }

    @Test("Within U a lottery by nearness; at U none")
    func lotteryWeights() {
        var near = claim(1, 250, 250, 250)
        near.reactionsMicros = [252_000, 252_000, 252_000]
        #expect(
            judge().rule([claim(2, 250, 250, 250), near]).ruling
                == .lottery(
                    [
                        Judge.Contender(seat: 1, reactionMicros: 252_000, weight: 1_000),
                        Judge.Contender(seat: 2, reactionMicros: 250_000, weight: 3_000),
                    ], foul: nil))
        near.reactionsMicros = [253_000, 253_000, 253_000]
        #expect(judge().rule([claim(2, 250, 250, 250), near]).ruling == .wins(2, foul: nil))
        #expect(
            judge(pools: true).rule([claim(2, 250, 250, 250), claim(1, 251, 251, 251), claim(0, 20, 20, 20)]).ruling
                == .pooled(foul: 0))
    }

    @Test("Equal wrong calls: the first clockwise from the turner's left pays, the turner last")
    func equalReactions() {
        for turner in 0..<4 {
            let wrong = judge(seats: 4, matched: false, turner: turner)
            let calls = (0..<4).map { claim($0, 250, 250, 250, 250) }
            #expect(wrong.rule(calls).ruling == .pays((turner + 1) % 4))
            #expect(wrong.rule([calls[turner], calls[(turner + 3) % 4]]).ruling == .pays((turner + 3) % 4))
            #expect(wrong.rule([calls[turner]]).ruling == .pays(turner))
        }
    }

    @Test("Distance beyond C is the claimant's own: added to both figures")
    func compensation() {
        let far = judge().rule([claim(1, 250, 250, 250, rttMicros: 20_000), claim(2, 257, 257, 257)])
        #expect(far.calls[0].reactionMicros == 258_000)
        #expect(far.calls[0].loMicros == 258_000 && far.calls[0].hiMicros == 258_000)
        #expect(judge().rule([claim(1, 250, 250, 250, rttMicros: 12_000)]).calls[0].reactionMicros == 250_000)
    }

    @Test("Halves are rounded down, below zero too")
    func rounding() {
        let odd = Judge.Measured(seat: 0, reactionsMicros: [-3, 0], rttMicros: 0)
        #expect(judge(seats: 2).rule([odd]).calls[0].reactionMicros == -2)
    }
}
