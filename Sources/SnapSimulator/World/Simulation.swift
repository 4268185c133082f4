public import SnapCrypto
internal import SnapProtocol
public import SnapRules
internal import SnapWire

/// What is to be simulated. The same options give the same run, octet by octet.
public struct SimulationOptions: Hashable, Sendable {
    public var seed: UInt64
    /// Cards to turn, over all games; then the run stops.
    public var turns = 150
    /// 2...4; nil: by the seed.
    public var players: Int?
    public var faults = NetworkFaults()
    public var tableFaults: TableFaults = []
    /// Plays game after game for so long, virtual time, whatever `turns` says; nil: as `turns` and the seed say.
    public var minutes: Int?
    /// nil: by the seed.
    public var rules: HouseRules?
    /// Of 100 turns, how many a player sleeps through, so that the turn limit turns for it; nil: by the seed.
    public var sleepPercent: Int?
    /// To play one after the other; nil: by the seed.
    public var games: Int?
    /// What somebody at the table tries; nil: nothing.
    public var cheat: Cheat?
    public init(seed: UInt64) { self.seed = seed }
}

/// Some peers at a table in virtual time, over a network with faults, with all invariants checked after every step.
///
/// The peers are those that people play with; only the clock, the network and the players are made up.
public struct Simulation {
    enum Coming {
        case arrival(seat: Int)
        case copy(VirtualNetwork.Copy)
        case proposal(seat: Int)
        case wave
        case incident(Trouble.Incident)
        case restart(seat: Int)
    }

    let options: SimulationOptions
    let scenario: Scenario
    let secret: TableSecret
    var seats: [SimulatedSeat]
    /// By seat: virtual time of the next step that it needs by itself. Apart from the seats, which are dear to look at.
    var wakes: [Int64?] = []
    var network: VirtualNetwork
    var queue = EventQueue<Coming>()
    var agreement: Agreement
    var latency = OrderLatency()
    var hash = RunningHash()
    var now: Int64 = 0
    var steps = 0
    /// Members that their tables dropped although they were there: suspected over too bad a network.
    var drops = 0
    var script = Script()
    var trouble: Trouble
    var cheated: CheatedTable?
    var views = DecidedViews()
    /// Whether the game could go on when it was last looked at, which costs too much to do at every step.
    var goesOn: (at: Int64, Bool) = (.min, true)
    var shelf = TranscriptShelf()
    let verified = VerifiedSet()
    /// Takes each line of a trace; nil: none is made.
    public var tell: ((String) -> Void)?

    public init(_ options: SimulationOptions) throws(CryptoError) {
        var scenario = Scenario(seed: options.seed, players: options.players, turns: options.turns)
        scenario.adapt(to: options)
        let secret = try TableSecret(master: Randomness.octets("table", seed: options.seed, part: 0))
        self.options = options
        self.scenario = scenario
        self.secret = secret
        trouble = Trouble(options.tableFaults, seed: options.seed)
        cheated = options.cheat.map { CheatedTable($0, players: scenario.players, seed: options.seed) }
        seats = []
        for seat in 0..<scenario.players {
            seats.append(
                try SimulatedSeat(
                    scenario, seat: seat, isCheater: cheated?.isCheater(seat) == true, seed: options.seed,
                    secret: secret, verified: verified))
        }
        wakes = Array(repeating: nil, count: scenario.players)
        network = VirtualNetwork(faults: options.faults, seed: options.seed)
        agreement = Agreement(seats: scenario.players)
        guard trouble.isOn else { return }
        agreement.comparesTranscripts = false
        queue.put(.wave, at: trouble.random.uniform(300_000...4_000_000))
        for seat in seats.indices where trouble.kinds.contains(.clock) {
            seats[seat].clockRate = trouble.random.uniform(900_000...1_100_000)
            trouble.counts.add(.clock, seats[seat].clockRate < 1_000_000 ? "0.9-1" : "1-1.1")
        }
        trouble.lieInWait(seats: seats.count)
    }

