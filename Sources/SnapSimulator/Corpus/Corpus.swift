internal import SnapAudit
internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// A transcript of the corpus (Tests/Transcripts), and what an auditor must say of it.
public struct CorpusItem: Sendable {
    /// Of the file, with its ending.
    public var file: String
    public var bytes: [UInt8]

    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }

    init(_ name: String, _ bytes: [UInt8]) {
        file = name + ".snap"
        self.bytes = bytes
    }

    /// One line: the file, the verdict, the digest and, if something is wrong, the first fault: check, record, offset, whether it is proven.
    public var line: String {
        let report = SnapAudit.audit(bytes)
        var line = "\(file) \(report.verdict.word) \(report.digest.hex)"
        switch report.verdict {
        case .invalid(let fault):
            line += " \(fault.check.rawValue) \(fault.record) \(fault.offset) \(fault.isProven ? "proven" : "altered")"
        case .malformed(let record, let offset, _): line += " encoding \(record) \(offset) altered"
        case .inconclusive(let offset, _): line += " - - \(offset) -"
        case .verified: break
        }
        return line
    }

    /// What its players are known by, one line a seat; none where it is not VERIFIED: the file, the seat, the name with a dot for the space, the
    /// line, microseconds, counts, for each mark its counter and of how many, and the marks that are raised.
    public var figures: [String] {
        let report = SnapAudit.audit(bytes)
        guard report.verdict == .verified else { return [] }
        return report.players.map { player in
            let numbers = player.statistics
            let marks = numbers.marks
            let counts = [
                ("line", Int(clamping: numbers.lineMicros)), ("turns", numbers.turns), ("calls", numbers.calls),
                ("wins", numbers.wins), ("wrong", numbers.wrongCalls), ("foul", numbers.falseStarts),
                ("heats", Int(clamping: marks?.deadHeats ?? 0)), ("void", Int(clamping: marks?.voidRaces ?? 0)),
            ].map { "\($0) \($1)" }
            let rates = Mark.allCases.compactMap { mark in
                marks?.rate(of: mark).words(mark)
            }
            let name = player.name.split(separator: " ").joined(separator: ".")
            let raised = player.raised.map { "\($0)" }.joined(separator: ",")
            return ([file, "\(player.seat)", name] + counts + rates + ["marks", raised.isEmpty ? "-" : raised])
                .joined(separator: " ")
        }
    }
}

extension Mark.Rate {
    fileprivate func words(_ mark: Mark) -> String { "\(mark) \(count)/\(chances)" }
}

/// Transcripts of every kind, for auditors to be held against: the same each time, as long as the peers play the same.
public enum Corpus {
    public struct Missing: Error, Sendable {
        /// The recipe that no seed fulfils.
        public var name: String
    }

    /// One item a recipe, and then what becomes of a game whose file was damaged or forged. Takes a minute or two.
    public static func make() throws(Missing) -> [CorpusItem] {
        var items: [CorpusItem] = []
        for (number, recipe) in (Recipe.honest + Recipe.rules + Recipe.troubled + Recipe.cheats).enumerated() {
            // Seeds of its own: each at a table of its own.
            guard let facts = recipe.make(from: UInt64(number) * Recipe.seedLimit) else {
                throw Missing(name: recipe.name)
            }
            items.append(CorpusItem(recipe.name, facts.transcript.bytes))
        }
        guard let whole = items.first(where: { $0.file == "honest-2.snap" }),
            let other = items.first(where: { $0.file == "wrong-call.snap" }),
            let damaged = DamagedFile(whole.bytes, other: other.bytes)
        else { throw Missing(name: "damaged") }
        return items + damaged.items
    }
}

/// One whole game whose file was damaged, or forged by somebody without the players' keys.
private struct DamagedFile {
    let bytes: [UInt8]
    let other: [UInt8]
    let marker: [UInt8]
    let records: [[UInt8]]

    init?(_ bytes: [UInt8], other: [UInt8]) {
        self.bytes = bytes
        self.other = other
        var reader = TranscriptReader(bytes)
        guard (try? reader.marker()) != nil else { return nil }
        marker = Array(bytes.prefix(reader.offset))
        var records: [[UInt8]] = []
        while let record = try? reader.next() { records.append(record.event.bytes) }
        guard records.count > 40 else { return nil }
        self.records = records
    }

    private func file(_ change: (inout [[UInt8]]) -> Void) -> [UInt8] {
        var records = records
        change(&records)
        return marker + records.joined()
    }

    var items: [CorpusItem] {
        var altered = bytes
        altered[bytes.count / 2] ^= 1
        var otherReader = TranscriptReader(other)
        var foreign: [UInt8] = []
        if (try? otherReader.marker()) != nil {
            for _ in 0..<20 { foreign = (try? otherReader.next())?.event.bytes ?? foreign }
        }
        let stranger = try? SigningKey(seed: Array(repeating: 7, count: SigningKey.seedLength))
        return [
            CorpusItem("damaged-empty", []),
            CorpusItem("damaged-no-transcript", Array("This is no transcript.\n".utf8)),
            CorpusItem("damaged-torn", Array(bytes.dropLast(100))),
            CorpusItem("damaged-cut", file { $0.removeLast(5) }),
            CorpusItem("damaged-octet", altered),
            CorpusItem("damaged-more-behind", bytes + [0]),
            CorpusItem("forged-dropped", file { $0.remove(at: 30) }),
            CorpusItem("forged-repeated", file { $0.insert($0[30], at: 31) }),
            CorpusItem("forged-swapped", file { $0.swapAt(30, 31) }),
            CorpusItem("forged-foreign", file { $0.insert(foreign, at: 30) }),
            CorpusItem(
                "forged-signature",
                file { records in
                    guard let event = try? Event.decode(records[30]), let stranger else { return }
                    records[30] =
                        Event.signed(
                            by: stranger, table: event.table, seq: event.seq, previous: event.previous,
                            lamport: event.lamport, heads: event.heads, body: event.body
                        ).bytes
                }),
        ]
    }
}
