internal import SnapCrypto
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// A table at which somebody cheats as in a fairness run, only that the game goes to its end, with keys of its own, and so can be audited.
/// Cheaters are called so, that people see in the transcript whom its figures should tell of.
struct CheatedTable {
    private var cheating: Cheating
    /// What the cheater whose turn it is to step has written and heard in this step.
    private var written: [Body] = []
    private var heard: [Body] = []

    /// Probes of the lobby until all paths are known, which bounds rest on.
    static let lobbyMicros: Int64 = 11_500_000

    init(_ cheat: Cheat, players: Int, seed: UInt64) {
        var random = Randomness.stream("cheats", seed: seed)
        var order = Array(0..<players)
        for place in order.indices.reversed() { order.swapAt(place, Int(random.below(UInt64(place + 1)))) }
        cheating = Cheating(cheat, order: order, seed: random.next())
    }

    func isCheater(_ seat: Int) -> Bool { cheating.isCheater(seat) }

    /// When a player would press; nil: not at all.
    func reactionMicros(_ reaction: Int64, of seat: Int) -> Int64? {
        isCheater(seat) ? cheating.reactionMicros(reaction) : reaction
    }

    fileprivate mutating func beginStep() { (written, heard) = ([], []) }

    fileprivate mutating func note(stored event: Event, isOwn: Bool) {
        if isOwn { written.append(event.body) } else { heard.append(event.body) }
    }

    fileprivate mutating func slowedMicros(from: Int, to: Int, at now: Int64) -> Int64 {
        cheating.slowedMicros(from: from, to: to, written: written, at: now)
    }

    fileprivate mutating func callsNow(hasOpenMatch: Bool) -> Bool {
        defer { heard = [] }
        return cheating.callsOn(heard, hasOpenMatch: hasOpenMatch)
    }

    fileprivate mutating func misconduct(falseStartMicros: UInt64, seats: [Int]) -> Misconduct {
        cheating.misconduct(falseStartMicros: falseStartMicros, seats: seats)
    }
}

/// What cheaters do at each turn of the simulation; nothing at an honest table.
extension Simulation {
    /// The game begins: from here on a cheater does not do as it should.
    mutating func noteBegin(_ seat: Int, roster: [PublicKey]) {
        guard cheated?.isCheater(seat) == true else { return }
        let cheaters = roster.indices.filter { place in
            seats.indices.contains { cheated?.isCheater($0) == true && seats[$0].peer.me == roster[place] }
        }
        seats[seat].peer.misconduct = cheated?.misconduct(
            falseStartMicros: scenario.rules.falseStartMillis * 1_000, seats: cheaters)
    }

    mutating func noteStep(_ seat: Int) { if cheated?.isCheater(seat) == true { cheated?.beginStep() } }

    mutating func noteForCheating(stored bytes: [UInt8], by seat: Int) {
        guard cheated?.isCheater(seat) == true, let event = try? Event.decode(bytes) else { return }
        cheated?.note(stored: event, isOwn: event.author == seats[seat].peer.me)
    }

    /// By how much more a copy comes late.
    mutating func slowedMicros(from: Int, to: Int) -> Int64 { cheated?.slowedMicros(from: from, to: to, at: now) ?? 0 }

    /// Whether what just came to a cheater makes it call.
    mutating func callsNow(_ seat: Int) -> Bool {
        guard cheated?.isCheater(seat) == true else { return false }
        return cheated?.callsNow(hasOpenMatch: seats[seat].peer.hasOpenMatch) == true
    }
}
