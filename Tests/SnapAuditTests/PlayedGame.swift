import SnapCrypto
import SnapProtocol
import SnapRules
import SnapWire

/// A game that real peers play on one virtual clock over a network without loss; made once, the same every time.
struct PlayedGame {
    private struct Flight {
        var at: Int64
        var number: Int
        var from: Int
        var to: Int
        var bytes: [UInt8]
    }

    private(set) var peers: [Peer] = []
    private var configurations: [PeerConfiguration] = []
    /// By peer: its session log.
    private var stored: [[Event]] = []
    /// By game number less 1, of the peer at place 0.
    private(set) var transcripts: [[UInt8]] = []
    private var flights: [Flight] = []
    private var clock: Int64 = 1_000_000
    private var number = 0
    /// Who is neither heard nor stepped, as if its computer had stopped.
    private var silent: Set<Int> = []

    static let verified = VerifiedSet()
    static let table = TableID((0..<16).map { UInt8($0) + 0x40 })

    static func session(_ seat: Int) throws -> SigningKey {
        try SigningKey(seed: [UInt8](repeating: UInt8(1 + seat), count: 32))
    }

    /// Session keys by seat.
    static func keys(_ count: Int) throws -> [PublicKey] { try (0..<count).map { try session($0).publicKey } }

    init(_ count: Int) throws {
        guard let code = TableCode(value: 0x1_2345_6789) else { throw CryptoError.unavailable }
        let secret = try TableSecret.derive(code: code, passphrase: nil)
        for index in 0..<count {
            let tag = UInt8(index)
            configurations.append(
                PeerConfiguration(
                    secret: secret, identity: try SigningKey(seed: [UInt8](repeating: 100 + tag, count: 32)),
                    sessionKey: try PlayedGame.session(index), name: "Player \(index)", acceptsByItself: true,
                    seed: [UInt8](repeating: 200 + tag, count: 32),
                    chainSecret: [UInt8](repeating: 50 + tag, count: 32), verified: PlayedGame.verified))
        }
        peers = configurations.map { Peer($0) }
        stored = peers.map { _ in [] }
        for index in peers.indices {
            peers[index].wallMillis = 1_796_029_200_000
            step(index, .tick)
        }
    }

    mutating func step(_ index: Int, _ input: Input) {
        for effect in peers[index].step(input, at: Instant(micros: clock)) {
            switch effect {
            case .send(let bytes, let destination):
                for other in peers.indices where other != index && !silent.contains(other) {
                    if case .one(let address) = destination, address.raw != UInt64(other) { continue }
                    number += 1
                    flights.append(Flight(at: clock + 1_000, number: number, from: index, to: other, bytes: bytes))
                }
            case .transcript(let game, let bytes):
                guard index == 0 else { continue }
                while transcripts.count < Int(game) { transcripts.append([]) }
                transcripts[Int(game) - 1] += bytes
            case .store(let bytes): if let event = try? Event.decode(bytes) { stored[index].append(event) }
            case .transcriptAgain, .notice: break
            }
        }
    }

    mutating func run(micros: Int64) {
        let end = clock + micros
        while clock < end {
            let awake = peers.indices.filter { !silent.contains($0) }
            let next = flights.map(\.at) + awake.compactMap { peers[$0].wake?.micros }
            clock = max(clock, min(end, next.min() ?? end))
            let due = flights.filter { $0.at <= clock }.sorted { ($0.at, $0.number) < ($1.at, $1.number) }
            flights.removeAll { $0.at <= clock }
            for flight in due where !silent.contains(flight.to) {
                step(flight.to, .datagram(flight.bytes, from: PeerAddress(raw: UInt64(flight.from))))
            }
            for index in awake where peers[index].wake.map({ $0.micros <= clock }) ?? false {
                step(index, .tick)
            }
        }
    }

    /// Plays until the game is over, at most `turns` turns: then seat `leaver` leaves. Seat s calls each match 300 + s ms
    /// after it could be known, and a card without one now and then; `wasteful`: each card without one.
    mutating func play(
        turns: Int, leaver: Int?, rules: HouseRules, proposers: [Int] = [0], stopping: Int? = nil, wasteful: Int? = nil
    ) {
        run(micros: 300_000)
        for proposer in proposers { step(proposer, .command(.propose(rules))) }
        run(micros: 200_000)
        var left = false
        var called: UInt64 = 0
        for _ in 0..<4_000 where peers.indices.contains(where: { peers[$0].fold != nil && !silent.contains($0) }) {
            for index in peers.indices where peers[index].isTurnOpen && !left && !silent.contains(index) {
                step(index, .command(.turn))
            }
            run(micros: 30_000)
            guard let fold = peers[0].fold, let game = fold.game, game.outcome == nil else { continue }
            if let race = fold.race, race.index > called, let known = peers[0].knowableAt,
                clock - known.micros > 290_000
            {
                called = race.index
                if game.matchingSeats != nil {
                    for index in peers.indices where !silent.contains(index) {
                        step(index, .command(.snap))
                        run(micros: 1_000)
                    }
                } else if let wasteful {
                    step(wasteful, .command(.snap))
                } else if race.index % 7 == 3 {
                    step(Int(race.index) % peers.count, .command(.snap))
                }
            }
            if game.turns >= turns, let stopping { silent.insert(stopping) }
            if game.turns >= turns, !left, let leaver {
                left = true
                step(leaver, .command(.leave))
            }
        }
    }

