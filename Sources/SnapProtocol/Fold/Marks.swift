/// What a member's events say of how it plays, counted in the final state (Protocol.md, *Marks*). Counts alone condemn nobody;
/// at a rate that honest play does not have they raise a `Mark`.
public struct Marks: Hashable, Sendable {
    /// Links whose delay some witness of a race told.
    public var timedLinks: UInt64 = 0
    /// Of those, the ones sent more than `lateLinkMicros` + D after the turn had reached their author.
    public var lateLinks: UInt64 = 0
    /// Claims that a race was decided with.
    public var judgedClaims: UInt64 = 0
    /// Of those, the ones whose measurements disagreed by more than D.
    public var disputedClaims: UInt64 = 0
    /// Of those, the undisputed ones whose author's word is more than D from T.
    public var strayClaims: UInt64 = 0
    /// Sum of hi - lo over them. Microseconds.
    public var residualMicros: UInt64 = 0
    /// Sum over them of how far their authors' words are from T. Microseconds.
    public var ownErrorMicros: UInt64 = 0
    /// Timely claims, not disputed: what the next six are about.
    public var countedCalls: UInt64 = 0
    /// T under `quickMicros`.
    public var quickCalls: UInt64 = 0
    /// Sum of T, of each at most `longestMicros`. Microseconds.
    public var reactionMicros: UInt64 = 0
    /// Sum of the squares of the same. Square microseconds.
    public var reactionSquares: UInt64 = 0
    /// Shares in a dead heat.
    public var deadHeats: UInt64 = 0
    /// Of those, the ones in which another was quicker.
    public var deadHeatsBehind: UInt64 = 0
    /// Void races that it had a claim in.
    public var voidRaces: UInt64 = 0
    /// CLAIMs after their author had closed the race.
    public var claimsAfterClosing: UInt64 = 0
    /// Events in the order that changed nothing. Honest ones are among them: a REVEAL may meet a void turn.
    public var ignoredEvents: UInt64 = 0
    /// FLIPs and ENDs with a state that the author cannot honestly have had.
    public var stateMismatches: UInt64 = 0
    /// LEAVEs without the link that the open draw still needed.
    public var withheldLinks: UInt64 = 0
    /// Which marks are raised, in the order of `Mark.allCases`; none is ever taken back.
    private var raisedBits: UInt64 = 0

    /// 15 ms.
    public static let lateLinkMicros: Int64 = 15_000
    /// 180 ms: people take longer to see a card and press.
    public static let quickMicros: Int64 = 180_000
    /// 10 s: longer reactions count as that, so that the sums of a whole game fit.
    public static let longestMicros: Int64 = 10_000_000

    init() {}

    public func isRaised(_ mark: Mark) -> Bool { raisedBits >> UInt64(mark.rawValue) & 1 == 1 }
    public var raised: [Mark] { Mark.allCases.filter(isRaised) }

    /// Raises those whose rate is too high by now; returns them.
    mutating func raise() -> [Mark] {
        let new = Mark.allCases.filter { !isRaised($0) && rate(of: $0).isTooHigh }
        for mark in new { raisedBits |= 1 << UInt64(mark.rawValue) }
        return new
    }

    /// In the order of Protocol.md.
    var numbers: [UInt64] {
        [
            timedLinks, lateLinks, judgedClaims, disputedClaims, strayClaims, residualMicros, ownErrorMicros,
            countedCalls, quickCalls, reactionMicros, reactionSquares, deadHeats, deadHeatsBehind, voidRaces,
            claimsAfterClosing, ignoredEvents, stateMismatches, withheldLinks, raisedBits,
        ]
    }

    /// Counts a claim that a race was decided with. `bounds`: of the game.
    mutating func count(_ call: GameFold.RaceResult.Call, isVoid: Bool, bounds: RaceBounds) {
        judgedClaims += 1
        if call.disputed { disputedClaims += 1 }
        let error = abs(call.claimedMicros - call.reactionMicros)
        // A disputed one lies between words of which none outweighs the other.
        if error > bounds.disputeMicros && !call.disputed { strayClaims += 1 }
        residualMicros &+= UInt64(clamping: call.hiMicros - call.loMicros)
        ownErrorMicros &+= UInt64(clamping: error)
        if isVoid { voidRaces += 1 }
        guard call.timely, !call.disputed else { return }
        let reaction = UInt64(clamping: min(call.reactionMicros, Marks.longestMicros))
        countedCalls += 1
        if call.reactionMicros < Marks.quickMicros { quickCalls += 1 }
        reactionMicros &+= reaction
        reactionSquares &+= reaction * reaction
        if call.weight > 0 { deadHeats += 1 }
        if call.weight > 0 && call.weight < bounds.uncertaintyMicros { deadHeatsBehind += 1 }
    }
}

/// What is told of a member because it happens too often for honest play: a fact, with its figures, and no verdict. Who does not
/// cheat comes to none (Protocol.md, *Marks*, has the measured rates).
public enum Mark: Int, Hashable, Sendable, CaseIterable {
    /// Its links come late. Between two it may as well be the line, or the word of the other.
    case late
    /// The measurements of its calls disagree. Between two either may be wrong.
    case disputed
    /// Its own word of its calls is not what the others measured.
    case differing
    /// It reacts more quickly than people do.
    case quick
    /// Its calls share a dead heat and come a moment after another's, as if they answered it.
    case together

    /// How many of how many.
    public struct Rate: Hashable, Sendable {
        public var count: UInt64
        public var chances: UInt64
        public init(count: UInt64, chances: UInt64) {
            self.count = count
            self.chances = chances
        }

        /// At least six, and more than two of three.
        public static let least: UInt64 = 6
        public var isTooHigh: Bool { count >= Rate.least && 3 * count > 2 * chances }
    }
}

extension Marks {
    public func rate(of mark: Mark) -> Mark.Rate {
        switch mark {
        case .late: Mark.Rate(count: lateLinks, chances: timedLinks)
        case .disputed: Mark.Rate(count: disputedClaims, chances: judgedClaims)
        case .differing: Mark.Rate(count: strayClaims, chances: judgedClaims)
        case .quick: Mark.Rate(count: quickCalls, chances: countedCalls)
        case .together: Mark.Rate(count: deadHeatsBehind, chances: countedCalls)
        }
    }

    /// Standard deviation of T over the counted calls, rounded down; nil: none. Microseconds.
    public var deviationMicros: UInt64? {
        guard countedCalls > 0 else { return nil }
        let sum = UInt128(reactionMicros)
        return UInt64(
            clamping: (UInt128(countedCalls) * UInt128(reactionSquares) - sum * sum).squareRoot()
                / UInt128(countedCalls))
    }
}

extension UInt128 {
    /// The greatest number whose square is no more.
    fileprivate func squareRoot() -> UInt128 {
        var root: UInt128 = 0
        // From the highest bit down: each is kept that does not make the square too great.
        for bit in (0..<64).reversed() {
            let next = root | 1 << UInt128(bit)
            if next * next <= self { root = next }
        }
        return root
    }
}
