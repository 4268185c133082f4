public import SnapProtocol

/// The marks of the final states of several games, of one sort of players (Protocol.md, *Marks*).
public struct MarkTally: Hashable, Sendable {
    /// Seats of all games: one of each table and game that the player had.
    public internal(set) var seats = 0
    /// Turns of the games, once for each player.
    public internal(set) var turns = 0
    /// In the order of `Mark.allCases`.
    public internal(set) var raised = Array(repeating: 0, count: Mark.allCases.count)
    public internal(set) var rates = Array(repeating: Mark.Rate(count: 0, chances: 0), count: Mark.allCases.count)
    /// Seats with any mark.
    public internal(set) var markedSeats = 0
    public internal(set) var claims = 0
    public internal(set) var disputed = 0
    public internal(set) var residualMicros = 0
    public internal(set) var ownErrorMicros = 0
    public internal(set) var countedCalls = 0
    public internal(set) var deadHeats = 0
    public internal(set) var claimsAfterClosing = 0
    public internal(set) var stateMismatches = 0
    public internal(set) var withheldLinks = 0

    public func raised(_ mark: Mark) -> Int { raised[mark.rawValue] }
    public var lateLinks: UInt64 { rates[Mark.late.rawValue].count }

    mutating func add(_ marks: Marks, turns: UInt64) {
        seats += 1
        self.turns += Int(clamping: turns)
        for mark in Mark.allCases {
            if marks.isRaised(mark) { raised[mark.rawValue] += 1 }
            rates[mark.rawValue].count += marks.rate(of: mark).count
            rates[mark.rawValue].chances += marks.rate(of: mark).chances
        }
        if !marks.raised.isEmpty { markedSeats += 1 }
        claims += Int(clamping: marks.judgedClaims)
        disputed += Int(clamping: marks.disputedClaims)
        residualMicros += Int(clamping: marks.residualMicros)
        ownErrorMicros += Int(clamping: marks.ownErrorMicros)
        countedCalls += Int(clamping: marks.countedCalls)
        deadHeats += Int(clamping: marks.deadHeats)
        claimsAfterClosing += Int(clamping: marks.claimsAfterClosing)
        stateMismatches += Int(clamping: marks.stateMismatches)
        withheldLinks += Int(clamping: marks.withheldLinks)
    }

    mutating func add(_ other: MarkTally) {
        seats += other.seats
        turns += other.turns
        for index in raised.indices {
            raised[index] += other.raised[index]
            rates[index].count += other.rates[index].count
            rates[index].chances += other.rates[index].chances
        }
        markedSeats += other.markedSeats
        claims += other.claims
        disputed += other.disputed
        residualMicros += other.residualMicros
        ownErrorMicros += other.ownErrorMicros
        countedCalls += other.countedCalls
        deadHeats += other.deadHeats
        claimsAfterClosing += other.claimsAfterClosing
        stateMismatches += other.stateMismatches
        withheldLinks += other.withheldLinks
    }

    /// Of each mark how many of the seats had it, and how often its cause came up in its chances; then the figures.
    var text: String {
        let each = Mark.allCases.map { mark in
            let rate = rates[mark.rawValue]
            let share = FairnessTally.percent(Int(clamping: rate.count), of: Int(clamping: rate.chances))
            return "\(mark) \(raised(mark)) (\(share))"
        }
        let parts = [
            "\(markedSeats) of \(seats) seats marked: \(each.joined(separator: ", "))",
            "\(FairnessTally.percent(deadHeats, of: countedCalls)) of \(countedCalls) calls in dead heats",
            "residual \(mean(residualMicros)) us", "own word \(mean(ownErrorMicros)) us off",
            "\(claimsAfterClosing) calls after closing", "\(stateMismatches) states mismatched",
            "\(withheldLinks) links withheld",
        ]
        return parts.joined(separator: "; ")
    }

    private func mean(_ sum: Int) -> Int { claims == 0 ? 0 : sum / claims }

    var json: String {
        let each = Mark.allCases.map { mark in
            let rate = rates[mark.rawValue]
            return "\"\(mark)\":{\"seats\":\(raised(mark)),\"count\":\(rate.count),\"of\":\(rate.chances)}"
        }
        let figures = [
            ("turns", turns), ("claims", claims), ("disputed", disputed), ("residualMicros", residualMicros),
            ("ownErrorMicros", ownErrorMicros), ("countedCalls", countedCalls), ("deadHeats", deadHeats),
            ("claimsAfterClosing", claimsAfterClosing), ("stateMismatches", stateMismatches),
            ("withheldLinks", withheldLinks),
        ].map { "\"\($0)\":\($1)" }
        return "{\"seats\":\(seats),\"marked\":\(markedSeats),\"marks\":{\(each.joined(separator: ","))},"
            + figures.joined(separator: ",") + "}"
    }
}
