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
            outcome: fold.game?.outcome, rules: fold.rules, bounds: fold.bounds, moments: course.moments)
        for seat in players.indices { players[seat].statistics = course.statistics(of: seat, fold) }
        // Where a fault stands, what was reached before it is told, but nothing is said of what a whole game would need.
        var mark: CheckResult.Mark = .incomplete
        if let closing {
            if !course.suspense.isOn { mark = .passed }
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
        if course.suspense.count > 0 {
            note(
                "\(Figures.count(course.suspense.count, "finding")) after the last fault in the game may follow from it, and no signed state tells: "
                    + "not listed")
        }
        if closing == nil { settleUnlessFailed(.order, mark, "\(body.count) events from START's heads on") }
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
