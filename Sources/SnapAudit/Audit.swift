public import SnapCrypto
internal import SnapWire

/// Audits one transcript: the bytes of a `.snap` file (Protocol.md, *Audit*).
///
/// Pure: no file, no clock, no randomness; the same bytes give the same report. Work and memory are bounded by the size of
/// the input, which is itself bounded by `Limits.transcriptBytes` and `Limits.transcriptEvents`. `verified` remembers
/// signatures that hold, so that auditing again what differs in little is quick.
public func audit(_ bytes: [UInt8], verified: VerifiedSet = VerifiedSet()) -> AuditReport {
    var auditor = Auditor(bytes, verified: verified)
    auditor.run()
    return auditor.report()
}

/// One audit in progress. Each stage is a file of its own and lists all that it finds; later ones go on with what does not rest on what
/// was found (`Doubts`), and do not list what merely follows from it.
struct Auditor {
    let bytes: [UInt8]
    let verified: VerifiedSet

    var marker: TranscriptReader.Marker?
    /// All records, the JOINs first.
    var records: [TranscriptReader.Record] = []
    /// What stands behind the game, and where that begins.
    var proofs: [TranscriptReader.Proof] = []
    var proofsAt: Int?
    /// Where an incomplete last record begins.
    var tornAt: Int?
    var players: [AuditedPlayer] = []
    /// What follows the JOINs, but for the records of strangers; once the logs are made, what they hold, in the order of the file.
    var body: [TranscriptReader.Record] = []
    var doubts = Doubts()
    /// By seat, what the file has of each log.
    var logs: [RosterLog] = []
    /// Heads that name more of a log than the file has.
    var dangling: [(record: TranscriptReader.Record, head: Head)] = []
    var game: AuditedGame?

    private var checks = Check.allCases.map { CheckResult(check: $0, mark: .notReached, words: "") }
    private(set) var faults: [AuditFault] = []
    /// Faults beyond the limit.
    var unlistedFaults = 0
    /// Read by key only.
    private var faultCounts: [Check: Int] = [:]
    private var malformed: Verdict?
    /// Why what is there is not a whole game.
    private var shortfall: String?
    private var notes: [String] = []
    /// So many links' hashes are computed of what the replay did not come to (`sweep`).
    var sweptHashes: UInt64 = 1 << 24

    init(_ bytes: [UInt8], verified: VerifiedSet) {
        self.bytes = bytes
        self.verified = verified
    }

    mutating func run() {
        guard readRecords() else { return }
        checkSignatures()
        guard checkCertificates() else { return }
        checkChain()
        checkProofs()
        checkLamport()
        let survey = surveyProposals()
        guard let begun = checkOrder(survey) else { return }
        checkCommitments(survey, begun)
        replay(begun)
    }

    // MARK: Findings

    mutating func settle(_ check: Check, _ mark: CheckResult.Mark, _ words: String) {
        guard let index = checks.firstIndex(where: { $0.check == check }) else { return }
        checks[index].mark = mark
        checks[index].words = words
    }

    mutating func settleUnlessFailed(_ check: Check, _ mark: CheckResult.Mark, _ words: String) {
        if !hasFailed(check) { settle(check, mark, words) }
    }

    /// All of it holds, as far as it could be looked at.
    mutating func pass(_ check: Check, _ words: String) {
        settleUnlessFailed(check, doubts.from == nil ? .passed : .incomplete, words)
    }

    /// Notes a fault; the first one of a check is what the check says.
    mutating func fail(
        _ check: Check, _ record: TranscriptReader.Record, proven: Bool, _ reason: String
    ) {
        let author = record.event.author
        add(
            AuditFault(
                check: check, record: record.number, offset: record.offset, author: author, name: name(of: author),
                isProven: proven, reason: reason))
    }

    mutating func add(_ fault: AuditFault) {
        if !hasFailed(fault.check) { settle(fault.check, .failed, "record \(fault.record): \(fault.reason)") }
        faultCounts[fault.check, default: 0] += 1
        guard faults.count < AuditReport.faultLimit else {
            unlistedFaults += 1
            return
        }
        faults.append(fault)
    }

    func hasFailed(_ check: Check) -> Bool { checks.contains { $0.check == check && $0.mark == .failed } }

    mutating func refuse(record: Int, offset: Int, _ reason: String) {
        malformed = .malformed(record: record, offset: offset, reason: reason)
        settle(.encoding, .failed, "record \(record), byte \(offset): \(reason)")
    }

    /// Says once what is missing, the first thing said being the cause of the others.
    mutating func lack(_ reason: String) {
        if shortfall == nil { shortfall = reason }
    }

    mutating func note(_ text: String) {
        if notes.count < AuditReport.noteLimit { notes.append(text) }
    }

    var isMalformed: Bool { malformed != nil }

    // MARK: Words

    /// Names are compared by key, never by name; this is for people only.
    func name(of key: PublicKey) -> String? { players.first { $0.session == key }?.name }

    /// "Ann (1a2b3c4d)", by the fingerprint of the identity; of an unknown key its own.
    func words(for key: PublicKey) -> String {
        guard let player = players.first(where: { $0.session == key }) else { return "somebody (\(key.short))" }
        return player.words
    }

    /// With how many more faults of that check there are; its words say the first.
    private func counted(_ result: CheckResult) -> CheckResult {
        var result = result
        let count = faultCounts[result.check, default: 0]
        if count > 1 { result.words += " (and \(count - 1) more)" }
        return result
    }

    func report() -> AuditReport {
        let verdict: Verdict
        if let malformed {
            verdict = malformed
        } else if let fault = faults.first {
            verdict = .invalid(fault)
        } else if let tornAt {
            verdict = .inconclusive(offset: tornAt, reason: "incomplete last record at offset \(tornAt)")
        } else if let shortfall {
            verdict = .inconclusive(offset: bytes.count, reason: shortfall)
        } else {
            verdict = .verified
        }
        return AuditReport(
            verdict: verdict, checks: checks.map(counted), faults: faults, unlistedFaults: unlistedFaults,
            digest: Digest.of(Array(bytes[..<(proofsAt ?? bytes.count)])),
            table: marker?.table, eventsTable: records.first?.event.table, markedGame: marker?.game,
            byteCount: bytes.count, recordCount: records.count,
            players: players, game: game, notes: notes)
    }
}

extension AuditedPlayer {
    /// The name with the short fingerprint of the identity, which tells equal names apart. A name that was decoded has no
    /// scalar that could steer a terminal (`NameRules`).
    public var words: String { "\(name) (\(identity.short))" }
}
