import SnapCrypto
import SnapNetwork
import SnapNode
import SnapPlayers
import SnapRules
import SnapWire
import Testing

@testable import snap

private func parse(_ arguments: String...) throws -> Request { try Definitions.parser.parse(arguments) }

private func run(_ arguments: String...) throws -> Parsed {
    guard case .run(let parsed) = try Definitions.parser.parse(arguments) else {
        throw UsageError(problem: "not run", command: Definitions.commands[0])
    }
    return parsed
}

private func problem(_ arguments: [String]) -> String {
    do {
        _ = try Definitions.parser.parse(arguments)
        return "understood"
    } catch {
        return error.description
    }
}

@Suite struct ShellParserTests {
    @Test func definitionsAreConsistent() {
        for command in Definitions.commands {
            #expect(command.words.isEmpty || Definitions.parser.find(command.words.dropLast()) != nil)
            #expect(!command.summary.isEmpty && (command.words.isEmpty || !command.examples.isEmpty), "\(command.name)")
            let flags = command.flags + Definitions.everywhere
            #expect(Set(flags.map(\.name)).count == flags.count, "\(command.name)")
            let shorts = flags.compactMap(\.short)
            #expect(Set(shorts).count == shorts.count, "\(command.name)")
        }
        #expect(Set(Definitions.commands.map(\.words)).count == Definitions.commands.count)
    }

    /// Help never shows what the parser refuses.
    @Test func everyExampleIsUnderstood() throws {
        for command in Definitions.commands {
            for example in command.examples {
                let words = example.line.split(separator: " ").map { $0 == "\"\"" ? "" : String($0) }
                let arguments = Array(words.dropFirst().prefix { $0 != "<" })
                guard case .run(let parsed) = try Definitions.parser.parse(arguments) else {
                    Issue.record("\(example.line) does not run")
                    continue
                }
                #expect(parsed.command.words.starts(with: command.words), "\(example.line)")
            }
        }
    }

    @Test func flagsTakeTheirPlaceAnywhere() throws {
        let first = try run("--json", "-q", "settings", "get", "name")
        #expect(first.command.action == .settingsGet)
        #expect(first.isOn("json") && first.isOn("quiet") && !first.isOn("verbose"))
        #expect(first.operands == ["name"])
        let last = try run("settings", "-qv", "get", "name", "--json")
        #expect(last.isOn("json") && last.isOn("quiet") && last.isOn("verbose"))
    }

    @Test func valuesComeAttachedOrNext() throws {
        #expect(try run("solo", "--opponents=2").number("opponents") == 2)
        #expect(try run("solo", "--opponents", "2").number("opponents") == 2)
        #expect(try run("new", "--name=--x").text("name") == "--x")
        #expect(try run("new", "--name=a=b").text("name") == "a=b")
        #expect(try run("new", "--name=").text("name") == "")
        #expect(try run("solo", "--opponents", "2", "--opponents", "3").number("opponents") == 3, "the last counts")
        #expect(try run("solo", "--rule", "a=1", "--rule=b=2").texts("rule") == ["a=1", "b=2"])
    }

    @Test func dashesThatAreNoFlags() throws {
        #expect(try run("audit", "-").operands == ["-"])
        #expect(try run("audit", "--", "--odd.snap", "-x").operands == ["--odd.snap", "-x"])
        #expect(try run("settings", "set", "matchBonus", "-1").operands == ["matchBonus", "-1"])
    }

    @Test func commandWordsAreOperandsWhereACommandTakesThem() throws {
        #expect(try run("audit", "settings").operands == ["settings"])
        #expect(try run("settings", "get", "get").operands == ["get"])
    }

    @Test func helpAndVersionWinOverWhatFollows() throws {
        func help(_ arguments: String...) throws -> [String]? {
            guard case .help(let command, _) = try Definitions.parser.parse(arguments) else { return nil }
            return command.words
        }
        #expect(try help("--help") == [])
        #expect(try help("-h", "settings", "set") == ["settings", "set"])
        #expect(try help("settings", "--help", "get", "x") == ["settings", "get"])
        #expect(try help("join", "-qh") == ["join"])
        #expect(try help("new", "--help", "--nonsense") == ["new"])
        #expect(problem(["new", "--nonsense", "--help"]).hasPrefix("`snap new` has no flag --nonsense."))
        guard case .version = try parse("new", "--version", "--nonsense") else {
            Issue.record("no version")
            return
        }
    }

