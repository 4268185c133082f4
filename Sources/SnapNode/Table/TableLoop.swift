internal import SnapCrypto
internal import SnapNetwork
public import SnapPlayers
public import SnapProtocol
public import SnapRules
internal import SnapWire

/// One peer that a loop runs, who plays it, and where its records go.
public struct SeatSetup {
    public var peer: PeerConfiguration
    /// A computer plays this seat, at this level; nil: the person at the surface.
    public var computer: Level?
    public var keeping: any Keeping

    public init(peer: PeerConfiguration, computer: Level?, keeping: any Keeping) {
        self.peer = peer
        self.computer = computer
        self.keeping = keeping
    }
}

/// How a loop goes about starting and ending.
public struct TablePlan: Sendable {
    public var rules = HouseRules()
    /// Propose the start by itself when so many are seated (the first game; further ones if `games` says how many); nil: when the
    /// person says so.
    public var startWhen: Int?
    /// Leave after so many games; nil: when the person says so.
    public var games: Int?
    /// Leave without waiting for others to learn it: everyone is in this process.
    public var isAlone = false
    /// End, without leaving, if no other player has been heard for so long from the start, microseconds; nil: wait.
    public var unheardMicros: Int64?

    public init(rules: HouseRules = HouseRules(), startWhen: Int? = nil, games: Int? = nil, isAlone: Bool = false) {
        self.rules = rules
        self.startWhen = startWhen
        self.games = games
        self.isAlone = isAlone
    }
}

/// Why a loop ended.
public enum TableEnd: Hashable, Sendable {
    /// Left after the games that were asked for, or because the person said so.
    case left(gamesFinished: Int)
    case refused(Refusal)
    /// Left while the game stood still because others were not heard.
    case unfinished
    /// Looked on, and nobody was heard any more.
    case deserted
    case interrupted(signal: Int32)
    /// No other player was heard; the seat is not given up.
    case unheard
    /// Stopped in a game that turned out void: what was applied contradicts what was decided.
    case void
    /// The loop itself cannot wait or read.
    case broken(String)
}

/// Runs the peers of one process on one thread: receive, step, perform. The first seat is the one that the surface shows.
public final class TableLoop {
    private final class Seat {
        var peer: Peer
        var driver: ComputerDriver?
        let keeping: any Keeping
        init(_ setup: SeatSetup, seed: UInt64) {
            let events = setup.keeping.restored()
            if events.isEmpty {
                peer = Peer(setup.peer)
            } else {
                let (restored, effects) = Peer.restored(
                    setup.peer, from: events, isWhole: setup.keeping.isWhole, at: TableLoop.now())
                peer = restored
                for case .transcript(let game, let bytes) in effects {
                    setup.keeping.transcript(game: game, bytes: bytes)
                }
            }
            driver = setup.computer.map { ComputerDriver(level: $0, seed: seed) }
            keeping = setup.keeping
        }
    }

    /// How long a peer that left goes on answering so that the others learn it.
    static let lingerMicros: Int64 = 2_000_000
    /// Between two proposals by itself.
    static let proposeAgainMicros: Int64 = 500_000
    /// Events known to be missing from which on a peer is behind, and below which it has caught up. A turn is about ten events.
    static let behindEvents: UInt64 = 16
    static let caughtUpEvents: UInt64 = 4
    /// How long after a proposal has come to nothing an answer to it may still come.
    static let unawareMicros: Int64 = 1_000_000
    /// Who looks on and hears nobody for so long goes.
    static let desertedMicros: Int64 = 10_000_000

    private var seats: [Seat]
    private let link: any TableLink
    private let surface: any TableSurface
    private let plan: TablePlan
    private let signals: SignalWatch
    private let startedAt = TableLoop.now()
    private var gamesFinished = 0
    private var refusal: Refusal?
    private var isVoid = false
    private var leftAt: Instant?
    private var isUnfinished = false
    private var proposeAt: Instant?
    private var isInputClosed = false
    private var interruptedBy: Int32?
    private var isBehind = false
    private var proposalClosedAt: Instant?
    private var isCompanySeen = false
    private var ending: TableEnd?

    /// `seed`: for the computer players, from fresh entropy unless a game is to be repeated.
    public init(
        seats setups: [SeatSetup], link: any TableLink, surface: any TableSurface, plan: TablePlan, seed: UInt64,
        signals: SignalWatch
    ) {
        var random = SeededRandom(seed)
        seats = setups.map { Seat($0, seed: random.next()) }
        self.link = link
        self.surface = surface
        self.plan = plan
        self.signals = signals
    }

    /// Goes on while the computer sleeps: so a peer sees a lid that was closed as what it was, a step that came much too late.
    static func now() -> Instant { Instant(micros: Int64(Clock.bootMicros())) }

