internal import SnapCrypto
internal import SnapPlayers
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// One table of a fairness run: real peers in virtual time, which measure their paths in the lobby and then play until
/// enough races are counted or somebody has no more cards. Nothing is checked here but fairness: `Simulation` does the rest.
struct RaceTable {
    private struct Copy {
        var to: Int
        var from: Int
        var bytes: [UInt8]
    }

    /// Players come one after the other, so that the order of their seats is known.
    private static let arrivalMicros: Int64 = 300_000
    /// The lobby's probes take ten seconds.
    private static let lobbyMicros: Int64 = 11_500_000
    /// Virtual time without a judged race or a turned card: the table has come to a stop.
    private static let stallMicros: Int64 = 60_000_000

    /// By player, that is by place in the network; the seats of the game are in another order.
    private var players: [RacePlayer] = []
    private var paths: NetworkPaths
    private var queue = EventQueue<Copy>()
    /// By player.
    private var wakes: [Int64?]
    private var now: Int64 = 0
    private var progressAt: Int64 = 0
    private var isOver = false
    /// By game seat.
    private var playersOfSeats: [Int] = []
    /// Whose view is counted.
    private let observer: Int
    /// The race that players react to, and how quick each is.
    private var race: UInt64 = 0
    private var reactionsMicros: [Int64?]
    private(set) var records: [RaceRecord] = []
    private(set) var hasStalled = false
    /// By player, at the end of the game, with the turns that it had.
    private(set) var marks: [Marks] = []
    private(set) var turns: UInt64 = 0
    private(set) var cheating: Cheating?
    private var races = 0
    private let proposer: Int
    private let rules: HouseRules
    private let seed: UInt64

    /// Everybody sits down and measures.
    init(_ options: FairnessOptions, seed: UInt64) throws(CryptoError) {
        let count = options.players
        paths = NetworkPaths(options.profile, players: count, seed: seed &* 0x9E37_79B9_7F4A_7C15)
        wakes = Array(repeating: 0, count: count)
        reactionsMicros = Array(repeating: nil, count: count)
        self.seed = seed
        var random = Randomness.stream("fairness", seed: seed)
        var places = Array(0..<count)
        for place in places.indices.reversed() { places.swapAt(place, Int(random.below(UInt64(place + 1)))) }
        proposer = places[0]
        rules = RaceTable.rules(pools: options.pools)
        var order = Array(0..<count)
        for place in order.indices.reversed() { order.swapAt(place, Int(random.below(UInt64(place + 1)))) }
        let cheating = options.cheat.map { Cheating($0, order: order, seed: seed) }
        self.cheating = cheating
        observer = order.indices.first { cheating?.isCheater($0) != true } ?? 0
        let secret = try TableSecret(master: Randomness.octets("table", seed: seed, part: 0))
        let verified = VerifiedSet()
        for player in 0..<count {
            let peer = Peer(
                PeerConfiguration(
                    secret: secret,
                    identity: try SigningKey(seed: Randomness.octets("identity", seed: seed, part: player)),
                    sessionKey: try SigningKey(standInSeed: Randomness.octets("session", seed: seed, part: player)),
                    name: "Player \(player)", acceptsByItself: true,
                    seed: Randomness.octets("peer", seed: seed, part: player),
                    chainSecret: Randomness.octets("chains", seed: seed, part: player), verified: verified))
            let place = places.firstIndex(of: player) ?? 0
            players.append(
                RacePlayer(
                    peer: peer, clockOffsetMicros: random.uniform(1_000_000...2_600_000_000_000),
                    arrivesAt: Int64(place) * RaceTable.arrivalMicros, seed: random.next()))
        }
        for player in players.indices { wakes[player] = players[player].wake() }
        while now < RaceTable.lobbyMicros { goOn() }
    }

    /// What becomes of the table if it plays one game, in which at most so many races are counted. Any number of games can be
    /// played so from one lobby: `game` makes them differ in cards, reactions and delays.
    func played(game: UInt64, races: Int) -> RaceTable {
        var table = self
        table.races = races
        var random = Randomness.stream("fairness game", seed: seed, part: Int(game))
        table.paths.restart(seed: random.next())
        table.cheating?.restart(seed: random.next())
        for player in players.indices {
            table.players[player].restart(seed: random.next())
            // START carries it, so it makes a game of its own, with chains of its own.
            table.players[player].peer.wallMillis = game
        }
        table.progressAt = now
        table.step(proposer, .command(.propose(rules)))
        while !table.isOver { table.goOn() }
        if let fold = table.players[observer].peer.fold ?? table.players[observer].peer.lastGame {
            table.turns = fold.nextIndex - 1
            table.marks = players.map { player in fold.seat(of: player.peer.me).map { fold.marks[$0] } ?? fold.marks[0]
            }
        }
        return table
    }

    /// Does what comes next.
    private mutating func goOn() {
        var next = queue.next
        for case let wake? in wakes { next = min(next ?? wake, wake) }
        guard let next, next - progressAt < RaceTable.stallMicros else {
            hasStalled = true
            isOver = true
            return
        }
        now = max(now, next)
        if let due = queue.next, due <= now, let copy = queue.take() {
            guard players[copy.to].isHere else { return }
            step(copy.to, .datagram(copy.bytes, from: RaceTable.address(of: copy.from)))
        } else {
            for player in players.indices {
                if let wake = wakes[player], wake <= now { wakeUp(player) }
            }
        }
    }

    /// As people play, but that no game is cut short and chains are no longer than a game.
    private static func rules(pools: Bool) -> HouseRules {
        var rules = HouseRules()
        rules.deadHeat = pools ? .pool : .lottery
        rules.timeLimitMillis = 0
        rules.chainLength = 1_024
        return rules
    }

