public import SnapCrypto
public import SnapWire

/// One game's part of its members' logs, and what follows from these alone: views, finality, order, extent (Protocol.md, *Finality and
/// order*, *Membership*, *Transcript*). The live peer, the simulator and the auditor ask this very value.
///
/// Events are given with `hold`, log by log in any interleaving that keeps each log contiguous and causally closed; `take` then yields what is
/// final, in the order.
public struct GameLogs: Sendable {
    /// What comes next in the order.
    public enum Step: Sendable {
        case event(Event)
        /// A view is over; `lost` is the seat that is a member no more, if any.
        case viewEnd(view: UInt64, lost: Int?)
    }

    /// Session keys by seat.
    public let roster: [PublicKey]
    /// Number of the game, as its START says.
    public let game: UInt64
    /// By seat: the seq before the first event that belongs to the game.
    public let base: [UInt64]
    /// By seat: the game's events, contiguous from base + 1.
    private(set) var logs: [[Event]]
    /// acknowledged[m][a]: the highest seq of seat a that the events of seat m name.
    private(set) var acknowledged: [[UInt64]]
    public private(set) var hasLeft: [Bool]
    /// Whose log is proven to be forked: then what others name of it counts only where it is what is held here.
    private(set) var isForked: [Bool]

    /// The view that is not decided yet; 1, 2, ...
    public private(set) var view: UInt64 = 1
    /// Seats that are members of it, those that left among them.
    public private(set) var members: [Bool]
    /// Members of it in the order in which they own ballots: ascending by key, those that left among them.
    private(set) var owners: [Int]
    /// By seat: where the view before ended in its log.
    private(set) var starts: [UInt64]
    /// cuts[v - 1]: by seat, where view v ended.
    public private(set) var cuts: [[UInt64]] = []
    /// By seat that was lost: the last seq of it that counts.
    private(set) var lostEnds: [UInt64?]
    /// In the order of views: which seats were lost, each with the view that lost it.
    private(set) var losses: [(seat: Int, view: UInt64)] = []
    let start: Event
    /// frozen[m]: what m had acknowledged at its first PROMISE of this view; later acknowledgements make nothing final in it.
    private(set) var frozen: [[UInt64]?]
    /// The game's PROMISEs, PROPOSEs and ACCEPTEDs, each log's in its order and none before what its heads name.
    private(set) var votes: [(seat: Int, event: Event)] = []
    var decision: Outcome?
    /// Whether the running view is decided and has not ended yet.
    public var isDecided: Bool { decision != nil }
    /// By seat: the seq with which the running view ends, once that is decided.
    public var decidedCut: [UInt64]? { decision?.cut }
    /// The vote by which each view was decided, the running one too if it is.
    var decidingVotes: [Accepted] = []
    /// Those of the running view.
    var ballots: ViewVotes

    /// By seat: seq of the next event to look at, and of the last one taken (0: none).
    private var next: [UInt64]
    private var taken: [UInt64]
    /// By seat: seq of the next event for the transcript.
    private var nextWritten: [UInt64]
    /// What was written lies in part beyond a cut, as happens to a member that was lost: the transcript must be written anew.
    private(set) var mustRewrite = false

    /// How a view ends.
    struct Outcome: Hashable, Sendable {
        var lost: Int?
        /// By seat.
        var cut: [UInt64]
    }

    /// The game that `start` proposes; nil if it is no START or its heads do not name every other seat.
    public init?(start: Event) {
        guard case .start(let body) = start.body else { return nil }
        var base: [UInt64] = []
        for key in body.roster {
            if key == start.author {
                base.append(start.seq - 1)
            } else if let head = start.heads.first(where: { $0.author == key }) {
                base.append(head.seq)
            } else {
                return nil
            }
        }
        self.start = start
        roster = body.roster
        game = body.game
        self.base = base
        let seats = base.count
        logs = Array(repeating: [], count: seats)
        acknowledged = Array(repeating: Array(repeating: 0, count: seats), count: seats)
        hasLeft = Array(repeating: false, count: seats)
        isForked = hasLeft
        members = Array(repeating: true, count: seats)
        let keys = body.roster
        owners = keys.indices.sorted { keys[$0] < keys[$1] }
        starts = base
        lostEnds = Array(repeating: nil, count: seats)
        frozen = Array(repeating: nil, count: seats)
        ballots = ViewVotes(seats: seats)
        next = base.map { $0 + 1 }
        taken = Array(repeating: 0, count: seats)
        nextWritten = next
    }

    public func seat(of key: PublicKey) -> Int? { roster.firstIndex(of: key) }

    /// The last seq held of a seat.
    public func last(_ seat: Int) -> UInt64 { base[seat] + UInt64(logs[seat].count) }

    func event(_ seat: Int, _ seq: UInt64) -> Event? {
        guard seq > base[seat], seq <= last(seat) else { return nil }
        return logs[seat][Int(seq - base[seat] - 1)]
    }

    /// Keeps the event that comes next in its author's log; false, and nothing kept, for any other.
    public mutating func hold(_ event: Event) -> Bool {
        guard let seat = seat(of: event.author), !hasLeft[seat], event.seq == last(seat) + 1 else { return false }
        logs[seat].append(event)
        acknowledged[seat][seat] = event.seq
        for head in event.heads {
            guard let other = self.seat(of: head.author), isHeld(head, of: other) else { continue }
            acknowledged[seat][other] = max(acknowledged[seat][other], head.seq)
        }
        switch event.body {
        case .leave:
            hasLeft[seat] = true
            decide()
        case .promise(let promise): note(event, promise.id, seat: seat)
        case .propose(let propose): note(event, propose.id, seat: seat)
        case .accepted(let accepted): note(event, accepted.id, seat: seat)
        default: break
        }
        return true
    }

    /// The log of a seat is proven to be forked.
    mutating func noteFork(of seat: Int) { isForked[seat] = true }

    /// Whether a head tells of the log that is held here. Of one that is not forked it always does.
    private func isHeld(_ head: Head, of seat: Int) -> Bool {
        guard isForked[seat], head.seq > base[seat] else { return true }
        return event(seat, head.seq)?.hash == head.hash
    }

    private mutating func note(_ event: Event, _ id: BallotID, seat: Int) {
        // Nothing comes of a vote for a view that is over.
        guard id.game == game, id.view >= view else { return }
        votes.append((seat, event))
        guard id.view == view else { return }
        if case .promise = event.body, frozen[seat] == nil { frozen[seat] = acknowledged[seat] }
        count(event, of: seat)
        if case .accepted(let accepted) = event.body { decide(ballot: accepted.id.ballot) }
    }

    // MARK: Order

    /// By seat: the seq of the last event taken; 0: none.
    var applied: [UInt64] { taken }

    /// Whether an event was written after its author's word for the end of the running view: it may belong to the next one.
    public func isAfterWord(_ event: Event) -> Bool {
        guard let seat = seat(of: event.author) else { return false }
        return promises(of: seat).contains { $0.event.seq < event.seq }
    }

    /// Whether somebody has promised in the running view.
    public var isVoting: Bool { frozen.contains { $0 != nil } }

    /// The seats that have not acknowledged an event of the roster in the running view. One that left acknowledges everything, unless it had
    /// promised before.
    public func missingAcknowledgements(of event: Event) -> [Int] {
        guard let author = seat(of: event.author) else { return Array(roster.indices) }
        return roster.indices.filter { seat in
            guard members[seat] else { return false }
            if let frozen = frozen[seat] { return frozen[author] < event.seq }
            return !hasLeft[seat] && acknowledged[seat][author] < event.seq
        }
    }

    /// The members that have yet to acknowledge an event, whether or not that would still make it final in the running view.
    func unacknowledging(_ event: Event) -> [Int] {
        guard let author = seat(of: event.author) else { return [] }
        return roster.indices.filter { members[$0] && !hasLeft[$0] && acknowledged[$0][author] < event.seq }
    }

