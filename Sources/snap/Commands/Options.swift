internal import SnapNetwork
internal import SnapNode
internal import SnapPlayers
internal import SnapRules
internal import SnapWeb
internal import SnapWire

/// How the player sees the table.
enum PlayInterface: String, Hashable, CaseIterable {
    /// Typed commands, and one line for each thing that happens.
    case plain
    /// A page in the browser, which this program serves to this computer only.
    case web
    /// Nothing is shown: results only.
    case none
}

/// What every command that plays takes.
struct PlayOptions: Hashable {
    /// Checked; never empty.
    var name: String
    /// A computer player in the player's own place.
    var bot: Level?
    var interface: PlayInterface
    /// The player's settings with its `--rule`s on top: the proposal for games that it starts.
    var rules: HouseRules
    /// Leave after so many; nil: when the player leaves.
    var games: Int?
    var keys = TableKeys()
    /// Whether a browser is started where there is a display.
    var opensBrowser = true
}

/// What every command that uses the network takes.
struct NetworkOptions: Hashable {
    /// Only this one; nil: all.
    var interface: String?
    /// nil: the standard one.
    var port: UInt16?
}

struct NewOptions: Hashable {
    var play: PlayOptions
    var network: NetworkOptions
    /// 2...4.
    var players: Int
    /// nil: a fresh one.
    var code: TableCode?
    var isPrivate: Bool
    /// 2...`players`; nil: somebody says so.
    var startWhen: Int?
}

struct JoinOptions: Hashable {
    var play: PlayOptions
    var network: NetworkOptions
    /// nil: offer what is there; only where there is a terminal.
    var code: TableCode?
    /// Take no seat.
    var watches = false
}

struct MainScreenOptions: Hashable {
    var network: NetworkOptions
    var opensBrowser: Bool
    var keys: TableKeys
}

struct ListOptions: Hashable {
    var network: NetworkOptions
    var watch: Bool
}

struct SoloOptions: Hashable {
    var play: PlayOptions
    /// 1...3.
    var opponents: Int
    var level: Level
}

/// Makes the options of a command from what was parsed; what one flag alone cannot show to be wrong is refused here.
struct OptionReader {
    let parsed: Parsed
    let settings: Settings
    let variable: (String) -> String?

    func new() throws(UsageError) -> NewOptions {
        let players = parsed.number("players") ?? Limits.seats
        let startWhen = parsed.number("start-when")
        if let startWhen, startWhen > players {
            throw refusal("--start-when \(startWhen) never happens at a table for \(players).")
        }
        return NewOptions(
            play: try play(), network: try network(), players: players,
            code: try code(parsed.text("code")),
            isPrivate: parsed.isOn("private"), startWhen: startWhen)
    }

    func join(allowsInput: Bool) throws(UsageError) -> JoinOptions {
        let code = try code(parsed.operands.first)
        guard code != nil || allowsInput else {
            throw refusal("`snap join` needs the code of a table; `snap list` shows those on this network.")
        }
        return JoinOptions(play: try play(), network: try network(), code: code)
    }

    func watch() throws(UsageError) -> JoinOptions {
        JoinOptions(
            play: try play(watches: true), network: try network(), code: try code(parsed.operands.first), watches: true)
    }

    func list() throws(UsageError) -> ListOptions {
        ListOptions(network: try network(), watch: parsed.isOn("watch"))
    }

    func solo() throws(UsageError) -> SoloOptions {
        SoloOptions(
            play: try play(), opponents: parsed.number("opponents") ?? 3, level: level("level") ?? .average)
    }

    private func play(watches: Bool = false) throws(UsageError) -> PlayOptions {
        let bot = level("bot")
        let interface = parsed.text("ui").flatMap { PlayInterface(rawValue: $0) } ?? usualInterface
        if interface == .web { try refuseJSON() }
        if interface == .none, bot == nil, !watches {
            throw refusal("with --ui none nobody would play: --bot average lets a computer player sit in your place.")
        }
        return PlayOptions(
            name: try name(), bot: bot, interface: interface, rules: try rules(),
            // Where nobody can say that it is over, one game is.
            games: parsed.number("games") ?? (bot == nil && (watches || !parsed.isOn("no-input")) ? nil : 1),
            keys: settings.keys, opensBrowser: !parsed.isOn("no-browser"))
    }

