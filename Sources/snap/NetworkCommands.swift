internal import SnapCrypto
internal import SnapNetwork
internal import SnapNode
internal import SnapProtocol
internal import SnapTerminal
internal import SnapWeb
internal import SnapWire

/// How long `snap join` listens for the table before it says that there is none, microseconds: three beacons.
private let joinWaitMicros: Int64 = 3_500_000
/// How long who has come back to a seat waits for any of the others, microseconds: time enough to start all again after a power cut.
private let returnWaitMicros: Int64 = 15_000_000
/// How long it waits for a network first, where there is none.
private let networkWaitMicros: Int64 = 30_000_000
/// How long `snap list` listens: each table is announced once a second.
private let listWaitMicros: Int64 = 1_500_000

func openPort(_ options: NetworkOptions) throws(NetworkError) -> NetworkPort {
    try NetworkPort(
        NetworkConfiguration(
            port: options.port ?? Groups.port, interfaceNames: options.interface.map { [$0] } ?? [],
            datagramMax: Limits.datagram))
}

/// `snap new`: a table of one's own code; who else starts with that code is at the same table.
func runNew(_ options: NewOptions, _ setup: PlaySetup) throws -> ExitCode {
    let port = try openPort(options.network)
    let code = options.code ?? PlaySetup.randomCode()
    return try play(
        at: try TableSeat(setup, code: code, secret: try setup.secret(code)), setup, port: port,
        capacity: options.players, listed: !options.isPrivate,
        startWhen: options.startWhen, isNew: true, isFresh: options.code == nil)
}

/// `snap join`: a table that is there already.
func runJoin(_ options: JoinOptions, _ setup: PlaySetup) throws -> ExitCode {
    let console = setup.console
    let port = try openPort(options.network)
    let code: TableCode
    if let given = options.code {
        code = given
    } else {
        switch try pick(setup, port) {
        case .code(let picked): code = picked
        case .none(let why): return why
        }
    }
    let secret = try setup.secret(code)
    // Nothing is made before there is a table to sit down at.
    let held =
        !options.watches && SessionDirectory.isAny(in: setup.places, table: code.symbols)
        ? try TableSeat(setup, code: code, secret: secret) : nil
    if let seat = held, seat.isContinued {
        // A seat of one's own waits there: the sooner it is taken again, the better.
        return try play(
            at: seat, setup, port: port, capacity: Limits.seats, listed: true, startWhen: nil, isNew: false)
    }
    let watch = NetworkWatch(port: port)
    let isUndisturbed = try watch.listen(
        joinWaitMicros, patienceMicros: networkWaitMicros, signals: setup.signals, tell: console.say
    ) { directory in
        directory.table(tag: secret.tag, at: NetworkWatch.now()) != nil
    }
    guard isUndisturbed else { return .interrupted }
    let found = watch.directory.table(tag: secret.tag, at: NetworkWatch.now())
    if let (why, exit) = joinRefusal(code, found, watch.directory, port, watches: options.watches) {
        console.complain(why)
        return exit
    }
    return try play(
        at: try held ?? TableSeat(setup, code: code, secret: secret, watches: options.watches), setup, port: port,
        capacity: found?.seats ?? Limits.seats, listed: found?.code != nil, startWhen: nil, isNew: false)
}

/// `snap join` from the main screen of the page, which has looked for the table. `found` nil: one's own seat waits there.
func sitDown(
    _ code: TableCode, _ secret: TableSecret, _ found: FoundTable?, watches: Bool, _ network: NetworkOptions,
    _ setup: PlaySetup
) throws -> ExitCode {
    try play(
        at: try TableSeat(setup, code: code, secret: secret, watches: watches), setup, port: try openPort(network),
        capacity: found?.seats ?? Limits.seats, listed: found.map { $0.code != nil } ?? true, startWhen: nil,
        isNew: false)
}

/// Whether a seat of one's own at that table waits to be taken again.
func isSeatHeld(_ code: TableCode, _ secret: TableSecret, _ setup: PlaySetup) -> Bool {
    guard SessionDirectory.isAny(in: setup.places, table: code.symbols),
        let seat = try? TableSeat(setup, code: code, secret: secret)
    else { return false }
    return seat.isContinued
}

/// Why that table cannot be joined; nil: it can. `found` nil: it did not answer.
func joinRefusal(
    _ code: TableCode, _ found: FoundTable?, _ heard: TableDirectory, _ port: NetworkPort, watches: Bool
) -> (words: String, code: ExitCode)? {
    guard let found else { return noTable(code, heard, port) }
    guard !watches else { return nil }
    if found.isPlaying {
        return (
            "the table \(code) is already playing. It can be joined when the game is over; `snap list --watch` shows when.",
            .unavailable
        )
    }
    if found.seated >= found.seats {
        return ("the table \(code) is full: \(found.seated) of \(found.seats) seats are taken.", .unavailable)
    }
    return nil
}

