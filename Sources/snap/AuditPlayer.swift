internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapWire

extension PlayerHistory {
    /// One object, schema `snap.player/1`.
    func json() -> JSONValue {
        func orNull(_ value: Int64?) -> JSONValue { value.map { .integer($0) } ?? .null }
        return [
            "schema": "snap.player/1",
            "identity": identities.first.map { .string($0.hex) } ?? .null,
            "fingerprint": identities.first.map { .string(IdentityFingerprint($0).description) } ?? .null,
            "names": .array(names.map { .string($0) }),
            "games": .integer(games),
            "won": .integer(won),
            "shared": .integer(shared),
            "turns": .integer(turns),
            "calls": .integer(calls),
            "wins": .integer(wins),
            "wrongCalls": .integer(wrongCalls),
            "falseStarts": .integer(falseStarts),
            "disputedCalls": .integer(disputedCalls),
            "medianReactionMicros": orNull(medianReactionMicros),
            "bestReactionMicros": orNull(bestReactionMicros),
            "deviationMicros": orNull(deviationMicros),
            "timedLinks": .integer(timedLinks),
            "lateLinks": .integer(lateLinks),
            "countedCalls": .integer(countedCalls),
            "quickCalls": .integer(quickCalls),
            "marks": .object(marks.map { JSONMember("\($0.mark)", .integer($0.games)) }),
            "repeated": .integer(repeated),
            "unverified": .integer(unverified),
        ]
    }
}
