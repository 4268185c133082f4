internal import SnapCrypto
internal import SnapNetwork
internal import SnapNode
internal import SnapProtocol
internal import SnapRules
internal import SnapWeb
internal import SnapWire

/// The page of this program and all that it rests on.
final class WebHome {
    let identity: Identity
    let page: Page
    let signals = SignalWatch()
    private let site: WebSite

    /// Serves the page and says where it is.
    init(_ console: Console, identity: Identity, opensBrowser: Bool) throws {
        self.identity = identity
        let places = Places(variable: StandardStreams.variable)
        let settings = try SettingsFile.load(from: places)
        site = try WebSite(
            places: places, identity: identity.key.publicKey, settings: settings, verified: VerifiedSet()
        ) { link in
            console.say("Open it elsewhere too with  \(link)")
        }
        page = site.page
        console.result("The table is at  \(site.link)")
        if opensBrowser, let why = site.open(StandardStreams.variable) { console.say(why) }
    }
}

/// `snap` alone: tables one after the other, with the main screen between them.
func runMainScreen(_ options: MainScreenOptions, _ console: Console) throws -> ExitCode {
    let places = Places(variable: StandardStreams.variable)
    let identity = try Identity.own(in: places)
    let home = try WebHome(console, identity: identity, opensBrowser: options.opensBrowser)
    if case .guest(let reason) = identity.kind {
        let line = "You play under a temporary identity: \(reason)"
        console.say(line)
        home.page.say([line])
    }
    func setup(_ changes: [PageOrder.RuleChange] = []) throws -> PlaySetup {
        var rules = home.page.rules
        for change in changes { try rules.set(name: change.name, value: change.value) }
        return PlaySetup(
            PlayOptions(
                name: home.page.playerName, bot: nil, interface: .web, rules: rules, games: nil, keys: options.keys),
            console, at: home)
    }
    while true {
        let choice: MainChoice
        do {
            // Held only while the main screen is shown: a table has a port of its own.
            let port = try openPort(options.network)
            let plain = try setup()
            let screen = MainScreen(
                page: home.page, port: port, signals: home.signals,
                joining: MainScreen.Joining(
                    isHeld: { isSeatHeld($0, $1, plain) },
                    refusal: { joinRefusal($0, $1, $2, port, watches: $3).map { sentence($0.words) } }))
            choice = try screen.choose()
        }
        let code: ExitCode
        do {
            switch choice {
            case .interrupted:
                home.page.close([])
                return .interrupted
            case .quit:
                home.page.close([])
                return .ok
            case .solo(let opponents, let level, let changes):
                let setup = try setup(changes)
                code = try runSolo(SoloOptions(play: setup.options, opponents: opponents, level: level), setup)
            case .new(let players, let isPrivate, let changes):
                let setup = try setup(changes)
                code = try runNew(
                    NewOptions(
                        play: setup.options, network: options.network, players: players, code: nil,
                        isPrivate: isPrivate, startWhen: nil), setup)
            case .join(let tableCode, let secret, let found, let watches):
                code = try sitDown(tableCode, secret, found, watches: watches, options.network, try setup())
            }
        } catch {
            // The next table may do better: the page goes on.
            let words = sentence(Failure(error).words)
            console.complain(words)
            home.page.say([words])
            continue
        }
        guard code != .interrupted else {
            home.page.close([])
            return .interrupted
        }
    }
}

/// Words that follow "snap: " in a terminal stand alone on the page.
private func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }
