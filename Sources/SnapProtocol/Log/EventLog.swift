internal import SnapCrypto
internal import SnapWire

/// Why an event was not taken.
enum LogFault: Hashable, Sendable {
    case otherTable, unknownAuthor, badSignature, badCertificate, badChain, lamportTooHigh, lamportNotRising,
        afterLeave
    /// Another version of an event that is held, or waits: a proof.
    case fork
    /// Its author is proven to fork its log.
    case forker
    case joinMisplaced, tooManyMembers, otherVersion
}

/// All logs of a table as one peer holds them, and who has acknowledged what (Protocol.md, *Logs and acknowledgement*).
///
/// An event is acknowledged here only when it continues its author's chain and everything that its heads name is acknowledged here under the
/// same hash. So for acknowledged events a seq says as much as a hash, and finality is a comparison of numbers.
struct EventLog: Sendable {
    /// Members known at a time: the writer and one for each head that an event can carry.
    static let memberLimit = Limits.heads + 1

    let table: TableID
    private(set) var members: [MemberLog] = []
    /// Whose logs an event of the running game rests on; nil in the lobby: everyone's.
    var roster: [PublicKey]?
    /// Writes no event of the game, so that nobody counts on what it acknowledges: then a forker's log is followed as far as it goes on.
    var looksOn = false
    /// Events of one author that are acknowledged at once; of those who come from now on.
    var burst = MemberLog.burst
    /// Highest Lamport time among acknowledged events.
    private(set) var lamport: UInt64 = 0
    private var places: [Digest: Place] = [:]
    private let verified: VerifiedSet

    struct Place: Sendable {
        var member: Int
        var seq: UInt64
    }

    init(table: TableID, verified: VerifiedSet) {
        self.table = table
        self.verified = verified
    }

    func place(of key: PublicKey) -> Int? { members.firstIndex { $0.key == key } }

    /// The place of a member, made if there is room; nil when the table has too many members.
    mutating func makePlace(for key: PublicKey) -> Int? {
        if let place = place(of: key) { return place }
        guard members.count < EventLog.memberLimit else { return nil }
        members.append(MemberLog(key: key, burst: burst))
        return members.count - 1
    }

    /// Forgets a member and everything of it (a ghost that never came to a game). Places above it move down.
    mutating func forget(place: Int) {
        members.remove(at: place)
        places = [:]
        for (index, member) in members.enumerated() {
            for event in member.events { places[event.hash] = Place(member: index, seq: event.seq) }
        }
    }

    func find(_ hash: Digest) -> Event? {
        guard let place = places[hash] else { return nil }
        return members[place.member].event(place.seq)
    }

    func arrival(of hash: Digest) -> Instant? {
        guard let place = places[hash] else { return nil }
        return members[place.member].arrival(place.seq)
    }

    func isHeld(_ hash: Digest) -> Bool { places[hash] != nil }

    /// Heads for an event that `author` writes now: everything acknowledged of everyone else; in a game, of its roster. Of a proven forker only what
    /// `settled` says, a seq; nil: nothing.
    func heads(for author: PublicKey, settled: (PublicKey) -> UInt64?) -> [Head] {
        var heads: [Head] = []
        for member in members where member.key != author {
            if let roster, !roster.contains(member.key) { continue }
            let named = member.proof == nil ? member.last : settled(member.key).flatMap { member.event($0) }
            guard let named, heads.count < Limits.heads else { continue }
            heads.append(Head(author: member.key, seq: named.seq, hash: named.hash))
        }
        return heads
    }

    /// Checks one event and keeps it; it becomes acknowledged by `acknowledge()`. Nil: taken, or held already.
    mutating func receive(_ event: Event, at now: Instant) -> LogFault? {
        guard event.table == table else { return .otherTable }
        if places[event.hash] != nil { return nil }
        guard let index = place(of: event.author) else { return .unknownAuthor }
        if members[index].waiting.contains(where: { $0.event.hash == event.hash }) { return nil }
        if members[index].proof?.contains(event.hash) == true { return .forker }
        let twin = members[index].twin(event.seq)
        guard twin != nil || event.lamport <= lamport + Limits.lamportAhead else { return .lamportTooHigh }
        guard isSigned(event) else { return .badSignature }
        if let twin {
            members[index].note(ForkProof(twin, event))
            if isBarred(members[index], beyond: members[index].count) { members[index].dropWaiting() }
            return .fork
        }
        if isBarred(members[index], beyond: event.seq - 1) { return .forker }
        if members[index].hasLeft { return .afterLeave }
        members[index].wait(event, arrival: now)
        for head in event.heads {
            if let place = place(of: head.author) { members[place].named = max(members[place].named, head.seq) }
        }
        return nil
    }

    /// Appends an event that this peer wrote itself.
    mutating func write(_ event: Event, at now: Instant) {
        guard let index = makePlace(for: event.author) else { return }
        verified.insert(event.hash)
        admit(event, arrival: now, member: index)
        if case .ack = event.body { return }
        for other in members.indices where other != index { members[other].allowance.add(MemberLog.perOwn) }
    }