    private static func address(of player: Int) -> PeerAddress { PeerAddress(raw: UInt64(player) + 1) }

    private mutating func wakeUp(_ player: Int) {
        players[player].isHere = true
        if let press = players[player].pressAt, press <= players[player].clock(now) {
            players[player].pressAt = nil
            return step(player, .command(.snap))
        }
        step(player, .tick)
    }

    private mutating func step(_ player: Int, _ input: Input) {
        let effects = players[player].peer.step(input, at: players[player].clock(now))
        let isCheater = cheating?.isCheater(player) == true
        var written: [Body] = []
        var heard: [Body] = []
        var isNews = false
        for effect in effects {
            switch effect {
            case .send(let bytes, let destination): carry(bytes, from: player, to: destination, written: written)
            case .notice(let notice):
                take(notice, player)
                isNews = true
            case .store(let bytes):
                guard isCheater, let event = try? Event.decode(bytes) else { continue }
                if event.author == players[player].peer.me {
                    written.append(event.body)
                } else {
                    heard.append(event.body)
                }
            case .transcript, .transcriptAgain: break
            }
        }
        if isCheater, cheating?.callsOn(heard, hasOpenMatch: players[player].peer.hasOpenMatch) == true {
            return step(player, .command(.snap))
        }
        // Commands make news of their own, but never ask for another one.
        if isNews, turns(player) { return step(player, .command(.turn)) }
        wakes[player] = players[player].wake()
    }

    private mutating func carry(_ bytes: [UInt8], from: Int, to destination: Destination, written: [Body]) {
        for player in players.indices where player != from {
            if case .one(let address) = destination, address != RaceTable.address(of: player) { continue }
            var delay = paths.delayMicros(from: from, to: player, at: now)
            delay += cheating?.slowedMicros(from: from, to: player, written: written, at: now) ?? 0
            queue.put(Copy(to: player, from: from, bytes: bytes), at: now + delay)
        }
    }

    /// Whether the player turns now: at once, but that it first calls a match that it sees.
    private mutating func turns(_ player: Int) -> Bool {
        players[player].pressAt == nil && players[player].peer.isTurnOpen && !players[player].peer.hasOpenMatch
    }

    private mutating func take(_ notice: Notice, _ player: Int) {
        switch notice {
        case .began(_, let roster): sitDown(player, roster)
        case .game(.resolved(let index, _, _)):
            progressAt = now
            react(player, to: index)
        case .game(.race(let result)):
            progressAt = now
            players[player].pressAt = nil
            if player == observer { record(result) }
        // What is left of the game is not for everybody, or for nobody.
        case .game(.rules(.out)), .game(.rules(.over)), .dropped: if player == observer { isOver = true }
        default: break
        }
    }

    private mutating func sitDown(_ player: Int, _ roster: [PublicKey]) {
        playersOfSeats = roster.map { key in players.firstIndex { $0.peer.me == key } ?? 0 }
        guard let cheating, cheating.isCheater(player) else { return }
        let seats = roster.indices.filter { cheating.isCheater(playersOfSeats[$0]) }
        let falseStart = rules.falseStartMillis * 1_000
        players[player].peer.misconduct = self.cheating?.misconduct(falseStartMicros: falseStart, seats: seats)
    }

    private mutating func react(_ player: Int, to index: UInt64) {
        if race != index {
            race = index
            reactionsMicros = Array(repeating: nil, count: players.count)
        }
        players[player].pressAt = nil
        guard players[player].peer.hasOpenMatch, let knowable = players[player].peer.knowableAt else { return }
        let reaction = players[player].reactionMicros()
        if let cheating, cheating.isCheater(player) {
            let pressed = cheating.reactionMicros(reaction)
            players[player].pressAt = pressed.map { knowable + $0 }
            // Whoever did not look was not the quickest to see.
            reactionsMicros[player] = pressed == reaction ? reaction : RaceRecord.blindMicros
        } else {
            reactionsMicros[player] = reaction
            players[player].pressAt = knowable + reaction
        }
    }

    /// Counts a race that everybody could call and whose card matched.
    private mutating func record(_ result: GameFold.RaceResult) {
        guard result.matched, result.index == race, let fold = players[observer].peer.fold, let open = fold.race,
            open.index == result.index, open.mayClaim.allSatisfy({ $0 })
        else { return }
        let reactions = reactionsMicros.compactMap { $0 }
        guard reactions.count == players.count else { return }
        var winner: Int?
        if case .match(let seat, _) = result.verdict { winner = playersOfSeats[seat] }
        let arrivals = open.claims.compactMap { claim in
            players[0].peer.arrival(of: claim.event).map { (seat: claim.seat, at: $0) }
        }
        records.append(
            RaceRecord(
                reactionsMicros: reactions, cheaters: cheating?.players ?? [],
                uncertaintyMicros: fold.bounds.uncertaintyMicros,
                disputeMicros: fold.bounds.disputeMicros, winner: winner, isVoid: result.void,
                tied: result.contenders.map { playersOfSeats[$0] },
                firstToArrive: arrivals.min { $0.at < $1.at }.map { playersOfSeats[$0.seat] },
                firstInOrder: open.claims.first.map { playersOfSeats[$0.seat] },
                judged: result.calls.map { (playersOfSeats[$0.seat], $0.reactionMicros, $0.disputed) }
                    .filter { cheating?.isCheater($0.0) != true }))
        if records.count >= races { isOver = true }
    }
}
