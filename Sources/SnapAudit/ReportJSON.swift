internal import SnapCrypto
internal import SnapRules
internal import SnapWire

extension AuditReport {
    /// One object on one line, schema `snap.audit/1`. Times are microseconds and milliseconds as named; keys are hexadecimal.
    ///
    /// `file`: what the person called it, shown as it is but for what must be escaped; nil leaves it out.
    public func json(file: String? = nil) -> String {
        var members: [(String, JSONText)] = [("schema", .text("snap.audit/1"))]
        if let file { members.append(("file", .text(Printable.text(file)))) }
        members += [
            ("verdict", .text(verdict.word)),
            ("digest", .text(digest.hex)),
            ("bytes", .number(byteCount)),
            ("records", .number(recordCount)),
            ("winners", .list((game?.outcome?.winners ?? []).filter(players.indices.contains).map(winner))),
            ("reason", reason),
            ("offset", offset),
            ("fault", faults.first.map(json) ?? .null),
            ("faults", .list(faults.map(json))),
            ("checks", .list(checks.map(json))),
            ("game", game.map(json) ?? .null),
            ("players", .list(players.map(json))),
            ("notes", .list(notes.map(JSONText.text))),
            ("notProven", .list(AuditReport.notProven.map(JSONText.text))),
        ]
        return JSONText.object(members).written
    }

    private var reason: JSONText {
        switch verdict {
        case .verified: .null
        case .invalid(let fault): .text(fault.reason)
        case .inconclusive(_, let reason), .malformed(_, _, let reason): .text(reason)
        }
    }

    private var offset: JSONText {
        switch verdict {
        case .verified: .null
        case .invalid(let fault): .number(fault.offset)
        case .inconclusive(let offset, _), .malformed(_, let offset, _): .number(offset)
        }
    }

    private func winner(_ seat: Int) -> JSONText {
        let player = players[seat]
        return .object([
            ("seat", .number(seat)), ("name", .text(Printable.text(player.name))),
            ("identity", .text(player.identity.hex)),
        ])
    }

    private func json(_ fault: AuditFault) -> JSONText {
        let identity = players.first { $0.session == fault.author }?.identity
        return .object([
            ("check", .text(fault.check.rawValue)),
            ("record", .number(fault.record)),
            ("offset", .number(fault.offset)),
            ("author", fault.author.map { .text($0.hex) } ?? .null),
            ("identity", identity.map { .text($0.hex) } ?? .null),
            ("name", fault.name.map { .text(Printable.text($0)) } ?? .null),
            ("proven", .bool(fault.isProven)),
            ("reason", .text(fault.reason)),
        ])
    }

    private func json(_ check: CheckResult) -> JSONText {
        .object([
            ("check", .text(check.check.rawValue)), ("mark", .text(check.mark.rawValue)), ("words", .text(check.words)),
        ])
    }

    private func json(_ game: AuditedGame) -> JSONText {
        .object([
            ("game", .number(game.game)),
            ("started", .text(WallTime.text(millis: game.startedWallMillis))),
            ("durationMillis", .number(game.durationMillis)),
            ("turns", .number(game.turns)),
            ("races", .number(game.races)),
            ("outcome", game.outcome.map { .text($0.reason.code) } ?? .null),
            (
                "rules",
                .object(HouseRules.ranges.map { ($0.name, .text(game.rules.value(named: $0.name) ?? "")) })
            ),
        ])
    }

    private func json(_ player: AuditedPlayer) -> JSONText {
        let numbers = player.statistics
        return .object([
            ("seat", .number(player.seat)),
            ("name", .text(Printable.text(player.name))),
            ("identity", .text(player.identity.hex)),
            ("session", .text(player.session.hex)),
            ("cards", .number(numbers.cards)),
            ("score", .number(numbers.score)),
            ("turns", .number(numbers.turns)),
            ("calls", .number(numbers.calls)),
            ("wins", .number(numbers.wins)),
            ("wrongCalls", .number(numbers.wrongCalls)),
            ("falseStarts", .number(numbers.falseStarts)),
            ("disputedCalls", .number(numbers.disputedCalls)),
            ("medianReactionMicros", .number(orNull: numbers.medianReactionMicros)),
            ("bestReactionMicros", .number(orNull: numbers.bestReactionMicros)),
            ("meanResidualMicros", .number(orNull: numbers.meanResidualMicros)),
            ("lateLinks", .number(numbers.lateLinks)),
            ("claimsAfterClosing", .number(numbers.claimsAfterClosing)),
            ("withheldLinks", .number(numbers.withheldLinks)),
            ("ignoredEvents", .number(numbers.ignoredEvents)),
        ])
    }
}
