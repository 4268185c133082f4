public import SnapCrypto
public import SnapRules
public import SnapWire

/// What a peer is made of before it says anything.
public struct PeerConfiguration: Sendable {
    public var secret: TableSecret
    public var identity: SigningKey
    /// Fresh for this table incarnation.
    public var sessionKey: SigningKey
    /// Already valid by `NameRules`.
    public var name: String
    /// Seats of the table, 2...4.
    public var capacity: Int
    /// Only looks on: takes no seat.
    public var watches: Bool
    /// The rules that it offers for a table that has none yet; nil: none.
    public var tableRules: HouseRules?
    /// Whether a proposal that lists this peer is accepted without asking anyone.
    public var acceptsByItself: Bool
    /// 32 octets; everything random in the peer comes from it. Never used twice.
    public var seed: [UInt8]
    /// 32 octets, secret, the same as long as the session key: the hash chains of its games come from it, so that a restarted peer has the links
    /// that it is bound to.
    public var chainSecret: [UInt8]
    /// Events that somebody in this process has verified; share one between peers of one process.
    public var verified: VerifiedSet

    public init(
        secret: TableSecret, identity: SigningKey, sessionKey: SigningKey, name: String, capacity: Int = Limits.seats,
        watches: Bool = false, tableRules: HouseRules? = nil, acceptsByItself: Bool, seed: [UInt8],
        chainSecret: [UInt8], verified: VerifiedSet
    ) {
        self.secret = secret
        self.identity = identity
        self.sessionKey = sessionKey
        self.name = name
        self.capacity = min(max(capacity, 2), Limits.seats)
        self.watches = watches
        self.tableRules = tableRules
        self.acceptsByItself = acceptsByItself
        self.seed = seed
        self.chainSecret = chainSecret
        self.verified = verified
    }
}

/// One peer of a table as a value: no clock, no socket, no randomness of its own.
///
/// The shell calls `step` for every datagram, command and passing of time, with a clock that never goes back, performs the effects in
/// their order, and calls again no later than `wake`.
public struct Peer: Sendable {
    /// Whether the peer is at the table.
    public enum Phase: Hashable, Sendable {
        case seated
        /// Looks on: has no seat, writes no event.
        case watching
        /// Listens before it joins, so that its JOIN comes after those that are there.
        case arriving
        /// Back after its process ended: listens whether what it holds of its own log is all that it had written.
        case returning
        /// Has logged LEAVE; goes on answering so that the others learn it.
        case left
        /// Has seen that what it applied contradicts what was decided: the game is void, and it writes nothing more (Protocol.md, *Equivocation*).
        case stopped
    }

    public let configuration: PeerConfiguration
    public let me: PublicKey
    /// Milliseconds since 1970, for people only: the shell sets it before `step`; it stands in START and END and decides nothing.
    public var wallMillis: UInt64 = 0
    public internal(set) var phase = Phase.seated
    /// When `step` must be called at the latest; nil only before the first step.
    public internal(set) var wake: Instant?
    /// Datagrams and events that were dropped, by cause.
    public internal(set) var drops = Drops()

    var log: EventLog
    var contacts: [Contact] = []
    var gaps: [Gap] = []
    var random: SeededRandom
    var probeBase: UInt64
    var outbox = Outbox()
    var lobby = LobbyState()
    var play: Play?
    var effects: [Effect] = []
    /// Proofs against members, one each.
    var forks: [KnownFork] = []
    var shown: [ShownVersion] = []

    /// What a simulated cheater's peer does against the rules; nil in every other.
    package var misconduct: Misconduct?

    /// The last finished game, for those who look at it in the lobby.
    public internal(set) var lastGame: GameFold?

    /// What this peer's person may still say.
    var remarks = Allowance(most: Timing.remarks.most, perSecond: Timing.remarks.perSecond)
    var lastProbeSent: UInt64 = 0
    /// The seq of the first event that this process wrote.
    var epoch: UInt64 = 1
    /// What was read again may be less than what had been written.
    var isUnsureOfOwnLog = false
    var startedAt: Instant?
    var acknowledgeAt: Instant?
    /// Nil: it is mute.
    var heartbeatAt: Instant?
    /// Octets that may be sent to those who ask.
    var answers = Allowance(most: Timing.answersBytes.most, perSecond: Timing.answersBytes.perSecond)
    var lastActivityAt: Instant?
    var heartbeatPauseMicros: Int64 = Timing.heartbeatMicros

    public init(_ configuration: PeerConfiguration) {
        self.configuration = configuration
        me = configuration.sessionKey.publicKey
        log = EventLog(table: configuration.secret.id, verified: configuration.verified)
        random = SeededRandom(seed: configuration.seed)
        probeBase = random.next() >> 20
    }

