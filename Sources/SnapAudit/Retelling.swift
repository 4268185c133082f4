public import SnapCrypto
public import SnapProtocol
public import SnapWire

/// A transcript played again step by step, by the fold and the order that peers and audit use, as far as it holds.
///
/// What is proven wrong ends it: just before the first record at fault where the game itself breaks, else with what a file
/// that is cut off there still shows. Pure; work and memory are bounded by the size of the input.
public struct Retelling: Sendable {
    /// What one step of the order came to.
    public struct Moment: Sendable {
        /// The latest clock that an event carried so far: milliseconds since BEGIN. Its authors' word, up to `Limits.millis`.
        public var clockMillis: UInt64
        public var happenings: [GameFold.Happening]
        /// The seat that was dropped here.
        public var dropped: Int?
    }

    /// Why it ends.
    public enum End: Hashable, Sendable {
        /// The game is whole.
        case whole
        case fault(AuditFault)
        /// What is there is in order, but the file stops at `offset`; `isTorn`: within a record.
        case short(offset: Int, isTorn: Bool, reason: String)
        case malformed(record: Int, offset: Int, reason: String)
    }

    /// By seat; empty where not even that can be told.
    public private(set) var players: [AuditedPlayer] = []
    /// Number of the game, by the format marker.
    public private(set) var game: UInt64?
    public private(set) var table: TableID?
    /// START's wall time; milliseconds since 1970.
    public private(set) var startedWallMillis: UInt64?
    /// The state after the last moment; nil where no game begins.
    public private(set) var fold: GameFold?
    public private(set) var end: End

    private var order: GameLogs?
    private var begin: Digest?
    private var isOver = false
    private var isPastBegin = false
    private var clockMillis: UInt64 = 0
    /// By the hash of the event: what is wrong with it.
    private var faults: [Digest: AuditFault] = [:]

    /// Cuts at one fault after the other; each is before the last, so few are ever needed.
    private static let cutLimit = 8

    /// `checksSignatures` false: what the file says is taken as it stands, which is quick and proves nothing; only its
    /// players' identities are checked. Then `end` tells no fault of the game itself.
    public init(_ bytes: [UInt8], checksSignatures: Bool, verified: VerifiedSet = VerifiedSet()) {
        end = .whole
        let report = checksSignatures ? audit(bytes, verified: verified) : nil
        if let report { end = End(report.verdict, of: bytes) }
        var length = bytes.count
        for _ in 0..<Retelling.cutLimit {
            var auditor = Auditor(Array(bytes[..<length]), verified: verified)
            let begun = auditor.beginning(checksSignatures: checksSignatures)
            let found = auditor.report()
            if report == nil, length == bytes.count { end = End(found.verdict, of: bytes) }
            if let marker = auditor.marker { (game, table) = (marker.game, marker.table) }
            players = found.players
            if let begun {
                take(begun, auditor, report?.faults ?? [])
                return
            }
            guard let cut = auditor.firstFaultOffset, cut < length else { return }
            length = cut
        }
    }

    private mutating func take(_ begun: BegunGame, _ auditor: Auditor, _ found: [AuditFault]) {
        startedWallMillis = begun.proposal.content.wallMillis
        begin = begun.begin.event.hash
        order = auditor.order(of: begun.proposal)
        fold = try? GameFold(
            start: begun.proposal.start.event, accepts: begun.proposal.course.accepts.compactMap(\.self))
        // A fork that is proven behind the game takes nothing from it.
        for fault in found where fault.record >= 1 && fault.record <= auditor.records.count {
            let hash = auditor.records[fault.record - 1].event.hash
            if faults[hash] == nil { faults[hash] = fault }
        }
    }

    /// The next step that something came of, or nil at the end: `end` then says why there is no more.
    public mutating func next() -> Moment? {
        guard !isOver, var fold, var order else { return nil }
        // Each is altered in place, not copied for every event.
        (self.fold, self.order) = (nil, nil)
        defer { (self.fold, self.order) = (fold, order) }
        while !fold.isClosed || order.isDecided, let step = order.take() {
            switch step {
            case .viewEnd(_, let lost):
                let happenings = fold.endView(lost: lost)
                if !happenings.isEmpty || lost != nil {
                    return Moment(clockMillis: clockMillis, happenings: happenings, dropped: lost)
                }
            case .event(let event):
                if let fault = faults[event.hash] {
                    end = .fault(fault)
                    isOver = true
                    return nil
                }
                if event.hash == begin { isPastBegin = true }
                // As in the audit: before BEGIN only who leaves is gone.
                if !isPastBegin {
                    guard case .leave = event.body else { continue }
                }
                clockMillis = max(clockMillis, event.body.clockMillis ?? 0)
                let happenings = fold.apply(event)
                if !happenings.isEmpty {
                    return Moment(clockMillis: clockMillis, happenings: happenings, dropped: nil)
                }
            }
        }
        return nil
    }
}

extension Retelling.End {
    fileprivate init(_ verdict: Verdict, of bytes: [UInt8]) {
        switch verdict {
        case .verified: self = .whole
        case .invalid(let fault): self = .fault(fault)
        case .inconclusive(let offset, let reason):
            self = .short(offset: offset, isTorn: offset < bytes.count, reason: reason)
        case .malformed(let record, let offset, let reason):
            self = .malformed(record: record, offset: offset, reason: reason)
        }
    }
}

extension Auditor {
    /// All that comes before the replay; nil where a fault ends it or the game does not begin in what is there.
    fileprivate mutating func beginning(checksSignatures: Bool) -> BegunGame? {
        guard readRecords() else { return nil }
        if checksSignatures { checkSignatures() }
        guard !isMalformed, faults.isEmpty, checkCertificates(), faults.isEmpty else { return nil }
        checkChain()
        guard faults.isEmpty else { return nil }
        checkProofs()
        // A fork that is proven behind the game takes nothing from it.
        guard faults.allSatisfy(\.isProven) else { return nil }
        let proven = faults.count
        checkLamport()
        guard faults.count == proven else { return nil }
        let survey = surveyProposals()
        guard let begun = checkOrder(survey) else { return nil }
        checkCommitments(survey, begun)
        return faults.count == proven && !isMalformed ? begun : nil
    }

    /// Where the file must be cut to be rid of what is wrong.
    fileprivate var firstFaultOffset: Int? {
        let found = report()
        if case .malformed(let record, _, _) = found.verdict {
            return record == 0 ? nil : records.last.map { $0.offset + $0.event.bytes.count }
        }
        return found.faults.map(\.offset).min()
    }
}
