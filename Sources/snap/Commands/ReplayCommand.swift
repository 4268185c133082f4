internal import Glibc
internal import SnapAudit
internal import SnapNode
internal import SnapTerminal
internal import SnapWire
internal import SnapWords

/// `snap replay`.
struct ReplayCommand {
    let places: Places
    let console: Console

    func run(_ parsed: Parsed) throws -> ExitCode {
        let path = parsed.operands[0]
        let speed = try speed(parsed)
        let bytes = try AuditInput.bytes(of: path, limit: Limits.transcriptBytes)
        let retelling = Retelling(bytes, checksSignatures: true)
        let wording = Wording(
            isASCII: console.manner.isASCII, program: ProgramName.shown,
            petNames: TranscriptCommands.petNames(in: places, console))
        let script = ReplayScript(retelling, wording: wording, asJSON: console.manner.isJSON)
        if console.manner.isJSON {
            for object in script.objects where !console.readerIsGone { console.json(object.value) }
            return ExitCode(script.end)
        }
        let race = try race(parsed, in: script)
        let isShown = StandardStreams.isTerminal(1)
        let isStepping = parsed.isOn("step")
        let input = try input(parsed, path: path, isStepping: isStepping, isShown: isShown)
        defer { if let input, input > 2 { close(input) } }
        let pace = speed ?? (isShown ? 1 : nil)
        let stage = ReplayStage(
            script, output: 1, input: input, speed: pace, isStepping: isStepping,
            signals: input != nil || pace != nil ? SignalWatch() : nil)
        switch stage.run(from: race) {
        case .shown, .readerGone: return ExitCode(script.end)
        case .quit: return .ok
        case .interrupted: return .interrupted
        case .lost(let why):
            console.complain("the results could not be written: \(why).")
            return .inputOutput
        }
    }

    /// Where orders come from; nil: nowhere. The terminal itself where the transcript takes standard input.
    private func input(_ parsed: Parsed, path: String, isStepping: Bool, isShown: Bool) throws -> Int32? {
        guard console.manner.takesOrders else {
            if isStepping {
                throw UsageError(problem: "--step and --no-input exclude each other.", command: parsed.command)
            }
            return nil
        }
        if path == "-" {
            guard isStepping || isShown else { return nil }
            let terminal = unsafe open("/dev/tty", O_RDONLY | O_CLOEXEC)
            if terminal < 0, isStepping {
                throw UsageError(
                    problem: "--step needs a terminal where the transcript comes from standard input.",
                    command: parsed.command)
            }
            return terminal < 0 ? nil : terminal
        }
        return isStepping || (isShown && StandardStreams.isTerminal(0)) ? 0 : nil
    }

    private func speed(_ parsed: Parsed) throws(UsageError) -> Double? {
        guard let text = parsed.text("speed") else { return nil }
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E } && text.utf8.count <= 16
        guard isPlain, let speed = Double(text), (0.01...1_000).contains(speed) else {
            throw UsageError(
                problem: "--speed cannot be \"\(Printable(text, limit: 40))\"; allowed: 0.01...1000.",
                command: parsed.command)
        }
        return speed
    }

    private func race(_ parsed: Parsed, in script: ReplayScript) throws(UsageError) -> UInt64? {
        guard let number = parsed.number("race") else { return nil }
        let race = UInt64(number)
        guard script.place(ofRace: race) == nil else { return race }
        let races = script.races.prefix(100).map { String($0) }
        let known = races.isEmpty ? "Nobody called in it." : "Somebody called in: \(races.joined(separator: ", "))."
        throw UsageError(problem: "nobody called in race \(race) of this game. \(known)", command: parsed.command)
    }
}

extension ExitCode {
    init(_ end: Retelling.End) {
        switch end {
        case .whole: self = .ok
        case .fault: self = .invalid
        case .short: self = .inconclusive
        case .malformed: self = .malformedInput
        }
    }
}