    @Test(arguments: [
        (["slo"], "there is no command `snap slo`. Did you mean solo? See: snap --help"),
        (["sett"], "there is no command `snap sett`. Did you mean settings? See: snap --help"),
        (
            ["settings", "gte"],
            "there is no command `snap settings gte`. Did you mean get? See: snap settings --help"
        ),
        (
            ["settings", "frobnicate"],
            "there is no command `snap settings frobnicate`. The commands are get, set, reset, path. "
                + "See: snap settings --help"
        ),
        (
            ["solo", "--oponents", "2"],
            "`snap solo` has no flag --oponents. Did you mean --opponents? See: snap solo --help"
        ),
        (["solo", "-json"], "`snap solo` has no flag -json. Did you mean --json? See: snap solo --help"),
        (["solo", "-z"], "`snap solo` has no flag -z. See: snap solo --help"),
        (["solo", "--json=yes"], "--json takes no value. See: snap solo --help"),
        (["solo", "--opponents"], "--opponents needs a value: --opponents N, 1...3. See: snap solo --help"),
        (["solo", "--opponents", "--json"], "--opponents needs a value: --opponents N, 1...3. See: snap solo --help"),
        (["solo", "--opponents", "0"], "--opponents cannot be \"0\"; allowed: 1...3. See: snap solo --help"),
        (["solo", "--opponents", "4"], "--opponents cannot be \"4\"; allowed: 1...3. See: snap solo --help"),
        (["solo", "--opponents", "+2"], "--opponents cannot be \"+2\"; allowed: 1...3. See: snap solo --help"),
        (["solo", "--opponents="], "--opponents cannot be \"\"; allowed: 1...3. See: snap solo --help"),
        (
            ["solo", "--opponents", "99999999999999999999"],
            "--opponents cannot be \"99999999999999999999\"; allowed: 1...3. See: snap solo --help"
        ),
        (
            ["solo", "--bot", "good"],
            "--bot cannot be \"good\"; allowed: child, average or expert. See: snap solo --help"
        ),
        (["solo", "extra"], "`snap solo` does not take \"extra\". See: snap solo --help"),
        (["audit"], "`snap audit` needs FILE: `snap audit FILE...`. See: snap audit --help"),
        (
            ["settings", "set", "name"],
            "`snap settings set` needs VALUE: `snap settings set NAME VALUE`. See: snap settings set --help"
        ),
        (
            ["identity", "me"],
            "there is no command `snap identity me`. The commands are show, export, import, reset, name, names. See: snap identity --help"
        ),
        (["new", "-quick"], "`snap new` has no flag -u. Did you mean --quiet? See: snap new --help"),
        (["new", "-xyz"], "`snap new` has no flag -xyz. See: snap new --help"),
        (
            ["settings", "set", "name", "Ann", "Lee"],
            "`snap settings set` does not take \"Lee\". A value with spaces needs quotes. See: snap settings set --help"
        ),
        (
            ["join", "A", "B"],
            "`snap join` does not take \"B\". A value with spaces needs quotes. See: snap join --help"
        ),
    ])
    func saysWhatIsWrong(arguments: [String], said: String) { #expect(problem(arguments) == said) }
}

@Suite struct ShellOptionTests {
    private func reader(_ arguments: [String], settings: Settings = Settings()) throws -> OptionReader {
        guard case .run(let parsed) = try Definitions.parser.parse(arguments) else {
            throw UsageError(problem: "not run", command: Definitions.commands[0])
        }
        return OptionReader(parsed: parsed, settings: settings) { $0 == "SNAP_INTERFACE" ? "lo" : nil }
    }

    @Test func standards() throws {
        let new = try reader(["new"]).new()
        #expect(new.players == 4 && new.startWhen == nil && new.code == nil && !new.isPrivate)
        #expect(new.network == NetworkOptions(interface: "lo", port: nil))
        #expect(new.play.rules == HouseRules() && new.play.bot == nil && new.play.games == nil)
        #expect(new.play.name == Settings().playerName && new.play.interface == .plain)
        let solo = try reader(["solo"]).solo()
        #expect(solo.opponents == 3 && solo.level == .average)
    }

    @Test func takesWhatIsSaid() throws {
        let new = try reader([
            "new", "--players", "3", "--start-when", "3", "--bot", "expert", "--ui", "none", "--interface", "eth0",
            "--port", "65535", "--rule", "timeLimit=20", "--rule", "recycle=in-order", "--name", " Ann ",
            "--private",
        ]).new()
        #expect(new.players == 3 && new.startWhen == 3 && new.isPrivate)
        #expect(new.play.bot == .expert && new.play.games == 1 && new.play.interface == .none)
        #expect(new.network == NetworkOptions(interface: "eth0", port: 65_535))
        #expect(new.play.rules.timeLimitMillis == 20_000 && new.play.rules.recycle == .inOrder)
        #expect(new.play.name == "Ann")
        #expect(try reader(["solo", "--bot", "child", "--games", "7"]).solo().play.games == 7)
    }

    @Test func rulesLieOnTopOfSettings() throws {
        var settings = Settings()
        try settings.set("flipCost", to: "0")
        try settings.set("turnPause", to: "0")
        try settings.set("name", to: "Bea")
        let play = try reader(["solo", "--rule", "turnPause=250"], settings: settings).solo().play
        #expect(play.rules.flipCost == 0 && play.rules.turnPauseMillis == 250 && play.name == "Bea")
    }

