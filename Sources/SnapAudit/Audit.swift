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

/// One audit in progress. Each stage is a file of its own; a stage that finds a fault ends the audit, except that the replay
/// goes on past what does no harm to the game.
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
    /// By seat, what the file has of each log.
    var logs: [RosterLog] = []
    /// Heads that name more of a log than the file has.
    var dangling: [(record: TranscriptReader.Record, head: Head)] = []
    var game: AuditedGame?

    private var checks = Check.allCases.map { CheckResult(check: $0, mark: .notReached, words: "") }
    private(set) var faults: [AuditFault] = []
    private var malformed: Verdict?
    /// Why what is there is not a whole game.
    private var shortfall: String?
    private var notes: [String] = []

    init(_ bytes: [UInt8], verified: VerifiedSet) {
        self.bytes = bytes
        self.verified = verified
    }

    mutating func run() {
        guard readRecords(), checkSignatures(), checkCertificates(), checkChain(), checkProofs(), checkLamport() else {
            return
        }
        let survey = surveyProposals()
        guard let begun = checkOrder(survey), checkCommitments(survey, begun) else { return }
        replay(begun)
    }

    /// What follows the JOINs.
    var body: ArraySlice<TranscriptReader.Record> { records[players.count...] }

    // MARK: Findings

    mutating func settle(_ check: Check, _ mark: CheckResult.Mark, _ words: String) {
        guard let index = checks.firstIndex(where: { $0.check == check }) else { return }
        checks[index].mark = mark
        checks[index].words = words
    }

    mutating func pass(_ check: Check, _ words: String) { settle(check, .passed, words) }

    /// Notes a fault; the first one of a check is what the check says.
    mutating func fail(
        _ check: Check, _ record: TranscriptReader.Record, proven: Bool, _ reason: String
    ) {
        guard faults.count < AuditReport.faultLimit else { return }
        let author = record.event.author
        faults.append(
            AuditFault(
                check: check, record: record.number, offset: record.offset, author: author, name: name(of: author),
                isProven: proven, reason: reason))
        if !hasFailed(check) { settle(check, .failed, "record \(record.number): \(reason)") }
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

    var isShort: Bool { shortfall != nil }

    // MARK: Words

    /// Names are compared by key, never by name; this is for people only.
    func name(of key: PublicKey) -> String? { players.first { $0.session == key }?.name }

    /// "Ann (1a2b3c4d)", by the fingerprint of the identity; of an unknown key its own.
    func words(for key: PublicKey) -> String {
        guard let player = players.first(where: { $0.session == key }) else { return "somebody (\(key.short))" }
        return player.words
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
            verdict: verdict, checks: checks, faults: faults,
            digest: Digest.of(Array(bytes[..<(proofsAt ?? bytes.count)])),
            byteCount: bytes.count, recordCount: records.count, players: players, game: game, notes: notes)
    }
}

extension AuditedPlayer {
    /// The name with the short fingerprint of the identity, which tells equal names apart. A name that was decoded has no
    /// scalar that could steer a terminal (`NameRules`).
    public var words: String { "\(name) (\(identity.short))" }
}