    /// Runs to the end.
    public mutating func run() -> SimulationReport {
        var violation: Violation?
        do throws(Violation) {
            try play()
            if trouble.isOn { try auditShelf() } else { try audit() }
        } catch {
            violation = error
        }
        return report(violation)
    }

    private mutating func play() throws(Violation) {
        for (seat, at) in scenario.arrivalsMicros.enumerated() { queue.put(.arrival(seat: seat), at: at) }
        while !isOver {
            guard let next = nextTime() else { break }
            now = max(now, next)
            if let due = queue.next, due <= now, let item = queue.take() {
                try handle(item)
            } else {
                for seat in seats.indices {
                    if let wake = wakes[seat], wake <= now { try wakeUp(seat) }
                }
            }
            try follow()
        }
    }

    private var isOver: Bool {
        if script.isDone { return true }
        if let minutes = options.minutes { return now >= Int64(minutes) * 60_000_000 }
        return agreement.turns >= options.turns
    }

    private func nextTime() -> Int64? {
        var next = queue.next
        for case let wake? in wakes { next = min(next ?? wake, wake) }
        return next
    }

    private mutating func handle(_ item: Coming) throws(Violation) {
        switch item {
        case .arrival(let seat):
            seats[seat].presence = .here
            try step(seat, .tick)
        case .copy(let copy):
            guard seats[copy.to].presence == .here else { return }
            guard seats[copy.to].stalledUntil <= now else {
                // It waits in the socket.
                return queue.put(item, at: seats[copy.to].stalledUntil)
            }
            try step(copy.to, .datagram(copy.bytes, from: VirtualNetwork.address(of: copy.from)))
        case .proposal(let seat):
            guard seats[seat].presence == .here else { return }
            try step(seat, .command(.propose(scenario.rules)))
        case .wave: beginWave()
        case .incident(let incident): begin(incident)
        case .restart(let seat): try restart(seat)
        }
    }

    private mutating func wakeUp(_ seat: Int) throws(Violation) {
        let commands = seats[seat].player.due(at: seats[seat].clock(now))
        for command in commands where seats[seat].presence == .here { try step(seat, .command(command)) }
        if commands.isEmpty { try step(seat, .tick) }
    }

    mutating func step(_ seat: Int, _ input: Input) throws(Violation) {
        steps += 1
        if case .command(let command) = input { trace(seat, "is told to \(command)") }
        try checkRest(seat)
        let clock = seats[seat].clock(now)
        if trouble.isOn || options.rules != nil {
            let wall = 1_800_000_000_000 + now / 1_000 + seats[seat].wallStepMillis
            seats[seat].peer.wallMillis = UInt64(max(0, wall))
        }
        var effects = seats[seat].peer.step(input, at: clock)
        let kept = trouble.isOn ? effectsBeforeCrash(effects, seat) : nil
        if let kept { effects = Array(effects.prefix(kept)) }
        var isNews = false
        if case .command = input { isNews = true }
        hash.add(UInt64(bitPattern: now))
        hash.add(UInt64(seat))
        noteStep(seat)
        for effect in effects {
            if try perform(effect, seat) { isNews = true }
        }
        if kept != nil { return crash(seat) }
        if isNews {
            if trouble.isOn, !isEquivocating(seat) { try checkViews(seat) }
            if let fold = seats[seat].peer.fold, !isEquivocating(seat) {
                let lastApplied = seats[seat].peer.lastApplied
                let view = seats[seat].peer.runningView
                try checked(seat) { agreement throws(Agreement.Fault) in
                    try agreement.compare(fold, lastApplied: lastApplied, view: view, seat: seat)
                }
                hash.add(fold.digest)
            }
            let peer = seats[seat].peer
            let cheated = cheated
            seats[seat].player.look(at: peer, now: clock) { reaction in
                guard let cheated else { return reaction }
                return cheated.reactionMicros(reaction, of: seat)
            }
        }
        if callsNow(seat) { return try step(seat, .command(.snap)) }
        try Simulation.checkLoad(&seats[seat].peer, seat, at: now)
        setWake(seat)
    }

