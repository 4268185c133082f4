internal import SnapProtocol
internal import SnapRules

/// What is kept of a replay beside the state.
struct Course {
    /// Events since the last card within which the fold still knows every state that a FLIP may name.
    static let certainStates = 60

    var isPastBegin = false
    /// deadHeat: pool.
    var pools = false
    /// By seat: where the view ends that the event at hand belongs to, if that is decided.
    var cut: [UInt64]?
    /// Final events.
    var events = 0
    var eventsSinceCard = 0
    var cards = 0
    var races = 0
    var lotteries = 0
    var voids = 0
    /// Views that ended by vote.
    var views = 0
    var claims = 0
    var moments: [AuditedMoment] = []
    /// By seat: the latest clock that its events carry.
    var clocks: [UInt64]
    /// Indices of the FLIPs so far, valid or not.
    var flipped: Set<UInt64> = []
    var suspense: Suspense
    /// Numbers of the records that the replay has judged, and of those taken since the suspense began; kept only for what it leaves open.
    var settled: Set<Int> = []
    var unsettled: [Int] = []
    var statistics: [PlayerStatistics]
    /// By seat: T of the calls that count for the statistics.
    var reactions: [[Int64]]
    var residuals: [Int64]

    init(seats: Int) {
        suspense = Suspense(seats: seats)
        clocks = Array(repeating: 0, count: seats)
        statistics = Array(repeating: PlayerStatistics(), count: seats)
        reactions = Array(repeating: [], count: seats)
        residuals = Array(repeating: 0, count: seats)
    }
}

extension Course {
    mutating func note(_ happening: GameFold.Happening) {
        if let kind = AuditedMoment.Kind(happening) { note(kind) }
        switch happening {
        case .resolved(_, let seat, _):
            cards += 1
            eventsSinceCard = 0
            suspense.noteCard()
            statistics[seat].turns += 1
        case .race(let result): note(result)
        case .rules, .flipping, .marked, .ignored: break
        }
    }

    mutating func note(_ kind: AuditedMoment.Kind) {
        moments.append(AuditedMoment(clockMillis: clocks.max() ?? 0, kind: kind))
    }

    private mutating func note(_ result: GameFold.RaceResult) {
        races += 1
        claims += result.calls.count
        switch result.reason {
        case .lot, .lotLeft, .gone: lotteries += 1
        default: break
        }
        if result.void { voids += 1 }
        for call in result.calls {
            statistics[call.seat].calls += 1
            if call.disputed { statistics[call.seat].disputedCalls += 1 }
            if call.foul { statistics[call.seat].falseStarts += 1 }
            residuals[call.seat] &+= call.hiMicros &- call.loMicros
            // Only a call that could have won says how quick a player is.
            if call.timely && !call.disputed { reactions[call.seat].append(call.reactionMicros) }
        }
        switch result.verdict {
        case .match(let winner, _): statistics[winner].wins += 1
        case .wrong(let payer): statistics[payer].wrongCalls += 1
        case .pooled, .nothing: break
        }
    }

    func statistics(of seat: Int, _ fold: GameFold) -> PlayerStatistics {
        var out = statistics[seat]
        let sorted = reactions[seat].sorted()
        out.reactionsMicros = reactions[seat]
        out.bestReactionMicros = sorted.first
        if !sorted.isEmpty {
            // Of an even number the mean of the middle two, rounded towards minus infinity.
            out.medianReactionMicros = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) >> 1
        }
        if out.calls > 0 { out.meanResidualMicros = residuals[seat] / Int64(out.calls) }
        let marks = fold.marks[seat]
        if marks.judgedClaims > 0 {
            out.meanOwnErrorMicros = Int64(clamping: marks.ownErrorMicros / marks.judgedClaims)
        }
        out.deviationMicros = marks.deviationMicros.map { Int64(clamping: $0) }
        out.lineMicros = fold.lineMicros(of: seat)
        out.marks = marks
        if let game = fold.game, game.seats.indices.contains(seat) {
            out.score = game.seats[seat].score
            out.cards = game.cards(of: seat)
        }
        return out
    }
}