    /// Takes what comes next, if it is final or decided.
    public mutating func take() -> Step? {
        if let decision {
            guard !isContradicted else { return nil }
            guard roster.indices.allSatisfy({ last($0) >= decision.cut[$0] }) else { return nil }
            if let (event, seat) = least(upTo: decision.cut) {
                advance(event, seat: seat)
                return .event(event)
            }
            let ended = view
            endView(decision)
            return .viewEnd(view: ended, lost: decision.lost)
        }
        guard let (event, seat) = least(upTo: nil), missingAcknowledgements(of: event).isEmpty else { return nil }
        advance(event, seat: seat)
        return .event(event)
    }

    /// Whether the end of the running view, as decided, cannot be that of what is held: something beyond it was taken, or its end in a forker's log is
    /// another event than the one here. Then somebody has signed what cannot both be true, and the game is void (Protocol.md, *Equivocation*).
    var isContradicted: Bool {
        guard let decision else { return false }
        return roster.indices.contains { seat in
            taken[seat] > decision.cut[seat]
                || (isForked[seat] && members[seat] && !holds(decision.cut[seat], of: seat))
        }
    }

    /// Whether a cut says of a forked log what is held here, as far as it is.
    func holds(_ cut: UInt64, of seat: Int) -> Bool {
        guard cut > starts[seat], let held = event(seat, cut)?.hash else { return true }
        // Of all ballots: a cut can be that of one before.
        return owners.flatMap { promises(of: $0) }.allSatisfy { promise in
            promise.event.heads.allSatisfy { $0.author != roster[seat] || $0.seq != cut || $0.hash == held }
        }
    }

    /// What a member may still name of a forker's log: what was taken of it, since that all have acknowledged under one hash.
    func settled(_ seat: Int) -> UInt64 { max(taken[seat], starts[seat]) }

    /// The least event that was not taken yet, final or not.
    public mutating func peek() -> Event? { least(upTo: decision?.cut)?.event }

    private mutating func advance(_ event: Event, seat: Int) {
        next[seat] = event.seq + 1
        taken[seat] = event.seq
    }

    private mutating func least(upTo cut: [UInt64]?) -> (event: Event, seat: Int)? {
        var least: (event: Event, seat: Int)?
        for seat in roster.indices where members[seat] {
            while let event = event(seat, next[seat]), !event.body.isOrdered, cut == nil || next[seat] <= cut![seat] {
                next[seat] += 1
            }
            guard let event = event(seat, next[seat]) else { continue }
            if let cut, event.seq > cut[seat] { continue }
            if let best = least, Position(best.event) < Position(event) { continue }
            least = (event, seat)
        }
        return least
    }

    private mutating func endView(_ outcome: Outcome) {
        cuts.append(outcome.cut)
        mustRewrite = roster.indices.contains { nextWritten[$0] > outcome.cut[$0] + 1 }
        if let lost = outcome.lost {
            members[lost] = false
            owners.removeAll { $0 == lost }
            lostEnds[lost] = outcome.cut[lost]
            losses.append((lost, view))
        }
        starts = outcome.cut
        for seat in roster.indices { next[seat] = max(next[seat], outcome.cut[seat] + 1) }
        view += 1
        frozen = Array(repeating: nil, count: roster.count)
        decision = nil
        // What came early for this view counts now: each member's acknowledgements up to its first PROMISE of it.
        ballots = ViewVotes(seats: roster.count)
        for (seat, event) in votes {
            count(event, of: seat)
            guard case .promise(let promise) = event.body, promise.id.view == view, frozen[seat] == nil else {
                continue
            }
            frozen[seat] = acknowledgements(of: seat, at: event.seq)
        }
        decide()
    }

    /// What a seat had acknowledged by its events up to `seq`.
    private func acknowledgements(of seat: Int, at seq: UInt64) -> [UInt64] {
        var row = Array(repeating: UInt64(0), count: roster.count)
        for event in logs[seat] where event.seq <= seq {
            for head in event.heads {
                guard let other = self.seat(of: head.author), isHeld(head, of: other) else { continue }
                row[other] = max(row[other], head.seq)
            }
        }
        row[seat] = seq
        return row
    }

