internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapWire

/// `snap transcripts`, and `snap transcript show|export`.
struct TranscriptCommands {
    let places: Places
    let console: Console

    /// The names that the user has given; where their file is broken that is said, and none are shown.
    static func petNames(in places: Places, _ console: Console) -> PetNames {
        do {
            return try PetNames.load(from: places)
        } catch {
            console.complain(error.description)
            return PetNames()
        }
    }

    func list() throws -> ExitCode {
        let entries = try TranscriptShelf.entries(in: places)
        let petNames = TranscriptCommands.petNames(in: places, console)
        if entries.isEmpty { console.say("No transcripts yet in \(try places.transcripts())") }
        var code = ExitCode.ok
        for entry in entries where !console.readerIsGone {
            let bytes: [UInt8]
            do throws(AuditInput.Refusal) {
                bytes = try AuditInput.bytes(of: entry.path, limit: Limits.transcriptBytes)
            } catch {
                console.complain(error.words)
                code = error.exitCode
                continue
            }
            let facts = TranscriptFacts(entry, bytes)
            if console.manner.isJSON {
                console.json(facts.json(petNames))
            } else {
                for line in facts.lines(petNames) { console.result(line) }
            }
        }
        if !entries.isEmpty {
            console.say("As the files tell it; what of it is proven says:  \(ProgramName.shown) audit FILE")
        }
        return code
    }

    /// `number` nil: all events.
    func show(_ path: String, event number: Int?) throws(AuditInput.Refusal) -> ExitCode {
        try walk(path, event: number, asJSON: console.manner.isJSON)
    }

    func export(_ path: String) throws(AuditInput.Refusal) -> ExitCode { try walk(path, event: nil, asJSON: true) }

    private func walk(_ path: String, event wanted: Int?, asJSON: Bool) throws(AuditInput.Refusal) -> ExitCode {
        let bytes = try AuditInput.bytes(of: path, limit: Limits.transcriptBytes)
        var reader = TranscriptReader(bytes)
        var joins: [PublicKey: Join] = [:]
        let petNames = TranscriptCommands.petNames(in: places, console)
        var count = 0
        var proofs = 0
        do throws(TranscriptReader.Fault) {
            let marker = try reader.marker()
            if !asJSON, wanted == nil {
                console.result("Game \(marker.game) of table \(Hex.encode(marker.table.bytes))")
            }
            while !console.readerIsGone, let record = try next(&reader) {
                let isProof = reader.proofsOffset != nil
                if case .join(let join) = record.event.body, joins[record.event.author] == nil,
                    joins.count < Limits.seats,
                    record.event.hasValidSignature(),
                    join.isCertified(table: record.event.table, sessionKey: record.event.author)
                {
                    joins[record.event.author] = join
                }
                if isProof {
                    proofs += 1
                    if proofs == 1, !asJSON, wanted == nil {
                        console.result(
                            "Behind the game, in pairs: proofs that somebody signed two events of one number")
                    }
                }
                count = record.number
                guard wanted == nil || wanted == record.number else { continue }
                let text = EventText(joins: joins, petNames: petNames)
                if asJSON {
                    console.json(
                        ShownEvent(
                            record: record, game: marker.game, join: joins[record.event.author], isProof: isProof
                        )
                        .json)
                } else if wanted == nil {
                    console.result(text.line(record))
                } else {
                    for line in text.paragraph(record) { console.result(line) }
                }
                if wanted != nil { return .ok }
            }
            // A mark without a proof behind it, or half of one.
            if let start = reader.proofsOffset, !console.readerIsGone, proofs == 0 || proofs % 2 == 1 {
                throw .torn(record: count + 1, offset: start)
            }
        } catch {
            return broken(error, of: bytes.count, wanted: wanted, asJSON: asJSON)
        }
        if let wanted { return missing(wanted, count) }
        if !asJSON { console.result("\(count) event\(count == 1 ? "" : "s"), \(bytes.count) bytes.") }
        return .ok
    }

    /// Of the game, then of the proofs behind it.
    private func next(_ reader: inout TranscriptReader) throws(TranscriptReader.Fault) -> TranscriptReader.Record? {
        if reader.proofsOffset == nil, let record = try reader.next() { return record }
        return reader.proofsOffset == nil ? nil : try reader.nextEvent()
    }

    private func missing(_ wanted: Int, _ count: Int) -> ExitCode {
        console.complain("there is no event \(wanted): the file has \(count).")
        return .usage
    }

    private func broken(
        _ fault: TranscriptReader.Fault, of length: Int, wanted: Int?, asJSON: Bool
    ) -> ExitCode {
        let (record, offset) = fault.place
        if case .torn = fault {
            let line = "The end is missing: record \(record) begins at byte \(offset) and is cut off at byte \(length)."
            if wanted == nil, !asJSON { console.result(line) } else { console.complain(line) }
            return .inconclusive
        }
        console.complain("MALFORMED: record \(record), byte \(offset): \(fault.words).")
        return .malformedInput
    }
}
