public import SnapCrypto
public import SnapProtocol
public import SnapRules
public import SnapWire

/// Something proven wrong, and where.
public struct AuditFault: Hashable, Sendable {
    public var check: Check
    /// 0: the format marker; 1: the first event.
    public var record: Int
    /// Of the record's first octet in the file.
    public var offset: Int
    /// The session key that the record names as its author's.
    public var author: PublicKey?
    /// The name in that session's JOIN, where the file has it.
    public var name: String?
    /// Whether the author's own signed words prove that it broke the protocol. False: the file is not what was played; by
    /// whose doing it does not show.
    public var isProven: Bool
    public var reason: String
}

/// How an audit ends. Protocol.md, *Verdicts*.
public enum Verdict: Hashable, Sendable {
    /// Everything that can be checked holds, and the game is whole.
    case verified
    case invalid(AuditFault)
    /// Nothing is wrong with what is there, but a whole game is not there: it ends, or a record is torn, at `offset`.
    case inconclusive(offset: Int, reason: String)
    /// Not a transcript, or one whose encoding is broken at `offset`, in the record of that number.
    case malformed(record: Int, offset: Int, reason: String)

    /// The first word of the report.
    public var word: String {
        switch self {
        case .verified: "VERIFIED"
        case .invalid: "INVALID"
        case .inconclusive: "INCONCLUSIVE"
        case .malformed: "MALFORMED"
        }
    }

    /// The fault that it is of.
    public var fault: AuditFault? {
        if case .invalid(let fault) = self { fault } else { nil }
    }

    /// What `snap audit` exits with.
    public var exitCode: Int32 {
        switch self {
        case .verified: 0
        case .invalid: 1
        case .inconclusive: 2
        case .malformed: 65
        }
    }
}

/// One seat of the game.
public struct AuditedPlayer: Hashable, Sendable {
    public var seat: Int
    public var session: PublicKey
    public var identity: PublicKey
    public var name: String
    /// From the last state that was reached.
    public var statistics = PlayerStatistics()
}

/// The game as far as it was reached.
public struct AuditedGame: Hashable, Sendable {
    public var game: UInt64
    /// START's wall time, for people; milliseconds since 1970.
    public var startedWallMillis: UInt64
    /// The latest clock that an event carries: milliseconds since BEGIN.
    public var durationMillis: UInt64
    /// Cards turned.
    public var turns: Int
    /// Races with calls that were decided.
    public var races: Int
    public var outcome: Game.Outcome?
    public var rules: HouseRules
    /// U and the other bounds of its races.
    public var bounds: RaceBounds
    /// In the order of the game.
    public var moments: [AuditedMoment]
}

/// What an audit found. The same bytes give the same report, on every machine.
public struct AuditReport: Hashable, Sendable {
    public var verdict: Verdict
    /// One a `Check`, in their order.
    public var checks: [CheckResult]
    /// All that was found wrong, in the order in which it is looked for, the verdict's first; at most `AuditReport.faultLimit`. Of what is
    /// MALFORMED: what stands before the damage.
    public var faults: [AuditFault]
    /// How many more there are.
    public var unlistedFaults = 0
    /// BLAKE2b-256 of the bytes, without the proofs behind the game.
    public var digest: Digest
    /// By the format marker, which what is MALFORMED may lack.
    public var table: TableID?
    /// By the first event; what is MALFORMED may have another than in its marker. Nil where there is none.
    public var eventsTable: TableID?
    public var markedGame: UInt64?
    public var byteCount: Int
    /// Events read.
    public var recordCount: Int
    /// By seat; empty before the JOINs are known to be good.
    public var players: [AuditedPlayer]
    public var game: AuditedGame?
    /// Oddities that prove nothing, in the order of the records.
    public var notes: [String]

    /// So many faults are listed; of others only the number is told.
    public static let faultLimit = 16
    public static let noteLimit = 16

    /// The session keys of those whose own words prove that they broke the protocol, in the order of the records.
    public var culprits: [PublicKey] {
        var keys: [PublicKey] = []
        for fault in faults where fault.isProven {
            if let author = fault.author, !keys.contains(author) { keys.append(author) }
        }
        return keys
    }
}