    @Test(arguments: [
        (["new", "--players", "2", "--start-when", "3"], "--start-when 3 never happens at a table for 2."),
        (["new", "--rule", "x"], "--rule needs NAME=VALUE, not \"x\"."),
        (["new", "--rule", "flipcost=1"], "no rule is called \"flipcost\"; did you mean flipCost?"),
        (["new", "--rule", "flipCost=11"], "flipCost cannot be \"11\"; allowed: 0...10 points."),
        (["new", "--name", "a\u{202E}"], "name cannot be \"a\\u{202E}\"; allowed: 1...24 characters"),
        (["new", "--interface="], "--interface needs a name."),
        (["new", "--interface", "../x"], "--interface cannot be \"../x\": no interface is called so."),
        (["new", "--interface", "sixteen-octets-x"], "--interface cannot be \"sixteen-octets-x\""),
        (["new", "--ui", "none"], "with --ui none nobody would play: --bot average lets a computer player"),
    ])
    func refusals(arguments: [String], said: String) throws {
        let error = try #require(throws: UsageError.self) { try reader(arguments).new() }
        #expect(error.description.hasPrefix(said), "\(error)")
    }

    /// Nobody plays who takes no orders and is no computer; to look on none is needed.
    @Test func someonePlaysOrLooksOn() throws {
        #expect(throws: UsageError.self) { try reader(["join", "4HMA-SW95", "--ui", "none"]).join(allowsInput: false) }
        #expect(throws: UsageError.self) { try reader(["solo", "--ui", "none"]).solo() }
        #expect(try reader(["solo", "--ui", "none", "--bot", "child"]).solo().play.interface == .none)
        #expect(try reader(["watch", "4HMA-SW95", "--ui", "none"]).watch().play.interface == .none)
    }

    /// A name that no interface bears now may come; one that none can bear will not.
    @Test func interfacesThatCanBe() throws {
        for name in ["lo", "eth0", "wlp3s0", "br-0123456789ab", "tun.5"] {
            #expect(try reader(["list", "--interface", name]).list().network.interface == name)
        }
        for name in ["../x", "a b", "..", ".", "eth0:1", "sixteen-octets-x", "e\u{1B}", "e\t"] {
            let error = try #require(throws: UsageError.self) { try reader(["list", "--interface", name]).list() }
            #expect(error.description.contains("no interface is called so."), "\(error)")
            let list = try reader(["list"]).parsed
            let other = OptionReader(parsed: list, settings: Settings()) { _ in name }
            let second = try #require(throws: UsageError.self) { try other.list() }
            #expect(second.description.hasPrefix("SNAP_INTERFACE cannot be "), "\(second)")
        }
    }

    @Test func keysComeFromTheSettings() throws {
        var settings = Settings()
        try settings.set("keySnap", to: "x")
        #expect(try reader(["solo"], settings: settings).solo().play.keys == TableKeys(snap: "x", turn: "Enter"))
    }

    @Test func codesAreForgivingButNotOfTypos() throws {
        for typed in ["4HMA-SW95", "4hmasw95", " 4hma sw95 "] {
            #expect(try reader(["join", typed]).join(allowsInput: false).code?.description == "4HMA-SW95")
        }
        for (typed, said) in [
            ("4HMA-SW96", "its check symbol does not fit"), ("4HMA-SW9", "it has 7 letters and digits"),
            ("UHMA-SW95", "\"U\" never stands in a code"), ("", "it has 0 letters"),
            ("4HMA-SW9\u{1B}", "never stands in a code"),
        ] {
            for arguments in [["join", typed], ["new", "--code", typed]] {
                let error = try #require(throws: UsageError.self) {
                    if arguments[0] == "join" {
                        _ = try reader(arguments).join(allowsInput: false)
                    } else {
                        _ = try reader(arguments).new()
                    }
                }
                #expect(error.description.contains(said) && error.description.contains("Perhaps a typo?"), "\(error)")
            }
        }
    }

    @Test func joinNeedsACodeWhereNobodyCanBeAsked() throws {
        let error = try #require(throws: UsageError.self) { try reader(["join"]).join(allowsInput: false) }
        #expect(error.description.hasPrefix("`snap join` needs the code of a table"))
        #expect(try reader(["join"]).join(allowsInput: true).code == nil)
    }
}

@Suite struct ShellFailureTests {
    @Test func everyErrorHasItsWordsAndCode() {
        func file(_ kind: FileError.Kind) -> ExitCode { Failure(FileError(kind, path: "/x", problem: "p")).code }
        #expect(file(.missing) == .noSuchFile && file(.busy) == .unavailable && file(.system(5)) == .inputOutput)
        #expect(file(.broken) == .configuration && file(.homeless) == .configuration)
        #expect(Failure(NetworkError.noIPv4).code == .unavailable)
        #expect(Failure(NetworkError.portZero).code == .usage)
        let memory = Failure(CryptoError.outOfMemory(neededBytes: 64 << 20))
        #expect(memory.code == .unavailable && memory.words.contains("64 MiB"))
        #expect(Failure(CryptoError.unavailable).code == .internalFault)
    }
}
