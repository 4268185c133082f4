public import SnapCrypto
public import SnapProtocol
internal import SnapRules
public import SnapWire

/// What a report says of one player.
public struct PlayerShare: Sendable {
    public var identity: PublicKey
    public var name: String
    public var statistics: PlayerStatistics
    /// How many win the game, this player among them; 0: others do.
    public var winners: Int

    /// Nil where nobody fits. The same identity may sit at a table twice: the first seat is told.
    public init?(_ report: AuditReport, of sought: SoughtPlayer) {
        guard let player = report.players.first(where: { sought.fits($0.identity) }) else { return nil }
        identity = player.identity
        name = player.name
        statistics = player.statistics
        let all = report.game?.outcome?.winners ?? []
        winners = all.contains(player.seat) ? all.count : 0
    }
}

/// A player as people name one: by the fingerprint, or by the first digits of the key.
public struct SoughtPlayer: Sendable {
    /// Upper case, without dashes.
    private let symbols: String

    /// Fewer say too little.
    public static let digitsMin = 8

    /// Nil unless `text` is a fingerprint (`XXXX-XXXX`, in any case, the dash may be left out, O is 0, I and L are 1) or 8 to 64
    /// hexadecimal digits.
    public init?(_ text: String) {
        symbols = String(
            text.uppercased().compactMap { symbol -> Character? in
                switch symbol {
                case "-": nil
                case "O": "0"
                case "I", "L": "1"
                default: symbol
                }
            })
        let count = symbols.utf8.count
        guard (SoughtPlayer.digitsMin...64).contains(count) else { return nil }
        let isHex = symbols.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
        let isWord = symbols.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        guard isHex || (isWord && count == SoughtPlayer.digitsMin) else { return nil }
    }

    public func fits(_ identity: PublicKey) -> Bool {
        identity.hex.uppercased().hasPrefix(symbols)
            || IdentityFingerprint(identity).description.filter { $0 != "-" } == symbols
    }
}

/// One player's figures over many games. Each game counts once, whoever's transcripts of it there are.
public struct PlayerHistory: Sendable {
    private struct Game: Hashable {
        var table: TableID
        var number: UInt64
    }

    private var counted: Set<Game> = []
    private var reactions: [Int64] = []
    private var square = (calls: UInt128(0), sum: UInt128(0), squares: UInt128(0))
    /// In the order of the games; more than one: several players fit what was sought.
    public private(set) var identities: [PublicKey] = []
    /// What it calls itself, in the order of the games.
    public private(set) var names: [String] = []
    public private(set) var games = 0
    /// Won alone, and together with others.
    public private(set) var won = 0
    public private(set) var shared = 0
    /// Transcripts of games that were counted already.
    public private(set) var repeated = 0
    /// Transcripts with this player that are not VERIFIED: nothing of them counts.
    public private(set) var unverified = 0
    public private(set) var turns = 0
    public private(set) var calls = 0
    public private(set) var wins = 0
    public private(set) var wrongCalls = 0
    public private(set) var falseStarts = 0
    public private(set) var disputedCalls = 0
    public private(set) var lateLinks: UInt64 = 0
    public private(set) var timedLinks: UInt64 = 0
    public private(set) var quickCalls: UInt64 = 0
    public private(set) var countedCalls: UInt64 = 0
    /// By mark: in how many games it was raised.
    public private(set) var marks: [(mark: Mark, games: Int)] = Mark.allCases.map { ($0, 0) }

    public init() {}

    public mutating func add(_ share: PlayerShare, table: TableID, game: UInt64, isVerified: Bool) {
        if !identities.contains(share.identity) { identities.append(share.identity) }
        guard isVerified else {
            unverified += 1
            return
        }
        guard counted.insert(Game(table: table, number: game)).inserted else {
            repeated += 1
            return
        }
        if !names.contains(share.name) { names.append(share.name) }
        games += 1
        if share.winners == 1 { won += 1 }
        if share.winners > 1 { shared += 1 }
        let numbers = share.statistics
        turns += numbers.turns
        calls += numbers.calls
        wins += numbers.wins
        wrongCalls += numbers.wrongCalls
        falseStarts += numbers.falseStarts
        disputedCalls += numbers.disputedCalls
        reactions += numbers.reactionsMicros
        guard let counters = numbers.marks else { return }
        lateLinks &+= counters.lateLinks
        timedLinks &+= counters.timedLinks
        quickCalls &+= counters.quickCalls
        countedCalls &+= counters.countedCalls
        square.calls += UInt128(counters.countedCalls)
        square.sum += UInt128(counters.reactionMicros)
        square.squares += UInt128(counters.reactionSquares)
        for place in marks.indices where counters.isRaised(marks[place].mark) { marks[place].games += 1 }
    }

    /// Over all games' calls, as in one game (Protocol.md, *Statistics*).
    public var medianReactionMicros: Int64? {
        let sorted = reactions.sorted()
        guard !sorted.isEmpty else { return nil }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) >> 1
    }

    public var bestReactionMicros: Int64? { reactions.min() }

    public var deviationMicros: Int64? {
        guard square.calls > 0 else { return nil }
        let (product, overflow) = square.calls.multipliedReportingOverflow(by: square.squares)
        let (power, overflowToo) = square.sum.multipliedReportingOverflow(by: square.sum)
        guard !overflow, !overflowToo, product >= power else { return nil }
        return Int64(clamping: PlayerHistory.root(product - power) / square.calls)
    }

    /// The square root, rounded down.
    private static func root(_ value: UInt128) -> UInt128 {
        var root: UInt128 = 0
        for bit in (0..<64).reversed() {
            let next = root | 1 << UInt128(bit)
            if next * next <= value { root = next }
        }
        return root
    }

    // MARK: For people

    public func text() -> String {
        guard let identity = identities.first else { return "" }
        let names = names.isEmpty ? "no VERIFIED game" : names.joined(separator: ", ")
        var lines = ["\(IdentityFingerprint(identity)) (\(identity.short)): \(names)"]
        lines.append("  \(Figures.count(games, "game")), \(won) won, \(shared) shared; \(Figures.count(turns, "turn"))")
        lines.append(
            "  \(Figures.count(calls, "call")), \(Figures.count(wins, "race")) won, \(wrongCalls) wrong, "
                + "\(Figures.count(falseStarts, "false start")), \(disputedCalls) disputed")
        if let median = medianReactionMicros, let best = bestReactionMicros {
            var line = "  reaction median \(Figures.millis(median)), best \(Figures.millis(best))"
            if let deviation = deviationMicros { line += ", deviation \(Figures.millis(deviation))" }
            lines.append(line + ", of \(Figures.count(reactions.count, "call"))")
        }
        lines.append(
            "  \(lateLinks) of \(Figures.count(Int(clamping: timedLinks), "link")) late, \(quickCalls) of "
                + "\(Figures.count(Int(clamping: countedCalls), "reaction")) under 180 ms")
        let raised = marks.filter { $0.games > 0 }.map { "\($0.mark) in \($0.games)" }
        lines.append("  marks: \(raised.isEmpty ? "none in any game" : raised.joined(separator: ", "))")
        if repeated > 0 { lines.append("  \(Figures.count(repeated, "transcript")) more of games that are counted") }
        if unverified > 0 {
            lines.append("  \(Figures.count(unverified, "transcript")) not VERIFIED, of which nothing is counted")
        }
        return lines.joined(separator: "\n")
    }
}
