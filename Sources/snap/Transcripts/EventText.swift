internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapRules
internal import SnapWire

/// Events in words. Names stand in the lines as they are: the console makes every line inert.
struct EventText {
    /// By session key: the certified JOINs of the file.
    let joins: [PublicKey: Join]
    let petNames: PetNames

    func author(_ key: PublicKey) -> String {
        guard let join = joins[key] else { return "session \(key.short)" }
        return "\(petNames.claimed(join.name)) (\(join.identity.short))"
    }

    /// "  14  byte 5120  Ann (1a2b3c4d) #9  FLIP  turn 3, clock 0:04.512".
    func line(_ record: TranscriptReader.Record) -> String {
        let event = record.event
        let number = String(record.number)
        let said = summary(event.body)
        return String(repeating: " ", count: max(0, 5 - number.count)) + number
            + "  \(author(event.author)) #\(event.seq)  \(event.body.kindName)\(said.isEmpty ? "" : "  " + said)"
    }

    /// What matters of an event, in a few words.
    private func summary(_ body: Body) -> String {
        func names(_ keys: [PublicKey]) -> String { keys.map(author).joined(separator: ", ") }
        func ballot(_ id: BallotID) -> String { "view \(id.view), ballot \(id.ballot)" }
        switch body {
        case .ack: return ""
        case .join(let join):
            return "\"\(petNames.claimed(join.name))\"\(petNames.beside(join.identity)), protocol \(join.version)"
        case .leave(let leave): return leave.open.map { "with its link of turn \($0.index)" } ?? ""
        case .start(let start):
            return "game \(start.game): \(names(start.roster)), \(WallTime.text(millis: start.wallMillis))"
        case .accept(let accept): return "start \(accept.start.short)"
        case .begin(let begin): return "start \(begin.start.short)"
        case .withdraw(let start): return "start \(start.short)"
        case .flip(let flip): return "turn \(flip.index), clock \(EventText.clock(flip.clockMillis))"
        case .reveal(let reveal): return reveal.index == 0 ? "who starts" : "turn \(reveal.index)"
        case .claim(let claim):
            return "race \(claim.race), after \(EventText.millis(claim.reactionMicros)), "
                + "clock \(EventText.clock(claim.clockMillis))"
        case .witness(let witness):
            let seen = witness.claims.map { "seat \($0.seat)" }.joined(separator: ", ")
            return "race \(witness.race), \(witness.closed ? "closed" : "open")"
                + (seen.isEmpty ? "" : ", heard the call of \(seen)")
        case .tie(let tie): return "race \(tie.race)"
        case .time(let time): return "clock \(EventText.clock(time.clockMillis))"
        case .end(let end): return "state \(end.state.short), \(WallTime.text(millis: end.wallMillis))"
        case .promise(let promise):
            return ballot(promise.id) + (promise.accused.map { ", accused: \(author($0))" } ?? "")
        case .propose(let propose):
            return ballot(propose.id) + ", lost: \(propose.lost.map(author) ?? "nobody")"
        case .accepted(let accepted): return ballot(accepted.id) + ", proposal \(accepted.proposal.short)"
        case .rules: return ""
        }
    }

    /// All of one event.
    func paragraph(_ record: TranscriptReader.Record) -> [String] {
        let event = record.event
        let end = record.offset + event.bytes.count
        var lines = [
            "Record \(record.number), \(event.body.kindName) by \(author(event.author))"
                + (joins[event.author].map { petNames.beside($0.identity) } ?? ""),
            "  octets     \(event.bytes.count), from byte \(record.offset) up to byte \(end)",
            "  hash       \(event.hash)",
            "  signature  \(event.hasValidSignature() ? "its author's" : "NOT its author's")",
            "  author     \(event.author) (session key)",
            "  table      \(Hex.encode(event.table.bytes))",
            "  seq        \(event.seq)",
            "  previous   \(event.previous)",
            "  lamport    \(event.lamport)",
        ]
        for head in event.heads { lines.append("  head       \(author(head.author)) #\(head.seq) \(head.hash)") }
        lines.append("  body       \(event.body.kindName)")
        lines += event.body.fields.map { "    \($0.key): \(EventText.text($0.value))" }
        for start in stride(from: 0, to: event.bytes.count, by: 32) {
            let row = event.bytes[start..<min(start + 32, event.bytes.count)]
            let place = String(record.offset + start)
            lines.append("  \(String(repeating: " ", count: max(0, 9 - place.count)))\(place)  \(Hex.encode(row))")
        }
        return lines
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .null: "none"
        default: value.compact
        }
    }

    /// "0:04.512".
    static func clock(_ millis: UInt64) -> String {
        func padded(_ number: UInt64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(millis / 60_000):\(padded(millis / 1_000 % 60, 2)).\(padded(millis % 1_000, 3))"
    }

    private static func millis(_ micros: UInt64) -> String { "\(micros / 1_000).\(micros % 1_000 / 100) ms" }
}
