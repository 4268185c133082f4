internal import SnapAudit
internal import SnapCrypto
internal import SnapNetwork
internal import SnapNode
internal import SnapWire

/// `snap audit`: at least one path; `-` is standard input. `console.manner.isJSON` asks for JSON.
///
/// The worst finding decides how it ends: proof first, then what could not be read, what is no transcript, what is not whole.
struct AuditCommand {
    let paths: [String]
    let console: Console
    /// Where to write the report as a page.
    private let reportPath: String?
    /// Whose figures are asked for.
    private let player: SoughtPlayer?
    private let verified = VerifiedSet()

    init(_ parsed: Parsed, _ console: Console) throws(UsageError) {
        paths = parsed.operands
        self.console = console
        if paths.count(where: { $0 == "-" }) > 1 {
            throw UsageError(problem: "standard input (`-`) can be read once", command: parsed.command)
        }
        reportPath = parsed.text("report")
        if let text = parsed.text("player") {
            guard let sought = SoughtPlayer(text) else {
                throw UsageError(
                    problem: "--player takes a fingerprint, XXXX-XXXX, or at least 8 digits of a key",
                    command: parsed.command)
            }
            player = sought
        } else {
            player = nil
        }
        if reportPath != nil, paths.count > 1 || player != nil {
            throw UsageError(problem: "--report is of one transcript", command: parsed.command)
        }
    }

    func run() throws -> ExitCode {
        if paths.count > 1 || player != nil { return try runMany() }
        let file = AuditedFile(paths[0], style, verified: verified)
        show(file)
        guard let reportPath, let page = file.page else { return file.code }
        do {
            guard try NewFile.create(reportPath, with: Array(page.utf8)) else {
                console.complain("\(reportPath) is there already and was left as it is; give --report another name.")
                return file.code == .ok ? .inputOutput : file.code
            }
        } catch {
            let failure = Failure(error)
            console.complain("the report was not written: \(failure.words)")
            return file.code == .ok ? failure.code : file.code
        }
        console.say("The report is in \(reportPath)")
        return file.code
    }

    private var style: AuditedFile.Style {
        AuditedFile.Style(
            isJSON: console.manner.isJSON, isVerbose: console.manner.isVerbose,
            isOneOfMany: paths.count > 1 || player != nil,
            petNames: TranscriptCommands.petNames(in: Places(variable: StandardStreams.variable), console),
            player: player, makesPage: reportPath != nil)
    }

    // MARK: Many files

    private func runMany() throws -> ExitCode {
        let signals = SignalWatch()
        let (paths, style, verified) = (paths, style, verified)
        let work = try OrderedWork(paths.count) { AuditedFile(paths[$0], style, verified: verified) }
        let poller = try Poller()
        try poller.add(work.descriptor)
        if signals.descriptor >= 0 { try poller.add(signals.descriptor) }
        var progress = AuditProgress(console, total: paths.count)
        var files: [AuditedFile] = []
        while files.count < paths.count {
            if isEnded(signals) {
                work.stop()
                progress.clear()
                console.complain("interrupted: \(files.count) of \(paths.count) files were audited.")
                return .interrupted
            }
            guard var file = work.take() else {
                progress.draw(done: files.count, wrong: files.count { $0.code != .ok })
                _ = try poller.wait(untilMicros: progress.deadlineMicros)
                continue
            }
            progress.clear()
            show(file)
            file.output = ""
            files.append(file)
        }
        guard let comparison = AuditComparison(files, verified: verified, isInterrupted: { isEnded(signals) }) else {
            console.complain("interrupted while the files were compared.")
            return .interrupted
        }
        var codes = Set(files.map(\.code))
        if player == nil {
            conclude(files, comparison)
        } else if !showPlayer(files, comparison) {
            return .usage
        }
        if comparison.hasForks { codes.insert(.invalid) }
        let gravest: [ExitCode] = [.invalid, .noSuchFile, .inputOutput, .malformedInput, .inconclusive]
        return gravest.first(where: codes.contains) ?? .ok
    }

    /// Whether a signal says so.
    private func isEnded(_ signals: SignalWatch) -> Bool {
        while let event = signals.take() {
            switch event {
            case .end: return true
            case .stop: signals.stop()
            case .goOn: break
            }
        }
        return false
    }

    /// False where more than one player fits.
    private func showPlayer(_ files: [AuditedFile], _ comparison: AuditComparison) -> Bool {
        var history = PlayerHistory()
        for file in files {
            guard let share = file.share, let table = file.table, let game = file.game else { continue }
            history.add(share, table: table, game: game, isVerified: file.verdict == .verified)
        }
        guard history.identities.count < 2 else {
            let keys = history.identities.map { "\(IdentityFingerprint($0)) \($0.hex)" }.joined(separator: ", ")
            console.complain("several players fit: \(keys). Give more digits of the key.")
            return false
        }
        if console.manner.isJSON {
            console.json(history.json())
            if comparison.hasForks { console.json(comparison.json) }
            return true
        }
        if comparison.hasForks { comparison.show(console) }
        console.result(history.identities.isEmpty ? "No game of this player is in these files." : history.text())
        tally(files)
        return true
    }

    private func conclude(_ files: [AuditedFile], _ comparison: AuditComparison) {
        if console.manner.isJSON {
            console.json(comparison.json)
            console.json(
                [
                    "schema": "snap.audited/1",
                    "files": .integer(files.count),
                    "verdicts": .object(counts(files).map { JSONMember($0.word, .integer($0.count)) }),
                    "unread": .array(files.filter { $0.verdict == nil }.map { .string($0.path) }),
                ])
            return
        }
        console.result("")
        comparison.show(console)
        tally(files)
    }

    private static let verdicts = ["VERIFIED", "INVALID", "INCONCLUSIVE", "MALFORMED"]

    private func counts(_ files: [AuditedFile]) -> [(word: String, count: Int)] {
        AuditCommand.verdicts.map { word in (word, files.count { $0.verdict?.word == word }) }
    }

    /// How many of each, and what is not proven.
    private func tally(_ files: [AuditedFile]) {
        let unread = files.count { $0.verdict == nil }
        var tally = counts(files).filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }
        if unread > 0 { tally.append("\(unread) not read") }
        console.result("\(files.count) \(files.count == 1 ? "file" : "files"): \(tally.joined(separator: ", "))")
        console.result("")
        console.result("Not proven")
        for line in AuditReport.notProven { console.result("  \(line)") }
    }

    // MARK: One file

    private func show(_ file: AuditedFile) {
        if let refusal = file.refusal { return console.complain(refusal.words) }
        // Where a player's figures are asked for, what is in order is not told one by one.
        if file.output.isEmpty { return }
        if console.manner.isJSON { return console.jsonLine(file.output) }
        guard let verdict = file.verdict else { return }
        let style: Console.Style =
            switch verdict {
            case .verified: .good
            case .invalid, .malformed: .bad
            case .inconclusive: .strong
            }
        let lines = file.output.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        console.result(String(lines.first ?? ""), style)
        if lines.count > 1 { console.result(String(lines[1])) }
    }
}