    /// Counts of what was dropped; nothing that arrives can do more harm than raise one of them.
    public struct Drops: Hashable, Sendable {
        public var sealed = 0
        public var malformed = 0
        public var unknownAuthor = 0
        public var refused = 0
        public var otherVersion = 0
    }

    /// Does everything that `input` and the passing of time to `now` call for.
    public mutating func step(_ input: Input, at now: Instant) -> [Effect] {
        effects = []
        if startedAt == nil {
            startedAt = now
            heartbeatAt = now
            if configuration.watches {
                phase = .watching
            } else if log.place(of: me) == nil {
                phase = .arriving
            } else if phase == .seated {
                phase = .returning
                heartbeatAt = nil
            }
        }
        noteStall(at: now)
        var changed = true
        switch input {
        case .datagram(let bytes, let source): changed = receive(bytes, from: source, at: now)
        case .tick: break
        case .command(let command): perform(command, at: now)
        }
        if !changed, let wake, now < wake { return effects }
        wake = nil
        settle(at: now)
        if isMute { return effects }
        beat(at: now)
        repair(at: now)
        tellProofs(at: now)
        flush(at: now)
        return effects
    }

    /// Lets every rule act until none has anything to do.
    private mutating func settle(at now: Instant) {
        // Each round writes or applies at least one event; a step never needs more than a few.
        for _ in 0..<256 {
            let before = log.lamport
            take(at: now)
            returnWhenDue(at: now)
            if isMute { return }
            arriveWhenDue(at: now)
            watchLobby(at: now)
            watchGame(at: now)
            acknowledgeWhenDue(at: now)
            if log.lamport == before { return }
        }
        wakeAt(now)
    }

    /// A peer that was itself held up has heard nobody meanwhile: silence counts anew.
    private mutating func noteStall(at now: Instant) {
        guard let wake, now - wake > Timing.stallMicros else { return }
        play?.calmSince = now
        play?.debts = []
        for index in contacts.indices where contacts[index].isListed {
            contacts[index].echoedAt = contacts[index].echoedAt.map { min($0 + (now - wake), now) }
        }
    }

    /// What a peer says before it knows its own log could be what it has said otherwise before.
    private var isMute: Bool { heartbeatAt == nil }

    mutating func wakeAt(_ instant: Instant) {
        if let wake, wake <= instant { return }
        wake = instant
    }

    private mutating func arriveWhenDue(at now: Instant) {
        guard phase == .arriving, let startedAt else { return }
        guard now - startedAt >= Timing.listenMicros else { return wakeAt(startedAt + Timing.listenMicros) }
        phase = .seated
        let configuration = configuration
        let join = Join.certified(
            by: configuration.identity, table: log.table, sessionKey: me, name: configuration.name)
        _ = write(.join(join), at: now)
    }

    /// Writes an event of one's own: logged first, then sent.
    @discardableResult
    mutating func write(_ body: Body, at now: Instant) -> Event {
        let last = log.place(of: me).flatMap { log.members[$0].last }
        var body = body
        if let last, let says = misconduct?.says {
            guard let said = says(body) else { return last }
            body = said
        }
        // A JOIN stands for itself: transcripts begin with it.
        alignLog()
        let heads = last == nil ? [] : headsToWrite()
        let event = Event.signed(
            by: configuration.sessionKey, table: log.table, seq: (last?.seq ?? 0) + 1,
            previous: last?.hash ?? Digest(words: (0, 0, 0, 0)), lamport: log.lamport + 1, heads: heads,
            body: body)
        log.write(event, at: now)
        _ = play?.order.hold(event)
        effects.append(.store(event: event.bytes))
        outbox.queue(event)
        acknowledgeAt = nil
        stir(at: now)
        return event
    }

    private mutating func acknowledgeWhenDue(at now: Instant) {
        guard phase == .seated, let due = acknowledgeAt else { return }
        if now >= due { write(.ack, at: now) } else { wakeAt(due) }
    }

    mutating func perform(_ command: Command, at now: Instant) {
        if phase == .arriving || phase == .returning, command == .leave { phase = .left }
        // Who comes back may ask for the turn at once: it is made when the peer may speak.
        guard phase == .seated || phase == .returning && command == .turn else { return }
        switch command {
        case .propose(let rules): propose(rules, at: now)
        case .accept: acceptOpenProposal(at: now)
        case .decline: declineOpenProposal(at: now)
        case .turn: requestTurn(at: now)
        case .snap: press(at: now)
        case .snapEarlier(let micros): press(at: now + -Int64(min(micros, UInt64(Timing.pressAgeMicros))))
        case .say(let text): say(text, at: now)
        case .pause: askForPause(true)
        case .resume: askForPause(false)
        case .leave: leave(at: now)
        }
    }
}