    mutating func setWake(_ seat: Int) { wakes[seat] = seats[seat].wake() }

    /// True if there is something for the player to look at.
    mutating func perform(_ effect: Effect, _ seat: Int) throws(Violation) -> Bool {
        switch effect {
        case .store(let event):
            trace(seat, stored: event)
            if trouble.isOn {
                seats[seat].stored.append(event)
                if let event = try? Event.decode(event), event.author == seats[seat].peer.me {
                    noteForTampering(event, seat: seat)
                }
            }
            noteForCheating(stored: event, by: seat)
            latency.note(stored: event, by: seats[seat].peer.me, at: now)
            hash.add(0)
            hash.add(event)
            return false
        case .send(let bytes, let destination):
            hash.add(1)
            hash.add(bytes)
            let present = seats.map { $0.presence == .here }
            for (copy, delay) in network.carry(bytes, from: seat, to: destination, present: present) {
                var copy = copy
                if trouble.isOn {
                    guard !trouble.isCut(from: seat, to: copy.to, at: now), let bytes = tampered(copy) else { continue }
                    copy.bytes = bytes
                }
                queue.put(.copy(copy), at: now + delay + slowedMicros(from: seat, to: copy.to))
            }
            return false
        case .transcript(let game, let bytes):
            hash.add(2)
            hash.add(bytes)
            seats[seat].progressAt = now
            if trouble.isOn {
                shelf.append(bytes, game: game, seat: seat)
                return true
            }
            try checked(seat) { agreement throws(Agreement.Fault) in
                try agreement.append(bytes, game: game, seat: seat)
            }
            return true
        case .transcriptAgain(let game, let bytes):
            hash.add(4)
            hash.add(bytes)
            seats[seat].progressAt = now
            if trouble.isOn {
                shelf.replace(by: bytes, game: game, seat: seat)
                return true
            }
            try checked(seat) { agreement throws(Agreement.Fault) in
                try agreement.replace(bytes, game: game, seat: seat)
            }
            return true
        case .notice(let notice):
            trace(seat, "says \(notice)")
            hash.add(3)
            try take(notice, seat)
            return true
        }
    }

    private mutating func take(_ notice: Notice, _ seat: Int) throws(Violation) {
        switch notice {
        case .began(let game, let roster):
            seats[seat].game = game
            noteBegin(seat, roster: roster)
            // The others may be about to learn it.
            if game == script.game, script.begunAt == nil {
                script.begunAt = now
                for other in seats.indices { seats[other].progressAt = now }
            }
            seats[seat].progressAt = now
        case .game(let happening):
            guard let game = seats[seat].game else { return }
            if case .flipping(let index, _) = happening { latency.note(applied: index, at: now) }
            if isEquivocating(seat) { return }
            try checked(seat) { agreement throws(Agreement.Fault) in
                try agreement.report(happening, game: game, seat: seat)
            }
        case .finished(let game, let digest):
            seats[seat].game = nil
            try checked(seat) { agreement throws(Agreement.Fault) in
                try agreement.finish(game: game, digest: digest, seat: seat)
            }
        case .refused(.alreadyPlaying), .refused(.tableFull):
            seats[seat].isTurnedAway = trouble.isOn && seats[seat].peer.phase == .left
        case .dropped(_, isMe: true):
            guard seats[seat].droppedFrom != seats[seat].game else { return }
            drops += 1
            seats[seat].droppedFrom = seats[seat].game
            if trouble.kinds.contains(.hiccup) {
                throw Violation(invariant: .eviction, atMicros: now, seat: seat, what: "dropped although it was there")
            }
        default: break
        }
    }

    /// Gives a fault of the comparison its time and seat.
    private mutating func checked(
        _ seat: Int, _ check: (inout Agreement) throws(Agreement.Fault) -> Void
    ) throws(Violation) {
        do throws(Agreement.Fault) {
            try check(&agreement)
        } catch {
            throw Violation(invariant: error.invariant, atMicros: now, seat: seat, what: error.what)
        }
    }
}
