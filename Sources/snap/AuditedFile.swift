internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapWire

/// What is kept of one file that was audited: what is printed of it, and what it takes to compare it with others.
struct AuditedFile: Sendable {
    let path: String
    /// Why it could not be read.
    var refusal: AuditInput.Refusal?
    /// Nil where it could not be read.
    var verdict: Verdict?
    /// For people: the whole report or one line; for programs one object.
    var output = ""
    /// What it says of the player that is sought.
    var share: PlayerShare?
    /// The report as a page, where that was asked for.
    var page: String?
    var table: TableID?
    /// Of its events: forks are looked for among files of one, whatever a damaged marker says.
    var eventsTable: TableID?
    var game: UInt64?
    /// Of all octets that were audited, and how many those were: while the game is played there may be more by now.
    var contents: Digest?
    var length = 0
    /// The octets, where they can be read only once and are few enough to be kept.
    var kept: [UInt8]?
    /// Whether they can be read again.
    var isPlainFile = false

    /// How files are shown.
    struct Style: Sendable {
        var isJSON = false
        var isVerbose = false
        /// One of several: what is in order takes a line.
        var isOneOfMany = false
        /// What the reader has named players.
        var petNames = PetNames()
        /// Only what is not VERIFIED is shown, in a line, beside what is said of this player.
        var player: SoughtPlayer?
        /// As a page too.
        var makesPage = false
    }

    /// Of what can be read only once so much is kept, to be compared.
    private static let keptLimit = 4 << 20

    init(_ path: String, _ style: Style, verified: VerifiedSet) {
        self.path = path
        let input: AuditInput.Contents
        do throws(AuditInput.Refusal) {
            input = try AuditInput.contents(of: path, limit: Limits.transcriptBytes)
        } catch {
            refusal = error
            return
        }
        let report = audit(input.bytes, verified: verified)
        verdict = report.verdict
        table = report.table
        eventsTable = report.eventsTable ?? report.table
        game = report.markedGame
        if style.isOneOfMany {
            isPlainFile = input.isPlainFile
            // The report's is that of the game without what stands behind it.
            contents = Digest.of(input.bytes)
            length = input.bytes.count
            if !isPlainFile, input.bytes.count <= AuditedFile.keptLimit { kept = input.bytes }
        }
        if let player = style.player { share = PlayerShare(report, of: player) }
        output = AuditedFile.text(report, path, style)
        if style.makesPage { page = report.page(file: Printable(path == "-" ? "standard input" : path).description) }
    }

    private static func text(_ report: AuditReport, _ path: String, _ style: Style) -> String {
        if style.player != nil { return AuditedFile.line(report, path, style) }
        if style.isJSON { return report.json(path: path).compact }
        func introduced(_ player: AuditedPlayer) -> String { style.petNames.introduced(player.name, player.identity) }
        guard style.isOneOfMany else { return report.text(isVerbose: style.isVerbose, introduced: introduced) }
        if case .verified = report.verdict, !style.isVerbose {
            return "\(report.verdict.word)  \(path)\(report.resultLine.map { ": " + $0 } ?? "")"
        }
        return "\(report.verdict.word)  \(path)\n"
            + report.text(isVerbose: style.isVerbose, saysNotProven: false, introduced: introduced).split(
                separator: "\n", omittingEmptySubsequences: false
            ).dropFirst().joined(separator: "\n")
    }

    /// Empty where all is in order.
    private static func line(_ report: AuditReport, _ path: String, _ style: Style) -> String {
        switch report.verdict {
        case .verified: ""
        case _ where style.isJSON: ""
        case .invalid(let fault): "\(report.verdict.word)  \(path): record \(fault.record): \(fault.reason)"
        case .inconclusive(_, let reason), .malformed(_, _, let reason): "\(report.verdict.word)  \(path): \(reason)"
        }
    }

    /// How the program ends for this file alone.
    var code: ExitCode {
        if let refusal { return refusal.exitCode }
        return switch verdict {
        case .verified?: .ok
        case .invalid?: .invalid
        case .inconclusive?: .inconclusive
        case .malformed?: .malformedInput
        case nil: .internalFault
        }
    }
}
