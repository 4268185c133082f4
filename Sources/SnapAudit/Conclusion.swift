internal import SnapProtocol
public import SnapRules
internal import SnapWire

/// What the replay came to.
extension Auditor {
    mutating func conclude(
        _ fold: GameFold, _ course: Course, _ order: GameLogs, _ begun: BegunGame,
        _ closing: TranscriptReader.Record?
    ) {
        game = AuditedGame(
            game: begun.proposal.content.game, startedWallMillis: begun.proposal.content.wallMillis,
            durationMillis: course.clocks.max() ?? 0, turns: course.cards, races: course.races,
            outcome: fold.game?.outcome, rules: fold.rules)
        for seat in players.indices { players[seat].statistics = course.statistics(of: seat, fold) }
        // Where a fault stands, what was reached before it is told, but nothing is said of what a whole game would need.
        var mark: CheckResult.Mark = .incomplete
        if let closing {
            mark = .passed
            checkEnd(after: closing, order)
        } else if faults.isEmpty {
            lackEnd(fold, order)
        }
        settleUnlessFailed(
            .finality, mark, "\(Figures.count(course.events, "event")), each acknowledged by every player")
        settleUnlessFailed(.draws, mark, "\(Figures.count(course.cards, "card")) drawn from the links of all players")
        settleUnlessFailed(
            .races, mark,
            "\(Figures.count(course.races, "race")) with \(Figures.count(course.claims, "call")); \(course.lotteries) by lot, \(course.voids) void"
        )
        settleUnlessFailed(.rules, mark, "\(Figures.count(course.cards, "turn")), 52 cards after each event")
        settleUnlessFailed(
            .states, mark, "those of all FLIPs and \(Figures.count(fold.ended.filter(\.self).count, "END"))")
        settleUnlessFailed(.result, mark, resultWords(fold.game?.outcome))
        if closing == nil { settleUnlessFailed(.order, mark, "\(body.count) events from START's heads on") }
    }

    private mutating func settleUnlessFailed(_ check: Check, _ mark: CheckResult.Mark, _ words: String) {
        if !hasFailed(check) { settle(check, mark, words) }
    }

    /// Says why the game is not over here.
    private mutating func lackEnd(_ fold: GameFold, _ order: GameLogs) {
        var rest = order
        var reason = "the file ends at offset \(bytes.count), "
        if let event = rest.peek() {
            let missing = rest.missingAcknowledgements(of: event).map { players[$0].words }
            let number = logs.compactMap { $0.record(event.seq) }.first { $0.event.hash == event.hash }?.number ?? 0
            reason += "where record \(number) is not acknowledged by \(missing.joined(separator: ", "))"
        } else if fold.isOver {
            let silent = players.indices.filter { fold.present[$0] && !fold.ended[$0] }.map { players[$0].words }
            reason += "without the END of \(silent.joined(separator: ", "))"
        } else {
            reason += "before the game is over"
        }
        lack(reason)
    }

    func resultWords(_ outcome: Game.Outcome?) -> String {
        guard let outcome else { return "not over" }
        let winners = outcome.winners.compactMap { players.indices.contains($0) ? players[$0].words : nil }
        let verb = winners.count == 1 ? "wins" : "share it"
        return "\(winners.joined(separator: ", ")) \(verb): \(outcome.reason.words)"
    }
}

extension Game.EndReason {
    /// For people, after a colon.
    public var words: String {
        switch self {
        case .allCards: "holds all cards"
        case .lastSeat: "the only player left"
        case .timeLimit: "most cards when the time was up"
        case .stalemate: "most cards at a stalemate"
        case .chainsExhausted: "most cards when the links were used up"
        }
    }

    /// For machines.
    public var code: String {
        switch self {
        case .allCards: "all-cards"
        case .lastSeat: "last-seat"
        case .timeLimit: "time-limit"
        case .stalemate: "stalemate"
        case .chainsExhausted: "chains-exhausted"
        }
    }
}

extension Course {
    mutating func note(_ happening: GameFold.Happening) {
        switch happening {
        case .resolved(_, let seat, _):
            cards += 1
            eventsSinceCard = 0
            statistics[seat].turns += 1
        case .race(let result): note(result)
        case .rules, .flipping, .marked, .ignored: break
        }
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
