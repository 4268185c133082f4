public import SnapCrypto
public import SnapRules
public import SnapWire

/// One game as a pure fold over its final events in order (Protocol.md, *The fold*). The live peer, the simulator and the
/// auditor run this very code. No event, however wrong, traps it or takes more than a chain's length of hashing.
public struct GameFold: Sendable {
    /// The hash of the START event: names the game in every link and draw.
    public let gameID: Digest
    public let start: Start
    public let rules: HouseRules
    public let bounds: RaceBounds
    let lobby: Lobby
    /// Session keys by seat.
    public var roster: [PublicKey] { start.roster }
    /// False once left.
    public internal(set) var present: [Bool]
    /// nil until draw 0 is resolved.
    public internal(set) var game: Game?
    /// Index that the next FLIP must have.
    public internal(set) var nextIndex: UInt64 = 1
    public internal(set) var openDraw: OpenDraw?
    /// Whether somebody has revealed a link of the next index, for a turn that is not taken (yet).
    var isNextRevealed = false
    public internal(set) var race: Race?
    /// The photo finish of the last race that calls were judged in. No part of the state digest: it follows from the events.
    public internal(set) var lastFinish: RaceResult?
    /// Members that logged END after the outcome, by seat.
    public internal(set) var ended: [Bool]
    /// By seat.
    public internal(set) var marks: [Marks]
    /// Members that logged TIME, by seat.
    var timeUp: [Bool]
    var cardLinks: [VerifiedLinks]
    var tieLinks: [VerifiedLinks]
    var history = StateHistory()

    /// Whether the outcome stands and each present member has logged END.
    public var isClosed: Bool { isOver && seats.allSatisfy { !present[$0] || ended[$0] } }
    public var isOver: Bool { game?.outcome != nil }
    /// BLAKE2b-256 of the whole state: the digest that FLIP and END carry. Once the game is over it stays what it was then.
    public var digest: Digest { history.latest }
    var seats: Range<Int> { start.roster.indices }

    /// The fold of a game that begins: `start` a START, `accepts` the ACCEPT of each seat in roster order.
    /// Draw 0 is open. Throws where one of them is of another kind, has a bad count, or names another START.
    public init(start: Event, accepts: [Event]) throws(FoldError) {
        guard case .start(let proposal) = start.body else { throw .badStart }
        let count = proposal.roster.count
        guard (2...Limits.seats).contains(count), Set(proposal.roster).count == count,
            proposal.firstSeat.map({ $0 < UInt64(count) }) ?? true
        else { throw .badStart }
        gameID = start.hash
        self.start = proposal
        do { rules = try HouseRules(wire: proposal.rules) } catch { throw .badRules(error.description) }
        var paths: [[Path]] = []
        cardLinks = []
        tieLinks = []
        for (seat, key) in proposal.roster.enumerated() {
            guard seat < accepts.count, accepts[seat].author == key, case .accept(let accept) = accepts[seat].body,
                accept.start == start.hash, accept.paths.count == count
            else { throw .badAccept(seat: seat) }
            paths.append(accept.paths)
            cardLinks.append(
                VerifiedLinks(
                    game: start.hash, key: key, kind: .card, length: rules.chainLength, anchor: accept.cardAnchor))
            tieLinks.append(
                VerifiedLinks(
                    game: start.hash, key: key, kind: .tie, length: rules.chainLength, anchor: accept.tieAnchor))
        }
        lobby = Lobby(paths: paths)
        bounds = lobby.bounds
        present = Array(repeating: true, count: count)
        ended = Array(repeating: false, count: count)
        timeUp = Array(repeating: false, count: count)
        marks = Array(repeating: Marks(), count: count)
        openDraw = OpenDraw(index: 0, flipper: nil, seats: count)
        history.record(computedDigest)
    }

    /// How long a seat's line is, one way, as the members found it before the game (Protocol.md, *Statistics*). 0 for a seat
    /// that is not there. Microseconds.
    public func lineMicros(of seat: Int) -> Int64 { seats.contains(seat) ? lobby.lineMicros(of: seat) : 0 }

    public func seat(of author: PublicKey) -> Int? { start.roster.firstIndex(of: author) }

    /// Whether `link` is the member's card link of `index`: hashing it on leads to the anchor. False for a seat that is not
    /// there. Hashes at most a chain's length.
    public func isCardLink(_ link: Link, index: UInt64, seat: Int) -> Bool {
        seats.contains(seat) && cardLinks[seat].holds(link, at: index)
    }

    /// Applies the next final event of the order. Kinds outside the fold (JOIN, ACK, START ...) change nothing.
    public mutating func apply(_ event: Event) -> [Happening] {
        var happenings: [Happening] = []
        if let fault = take(event, &happenings) {
            happenings.append(.ignored(event: event.hash, author: event.author, fault))
            if let seat = seat(of: event.author) {
                marks[seat].ignoredEvents += 1
                if case .claim = event.body, fault == .closedAlready { marks[seat].claimsAfterClosing += 1 }
            }
        }
        progress(&happenings)
        if !history.isSealed { history.record(computedDigest) }
        // The ENDs compare the state at the outcome, so nothing that follows it may change the digest.
        if isOver { history.seal() }
        return happenings
    }

    /// What the event itself does; what follows from it is `progress`. Nil also for what is not the fold's concern.
    private mutating func take(_ event: Event, _ happenings: inout [Happening]) -> Fault? {
        switch event.body {
        case .join, .start, .accept, .begin, .withdraw, .ack, .promise, .propose, .accepted, .rules: return nil
        case .leave, .flip, .reveal, .claim, .witness, .tie, .time, .end: break
        }
        guard let seat = seat(of: event.author), present[seat] else { return .notAMember }
        switch event.body {
        case .leave(let leave): return take(leave, by: seat, event.hash, &happenings)
        case .end(let end): return take(end, by: seat)
        default: break
        }
        if isOver { return .gameOver }
        switch event.body {
        case .flip(let flip): return take(flip, by: seat, event.hash, &happenings)
        case .reveal(let reveal): return take(reveal, by: seat, event.hash)
        case .claim(let claim): return take(claim, by: seat, event.hash)
        case .witness(let witness): return take(witness, by: seat, event.hash)
        case .tie(let tie): return take(tie, by: seat, event.hash)
        case .time: return takeTime(by: seat)
        default: return nil
        }
    }
}

public enum FoldError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not a START, or one with a bad roster or first seat.
    case badStart
    case badRules(String)
    /// Missing, by another author, of another START, or with the wrong number of paths.
    case badAccept(seat: Int)

    public var description: String {
        switch self {
        case .badStart: "the START does not describe a table of 2 to \(Limits.seats) seats"
        case .badRules(let why): "the START's rules: \(why)"
        case .badAccept(let seat): "the ACCEPT of seat \(seat) does not fit the START"
        }
    }
}
