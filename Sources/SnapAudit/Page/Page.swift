internal import SnapCrypto
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

extension AuditReport {
    /// The report as one page of HTML that needs nothing else: no script, no font, no request. The same report gives the same page.
    ///
    /// `file`: what it is of, to be shown; without scalars that cannot be seen. Names and all else that the file says are inert.
    public func page(file: String) -> String {
        var parts = [top(file: file)]
        if !faults.isEmpty { parts.append(section("Faults", faultList)) }
        if let game {
            let keys = players.map { "\(Markup.name($0.name)): <code>\($0.identity.hex)</code>" }
            parts.append(
                section(
                    "Players",
                    ReportTables.table(players, ReportTables.resultHeads, ReportTables.result)
                        + "<p class=\"small\">The keys that the fingerprints are of:</p>" + Markup.list(keys)))
            let timeline = Timeline(players: players, game: game)
            let races = game.moments.compactMap { moment -> GameFold.RaceResult? in
                if case .race(let result) = moment.kind { result } else { nil }
            }
            parts.append(section("The game", timeline.markup + Page.timelineKey + timeline.list))
            parts.append(
                section(
                    "Photo finishes",
                    Page.finishKey(game.bounds) + PhotoFinishes(players: players, bounds: game.bounds).markup(races)))
            parts.append(
                section(
                    "Reactions",
                    "<p>Of the calls that could have won, how many in each 25 ms; the line is the median.</p>\n<div class=\"races\">"
                        + players.map { Distribution(player: $0).markup }.joined(separator: "\n") + "</div>"))
            parts.append(section("Lateness and marks", lateness))
            parts.append(section("House rules", Markup.list(game.rules.lines.map(Markup.text))))
        }
        parts.append(section("Checks", checkList))
        if !notes.isEmpty { parts.append(section("Noted, proving nothing", Markup.list(notes.map(sentence)))) }
        parts.append(section("Not proven", Markup.list(AuditReport.notProven.map(Markup.text))))
        let title = Markup.text("\(verdict.word): \(file)")
        return Page.head(title: title) + parts.joined(separator: "\n") + Page.foot
    }

    /// Words in which names may stand.
    private func sentence(_ text: String) -> String { Markup.sentence(text, names: players.map(\.name)) }

    private func section(_ title: String, _ content: String) -> String {
        "<section><h2>\(title)</h2>\n\(content)\n</section>"
    }

    private func top(file: String) -> String {
        let (style, mark) =
            switch verdict {
            case .verified: ("good", "✓")
            case .invalid, .malformed: ("bad", "✗")
            case .inconclusive: ("part", "…")
            }
        var lines: [String] = []
        switch verdict {
        case .verified: break
        case .invalid(let fault):
            lines.append("Record \(fault.record) at byte \(fault.offset): \(sentence(fault.reason))")
        case .inconclusive(let offset, let reason): lines.append("Byte \(offset): \(sentence(reason))")
        case .malformed(let record, let offset, let reason):
            lines.append("Record \(record), byte \(offset): \(sentence(reason))")
        }
        if let game {
            if let resultLine { lines.append("<strong>\(sentence(resultLine))</strong>") }
            lines.append(
                "\(Figures.count(game.turns, "turn")), \(Figures.count(game.races, "race")), "
                    + "\(Figures.duration(millis: game.durationMillis)); started \(WallTime.text(millis: game.startedWallMillis)) "
                    + "by the clock of who proposed it")
        }
        let facts = [
            ("File", Markup.text(file)),
            ("Size", "\(byteCount) bytes, \(Figures.count(recordCount, "event"))"),
            ("BLAKE2b-256", "<code>\(digest.hex)</code>"),
            ("Table", table.map { "<code>\(Hex.encode($0.bytes))</code>" } ?? "unknown"),
        ].map { "<dt>\($0)</dt><dd>\($1)</dd>" }.joined()
        return "<header><p class=\"verdict \(style)\"><span aria-hidden=\"true\">\(mark)</span> \(verdict.word)</p>\n"
            + lines.map { Markup.element("p", "", $0) }.joined(separator: "\n") + "\n<dl>\(facts)</dl></header>"
    }

    private var faultList: String {
        var lines = faults.map { fault in
            let whose =
                fault.isProven
                ? "proven against \(fault.name.map(Markup.name) ?? "its author")" : "the file was altered"
            return "Record \(fault.record), byte \(fault.offset), <em>\(fault.check.rawValue)</em>, \(whose): "
                + sentence(fault.reason)
        }
        if unlistedFaults > 0 { lines.append("and \(unlistedFaults) more") }
        return Markup.list(lines)
    }