    /// Authors of whom more came than can be taken, since this was last called.
    mutating func takeNewFloods() -> [PublicKey] {
        var keys: [PublicKey] = []
        for index in members.indices where members[index].isFloodNews {
            members[index].isFloodNews = false
            keys.append(members[index].key)
        }
        return keys
    }

    /// Takes one event's worth of what a member may have acknowledged; `now` nil: nothing is counted.
    private mutating func isAllowed(_ index: Int, at now: Instant?) -> Bool {
        guard let now else { return true }
        if members[index].allowance.available(at: now) > 0 {
            members[index].allowance.spend(1)
            return true
        }
        if !members[index].hasFlooded {
            members[index].hasFlooded = true
            members[index].isFloodNews = true
        }
        return false
    }

    /// Whether what its author's log has after `seq` is not taken any more, since the author is proven to fork it.
    private func isBarred(_ member: MemberLog, beyond seq: UInt64) -> Bool {
        member.proof != nil && !looksOn && seq >= member.neededUpTo
    }

    /// A decided view ended there: so far a proven forker's log counts.
    mutating func need(_ key: PublicKey, upTo seq: UInt64) {
        guard let index = place(of: key) else { return }
        members[index].neededUpTo = max(members[index].neededUpTo, seq)
    }

    /// The proofs that were found since this was last called.
    mutating func takeNewProofs() -> [ForkProof] {
        var news: [ForkProof] = []
        for index in members.indices where members[index].isProofNews {
            members[index].isProofNews = false
            if let proof = members[index].proof { news.append(proof) }
        }
        return news
    }

    /// What came of the events that waited.
    struct Acknowledged: Sendable {
        var taken: [Event] = []
        var refused: [(Event, LogFault)] = []
        /// Events held here of which somebody's log has another version: shown to all, they make a proof.
        var contested: [Event] = []
    }

    /// Acknowledges every waiting event that has become acknowledgeable, in a fixed order; `now` nil: however many there are, as they had been.
    mutating func acknowledge(at now: Instant?) -> Acknowledged {
        var out = Acknowledged()
        var progress = true
        while progress {
            progress = false
            for index in members.indices {
                while let next = members[index].next {
                    switch judge(next.event, member: index) {
                    case .admit where !isAllowed(index, at: now): break
                    case .admit:
                        members[index].dropFirstWaiting()
                        admit(next.event, arrival: next.arrival, member: index)
                        out.taken.append(next.event)
                        progress = true
                        continue
                    case .refuse(let fault):
                        members[index].dropFirstWaiting()
                        out.refused.append((next.event, fault))
                        if fault == .badChain, let last = members[index].last { out.contested.append(last) }
                        continue
                    case .wait(let contested):
                        if let contested, !out.contested.contains(contested) { out.contested.append(contested) }
                    }
                    break
                }
            }
        }
        return out
    }

    private enum Judgement {
        case admit
        /// For what is not held, or, if that is given, for another version of what is held.
        case wait(contested: Event?)
        case refuse(LogFault)
    }

    private func judge(_ event: Event, member index: Int) -> Judgement {
        let member = members[index]
        if isBarred(member, beyond: event.seq - 1) { return .refuse(.forker) }
        if member.hasLeft { return .refuse(.afterLeave) }
        if let last = member.last {
            guard event.previous == last.hash else { return .refuse(.badChain) }
            guard event.lamport > last.lamport else { return .refuse(.lamportNotRising) }
            if case .join = event.body { return .refuse(.joinMisplaced) }
        } else {
            guard case .join(let join) = event.body, event.previous == Digest(words: (0, 0, 0, 0)) else {
                return .refuse(.joinMisplaced)
            }
            guard join.isCertified(table: table, sessionKey: event.author) else { return .refuse(.badCertificate) }
            guard join.version == protocolVersion else { return .refuse(.otherVersion) }
        }
        for head in event.heads where restsOn(head, event) {
            guard let place = place(of: head.author) else { continue }
            let named = members[place].event(head.seq)
            if let named, named.hash == head.hash {
                guard event.lamport > named.lamport else { return .refuse(.lamportNotRising) }
            } else if members[place].proof == nil {
                return .wait(contested: named)
            }
            // Nothing rests on which of a proven forker's versions others have seen.
        }
        return .admit
    }

    /// Whether an event waits for what it names: in a game only for what is the roster's, as else somebody without a seat could, by two versions of its
    /// log, part those who have one. A START says where the logs of its game begin: there everything counts.
    private func restsOn(_ head: Head, _ event: Event) -> Bool {
        guard let roster, !roster.contains(head.author) else { return true }
        if case .start = event.body { return true }
        return false
    }

    private mutating func admit(_ event: Event, arrival: Instant, member index: Int) {
        places[event.hash] = Place(member: index, seq: event.seq)
        members[index].append(event, arrival: arrival)
        lamport = max(lamport, event.lamport)
        for head in event.heads {
            guard let place = place(of: head.author) else { continue }
            members[place].named = max(members[place].named, head.seq)
        }
    }

    /// Whether the signature is the author's; what somebody in this process has signed or checked is not checked again.
    func isSigned(_ event: Event) -> Bool {
        if verified.contains(event.hash) { return true }
        guard event.hasValidSignature() else { return false }
        verified.insert(event.hash)
        return true
    }
}