private func noTable(_ code: TableCode, _ heard: TableDirectory, _ port: NetworkPort) -> (words: String, code: ExitCode)
{
    if heard.hasHeardOtherVersion {
        return (
            "no table \(code) of this version of Snap! is here, but somebody plays another version. "
                + "Use the same version on all computers.", .protocolFault
        )
    }
    guard port.hasNetwork else {
        return ("no table \(code), and no network came within \(networkWaitMicros / 1_000_000) s.", .unavailable)
    }
    let seconds = Double(joinWaitMicros) / 1_000_000
    let why =
        heard.heard == 0
        ? "Nothing at all was heard on UDP port \(port.configuration.port): are you on the same network, and does a firewall "
            + "let it in?"
        : "Others were heard, but not this table: `snap list` shows what is there."
    return ("no table \(code) answered within \(seconds) s. \(why)", .unavailable)
}

private enum Pick {
    case code(TableCode)
    case none(ExitCode)
}

/// Lets the person choose among the tables that are there.
private func pick(_ setup: PlaySetup, _ port: NetworkPort) throws -> Pick {
    let console = setup.console
    let watch = NetworkWatch(port: port)
    console.say("Looking for tables ...")
    guard try watch.listen(listWaitMicros, signals: setup.signals, tell: console.say, until: { _ in false }) else {
        return .none(.interrupted)
    }
    let tables = watch.directory.tables(at: NetworkWatch.now()).filter { $0.code != nil }
    guard !tables.isEmpty else {
        console.complain("there is no table on this network. Start one:  \(ProgramName.shown) new")
        return .none(.unavailable)
    }
    for (index, table) in tables.enumerated() { console.say("\(index + 1)  \(describe(table))") }
    console.say("Which one? A number, then Return:")
    var question = Question(signals: setup.signals)
    while let line = try question.answer() {
        let number = Int(line.filter { $0 != " " }) ?? 0
        if tables.indices.contains(number - 1), let code = tables[number - 1].code { return .code(code) }
        console.say(
            "There is no \"\(Printable(line, limit: 40))\" among them. A number from 1 to \(tables.count), then Return:"
        )
    }
    return .none(.interrupted)
}

/// Everything that one's place at a table rests on.
private struct TableSeat {
    /// A seat that was left without a word is held for so long; after that one sits down anew, seconds.
    static let heldSeconds: Int64 = 15 * 60

    let code: TableCode
    let secret: TableSecret
    let identity: Identity
    /// nil: nothing is kept.
    let session: SessionDirectory?
    let key: SigningKey
    let watches: Bool
    var isContinued: Bool { session?.isContinued ?? false }

    init(_ setup: PlaySetup, code: TableCode, secret: TableSecret, watches: Bool = false) throws {
        self.code = code
        self.secret = secret
        self.watches = watches
        identity = watches ? try Identity.guest(because: "only looking on") : try setup.identity()
        session = watches ? nil : TableSeat.openSession(setup, code: code, identity: identity)
        key = try session?.key ?? SigningKey(seed: Entropy.bytes(32))
    }

    /// The session log of this table; without one (no home, a disk that cannot be written) play goes on, and that is said.
    private static func openSession(_ setup: PlaySetup, code: TableCode, identity: Identity) -> SessionDirectory? {
        func open() throws -> SessionDirectory {
            try SessionDirectory(in: setup.places, table: code.symbols, identity: identity.key.publicKey)
        }
        do {
            let session = try open()
            guard session.isContinued, session.idleSeconds > heldSeconds else { return session }
            session.remove()
            return try open()
        } catch {
            setup.say("\(error) The game is played without a session log.")
            return nil
        }
    }
}

