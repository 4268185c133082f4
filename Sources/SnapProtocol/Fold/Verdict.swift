/// How a race is decided from what was measured (Protocol.md, *Verdict*). Pure arithmetic on microseconds.
struct Judge: Sendable {
    var seats: Int
    var turner: Int
    /// Whether the table matched once the race's card lay on it.
    var matched: Bool
    /// Whether it matched before, after the card before.
    var matchedBefore: Bool
    var falseStartMicros: Int64
    var bounds: RaceBounds
    /// deadHeat: pool.
    var pools: Bool

    /// One claim with all that was measured of it.
    struct Measured: Sendable {
        var seat: Int
        /// The claimant's own figure first; any order counts the same.
        var reactionsMicros: [Int64]
        /// Least round-trip time that a witness of it gave for the claimant; nil: no witness.
        var rttMicros: Int64?
    }

    struct Contender: Hashable, Sendable {
        var seat: Int
        var reactionMicros: Int64
        /// 1...U.
        var weight: Int64
    }

    enum Ruling: Hashable, Sendable {
        /// Not to be told who was first: nothing moves.
        case void
        /// Calls too soon or too late to count, and too late to be blamed for.
        case nothing
        case wins(Int, foul: Int?)
        case pays(Int)
        /// Ascending by seat.
        case lottery([Contender], foul: Int?)
        case pooled(foul: Int?)
    }

    struct Judgement: Hashable, Sendable {
        var calls: [GameFold.RaceResult.Call]
        var ruling: Ruling
    }

    /// `claims`: at least one, of distinct seats.
    func rule(_ claims: [Measured]) -> Judgement {
        let calls = claims.map(call)
        return Judgement(calls: calls, ruling: ruling(calls))
    }

    private func call(_ claim: Measured) -> GameFold.RaceResult.Call {
        let sorted = claim.reactionsMicros.sorted()
        // Distance beyond C is not compensated: it counts as the claimant's own time.
        let beyond = max(0, (claim.rttMicros ?? 0) - bounds.capMicros)
        let low = (sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2]) + beyond
        let high = (sorted.isEmpty ? 0 : sorted[sorted.count / 2]) + beyond
        let disputed = high - low > bounds.disputeMicros
        // The shift rounds towards minus infinity, also below zero.
        let reaction = (low + high) >> 1
        let early = reaction < falseStartMicros
        return GameFold.RaceResult.Call(
            seat: claim.seat, reactionMicros: reaction, loMicros: low, hiMicros: high, disputed: disputed,
            foul: early && !matchedBefore && !isUnclear(high: high, disputed: disputed))
    }

    /// Whether a reaction that came out as too early may not have been so: then nobody is made to pay for it, else with two
    /// players one false witness would turn every call of the other into a false start.
    private func isUnclear(high: Int64, disputed: Bool) -> Bool { disputed && high >= falseStartMicros }

    private func ruling(_ calls: [GameFold.RaceResult.Call]) -> Ruling {
        let timely = matched ? calls.filter { $0.reactionMicros >= falseStartMicros } : []
        let eligible = timely.isEmpty ? calls.filter(mayPay) : timely
        guard let nearest = eligible.map(\.hiMicros).min() else {
            // No call counts: each was late for the card before, or unclear.
            return calls.contains { $0.disputed } ? .void : .nothing
        }
        // Whose call is surely more than U later than another has no part in it, neither by lot nor by its dispute.
        let rivals = calls.filter { $0.loMicros < nearest + bounds.uncertaintyMicros }
        if rivals.count > 1 && rivals.contains(where: \.disputed) { return .void }
        guard let first = quickest(eligible) else { return .nothing }
        if timely.isEmpty { return .pays(first.seat) }
        return won(timely, by: first, foul: quickest(calls.filter(\.foul))?.seat)
    }

    /// Whether a call pays where nobody wins: each on a table without a match, unless it was late for the card before;
    /// on a table with one only a plain false start.
    private func mayPay(_ call: GameFold.RaceResult.Call) -> Bool {
        if matched { return call.foul }
        return !(matchedBefore && call.reactionMicros < falseStartMicros)
    }

    private func won(
        _ timely: [GameFold.RaceResult.Call], by first: GameFold.RaceResult.Call, foul: Int?
    ) -> Ruling {
        let contenders = timely.compactMap { call -> Contender? in
            let weight = bounds.uncertaintyMicros - (call.reactionMicros - first.reactionMicros)
            return weight > 0 ? Contender(seat: call.seat, reactionMicros: call.reactionMicros, weight: weight) : nil
        }
        if contenders.count < 2 { return .wins(first.seat, foul: foul) }
        if pools { return .pooled(foul: foul) }
        return .lottery(contenders.sorted { $0.seat < $1.seat }, foul: foul)
    }

    /// Least reaction; of equal ones the first clockwise from the turner's left, the turner last.
    private func quickest(_ calls: [GameFold.RaceResult.Call]) -> GameFold.RaceResult.Call? {
        calls.min { a, b in isAhead(a.seat, a.reactionMicros, of: b.seat, b.reactionMicros) }
    }

    func isAhead(_ a: Int, _ aMicros: Int64, of b: Int, _ bMicros: Int64) -> Bool {
        if aMicros != bMicros { return aMicros < bMicros }
        return place(a) < place(b)
    }

    private func place(_ seat: Int) -> Int { (seat - turner - 1 + 2 * seats) % seats }
}
