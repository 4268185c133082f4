internal import SnapCrypto
internal import SnapRules
internal import SnapWire

/// The digests of the states that the fold went through lately.
struct StateHistory: Sendable {
    /// How far the state that a FLIP names may lie behind: between the two lie only answers to the last card.
    static let depth = 64
    private var digests: [Digest] = []
    private(set) var isSealed = false

    /// The last one; all zero before the first.
    var latest: Digest { digests.last ?? Digest(words: (0, 0, 0, 0)) }

    mutating func record(_ digest: Digest) {
        if isSealed || digest == digests.last { return }
        if digests.count == StateHistory.depth { digests.removeFirst() }
        digests.append(digest)
    }

    /// The last digest stays.
    mutating func seal() { isSealed = true }

    func contains(_ digest: Digest) -> Bool { digests.contains(digest) }
}

/// The state as octets to hash (Protocol.md, *State digest*).
extension GameFold {
    var computedDigest: Digest { Digest.of(stateText) }

    /// A CBOR array: label, game id, next index, present, time up, game, draw, race, marks.
    var stateText: [UInt8] {
        var writer = CBORWriter(reserving: 2_048)
        writer.array(9)
        writer.text("snap state 1")
        writer.octets(gameID)
        writer.unsigned(nextIndex)
        writer.list(present) { $0.bool($1) }
        writer.list(timeUp) { $0.bool($1) }
        if let game {
            writer.list(game.canonical) { $0.unsigned($1) }
        } else {
            writer.null()
        }
        write(openDraw, to: &writer)
        write(race, to: &writer)
        writer.list(marks) { writer, marks in writer.list(marks.numbers) { $0.unsigned($1) } }
        return writer.bytes
    }

    private func write(_ draw: OpenDraw?, to writer: inout CBORWriter) {
        guard let draw else { return writer.null() }
        writer.array(4)
        writer.unsigned(draw.index)
        writer.unsigned(orNull: draw.flipper.map { UInt64($0) })
        writer.list(draw.links) { $0.octets(orNull: $1) }
        writer.list(draw.evidence) { $0.octets(orNull: $1) }
    }

    private func write(_ race: Race?, to writer: inout CBORWriter) {
        guard let race else { return writer.null() }
        writer.array(18)
        writer.unsigned(race.index)
        writer.unsigned(UInt64(race.turner))
        switch race.stage {
        case .open:
            writer.unsigned(0)
            writer.array(0)
        case .tied(let contenders):
            writer.unsigned(1)
            writer.list(contenders) { $0.unsigned(UInt64($1)) }
        case .settled:
            writer.unsigned(2)
            writer.array(0)
        }
        for flag in [race.matchedBefore, race.matched, race.hadClaims, race.baited, race.lotteryBroken] {
            writer.bool(flag)
        }
        writer.list(race.evidence.links) { $0.octets(orNull: $1) }
        writer.list(race.evidence.settling) { $0.octets(orNull: $1) }
        writer.list(race.closed) { $0.bool($1) }
        writer.list(race.mayClaim) { $0.bool($1) }
        writer.list(race.claims) { writer, claim in
            writer.array(2)
            writer.unsigned(UInt64(claim.seat))
            writer.octets(claim.event)
        }
        writer.list(race.witnessEvents) { $0.octets(orNull: $1) }
        writer.list(race.entries) { writer, row in writer.list(row) { $0.integer(orNull: $1) } }
        writer.list(race.ties) { $0.octets(orNull: $1) }
        writer.list(race.lastSettling) { $0.octets(orNull: $1) }
    }
}

extension CBORWriter {
    fileprivate mutating func list<Value>(_ values: [Value], _ write: (inout CBORWriter, Value) -> Void) {
        array(values.count)
        for value in values { write(&self, value) }
    }
}
