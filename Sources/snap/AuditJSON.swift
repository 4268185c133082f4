internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapProtocol
internal import SnapRules

extension AuditReport {
    /// One object, schema `snap.audit/1`. Times are in the units that their names end with; keys are hexadecimal.
    func json(path: String) -> JSONValue {
        var reason: JSONValue = .null
        var offset: JSONValue = .null
        switch verdict {
        case .verified: break
        case .invalid(let fault): (reason, offset) = (.string(fault.reason), .integer(fault.offset))
        case .inconclusive(let at, let why), .malformed(_, let at, let why):
            (reason, offset) = (.string(why), .integer(at))
        }
        let winners = (game?.outcome?.winners ?? []).filter(players.indices.contains).map { players[$0] }
        return [
            "schema": "snap.audit/1",
            "file": .string(path),
            "verdict": .string(verdict.word),
            "reason": reason,
            "offset": offset,
            "digest": .string(digest.hex),
            "bytes": .integer(byteCount),
            "records": .integer(recordCount),
            "winners": .array(
                winners.map { player in
                    [
                        "seat": .integer(player.seat), "name": .string(player.name),
                        "identity": .string(player.identity.hex),
                    ]
                }),
            "fault": verdict.fault.map(json) ?? .null,
            "faults": .array(faults.map(json)),
            "moreFaults": .integer(unlistedFaults),
            "checks": .array(
                checks.map { check in
                    [
                        "check": .string(check.check.rawValue), "mark": .string(check.mark.rawValue),
                        "words": .string(check.words),
                    ]
                }),
            "game": game.map(json) ?? .null,
            "players": .array(players.map(json)),
            "notes": .array(notes.map { .string($0) }),
            "notProven": .array(AuditReport.notProven.map { .string($0) }),
        ]
    }

    private func json(_ fault: AuditFault) -> JSONValue {
        let identity = players.first { $0.session == fault.author }?.identity
        return [
            "check": .string(fault.check.rawValue),
            "record": .integer(fault.record),
            "offset": .integer(fault.offset),
            "author": fault.author.map { .string($0.hex) } ?? .null,
            "identity": identity.map { .string($0.hex) } ?? .null,
            "name": fault.name.map { .string($0) } ?? .null,
            "proven": .bool(fault.isProven),
            "reason": .string(fault.reason),
        ]
    }

    private func json(_ game: AuditedGame) -> JSONValue {
        [
            "game": .integer(game.game),
            "started": .string(WallTime.text(millis: game.startedWallMillis)),
            "durationMillis": .integer(game.durationMillis),
            "turns": .integer(game.turns),
            "races": .integer(game.races),
            "outcome": game.outcome.map { .string($0.reason.code) } ?? .null,
            "rules": .houseRules(game.rules),
        ]
    }

    private func json(_ player: AuditedPlayer) -> JSONValue {
        let numbers = player.statistics
        func orNull(_ value: Int64?) -> JSONValue { value.map { .integer($0) } ?? .null }
        func count(_ counter: KeyPath<Marks, UInt64>) -> JSONValue {
            .integer(numbers.marks?[keyPath: counter] ?? 0)
        }
        return [
            "seat": .integer(player.seat),
            "name": .string(player.name),
            "identity": .string(player.identity.hex),
            "session": .string(player.session.hex),
            "cards": .integer(numbers.cards),
            "score": .integer(numbers.score),
            "turns": .integer(numbers.turns),
            "calls": .integer(numbers.calls),
            "wins": .integer(numbers.wins),
            "wrongCalls": .integer(numbers.wrongCalls),
            "falseStarts": .integer(numbers.falseStarts),
            "disputedCalls": .integer(numbers.disputedCalls),
            "medianReactionMicros": orNull(numbers.medianReactionMicros),
            "bestReactionMicros": orNull(numbers.bestReactionMicros),
            "deviationMicros": orNull(numbers.deviationMicros),
            "meanResidualMicros": orNull(numbers.meanResidualMicros),
            "meanOwnErrorMicros": orNull(numbers.meanOwnErrorMicros),
            "lineMicros": .integer(numbers.lineMicros),
            "marks": .array((numbers.marks?.raised ?? []).map { .string("\($0)") }),
            "timedLinks": count(\.timedLinks),
            "lateLinks": count(\.lateLinks),
            "strayCalls": count(\.strayClaims),
            "countedCalls": count(\.countedCalls),
            "quickCalls": count(\.quickCalls),
            "deadHeats": count(\.deadHeats),
            "deadHeatsBehind": count(\.deadHeatsBehind),
            "voidRaces": count(\.voidRaces),
            "claimsAfterClosing": count(\.claimsAfterClosing),
            "withheldLinks": count(\.withheldLinks),
            "ignoredEvents": count(\.ignoredEvents),
        ]
    }
}