    /// Held events of a seat that are not taken yet, oldest first.
    func untaken(seat: Int) -> ArraySlice<Event> {
        let from = Int(min(next[seat], last(seat) + 1) - base[seat] - 1)
        return logs[seat][from...]
    }

    // MARK: Transcript

    /// The view that an event belongs to; nil: to none. What a lost member wrote beyond the cut stands, where it is needed as proof, behind
    /// everything else, as if in a view of its own.
    public func view(of event: Event) -> UInt64? {
        guard let seat = seat(of: event.author) else { return nil }
        if let end = lostEnds[seat], event.seq > end { return view + 1 }
        for (index, cut) in cuts.enumerated() where event.seq <= cut[seat] { return UInt64(index + 1) }
        return view
    }

    /// Whether `a` stands before `b` in the canonical order of the transcript.
    public func precedes(_ a: Event, _ b: Event) -> Bool {
        guard let first = view(of: a), let second = view(of: b) else { return false }
        return first != second ? first < second : Position(a) < Position(b)
    }

    /// The same within one view: by Lamport time, then author.
    public static func precedesInView(_ a: Event, _ b: Event) -> Bool { Position(a) < Position(b) }

    /// The events for the transcript that stand at or before the event just taken. After a view end: the rest of that view.
    mutating func written(after step: Step) -> [Event] {
        switch step {
        case .event(let event):
            let limit = Position(event)
            let cut = decision?.cut
            return merge { candidate, seat in
                if let cut, candidate.seq > cut[seat] { return false }
                return !(limit < Position(candidate))
            }
        case .viewEnd(let ended, _):
            let cut = cuts[Int(ended) - 1]
            return merge { candidate, seat in candidate.seq <= cut[seat] }
        }
    }

    /// The transcript up to the end of the last view, from the start.
    mutating func rewritten() -> [Event] {
        mustRewrite = false
        nextWritten = base.map { $0 + 1 }
        return cuts.flatMap { cut in merge { candidate, seat in candidate.seq <= cut[seat] } }
    }

    /// The rest, once nothing more is taken: each log up to where its author had acknowledged all that was applied. Nil while some
    /// acknowledgement is not held.
    mutating func closing() -> [Event]? {
        guard let ends = ends() else { return nil }
        let rest = merge { candidate, seat in candidate.seq <= ends[seat] }
        return rest + beyondCuts(upTo: ends)
    }

    /// All that is held and not written yet, of a game that is left unfinished in the middle of a view; of what lost members wrote beyond their cuts
    /// only what proves their loss.
    mutating func remaining() -> [Event] {
        let held = roster.indices.map { lostEnds[$0] ?? last($0) }
        return merge { _, _ in true } + beyondCuts(upTo: proving(held))
    }

    /// By seat: seq of the last event that belongs to the transcript of a game that ended with the last event taken. Nil while a log has
    /// none.
    public func ends() -> [UInt64]? { membersEnds().map { proving($0) } }

    /// The same without what lost members wrote beyond the cut that lost them.
    private func membersEnds() -> [UInt64]? {
        var ends: [UInt64] = []
        for seat in roster.indices {
            if let end = lostEnds[seat] {
                ends.append(end)
                continue
            }
            guard let end = LogEnd.seq(of: logs[seat], author: roster[seat], roster: roster, applied: taken) else {
                return nil
            }
            ends.append(max(end, starts[seat]))
        }
        return ends
    }

    private mutating func merge(while belongs: (Event, Int) -> Bool) -> [Event] {
        var out: [Event] = []
        while true {
            var least: (event: Event, seat: Int)?
            for seat in roster.indices {
                if let end = lostEnds[seat], nextWritten[seat] > end { continue }
                guard let event = event(seat, nextWritten[seat]), belongs(event, seat) else { continue }
                if let best = least, Position(best.event) < Position(event) { continue }
                least = (event, seat)
            }
            guard let (event, seat) = least else { return out }
            nextWritten[seat] += 1
            out.append(event)
        }
    }
}