    /// Plays until the person or the plan says that it is over.
    public func run() -> TableEnd {
        let poller: Poller
        do {
            poller = try Poller()
            for descriptor in [link.descriptor, signals.descriptor].compactMap({ $0 }) where descriptor >= 0 {
                try poller.add(descriptor)
            }
        } catch {
            return .broken("\(error)")
        }
        var sleep = SleepWatch(bootMicros: Clock.bootMicros(), monotonicMicros: Clock.monotonicMicros())
        var inputIsFile = false
        if let descriptor = surface.descriptor {
            // Files and /dev/null cannot be waited for: they can always be read.
            do { try poller.add(descriptor) } catch { inputIsFile = true }
        }
        if seats[0].peer.fold != nil { surface.catchUp(with: seats[0].peer) }
        for index in seats.indices { step(index, .tick) }
        while true {
            if let slept = sleep.look(bootMicros: Clock.bootMicros(), monotonicMicros: Clock.monotonicMicros()) {
                surface.tell("This computer slept for \(slept / 1_000_000) s. Catching up with the table.")
            }
            for line in link.problems() + seats.flatMap({ $0.keeping.problems() }) { surface.tell(line) }
            if let end = endIfOver() { return end }
            if surface.isGone, seats[0].driver == nil { leaveAll(at: TableLoop.now()) }
            act()
            if inputIsFile, !isInputClosed { takeOrders(poller) }
            // In one process a step's datagrams are there at once: let them settle before waiting.
            let deliveries = link.receive()
            if !deliveries.isEmpty {
                for delivery in deliveries { step(delivery.seat, .datagram(delivery.bytes, from: delivery.from)) }
                continue
            }
            let ready: [Int32]
            do {
                ready = try poller.wait(untilMicros: deadline())
            } catch {
                return .broken("\(error)")
            }
            if ready.contains(signals.descriptor) { heed(signals.take()) }
            if let descriptor = surface.descriptor, ready.contains(descriptor), !isInputClosed { takeOrders(poller) }
        }
    }

    private func takeOrders(_ poller: Poller) {
        for input in surface.read() {
            if input == .closed {
                isInputClosed = true
                if let descriptor = surface.descriptor { poller.remove(descriptor) }
            }
            take(input)
        }
    }

    /// By the clock that waiting goes by, which stands still while the computer sleeps.
    private func deadline() -> UInt64 {
        // A second at the most, so that the wall clock and interfaces are looked at now and then.
        let now = TableLoop.now()
        var earliest = now + 1_000_000
        for seat in seats {
            if let wake = seat.peer.wake { earliest = min(earliest, wake) }
            if let wake = seat.driver?.wake { earliest = min(earliest, wake) }
        }
        if let proposeAt { earliest = min(earliest, proposeAt) }
        return Clock.monotonicMicros() + UInt64(max(0, earliest - now))
    }

    /// Steps every seat whose time has come, lets computer players act, and follows the plan.
    private func act() {
        let now = TableLoop.now()
        for (index, seat) in seats.enumerated() {
            if let wake = seat.peer.wake, wake <= now { step(index, .tick) }
            seat.driver?.look(at: seat.peer, now: now)
            for command in seat.driver?.due(at: now) ?? [] { step(index, .command(command)) }
        }
        link.attend(to: seats[0].peer, at: now)
        surface.attend(to: seats[0].peer, at: now)
        followPlan(at: now)
    }

    private func followPlan(at now: Instant) {
        let peer = seats[0].peer
        guard peer.phase == .seated || peer.phase == .watching else { return }
        if let games = plan.games, gamesFinished >= games {
            leaveAll(at: now)
            return
        }
        if peer.phase == .watching { return watchCompany(at: now) }
        guard let wanted = plan.startWhen, gamesFinished == 0 || plan.games != nil, peer.fold == nil,
            !peer.isInProposal, peer.members.count >= wanted
        else {
            proposeAt = nil
            return
        }
        if let proposeAt, now < proposeAt { return }
        proposeAt = now + TableLoop.proposeAgainMicros
        step(0, .command(.propose(rules)))
    }

    /// By which a start is proposed: the table's, whoever proposes it.
    private var rules: HouseRules { seats[0].peer.tableRules ?? plan.rules }

    /// Who looks on goes when there is nobody to look at.
    private func watchCompany(at now: Instant) {
        let peer = seats[0].peer
        isCompanySeen = isCompanySeen || !peer.members.isEmpty
        if isCompanySeen, peer.isEmpty {
            surface.tell("Everyone has left the table.")
            leaveAll(at: now)
        } else if now - (peer.lastHeardAt ?? startedAt) > TableLoop.desertedMicros {
            surface.tell("Nobody at the table was heard for \(TableLoop.desertedMicros / 1_000_000) s.")
            ending = .deserted
            leaveAll(at: now)
        }
    }

