internal import SnapCrypto
internal import SnapProtocol
internal import SnapRules

extension AuditReport {
    /// What no transcript can show (Protocol.md, *Not proven*).
    public static let notProven = [
        "that a person, not a program, pressed the key; that a name is a person's: an identity is a key",
        "a time that its author alone measured: the witnesses bound it, and with two players they are one word against another",
        "a fixed delay that somebody added to its own line, up to the cap C, and what players agree on outside the game",
        "START's and END's wall times, clocks, and the lobby's round-trip times: each is its author's word",
        "who started the game before, hence whose turn it was to start, from the second game on",
        "that links were not shown to others before they were due (a card stays unknown while one player is honest)",
        "why somebody left or fell silent; games and events that are not in the file",
    ]

    /// For people: the verdict in the first line, then each check with a mark and what it asks, faults, players, and what is
    /// not proven. Plain text with newlines; nothing in it can steer a terminal. `isVerbose`: with the figures of each check.
    /// `saysNotProven` false: without what is not proven, where many reports follow each other. `introduced`: how a player is called
    /// where the players are listed; the reader may have names of its own for them.
    public func text(
        isVerbose: Bool = false, saysNotProven: Bool = true, introduced: (AuditedPlayer) -> String = { $0.words }
    ) -> String {
        var lines = [verdict.word]
        switch verdict {
        case .verified: lines.append(contentsOf: headline())
        case .invalid(let fault):
            lines.append("record \(fault.record) at byte \(fault.offset): \(fault.reason)")
            lines.append(fault.isProven ? "Proven against \(words(for: fault))." : "The file is not what was played.")
        case .inconclusive(let offset, let reason):
            lines.append("byte \(offset): \(reason)")
        case .malformed(let record, let offset, let reason):
            if record == 0, offset == 0 {
                return verdict.word + "\nThis is no transcript of a game of Snap!: \(reason).\n"
            }
            if record == 0 {
                lines.append("The mark at the beginning is broken at byte \(offset): \(reason)")
            } else {
                let events = Figures.count(record - 1, "event")
                lines.append(
                    "After \(events), record \(record) is none that a transcript can have: byte \(offset), \(reason).")
            }
        }
        if case .verified = verdict {} else if game != nil { lines.append(contentsOf: headline()) }
        lines.append("\(Figures.count(recordCount, "event")), \(byteCount) bytes, BLAKE2b-256 \(digest.hex)")
        lines.append("")
        lines.append("Checks")
        lines += checks.map { line($0, isVerbose: isVerbose) }
        if listsFaults {
            lines += ["", "Faults"]
            lines += faults.map(line)
            if unlistedFaults > 0 { lines.append("  and \(unlistedFaults) more") }
        }
        if !notes.isEmpty {
            lines += ["", "Noted, proving nothing"]
            lines += notes.map { "  \($0)" }
        }
        if game != nil {
            lines += ["", "Players"]
            lines += players.flatMap { paragraph($0, introduced($0)) }
        }
        if saysNotProven {
            lines += ["", "Not proven"]
            lines += AuditReport.notProven.map { "  \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A single one stands on top already.
    private var listsFaults: Bool {
        if case .invalid = verdict { faults.count > 1 } else { !faults.isEmpty }
    }

    private func headline() -> [String] {
        guard let game, let resultLine else { return [] }
        return [
            resultLine,
            "started \(WallTime.text(millis: game.startedWallMillis)) by the clock of who proposed it, \(Figures.count(game.turns, "turn")), \(Figures.count(game.races, "race")), "
                + Figures.duration(millis: game.durationMillis),
        ]
    }

    /// "Game 1: Ann (1a2b3c4d) wins: holds all cards"; nil where no game began.
    public var resultLine: String? {
        guard let game else { return nil }
        guard let outcome = game.outcome else {
            return "Game \(game.game): \(faults.isEmpty ? "not over" : "not followed to its end")"
        }
        let winners = outcome.winners.filter(players.indices.contains).map { players[$0].words }
        let verb = winners.count == 1 ? "wins" : "share it"
        return "Game \(game.game): \(winners.joined(separator: ", ")) \(verb): \(outcome.reason.words)"
    }

    private func line(_ check: CheckResult, isVerbose: Bool) -> String {
        let mark =
            switch check.mark {
            case .passed: "[ok]"
            case .failed: "[FAULT]"
            case .incomplete: "[part]"
            case .notReached: "[-]"
            }
        let words =
            switch check.mark {
            case .notReached: "not reached: \(check.check.question)"
            case .passed: isVerbose ? "\(check.check.question) (\(check.words))" : check.check.question
            case .incomplete: check.words
            // Two at the most say all: the second line, or the list below.
            case .failed: listsFaults || isVerbose ? check.words : check.check.question
            }
        return "  \(Figures.padded(mark, 8))\(Figures.padded(check.check.rawValue, 13))\(words)"
    }

    private func line(_ fault: AuditFault) -> String {
        let whose = fault.isProven ? "proven against \(words(for: fault))" : "the file was altered"
        return "  record \(fault.record), byte \(fault.offset), \(fault.check.rawValue), \(whose): \(fault.reason)"
    }

    private func words(for fault: AuditFault) -> String {
        if let player = players.first(where: { $0.session == fault.author }) { return player.words }
        return fault.author.map { "key \($0.short)" } ?? "nobody"
    }

    private func paragraph(_ player: AuditedPlayer, _ introduction: String) -> [String] {
        let numbers = player.statistics
        var calls = "\(Figures.count(numbers.calls, "call")), \(numbers.wins) won, \(numbers.wrongCalls) wrong"
        calls += ", \(Figures.count(numbers.falseStarts, "false start")), \(numbers.disputedCalls) disputed"
        if let median = numbers.medianReactionMicros, let best = numbers.bestReactionMicros {
            calls += "; reaction median \(Figures.millis(median)), best \(Figures.millis(best))"
        }
        if let deviation = numbers.deviationMicros, numbers.medianReactionMicros != nil {
            calls += ", deviation \(Figures.millis(deviation))"
        }
        if let residual = numbers.meanResidualMicros { calls += "; measured within \(Figures.millis(residual))" }
        if let error = numbers.meanOwnErrorMicros { calls += ", own word within \(Figures.millis(error))" }
        var lines = [
            "  \(introduction), seat \(player.seat + 1): \(Figures.count(numbers.cards, "card")), score \(numbers.score), "
                + Figures.count(numbers.turns, "turn"),
            "    \(calls)",
        ]
        if let marks = numbers.marks { lines += figures(marks, line: numbers.lineMicros, of: player) }
        return lines
    }

    private func figures(_ marks: Marks, line: Int64, of player: AuditedPlayer) -> [String] {
        func count(_ number: UInt64, _ noun: String) -> String { Figures.count(Int(clamping: number), noun) }
        var lines = [
            "    line \(Figures.millis(line)) one way, \(marks.lateLinks) of \(count(marks.timedLinks, "link")) late, "
                + "\(marks.quickCalls) of \(count(marks.countedCalls, "reaction")) under 180 ms, "
                + "\(count(marks.deadHeats, "dead heat")) (\(marks.deadHeatsBehind) behind), \(count(marks.voidRaces, "void race"))",
            "    \(count(marks.claimsAfterClosing, "call")) after closing, \(count(marks.withheldLinks, "link")) withheld, "
                + "\(count(marks.ignoredEvents, "event")) without effect",
        ]
        for mark in marks.raised {
            lines.append("    mark: \(mark.words(of: player.name, marks.rate(of: mark), players: players.count))")
        }
        return lines
    }
}

/// Numbers for people, the same in every locale.
enum Figures {
    /// "312.4 ms".
    static func millis(_ micros: Int64) -> String {
        let sign = micros < 0 ? "-" : ""
        let magnitude = micros.magnitude
        return "\(sign)\(magnitude / 1_000).\(magnitude % 1_000 / 100) ms"
    }

    /// "5:03 minutes".
    static func duration(millis: UInt64) -> String {
        let seconds = millis / 1_000
        return "\(seconds / 60):\(WallTime.padded(seconds % 60, 2)) minutes"
    }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.utf8.count))
    }
}