    /// Three players, of whom one promises and withdraws before it acknowledges BEGIN: the WITHDRAW lies beyond the cut of the view that its
    /// PROMISE ends, so that the game takes place, or within it.
    private mutating func playWithdrawn(beyondCut: Bool) throws {
        let keys = try peers.indices.map { try PlayedGame.session($0) }
        // Who owns the first ballot proposes both the game and the end of the view.
        let proposer = keys.indices.min { keys[$0].publicKey < keys[$1].publicKey } ?? 0
        let rogue = (proposer + 1) % 3
        run(micros: 300_000)
        step(proposer, .command(.propose(PlayedGame.rules(seconds: 3))))
        while peers[proposer].fold == nil { run(micros: 100) }
        silent = [rogue]
        guard let accept = stored[rogue].last(where: { $0.author == keys[rogue].publicKey }),
            case .accept(let accepted) = accept.body
        else { throw CryptoError.unavailable }
        func after(_ event: Event, _ body: Body) -> Event {
            Event.signed(
                by: keys[rogue], table: event.table, seq: event.seq + 1, previous: event.hash,
                lamport: event.lamport + 10, heads: event.heads, body: body)
        }
        let promise = after(
            accept, .promise(Promise(id: BallotID(game: 1, view: 1, ballot: 1), accused: nil)))
        let withdrawal = after(promise, .withdraw(start: accepted.start))
        run(micros: 5_000)
        tell(beyondCut ? [promise] : [promise, withdrawal], by: rogue)
        run(micros: 30_000)
        if beyondCut { tell([withdrawal], by: rogue) }
        // It goes on as if a person had started it again, with all that it has said.
        peers[rogue] =
            Peer.restored(
                configurations[rogue], from: stored[rogue] + [promise, withdrawal], at: Instant(micros: clock)
            ).peer
        peers[rogue].wallMillis = 1_796_029_200_000
        silent = []
        step(rogue, .tick)
        run(micros: 500_000)
    }

    /// Brings events to the others.
    private mutating func tell(_ events: [Event], by author: Int) {
        for message in Message.packing(events.map(\.bytes)) {
            let nonce = [UInt8](repeating: UInt8(events.count), count: SealingKey.nonceLength)
            let secret = configurations[author].secret
            guard let bytes = try? Datagram.sealBytes(message.encode(), with: secret, nonce: nonce) else { continue }
            for index in peers.indices where index != author {
                step(index, .datagram(bytes, from: PeerAddress(raw: UInt64(author))))
            }
        }
    }

    /// A game after such a WITHDRAW beyond the cut, played to its end.
    static let withdrawn: (game: PlayedGame, transcript: [UInt8])? = {
        guard var game = try? PlayedGame(3), (try? game.playWithdrawn(beyondCut: true)) != nil else { return nil }
        game.play(turns: 1_000, leaver: nil, rules: rules(seconds: 3), proposers: [])
        return game.transcripts.first.map { (game, $0) }
    }()

    /// The table where the WITHDRAW lies within the cut, 0.5 s later.
    static let called: PlayedGame? = {
        guard var game = try? PlayedGame(3), (try? game.playWithdrawn(beyondCut: false)) != nil else { return nil }
        return game
    }()

    /// Two players; one leaves after four turns. Some forty events.
    static let short: [UInt8] = made(players: 2, turns: 4, leaver: 1, seconds: 0)
    /// The same for longer: 300 events and some.
    static let hundreds: [UInt8] = made(players: 2, turns: 80, leaver: 1, seconds: 0)
    /// Three players until the time is up.
    static let long: [UInt8] = made(players: 3, turns: 1_000, leaver: nil, seconds: 20)

    /// Two players, whose dead heats go to the pool, until the time is up.
    static let pooled: [UInt8] = {
        var rules = PlayedGame.rules(seconds: 20)
        rules.deadHeat = .pool
        guard var game = try? PlayedGame(2) else { return [] }
        game.play(turns: 1_000, leaver: nil, rules: rules)
        return game.transcripts[0]
    }()

    /// Four players, of whom the second stops after six turns and is dropped, until the time is up.
    static let dropped: [UInt8] = {
        guard var game = try? PlayedGame(4) else { return [] }
        game.play(turns: 6, leaver: nil, rules: rules(seconds: 20), stopping: 1)
        return game.transcripts[0]
    }()

    /// Three players, of whom the last calls all that is no match until it has no cards, and another leaves.
    static let impoverished: [UInt8] = {
        guard var game = try? PlayedGame(3) else { return [] }
        game.play(turns: 40, leaver: 0, rules: rules(seconds: 0), wasteful: 2)
        return game.transcripts[0]
    }()

    /// Two games of three players at one table; all propose each of them at the same moment.
    static let several: [[UInt8]] = {
        let rules = PlayedGame.rules(seconds: 4)
        guard var game = try? PlayedGame(3) else { return [] }
        for _ in 0..<2 { game.play(turns: 1_000, leaver: nil, rules: rules, proposers: [2, 1, 0]) }
        return game.transcripts
    }()

    private static func rules(seconds: UInt64) -> HouseRules {
        var rules = HouseRules()
        rules.turnPauseMillis = 400
        rules.timeLimitMillis = seconds * 1_000
        rules.chainLength = 256
        return rules
    }

    private static func made(players: Int, turns: Int, leaver: Int?, seconds: UInt64) -> [UInt8] {
        guard var game = try? PlayedGame(players) else { return [] }
        game.play(turns: turns, leaver: leaver, rules: rules(seconds: seconds))
        return game.transcripts[0]
    }
}
