internal import SnapWire

/// What of a file nothing certain can be built on, so that a fault hides no later one and what merely follows from it is not taken for
/// another.
struct Doubts {
    /// Numbers of the records that are not what their authors signed for this table.
    var unsound: Set<Int> = []
    /// Numbers of the records that stand where they stand, but may be others than those that were played.
    var doubtful: Set<Int> = []
    /// Numbers of the records that their logs show not to be where they belong, or to have followed another.
    var displaced: Set<Int> = []
    /// The first record from which on something may be missing or another than it was; nil: none.
    private(set) var from: Int?
    /// A JOIN is not what was signed: who plays is uncertain.
    var isRosterUncertain = false

    mutating func begin(at number: Int) { from = min(from ?? number, number) }

    func isUnsound(_ record: TranscriptReader.Record) -> Bool { !unsound.isEmpty && unsound.contains(record.number) }

    /// Whether all that stands before a record is what was signed, as far as can be seen.
    func isCertain(before record: TranscriptReader.Record) -> Bool { from.map { record.number <= $0 } ?? true }
}
