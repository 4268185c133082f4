internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// The faults of a run: which are on, and until when.
struct Trouble {
    /// One that happens at a point of time.
    enum Incident: Hashable {
        case crash, partition, stall, wall, equivocate, selective, owe, hiccup, shatter
    }

    /// Ways that carry nothing for a time.
    struct Cut {
        var until: Int64
        /// ways[from][to]
        var ways: [[Bool]]
    }

    /// The process of `seat` ends when it next writes an event of this kind.
    struct Armed {
        var seat: Int
        var kind: Int
        var until: Int64
    }

    /// Between two waves of incidents, microseconds: sometimes too little for the table to mend.
    static let pausesMicros: [Int64] = [300_000, 1_000_000, 4_000_000, 14_000_000, 14_000_000]
    static let hiccupMicros: Int64 = 200_000
    /// Ambushes in one run.
    static let ambushLimit = 4

    let kinds: TableFaults
    var random: SeededRandom
    var cuts: [Cut] = []
    var armed: Armed?
    /// The same for an event that may be long in coming.
    var ambush: Armed?
    var ambushes = 0
    /// Virtual time at which the last temporary fault is over.
    var quietAt: Int64 = 0
    /// Seats that will never do their part again: gone for good, owing, equivocating.
    var culprits: Set<Int> = []
    var equivocator: Twins?
    var withholding: Withholding?
    /// The seat that owes, and what.
    var debtor: (seat: Int, owed: Owed)?
    /// What happened.
    var counts = FaultCounts()

    init(_ kinds: TableFaults, seed: UInt64) {
        self.kinds = kinds
        random = Randomness.stream("trouble", seed: seed)
    }

    var isOn: Bool { !kinds.isEmpty }

    mutating func lasts(until end: Int64) { quietAt = max(quietAt, end) }

    /// What may begin now.
    var possible: [Incident] {
        var out: [Incident] = []
        if kinds.contains(.crash) { out += [.crash, .crash, .crash] }
        if kinds.contains(.partition) { out += [.partition, .partition] }
        if kinds.contains(.stall) { out.append(.stall) }
        if kinds.contains(.wall) { out.append(.wall) }
        if kinds.contains(.selective) { out.append(.selective) }
        if kinds.contains(.equivocate), equivocator == nil, culprits.isEmpty { out.append(.equivocate) }
        if kinds.contains(.owe), debtor == nil { out.append(.owe) }
        if kinds.contains(.hiccup) { out.append(.hiccup) }
        if kinds.contains(.shatter) { out.append(.shatter) }
        return out
    }

    mutating func isCut(from: Int, to: Int, at now: Int64) -> Bool {
        guard !cuts.isEmpty else { return false }
        let count = cuts.count
        cuts.removeAll { $0.until <= now }
        counts.add(.healed, "cuts", times: count - cuts.count)
        return cuts.contains { $0.ways[from][to] }
    }

    /// Two groups, one way lost, one member that is not heard or does not hear.
    mutating func cut(seats: Int, at now: Int64) {
        var ways = Array(repeating: Array(repeating: false, count: seats), count: seats)
        switch random.below(6) {
        case 0:
            let from = Int(random.below(UInt64(seats)))
            let to = (from + 1 + Int(random.below(UInt64(seats - 1)))) % seats
            ways[from][to] = true
            counts.add(.cut, "one way")
        case 1:
            let deaf = Int(random.below(UInt64(seats)))
            for other in 0..<seats where other != deaf { ways[other][deaf] = true }
            counts.add(.cut, "one deaf")
        case 2:
            let mute = Int(random.below(UInt64(seats)))
            for other in 0..<seats where other != mute { ways[mute][other] = true }
            counts.add(.cut, "one mute")
        default:
            split((0..<seats).map { _ in Int(random.below(2)) }, &ways)
        }
        cut(ways, at: now)
    }

    /// Three groups or four, where there are so many.
    mutating func shatter(seats: Int, at now: Int64) {
        var ways = Array(repeating: Array(repeating: false, count: seats), count: seats)
        var groups = Array(0..<seats)
        if seats == Limits.seats, random.happens(percent: 60) {
            let together = random.pick(groups)
            groups[(together + random.uniform(1...seats - 1)) % seats] = together
        }
        split(groups, &ways)
        cut(ways, at: now)
    }

    private mutating func split(_ groups: [Int], _ ways: inout [[Bool]]) {
        for from in groups.indices {
            for to in groups.indices where groups[from] != groups[to] { ways[from][to] = true }
        }
        let sizes = Set(groups).map { group in groups.count { $0 == group } }.sorted(by: >)
        counts.add(.cut, sizes.count == 1 ? "none" : sizes.map(String.init).joined(separator: "|"))
    }

    private mutating func cut(_ ways: [[Bool]], at now: Int64) {
        let length = random.happens(percent: 40) ? 100_000...1_400_000 : Int64(1_400_000)...9_000_000
        let until = now + random.uniform(length)
        cuts.append(Cut(until: until, ways: ways))
        lasts(until: until)
    }

    /// Lies in wait for another event, of the lobby at first, half of the time.
    mutating func lieInWait(seats: Int) {
        guard kinds.contains(.ambush), ambush == nil, ambushes < Trouble.ambushLimit else { return }
        let isEarly = ambushes == 0 && random.happens(percent: 50)
        ambushes += 1
        let kind = isEarly ? random.pick([0, 2, 3, 4, 5]) : random.uniform(0...Body.kinds - 1)
        ambush = Armed(seat: random.uniform(0...seats - 1), kind: kind, until: .max)
    }
}

/// What a member does not do although it must.
enum Owed: CaseIterable {
    case links, witnesses, ends, turns, ties

    /// What a peer that owes this does otherwise.
    var misconduct: Misconduct {
        var misconduct = Misconduct()
        misconduct.says = { omits($0) ? nil : $0 }
        return misconduct
    }

    func omits(_ body: Body) -> Bool {
        switch (self, body) {
        case (.links, .reveal), (.witnesses, .witness), (.ends, .end), (.turns, .flip), (.ties, .tie): true
        default: false
        }
    }
}

extension Body {
    static let kinds = kindNames.count
    /// By number.
    static let kindNames = [
        "JOIN", "LEAVE", "START", "ACCEPT", "BEGIN", "WITHDRAW", "ACK", "FLIP", "REVEAL", "CLAIM", "WITNESS", "TIE",
        "TIME", "END", "PROMISE", "PROPOSE", "ACCEPTED", "RULES",
    ]
    /// Those of games and their start, to which most faults are done.
    static let gameKinds = 17

    /// 0..<kinds.
    var kindNumber: Int {
        switch self {
        case .join: 0
        case .leave: 1
        case .start: 2
        case .accept: 3
        case .begin: 4
        case .withdraw: 5
        case .ack: 6
        case .flip: 7
        case .reveal: 8
        case .claim: 9
        case .witness: 10
        case .tie: 11
        case .time: 12
        case .end: 13
        case .promise: 14
        case .propose: 15
        case .accepted: 16
        case .rules: 17
        }
    }
}
