internal import SnapProtocol

/// What one judge made of the races.
public struct JudgeTally: Hashable, Sendable {
    /// By player.
    public internal(set) var wins: [Int]
    /// Somebody won who was slower than the quickest by more than U, and by more than 5 ms.
    public internal(set) var wrong = 0
    public internal(set) var wrongBy5Millis = 0
    /// By player: how often it was the quickest in a race that somebody won. What chance gave it: wins less this is what the judge did.
    public internal(set) var quickest: [Int]
    /// Of these.
    public internal(set) var cheaterWins = 0
    public internal(set) var cheaterQuickest = 0

    init(players: Int) {
        wins = Array(repeating: 0, count: players)
        quickest = wins
    }

    public var decided: Int { wins.reduce(0, +) }

    mutating func add(_ record: RaceRecord, by judge: RaceJudge) {
        guard let winner = record.winner(by: judge) else { return }
        wins[winner] += 1
        let quickest = record.quickest
        self.quickest[quickest] += 1
        if record.cheaters.contains(winner) { cheaterWins += 1 }
        if record.cheaters.contains(quickest) { cheaterQuickest += 1 }
        let margin = record.marginMicros(of: winner)
        if margin > record.uncertaintyMicros { wrong += 1 }
        if margin > 5_000 { wrongBy5Millis += 1 }
    }

    mutating func add(_ other: JudgeTally) {
        for player in wins.indices {
            wins[player] += other.wins[player]
            quickest[player] += other.quickest[player]
        }
        wrong += other.wrong
        wrongBy5Millis += other.wrongBy5Millis
        cheaterWins += other.cheaterWins
        cheaterQuickest += other.cheaterQuickest
    }
}

/// How far the verdicts' reactions of one player were from its true ones, and how often its measurements disagreed.
public struct ErrorTally: Hashable, Sendable {
    public internal(set) var calls = 0
    public internal(set) var disputed = 0
    /// Sums over the calls, microseconds: verdict less truth, and the same without its sign.
    public internal(set) var biasMicros: Int64 = 0
    public internal(set) var errorMicros: Int64 = 0

    mutating func add(_ other: ErrorTally) {
        calls += other.calls
        disputed += other.disputed
        biasMicros += other.biasMicros
        errorMicros += other.errorMicros
    }
}

/// Adds up what games measured. The order in which they are added does not matter.
public struct FairnessTally: Hashable, Sendable {
    public private(set) var races = 0
    public private(set) var voids = 0
    /// Races that the lottery decided, or that went to the pool.
    public private(set) var deadHeats = 0
    /// Races in which the two quickest were more than U, or 5 ms, apart.
    public private(set) var clear = 0
    public private(set) var clearBy5Millis = 0
    public private(set) var judges: [JudgeTally]
    /// By player.
    public private(set) var errors: [ErrorTally]
    public private(set) var games = 0
    /// Tables that came to a stop: none must.
    public private(set) var stalls = 0
    /// Widest and narrowest D, and how many races were judged by the wider U.
    public private(set) var disputeMicros: ClosedRange<Int64>?
    public private(set) var unsteadyRaces = 0
    public private(set) var honestMarks = MarkTally()
    public private(set) var cheaterMarks = MarkTally()

    init(players: Int) {
        judges = RaceJudge.allCases.map { _ in JudgeTally(players: players) }
        errors = Array(repeating: ErrorTally(), count: players)
    }

    public func tally(of judge: RaceJudge) -> JudgeTally {
        judges[RaceJudge.allCases.firstIndex(of: judge) ?? 0]
    }

    mutating func add(_ table: RaceTable) {
        games += 1
        if table.hasStalled { stalls += 1 }
        for record in table.records { add(record) }
        for (player, marks) in table.marks.enumerated() {
            if table.cheating?.isCheater(player) == true {
                cheaterMarks.add(marks, turns: table.turns)
            } else {
                honestMarks.add(marks, turns: table.turns)
            }
        }
    }

    private mutating func add(_ record: RaceRecord) {
        races += 1
        if record.isVoid { voids += 1 }
        if record.tied.count > 1 { deadHeats += 1 }
        let sorted = record.reactionsMicros.sorted()
        let gap = sorted[1] - sorted[0]
        if gap > record.uncertaintyMicros { clear += 1 }
        if gap > 5_000 { clearBy5Millis += 1 }
        if record.uncertaintyMicros > 3_000 { unsteadyRaces += 1 }
        widen(record.disputeMicros...record.disputeMicros)
        for (index, judge) in RaceJudge.allCases.enumerated() { judges[index].add(record, by: judge) }
        for call in record.judged {
            let error = call.reactionMicros - record.reactionsMicros[call.player]
            errors[call.player].calls += 1
            errors[call.player].disputed += call.isDisputed ? 1 : 0
            errors[call.player].biasMicros += error
            errors[call.player].errorMicros += abs(error)
        }
    }

    private mutating func widen(_ range: ClosedRange<Int64>) {
        let now = disputeMicros ?? range
        disputeMicros = min(now.lowerBound, range.lowerBound)...max(now.upperBound, range.upperBound)
    }

    mutating func add(_ other: FairnessTally) {
        races += other.races
        voids += other.voids
        deadHeats += other.deadHeats
        clear += other.clear
        clearBy5Millis += other.clearBy5Millis
        games += other.games
        stalls += other.stalls
        unsteadyRaces += other.unsteadyRaces
        if let range = other.disputeMicros { widen(range) }
        honestMarks.add(other.honestMarks)
        cheaterMarks.add(other.cheaterMarks)
        for index in judges.indices { judges[index].add(other.judges[index]) }
        for player in errors.indices { errors[player].add(other.errors[player]) }
    }
}

/// Wilson's interval for a share that was seen in so many trials: 95 of 100 such hold the true one (Wilson, *Probable
/// Inference, the Law of Succession, and Statistical Inference*, 1927).
public struct ShareInterval: Hashable, Sendable {
    public let share: Double
    public let lower: Double
    public let upper: Double

    public init(_ count: Int, of trials: Int) {
        guard trials > 0 else {
            (share, lower, upper) = (0, 0, 1)
            return
        }
        let n = Double(trials)
        let z = 1.959_964
        let p = Double(count) / n
        let scale = 1 + z * z / n
        let middle = (p + z * z / (2 * n)) / scale
        let half = z / scale * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
        share = p
        lower = count == 0 ? 0 : max(0, middle - half)
        upper = count == trials ? 1 : min(1, middle + half)
    }
}
