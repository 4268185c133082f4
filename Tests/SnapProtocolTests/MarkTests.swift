import Testing

@testable import SnapProtocol

@Suite("Marks")
struct MarkTests {
    @Test("A rate is too high from six on, above two of three")
    func rates() {
        for (count, chances, isTooHigh) in [
            (5, 5, false), (6, 6, true), (6, 8, true), (6, 9, false), (7, 10, true), (8, 12, false), (0, 0, false),
        ] as [(UInt64, UInt64, Bool)] {
            #expect(Mark.Rate(count: count, chances: chances).isTooHigh == isTooHigh, "\(count) of \(chances)")
        }
    }

    private func marks(_ millis: [Int64]) -> Marks {
        var marks = Marks()
        let bounds = RaceBounds(capMicros: 12_000, uncertaintyMicros: 3_000, disputeMicros: 10_000)
        for reaction in millis {
            marks.count(
                GameFold.RaceResult.Call(
                    seat: 0, claimedMicros: reaction * 1_000, reactionMicros: reaction * 1_000,
                    loMicros: reaction * 1_000, hiMicros: reaction * 1_000, disputed: false, foul: false, timely: true),
                isVoid: false, bounds: bounds)
        }
        return marks
    }

    @Test("The deviation is that of the reactions, rounded down, and a long one counts as ten seconds")
    func deviation() {
        #expect(marks([]).deviationMicros == nil)
        #expect(marks([300]).deviationMicros == 0)
        #expect(marks([300, 400]).deviationMicros == 50_000)
        // Of 1, 2, 4 ms: the root of 14/9 ms^2 is 1.2472 ms.
        #expect(marks([1, 2, 4]).deviationMicros == 1_247)
        #expect(marks([10_000, 3_600_000]).deviationMicros == 0)
    }

    @Test("The sums of a game of nothing but the longest reactions fit")
    func sums() {
        var marks = marks([])
        marks.countedCalls = 65_536
        marks.reactionMicros = 65_536 * UInt64(Marks.longestMicros)
        marks.reactionSquares = 65_536 * UInt64(Marks.longestMicros) * UInt64(Marks.longestMicros)
        #expect(marks.deviationMicros == 0)
    }

    @Test("A mark is one line that names the player and gives both numbers, whoever it is", arguments: Mark.allCases)
    func words(mark: Mark) {
        for players in 2...4 {
            let rate = Mark.Rate(count: 5, chances: 6)
            let other = mark.words(of: "ann", rate, players: players)
            #expect(other.contains("ann's") && other.contains("5 of 6") && !other.contains("\n"))
            let own = mark.words(of: nil, rate, players: players)
            #expect(own.lowercased().contains("your ") && own.first?.isUppercase == true)
        }
    }
}
