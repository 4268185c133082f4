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
        var reason: GameFold.RaceResult.Reason
    }

    /// `claims`: at least one, of distinct seats.
    func rule(_ claims: [Measured]) -> Judgement {
        var calls = claims.map(call)
        let (ruling, reason) = ruling(calls)
        switch ruling {
        case .lottery, .pooled:
            let contenders = contenders(calls.filter(\.timely))
            for index in calls.indices {
                calls[index].weight = contenders.first { $0.seat == calls[index].seat }?.weight ?? 0
            }
        case .void, .nothing, .wins, .pays: break
        }
        return Judgement(calls: calls, ruling: ruling, reason: reason)
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
            seat: claim.seat, claimedMicros: (claim.reactionsMicros.first ?? 0) + beyond, reactionMicros: reaction,
            loMicros: low, hiMicros: high, disputed: disputed,
            foul: early && !matchedBefore && !isUnclear(high: high, disputed: disputed), timely: matched && !early)
    }

    /// Whether a reaction that came out as too early may not have been so: then nobody is made to pay for it, else with two
    /// players one false witness would turn every call of the other into a false start.
    private func isUnclear(high: Int64, disputed: Bool) -> Bool { disputed && high >= falseStartMicros }

    private func ruling(_ calls: [GameFold.RaceResult.Call]) -> (Ruling, GameFold.RaceResult.Reason) {
        let timely = calls.filter(\.timely)
        let eligible = timely.isEmpty ? calls.filter(mayPay) : timely
        guard let nearest = eligible.map(\.hiMicros).min() else {
            // No call counts: each was late for the card before, or unclear.
            let disputed = calls.filter(\.disputed).map(\.seat).sorted()
            return disputed.isEmpty ? (.nothing, .late) : (.void, .disputed(disputed))
        }
        // Whose call is surely U later than another has no part in it, neither by lot nor by its dispute.
        let rivals = calls.filter { $0.loMicros < nearest + bounds.uncertaintyMicros }
        let disputed = rivals.filter(\.disputed).map(\.seat).sorted()
        if rivals.count > 1 && !disputed.isEmpty { return (.void, .disputed(disputed)) }
        guard let first = quickest(eligible) else { return (.nothing, .late) }
        if timely.isEmpty { return (.pays(first.seat), matched ? .falseStart : .noMatch) }
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
    ) -> (Ruling, GameFold.RaceResult.Reason) {
        let contenders = contenders(timely)
        if contenders.count < 2 {
            let next = quickest(timely.filter { $0.seat != first.seat })
            return (
                .wins(first.seat, foul: foul),
                next.map { .quickest(byMicros: $0.reactionMicros - first.reactionMicros) } ?? .alone
            )
        }
        if pools { return (.pooled(foul: foul), .pooled) }
        return (.lottery(contenders, foul: foul), .lot)
    }

    /// Those within U of the quickest of `timely`, ascending by seat.
    private func contenders(_ timely: [GameFold.RaceResult.Call]) -> [Contender] {
        guard let least = timely.map(\.reactionMicros).min() else { return [] }
        return timely.compactMap { call -> Contender? in
            let weight = bounds.uncertaintyMicros - (call.reactionMicros - least)
            return weight > 0 ? Contender(seat: call.seat, reactionMicros: call.reactionMicros, weight: weight) : nil
        }.sorted { $0.seat < $1.seat }
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