    private var checkList: String {
        let rows = checks.map { result -> [String] in
            let (style, mark) =
                switch result.mark {
                case .passed: ("good", "✓ holds")
                case .failed: ("bad", "✗ fault")
                case .incomplete: ("part", "… in part")
                case .notReached: ("", "– not reached")
                }
            return [
                result.check.rawValue, "<span class=\"mark \(style)\">\(mark)</span>",
                Markup.text(result.check.question) + (result.words.isEmpty ? "" : ": " + sentence(result.words)),
            ]
        }
        return Markup.table(["Check", "Mark", "What it asks"], rows)
    }

    private var lateness: String {
        var out = ReportTables.table(players, ReportTables.latenessHeads, ReportTables.lateness)
        let marks = players.flatMap { player in
            (player.statistics.marks?.raised ?? []).map { mark in
                let rate = player.statistics.marks?.rate(of: mark) ?? Mark.Rate(count: 0, chances: 0)
                return sentence(mark.words(of: player.name, rate, players: players.count))
            }
        }
        out += marks.isEmpty ? "<p>No mark was raised.</p>" : "<h3>Marks</h3>" + Markup.list(marks)
        return out
            + "<p class=\"small\">A mark is a fact and no verdict: it says how often something happened, and not why.</p>"
    }
}

/// Figures of the players: a column each, so that four fit on a narrow screen.
enum ReportTables {
    static func table(_ players: [AuditedPlayer], _ heads: [String], _ figures: (AuditedPlayer) -> [String]) -> String {
        let columns = players.map(figures)
        let names = players.map { "<span class=\"key seat\($0.seat % 4)\"></span>\(Markup.name($0.name))" }
        return Markup.table(
            ["<span class=\"hidden\">Figure</span>"] + names,
            heads.enumerated().map { place, head in [head] + columns.map { $0[place] } })
    }

    static let resultHeads = [
        "Fingerprint", "Cards", "Score", "Turns", "Calls", "Won", "Wrong", "False starts", "Disputed",
    ]

    static func result(_ player: AuditedPlayer) -> [String] {
        let numbers = player.statistics
        return [
            "<code class=\"short\">\(IdentityFingerprint(player.identity))</code>"
        ]
            + [
                numbers.cards, numbers.score, numbers.turns, numbers.calls, numbers.wins, numbers.wrongCalls,
                numbers.falseStarts, numbers.disputedCalls,
            ].map { "\($0)" }
    }

    static let latenessHeads = [
        "Line, one way", "Links late", "Links withheld", "Measured within", "Own word within",
        "Under 180 ms", "Dead heats (behind)", "Void races", "Calls after closing",
    ]

    static func lateness(_ player: AuditedPlayer) -> [String] {
        let numbers = player.statistics
        func count(_ counter: KeyPath<Marks, UInt64>) -> UInt64 { numbers.marks?[keyPath: counter] ?? 0 }
        return [
            Figures.millis(numbers.lineMicros),
            share(count(\.lateLinks), count(\.timedLinks)),
            "\(count(\.withheldLinks))", numbers.meanResidualMicros.map(Figures.millis) ?? "–",
            numbers.meanOwnErrorMicros.map(Figures.millis) ?? "–", share(count(\.quickCalls), count(\.countedCalls)),
            "\(count(\.deadHeats)) (\(count(\.deadHeatsBehind)))", "\(count(\.voidRaces))",
            "\(count(\.claimsAfterClosing))",
        ]
    }

    /// "3 of 40", with a bar.
    private static func share(_ count: UInt64, _ all: UInt64) -> String {
        let part = all > 0 ? Int(clamping: min(count, all) / max(all / 1_000, 1)) : 0
        return "\(count) of \(all)<svg class=\"share\" viewBox=\"0 0 1000 60\" aria-hidden=\"true\">"
            + "<rect class=\"all\" width=\"1000\" height=\"60\"/><rect class=\"part\" width=\"\(scaled(count, all, part))\" height=\"60\"/></svg>"
    }

    private static func scaled(_ count: UInt64, _ all: UInt64, _ part: Int) -> Int {
        guard all > 0, all < 1 << 40 else { return min(part, 1_000) }
        return Int(min(count, all) * 1_000 / all)
    }
}
