internal import SnapCrypto
internal import SnapNode
internal import SnapPlayers
internal import SnapProtocol
internal import SnapRules
internal import SnapTerminal
internal import SnapWeb
internal import SnapWire
internal import SnapWords

/// What every command that plays does alike: who plays, what is kept, how the table is shown, how the program ends.
struct PlaySetup {
    let options: PlayOptions
    let console: Console
    let places = Places(variable: StandardStreams.variable)
    let signals: SignalWatch
    let verified = VerifiedSet()
    let wording: Wording
    /// The page that goes on when the table is left; nil: each table has one of its own, if it is seen on a page.
    private let home: WebHome?

    init(_ options: PlayOptions, _ console: Console, at home: WebHome? = nil) {
        wording = Wording(
            isASCII: console.manner.isASCII, program: ProgramName.shown,
            petNames: TranscriptCommands.petNames(in: places, console))
        self.options = options
        self.console = console
        self.home = home
        signals = home?.signals ?? SignalWatch()
    }

    /// Something that is no fault of the player's, which it should know all the same.
    func say(_ text: String) {
        console.say(text)
        home?.page.say([text])
    }

    /// A code that nobody chose.
    static func randomCode() -> TableCode {
        var random = SeededRandom(seed: Entropy.bytes(32))
        return TableCode.random(from: &random)
    }

    /// The player's own identity; a guest's where another of its processes uses it, which is said.
    func identity() throws -> Identity {
        if let home { return home.identity }
        let identity = try Identity.own(in: places)
        if case .guest(let reason) = identity.kind { console.say("You play under a temporary identity: \(reason)") }
        return identity
    }

    /// The secret of a table. A derivation that fails must never pass for a key.
    func secret(_ code: TableCode) throws(CryptoError) -> TableSecret {
        try TableSecret.derive(code: code, passphrase: nil)
    }

    func peer(
        _ secret: TableSecret, identity: SigningKey, session: SigningKey, chains: [UInt8] = Entropy.bytes(32),
        name: String,
        capacity: Int, accepts: Bool, watches: Bool = false, rules: HouseRules? = nil
    ) -> PeerConfiguration {
        PeerConfiguration(
            secret: secret, identity: identity, sessionKey: session, name: name, capacity: capacity,
            watches: watches, tableRules: rules, acceptsByItself: accepts, seed: Entropy.bytes(32), chainSecret: chains,
            verified: verified
        )
    }

    /// Whether a person gives orders.
    var hasPerson: Bool { options.bot == nil && options.interface != .none }

    /// `place`: what the table's page shows of it. `identity`: whose page it is. `watches`: then a person beside a program has nothing to do.
    func surface(_ place: TablePlace, identity: Identity, watches: Bool = false) throws -> any TableSurface {
        let input: Int32? = hasPerson && console.manner.takesOrders ? 0 : nil
        func plain(to output: Int32) -> PlainTable {
            PlainTable(input: input, output: output, wording: wording, code: place.code, keys: options.keys)
        }
        if options.interface == .web {
            let home = try self.home ?? WebHome(console, identity: identity, opensBrowser: options.opensBrowser)
            return WebTable(page: home.page, wording: wording, place: place)
        }
        if console.manner.isJSON {
            let hasLines = options.interface == .plain && hasPerson && !watches
            return JSONTable(output: 1, messages: 2, wording: wording, person: hasLines ? plain(to: 2) : nil)
        }
        return options.interface == .plain
            ? plain(to: 1) : QuietTable(output: 1, messages: 2, wording: wording)
    }

    /// Results that did not get out are told where nothing worse happened.
    func end(_ end: TableEnd, _ surface: any TableSurface) -> ExitCode {
        let code = code(of: end)
        if let table = surface as? WebTable {
            let lines = words(of: end)
            if home != nil { table.page.say(lines) } else { table.page.close(lines) }
        }
        guard let lost = surface.lost else { return code }
        console.complain("the results could not be written: \(lost).")
        return code == .ok ? .inputOutput : code
    }

    /// What the page says of it; a table that was left as one meant to needs no words.
    private func words(of end: TableEnd) -> [String] {
        switch end {
        case .left, .interrupted: []
        case .refused(let reason): [wording.refusal(reason)]
        case .unfinished: ["You left while the game stood still: it stays unfinished."]
        case .unheard: ["Nobody else of that table was heard. Your seat is kept for a while: join again to try again."]
        case .deserted: ["Nobody at the table was heard any more."]
        case .void: ["That game is void: players have signed what cannot both be true."]
        case .broken(let why): [why]
        }
    }

    private func code(of end: TableEnd) -> ExitCode {
        switch end {
        case .left: return .ok
        case .refused(.versionDiffers): return .protocolFault
        case .refused: return .unavailable
        case .unfinished: return .timedOut
        case .interrupted: return .interrupted
        case .unheard: return .unavailable
        case .deserted: return .timedOut
        case .void: return .protocolFault
        case .broken(let why):
            console.complain(why)
            return .inputOutput
        }
    }
}

/// `snap solo`: all peers in this process; no socket is opened.
func runSolo(_ options: SoloOptions, _ setup: PlaySetup) throws -> ExitCode {
    let identity = try setup.identity()
    let code = PlaySetup.randomCode()
    let secret = try setup.secret(code)
    let seats = options.opponents + 1
    var setups = [
        SeatSetup(
            peer: setup.peer(
                secret, identity: identity.key, session: try SigningKey(seed: Entropy.bytes(32)),
                name: options.play.name, capacity: seats, accepts: true),
            computer: options.play.bot,
            keeping: KeepingFiles(
                places: setup.places, table: code.description, session: nil,
                epochSeconds: { WallClock.millis() / 1000 }))
    ]
    for opponent in 0..<options.opponents {
        setups.append(
            SeatSetup(
                peer: setup.peer(
                    secret, identity: try SigningKey(seed: Entropy.bytes(32)),
                    session: try SigningKey(seed: Entropy.bytes(32)), name: ComputerPlayer.names[opponent],
                    capacity: seats, accepts: true),
                computer: options.level, keeping: KeepingNothing()))
    }
    var random = SeededRandom(seed: Entropy.bytes(32))
    let plan = TablePlan(rules: options.play.rules, startWhen: seats, games: options.play.games, isAlone: true)
    let surface = try setup.surface(
        TablePlace(isAlone: true, code: nil, name: nil, network: nil, rules: options.play.rules), identity: identity)
    let loop = TableLoop(
        seats: setups, link: InProcessLink(seats: seats), surface: surface, plan: plan,
        seed: random.next(), signals: setup.signals)
    return setup.end(loop.run(), surface)
}
