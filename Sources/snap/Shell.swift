internal import SnapNode
internal import SnapWire

/// From arguments to an exit code.
struct Shell {
    let variable: (String) -> String?
    private let parser = Definitions.parser

    /// The whole program, but for ending the process.
    static func main(_ arguments: [String]) -> ExitCode {
        StandardStreams.prepare()
        return Shell(variable: StandardStreams.variable).run(arguments)
    }

    func run(_ arguments: [String]) -> ExitCode {
        let request: Request
        do {
            request = try parser.parse(arguments)
        } catch {
            return fail(error, console(Parsed(command: error.command)))
        }
        switch request {
        case .help(let command, let parsed):
            return end(console(parsed)) { $0.result(Help(parser: parser).text(command)) }
        case .version(let parsed):
            return end(console(parsed)) { showVersion($0) }
        case .run(let parsed):
            let console = console(parsed)
            do {
                let code = try perform(parsed, console)
                return end(console, code) { _ in }
            } catch {
                return fail(error, console)
            }
        }
    }

    private func perform(_ parsed: Parsed, _ console: Console) throws -> ExitCode {
        let places = Places(variable: variable)
        let settingsCommands = SettingsCommands(places: places, console: console)
        let identityCommands = IdentityCommands(places: places, console: console, parsed: parsed)
        switch parsed.command.action {
        case .mainScreen:
            if let options = try options(parsed, places).mainScreen() { return try runMainScreen(options, console) }
            console.result(Help(parser: parser).mainScreen(code: Shell.exampleCode))
        case .help:
            let command = parser.command(parser.commands[0], extendedBy: parsed.operands)
            let asked = parsed.operands.joined(separator: " ")
            guard command.words.count == parsed.operands.count else {
                let names = parser.children(of: command).map { $0.words[command.words.count] }
                let near = Parser.hint(parsed.operands[command.words.count], names) ?? Parser.list(names)
                throw UsageError(problem: "there is no command `snap \(asked)`.\(near)", command: command)
            }
            console.result(Help(parser: parser).text(command))
        case .new:
            let options = try options(parsed, places).new()
            return try runNew(options, PlaySetup(options.play, console))
        case .join:
            let options = try options(parsed, places).join(allowsInput: console.manner.allowsInput)
            return try runJoin(options, PlaySetup(options.play, console))
        case .watch:
            let options = try options(parsed, places).watch()
            return try runJoin(options, PlaySetup(options.play, console))
        case .list: return try runList(try options(parsed, places).list(), console)
        case .solo:
            let options = try options(parsed, places).solo()
            return try runSolo(options, PlaySetup(options.play, console))
        case .audit: return try AuditCommand(parsed, console).run()
        case .replay: return try ReplayCommand(places: places, console: console).run(parsed)
        case .transcriptHelp: console.result(Help(parser: parser).text(parsed.command))
        case .transcripts: return try TranscriptCommands(places: places, console: console).list()
        case .transcriptShow:
            return try TranscriptCommands(places: places, console: console)
                .show(parsed.operands[0], event: parsed.number("event"))
        case .transcriptExport:
            return try TranscriptCommands(places: places, console: console).export(parsed.operands[0])
        case .settingsList: try settingsCommands.list()
        case .settingsGet: try settingsCommands.get(parsed.operands.first)
        case .settingsSet: try settingsCommands.set(parsed.operands[0], to: parsed.operands[1])
        case .settingsReset: try settingsCommands.reset(parsed.operands.first)
        case .settingsPath: try settingsCommands.path()
        case .identityShow: try identityCommands.show()
        case .identityExport: try identityCommands.export()
        case .identityImport: try identityCommands.take()
        case .identityReset: return try identityCommands.reset()
        case .identityName: try identityCommands.name()
        case .identityNames: try identityCommands.names()
        }
        return .ok
    }

    /// The code of help's examples: a valid one, so that copying it is not called a typo.
    static let exampleCode = "4HMA-SW95"

    private func options(_ parsed: Parsed, _ places: Places) throws -> OptionReader {
        let settings = try SettingsFile.load(from: places)
        let console = console(parsed)
        for error in settings.unknown { console.say("In your settings file \(error)") }
        return OptionReader(parsed: parsed, settings: settings, variable: variable)
    }

    private func console(_ parsed: Parsed) -> Console { Console(Console.Manner(parsed, variable: variable)) }

    private func fail(_ error: any Error, _ console: Console) -> ExitCode {
        let failure = Failure(error)
        console.complain(failure.words)
        return failure.code
    }

    /// A command that succeeded, but whose results did not get out, did not succeed.
    private func end(_ console: Console, _ code: ExitCode = .ok, _ body: (Console) -> Void) -> ExitCode {
        body(console)
        guard let lost = console.lost else { return code }
        console.complain("the results could not be written: \(lost).")
        return code == .ok ? .inputOutput : code
    }

    private func showVersion(_ console: Console) {
        if console.manner.isJSON {
            console.json(
                [
                    "schema": "snap.version/1", "version": .string(Version.current),
                    "protocol": .integer(Datagram.version),
                ])
        } else {
            console.result("snap \(Version.current) (protocol \(Datagram.version))")
        }
    }
}
