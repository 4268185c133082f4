internal import SnapCrypto
internal import SnapWire

/// Why an event was not taken.
enum LogFault: Hashable, Sendable {
    case otherTable, unknownAuthor, badSignature, badCertificate, badChain, lamportTooHigh, lamportNotRising,
        afterLeave, fork
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
        members.append(MemberLog(key: key))
        for index in members.indices {
            while members[index].acknowledged.count < members.count { members[index].acknowledged.append(0) }
        }
        return members.count - 1
    }

    /// Forgets a member and everything of it (a ghost that never came to a game). Places above it move down.
    mutating func forget(place: Int) {
        members.remove(at: place)
        for index in members.indices { members[index].acknowledged.remove(at: place) }
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

    /// Heads for an event that `author` writes now: everything acknowledged of everyone else who has not left.
    func heads(for author: PublicKey) -> [Head] {
        var heads: [Head] = []
        for member in members where member.key != author {
            guard let last = member.last, heads.count < Limits.heads else { continue }
            heads.append(Head(author: member.key, seq: last.seq, hash: last.hash))
        }
        return heads
    }

    /// Checks one event and keeps it; it becomes acknowledged by `acknowledge()`. Nil: taken, or held already.
    mutating func receive(_ event: Event, at now: Instant) -> LogFault? {
        guard event.table == table else { return .otherTable }
        if places[event.hash] != nil { return nil }
        guard let index = place(of: event.author) else { return .unknownAuthor }
        if members[index].waiting.contains(where: { $0.event.hash == event.hash }) { return nil }
        guard event.lamport <= lamport + Limits.lamportAhead else { return .lamportTooHigh }
        guard isSigned(event) else { return .badSignature }
        if let held = members[index].event(event.seq) {
            if members[index].fork == nil { members[index].fork = (held, event) }
            return .fork
        }
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
    }

    /// Acknowledges every waiting event that has become acknowledgeable, in a fixed order; returns them.
    mutating func acknowledge() -> (taken: [Event], refused: [(Event, LogFault)]) {
        var taken: [Event] = []
        var refused: [(Event, LogFault)] = []
        var progress = true
        while progress {
            progress = false
            for index in members.indices {
                while let next = members[index].next {
                    switch judge(next.event, member: index) {
                    case .admit:
                        members[index].dropFirstWaiting()
                        admit(next.event, arrival: next.arrival, member: index)
                        taken.append(next.event)
                        progress = true
                        continue
                    case .refuse(let fault):
                        members[index].dropFirstWaiting()
                        refused.append((next.event, fault))
                        continue
                    case .wait:
                        break
                    }
                    break
                }
            }
        }
        return (taken, refused)
    }

    private enum Judgement {
        case admit
        case wait
        case refuse(LogFault)
    }

    private func judge(_ event: Event, member index: Int) -> Judgement {
        let member = members[index]
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
        for head in event.heads {
            guard let place = place(of: head.author) else { continue }
            guard let named = members[place].event(head.seq) else { return .wait }
            // Another hash under the same seq: somebody's fork. It waits for good; see Protocol.md, *Equivocation*.
            guard named.hash == head.hash else { return .wait }
            guard event.lamport > named.lamport else { return .refuse(.lamportNotRising) }
        }
        return .admit
    }

    private mutating func admit(_ event: Event, arrival: Instant, member index: Int) {
        places[event.hash] = Place(member: index, seq: event.seq)
        members[index].append(event, arrival: arrival)
        members[index].acknowledged[index] = event.seq
        lamport = max(lamport, event.lamport)
        for head in event.heads {
            guard let place = place(of: head.author) else { continue }
            members[index].acknowledged[place] = max(members[index].acknowledged[place], head.seq)
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