private func play(
    at seat: TableSeat, _ setup: PlaySetup, port: NetworkPort, capacity: Int, listed: Bool, startWhen: Int?,
    isNew: Bool, isFresh: Bool = false
) throws -> ExitCode {
    let console = setup.console
    let options = setup.options
    let code = seat.code
    try port.openTable(group: Groups.table(tag: seat.secret.tag))
    let name = TableNames.name(of: code)
    // What others are on: the loopback only where there is nothing else.
    let shown = port.interfaces.first { !$0.isLoopback } ?? port.interfaces.first
    let place = shown.map { interface in
        "\(interface.name) \(interface.addresses.first.map { IPv4.text($0.address) } ?? "")"
    }
    if console.manner.isJSON {
        console.json([
            "schema": "snap.table/1", "code": .string(code.description), "name": .string(name),
            "key": .string(seat.key.publicKey.hex),
            "interfaces": .array(port.interfaces.map { .string($0.name) }),
        ])
    } else if seat.isContinued {
        console.result("Back at your seat at table \(code) \"\(name)\" on \(place ?? "no network yet")")
    } else if seat.watches {
        console.result("Looking on at table \(code) \"\(name)\" on \(place ?? "no network yet")")
    } else if isNew {
        // Under a code that was given others may sit already.
        let seats = isFresh ? "1/\(capacity)" : "\(capacity) seats"
        console.result("Table \(code) \"\(name)\" (\(seats)) on \(place ?? "no network yet")")
        console.result("Others on this network run:  \(ProgramName.shown) join \(code)")
    } else {
        console.result("Joining table \(code) \"\(name)\" on \(place ?? "no network yet")")
    }
    for interface in port.interfaces {
        let addresses = interface.addresses.map { IPv4.text($0.address) }.joined(separator: " ")
        console.detail("Network interface \(interface.name) \(addresses), UDP port \(port.configuration.port)")
    }
    console.detail("Your key at this table is \(seat.key.publicKey.hex)")
    let keeping = KeepingFiles(
        places: setup.places, table: code.description, session: seat.session,
        epochSeconds: { WallClock.millis() / 1000 })
    let peer = setup.peer(
        seat.secret, identity: seat.identity.key, session: seat.key,
        chains: seat.session?.chainSecret ?? Entropy.bytes(32), name: options.name, capacity: capacity,
        accepts: !setup.hasPerson, watches: seat.watches, rules: isNew ? options.rules : nil)
    var random = SeededRandom(seed: Entropy.bytes(32))
    var plan = TablePlan(rules: options.rules, startWhen: startWhen, games: options.games)
    // Who starts a table waits for others as long as it likes.
    if seat.isContinued, !isNew { plan.unheardMicros = returnWaitMicros }
    let surface = try setup.surface(
        TablePlace(
            isAlone: false, code: code.description, name: name, network: place, rules: options.rules),
        identity: seat.identity, watches: seat.watches)
    let loop = TableLoop(
        seats: [SeatSetup(peer: peer, computer: options.bot, keeping: keeping)],
        link: NetworkLink(port: port, code: code, tag: seat.secret.tag, listed: listed),
        surface: surface,
        plan: plan, seed: random.next(), signals: setup.signals)
    let end = loop.run()
    if end == .unheard {
        console.complain(
            "nobody else of table \(code) was heard within \(returnWaitMicros / 1_000_000) s. Your seat is kept for "
                + "\(TableSeat.heldSeconds / 60) minutes: `snap join \(code)` tries again.")
    }
    return setup.end(end, surface)
}

private func describe(_ table: FoundTable) -> String {
    let code = table.code?.description ?? "(private)"
    let state = table.isPlaying ? "playing" : "\(table.seated)/\(table.seats)"
    return "\(code)  \"\(table.name)\"  \(state)  \(table.players.joined(separator: ", "))"
}

private func json(_ table: FoundTable) -> JSONValue {
    [
        "schema": "snap.found/1", "code": table.code.map { .string($0.description) } ?? .null,
        "name": .string(table.name), "state": table.isPlaying ? "playing" : "lobby",
        "seated": .integer(table.seated), "seats": .integer(table.seats),
        "players": .array(table.players.map { .string($0) }),
    ]
}

/// `snap list`: what is announced on this network.
func runList(_ options: ListOptions, _ console: Console) throws -> ExitCode {
    let signals = SignalWatch()
    let watch = NetworkWatch(port: try openPort(options.network))
    var shown: [FoundTable] = []
    func print(_ table: FoundTable) {
        if console.manner.isJSON { console.json(json(table)) } else { console.result(describe(table)) }
    }
    let end = options.watch ? Int64.max / 4 : listWaitMicros
    let isUndisturbed = try watch.listen(end, signals: signals, tell: console.say) { directory in
        guard options.watch else { return false }
        let tables = directory.tables(at: NetworkWatch.now())
        for table in tables where !shown.contains(table) { print(table) }
        for gone in shown where !tables.contains(where: { $0.tag == gone.tag }) {
            if console.manner.isJSON {
                console.json([
                    "schema": "snap.gone/1", "code": gone.code.map { .string($0.description) } ?? .null,
                    "name": .string(gone.name),
                ])
            } else {
                console.result("\(gone.code?.description ?? "(private)")  \"\(gone.name)\"  gone")
            }
        }
        shown = tables
        return console.readerIsGone
    }
    guard isUndisturbed else { return .interrupted }
    guard !options.watch else { return .ok }
    let tables = watch.directory.tables(at: NetworkWatch.now())
    for table in tables { print(table) }
    if tables.isEmpty { console.say("No table on this network. Start one:  \(ProgramName.shown) new") }
    return .ok
}
