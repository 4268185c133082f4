internal import SnapProtocol

extension Retelling.End {
    /// The verdict's word, as the audit has it.
    public var word: String {
        switch self {
        case .whole: "VERIFIED"
        case .fault: "INVALID"
        case .short: "INCONCLUSIVE"
        case .malformed: "MALFORMED"
        }
    }
}

extension Retelling {
    /// Why it ends, for people: the verdict's word, and what it means for what was told. Names in it are their players' own.
    public var endWords: [String] {
        switch end {
        case .whole: return ["VERIFIED: the game is whole, and all that can be checked holds."]
        case .fault(let fault):
            let author = players.first { $0.session == fault.author }?.words
            let whose =
                fault.isProven ? "Proven against \(author ?? "its author")." : "The file is not what was played."
            return [
                "INVALID: record \(fault.record), byte \(fault.offset): \(fault.reason). \(whose)",
                fold?.isClosed ?? false ? "The game itself is told to its end." : "What would follow is not told.",
            ]
        case .short(_, _, let reason): return ["INCONCLUSIVE: \(reason)."]
        case .malformed(let record, let offset, let reason):
            return ["MALFORMED: record \(record), byte \(offset): \(reason)."]
        }
    }
}
