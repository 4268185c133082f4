internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapRules
internal import SnapWire

extension Body {
    /// Every field, by the name that README.md documents; units end the names.
    var fields: [JSONMember] {
        func hex(_ name: String, _ value: some Octets32) -> JSONMember { JSONMember(name, .string(value.hex)) }
        func number(_ name: String, _ value: some BinaryInteger) -> JSONMember { JSONMember(name, .integer(value)) }
        func orNull(_ value: Int64?) -> JSONValue { value.map { .integer($0) } ?? .null }
        func ballot(_ id: BallotID) -> [JSONMember] {
            [number("game", id.game), number("view", id.view), number("ballot", id.ballot)]
        }
        switch self {
        case .ack: return []
        case .join(let join):
            return [
                hex("identity", join.identity), JSONMember("name", .string(join.name)),
                number("version", join.version), JSONMember("certificate", .string(Hex.encode(join.certificate))),
            ]
        case .leave(let leave):
            return [
                JSONMember("index", leave.open.map { .integer($0.index) } ?? .null),
                JSONMember("link", leave.open.map { .string($0.link.hex) } ?? .null),
            ]
        case .start(let start):
            return [
                number("game", start.game), JSONMember("roster", .array(start.roster.map { .string($0.hex) })),
                JSONMember("firstSeat", start.firstSeat.map { .integer($0) } ?? .null),
                JSONMember("rules", .array(start.rules.map { .integer($0) })), number("wallMillis", start.wallMillis),
            ]
        case .accept(let accept):
            return [
                hex("start", accept.start), hex("cardAnchor", accept.cardAnchor), hex("tieAnchor", accept.tieAnchor),
                JSONMember(
                    "paths",
                    .array(
                        accept.paths.map {
                            [
                                "rttMicros": .integer($0.rttMicros), "spreadMicros": .integer($0.spreadMicros),
                                "jitterMicros": .integer($0.jitterMicros),
                            ]
                        })),
            ]
        case .begin(let begin):
            return [
                hex("start", begin.start), JSONMember("accepts", .array(begin.accepts.map { .string($0.hex) })),
            ]
        case .withdraw(let start): return [hex("start", start)]
        case .flip(let flip):
            return [
                number("index", flip.index), hex("link", flip.link), hex("state", flip.state),
                number("clockMillis", flip.clockMillis),
            ]
        case .reveal(let reveal): return [number("index", reveal.index), hex("link", reveal.link)]
        case .claim(let claim):
            return [
                number("race", claim.race), number("reactionMicros", claim.reactionMicros),
                number("clockMillis", claim.clockMillis),
            ]
        case .witness(let witness):
            return [
                number("race", witness.race), JSONMember("closed", .bool(witness.closed)),
                JSONMember("rttMicros", .array(witness.rttMicros.map { .integer($0) })),
                JSONMember("linksMicros", .array(witness.links.map(orNull))),
                JSONMember("settlingMicros", .array(witness.settling.map(orNull))),
                JSONMember(
                    "claims",
                    .array(witness.claims.map { ["seat": .integer($0.seat), "micros": .integer($0.micros)] })),
            ]
        case .tie(let tie): return [number("race", tie.race), hex("link", tie.link)]
        case .time(let time): return [number("clockMillis", time.clockMillis)]
        case .end(let end): return [hex("state", end.state), number("wallMillis", end.wallMillis)]
        case .promise(let promise):
            return ballot(promise.id) + [JSONMember("accused", promise.accused.map { .string($0.hex) } ?? .null)]
        case .propose(let propose):
            return ballot(propose.id) + [
                JSONMember("lost", propose.lost.map { .string($0.hex) } ?? .null),
                JSONMember("cut", .array(propose.cut.map { .integer($0) })),
            ]
        case .accepted(let accepted): return ballot(accepted.id) + [hex("proposal", accepted.proposal)]
        case .rules(let values): return [JSONMember("rules", .array(values.map { .integer($0) }))]
        }
    }
}

/// One event of a transcript with what its file tells of its author.
struct ShownEvent {
    let record: TranscriptReader.Record
    /// Number of the game, by the format marker.
    let game: UInt64
    /// The author's JOIN, where the file has it and it is certified.
    let join: Join?
    /// It stands behind the game, as proof of a fork.
    let isProof: Bool

    private var event: Event { record.event }

    /// Schema `snap.event/1`.
    var json: JSONValue {
        [
            "schema": "snap.event/1", "record": .integer(record.number), "offset": .integer(record.offset),
            "bytes": .integer(event.bytes.count), "hash": .string(event.hash.hex),
            "signed": .bool(event.hasValidSignature()), "proof": .bool(isProof),
            "author": .string(event.author.hex), "identity": join.map { .string($0.identity.hex) } ?? .null,
            "name": join.map { .string($0.name) } ?? .null, "table": .string(Hex.encode(event.table.bytes)),
            "game": .integer(game), "seq": .integer(event.seq), "previous": .string(event.previous.hex),
            "lamport": .integer(event.lamport),
            "heads": .array(
                event.heads.map {
                    ["author": .string($0.author.hex), "seq": .integer($0.seq), "hash": .string($0.hash.hex)]
                }), "kind": .string(event.body.kindName), "body": .object(event.body.fields),
            "octets": .string(Hex.encode(event.bytes)),
        ]
    }
}
