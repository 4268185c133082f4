internal import SnapCrypto
internal import SnapWire

/// What is found in a replay after something was wrong: a fault of its own, or a consequence.
///
/// A signed state tells. It covers the whole table, the race and all counters, so a FLIP or END whose state is the one recomputed here shows that
/// its author had come to the same by the same events; what was found up to there then stands by itself. What no signed state vouches for is not
/// listed.
struct Suspense {
    private(set) var isOn = false
    /// Whether it began with a record that may be another than the one that was played: then nothing after it is proof against anybody.
    private(set) var restsOnDoubt = false
    /// Whether a card was drawn since it began, with links of all.
    private var hasDrawn = false
    /// By seat: the seq that must be taken before its log is past what is in doubt; 0: none.
    private var passing: [UInt64]
    private var waiting: [Waiting] = []
    /// Findings beyond what is kept.
    private var more = 0

    struct Waiting {
        /// nil: what proves nothing.
        var check: Check?
        var record: TranscriptReader.Record
        var isProven: Bool
        var reason: String
    }

    init(seats: Int) { passing = Array(repeating: 0, count: seats) }

    /// After a finding.
    mutating func begin() {
        isOn = true
        hasDrawn = false
    }

    /// Before a record in doubt, number `seq` of its log.
    mutating func begin(doubting seq: UInt64, of seat: Int) {
        begin()
        restsOnDoubt = true
        passing[seat] = max(passing[seat], seq + 1)
    }

    mutating func noteCard() { hasDrawn = true }

    mutating func noteTaken(_ seq: UInt64, of seat: Int) { if seq >= passing[seat] { passing[seat] = 0 } }

    mutating func wait(_ finding: Waiting) {
        if waiting.count < AuditReport.faultLimit { waiting.append(finding) } else { more += 1 }
    }

    /// Whether a signed state that is the recomputed one settles it.
    var canEnd: Bool { isOn && hasDrawn && passing.allSatisfy { $0 == 0 } }

    /// Ends it; gives what was found and how many more.
    mutating func end() -> (found: [Waiting], more: Int) {
        defer { (isOn, waiting, more) = (false, [], 0) }
        return (waiting, more)
    }

    /// How many findings wait.
    var count: Int { waiting.count + more }
}