    private func refuseJSON() throws(UsageError) {
        guard parsed.isOn("json") else { return }
        throw refusal("--json is for programs and a page for people: leave one of them out.")
    }

    /// A page where there is a display and somebody at the terminal, else lines.
    private var usualInterface: PlayInterface {
        let isAsked = Console.Manner(parsed, variable: variable).allowsInput && StandardStreams.isTerminal(1)
        let wantsLines =
            parsed.isOn("json") || parsed.isOn("plain") || parsed.isOn("no-input") || parsed.text("bot") != nil
        return isAsked && !wantsLines && Opening.hasDisplay(variable) ? .web : .plain
    }

    /// The main screen; nil: only what there is to do is printed, as where nobody is at the terminal.
    func mainScreen() throws(UsageError) -> MainScreenOptions? {
        let asked = parsed.text("ui").flatMap { PlayInterface(rawValue: $0) }
        let isAtTerminal = Console.Manner(parsed, variable: variable).allowsInput && StandardStreams.isTerminal(1)
        let wantsLines = parsed.isOn("json") || parsed.isOn("plain")
        if asked == .web { try refuseJSON() }
        guard asked == .web || asked == nil && isAtTerminal && !wantsLines else { return nil }
        return MainScreenOptions(network: try network(), opensBrowser: !parsed.isOn("no-browser"), keys: settings.keys)
    }

    private func network() throws(UsageError) -> NetworkOptions {
        let interface = parsed.text("interface") ?? variable("SNAP_INTERFACE")
        if parsed.isOn("interface"), interface?.isEmpty ?? true { throw refusal("--interface needs a name.") }
        if let interface, !interface.isEmpty, !Interface.isName(interface) {
            let source = parsed.isOn("interface") ? "--interface" : "SNAP_INTERFACE"
            let usable = ((try? Interface.all()) ?? []).filter(\.isUsable).map(\.name)
            throw refusal(
                "\(source) cannot be \"\(Printable(interface, limit: 40))\": no interface is called so. "
                    + (usable.isEmpty ? "None is up here now." : "Here are: \(usable.joined(separator: ", "))."))
        }
        return NetworkOptions(
            interface: interface.flatMap { $0.isEmpty ? nil : $0 },
            port: parsed.number("port").map { UInt16(truncatingIfNeeded: $0) })
    }

    private func level(_ flag: String) -> Level? { parsed.text(flag).flatMap { Level(rawValue: $0) } }

    private func name() throws(UsageError) -> String {
        guard let typed = parsed.text("name"), !typed.allSatisfy(\.isWhitespace) else { return settings.playerName }
        var changed = settings
        do {
            try changed.set("name", to: typed)
        } catch {
            throw refusal("\(error)")
        }
        return changed.playerName
    }

    private func rules() throws(UsageError) -> HouseRules {
        var rules = settings.rules
        for text in parsed.texts("rule") {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw refusal("--rule needs NAME=VALUE, not \"\(text)\".") }
            do {
                try rules.set(name: String(parts[0]), value: String(parts[1]))
            } catch {
                throw refusal("\(error)")
            }
        }
        return rules
    }

    private func code(_ text: String?) throws(UsageError) -> TableCode? {
        guard let text else { return nil }
        do {
            return try TableCode(text)
        } catch {
            let why =
                switch error {
                case .length(let count): "it has \(count) letters and digits where a code has 8"
                case .symbol(let symbol): "\"\(symbol)\" never stands in a code"
                case .check: "its check symbol does not fit"
                }
            throw refusal("\"\(Printable(text, limit: 40))\" is not the code of a table: \(why). Perhaps a typo?")
        }
    }

    private func refusal(_ problem: String) -> UsageError { UsageError(problem: problem, command: parsed.command) }
}