    private func take(_ input: SurfaceInput) {
        let peer = seats[0].peer
        switch input {
        case .command(let command): step(0, .command(command))
        case .goOn: if peer.fold != nil { step(0, .command(.turn)) } else { take(.start) }
        case .start:
            if peer.fold != nil { return }
            if peer.isProposalOpen { return step(0, .command(.accept)) }
            // Who meant to accept must not propose unawares.
            if let proposalClosedAt, TableLoop.now() - proposalClosedAt < TableLoop.unawareMicros {
                return surface.tell("That was meant for the proposal that is off. Once more proposes a new one.")
            }
            step(0, .command(.propose(rules)))
        case .quit: leaveAll(at: TableLoop.now())
        case .closed:
            // Nobody can give orders any more; a computer player needs none, nor does who looks on.
            guard seats[0].driver == nil, !peer.configuration.watches, leftAt == nil else { return }
            surface.tell("The input has ended, so you leave the table. With `--bot average` a computer plays for you.")
            leaveAll(at: TableLoop.now())
        }
    }

    private func heed(_ signal: SignalWatch.Event?) {
        switch signal {
        case .end(let number)?:
            interruptedBy = number
            leaveAll(at: TableLoop.now())
        case .stop?:
            surface.suspend()
            signals.stop()
            surface.resume()
        case .goOn?: surface.resume()
        case nil: break
        }
    }

    private func leaveAll(at now: Instant) {
        guard leftAt == nil else { return }
        leftAt = now
        let awaited = seats[0].peer.awaited
        let unfinished = seats[0].peer.isSuspended ? seats[0].peer.fold?.start.game : nil
        if plan.isAlone && interruptedBy == nil && gamesFinished > 0 && seats[0].peer.fold == nil { return }
        for index in seats.indices where index == 0 || plan.isAlone { step(index, .command(.leave)) }
        if let game = unfinished {
            isUnfinished = true
            let path = seats[0].keeping.transcriptPath(game: game)
            surface.unfinished(game: game, awaited: awaited, transcript: path, peer: seats[0].peer)
        }
    }

    private func endIfOver() -> TableEnd? {
        guard let leftAt else { return isUnheard ? .unheard : nil }
        let now = TableLoop.now()
        let isKnown = plan.isAlone || seats[0].peer.isDepartureKnown(at: now)
        guard isKnown || now - leftAt > TableLoop.lingerMicros else { return nil }
        for seat in seats {
            for case .transcript(let game, let bytes) in seat.peer.closing() {
                seat.keeping.transcript(game: game, bytes: bytes)
            }
            seat.keeping.close()
        }
        if let interruptedBy { return .interrupted(signal: interruptedBy) }
        if let refusal { return .refused(refusal) }
        if isVoid { return .void }
        if isUnfinished { return .unfinished }
        if let ending { return ending }
        return .left(gamesFinished: gamesFinished)
    }

    private var isUnheard: Bool {
        guard let limit = plan.unheardMicros, !seats[0].peer.hasHeardOthers else { return false }
        return TableLoop.now() - startedAt > limit
    }

    private func step(_ index: Int, _ input: Input) {
        let seat = seats[index]
        let now = TableLoop.now()
        seat.peer.wallMillis = UInt64(max(0, WallClock.millis()))
        let effects = seat.peer.step(input, at: now)
        if index == 0 { noteFallingBehind(effects) }
        for effect in effects {
            switch effect {
            case .store(let event): seat.keeping.store(event: event)
            case .send(let bytes, let destination): link.send(bytes, to: destination, from: index)
            case .transcript(let game, let bytes): seat.keeping.transcript(game: game, bytes: bytes)
            case .transcriptAgain(let game, let bytes): seat.keeping.transcriptAgain(game: game, bytes: bytes)
            case .notice(let notice): take(notice, of: index, at: now)
            }
        }
        guard index == 0, isBehind, seat.peer.eventsBehind < TableLoop.caughtUpEvents else { return }
        isBehind = false
        surface.catchUp(with: seat.peer)
    }

    /// Whether what happens now is history: much is known to be missing, or several turns came at once.
    private func noteFallingBehind(_ effects: [Effect]) {
        let turns = effects.count { if case .notice(.game(.resolved)) = $0 { true } else { false } }
        guard !isBehind, turns > 1 || seats[0].peer.eventsBehind >= TableLoop.behindEvents else { return }
        isBehind = true
        surface.fallBehind()
    }

    private func take(_ notice: Notice, of index: Int, at now: Instant) {
        guard index == 0 else { return }
        let peer = seats[0].peer
        // The result of the last game is the last thing shown: that the others leave too is no news.
        let isDone = plan.games.map { gamesFinished >= $0 } ?? false
        if !isDone { surface.show(notice, peer: peer, now: now) }
        switch notice {
        case .proposalClosed: proposalClosedAt = now
        case .finished(let game, let digest):
            gamesFinished += 1
            let path = seats[0].keeping.transcriptPath(game: game)
            surface.finished(game: game, digest: digest.hex, transcript: path, peer: peer)
        case .void:
            isVoid = true
            leftAt = leftAt ?? now
        case .refused(let reason):
            if peer.phase == .left || peer.phase == .stopped, refusal == nil {
                refusal = reason
                leftAt = leftAt ?? now
            }
        default: break
        }
    }
}
