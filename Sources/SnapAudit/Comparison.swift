public import SnapCrypto
public import SnapWire

/// What comparing transcripts came to. Transcripts are counted from 0, as they were given.
public struct Comparison: Sendable {
    /// At most one a log.
    public var forks: [Fork]
    /// In the order of their first transcripts.
    public var games: [ComparedGame]
}

/// Two signed events of one log with one number: proof that their author equivocated.
public struct Fork: Hashable, Sendable {
    public var author: PublicKey
    /// From its JOIN, where that is there.
    public var name: String?
    public var seq: UInt64
    /// The two, in the order of the transcripts: together they are the proof, whatever else is in the files.
    public var events: [Event]
    /// Which of the given transcripts, counted from 0, and the records in them.
    public var transcripts: [Int]
    public var records: [Int]
    public var offsets: [Int]

    public var hashes: [Digest] { events.map(\.hash) }

    /// For people.
    public var words: String {
        let who = name.map { "\($0) (session \(author.short))" } ?? "session \(author.short)"
        return
            "\(who) signed two events of number \(seq): \(hashes[0]) in transcript \(transcripts[0] + 1), record \(records[0]), "
            + "and \(hashes[1]) in transcript \(transcripts[1] + 1), record \(records[1])"
    }
}

/// Several transcripts of one game.
public struct ComparedGame: Sendable {
    public var table: TableID
    public var game: UInt64
    /// Those of it, ascending.
    public var transcripts: [Int]
    /// So many records at the beginning are the same in all.
    public var agreeing: Int
    /// By place in `transcripts`: records of the game.
    public var counts: [Int]
    /// By place: the first record that is not that of the first transcript; nil where there is none.
    public var differing: [TranscriptReader.Record?]
    /// What is missing where, by transcript, then author.
    public var lacks: [Lack]

    /// So many stretches are told of one transcript.
    public static let lackLimit = 64

    /// A stretch of a log that one transcript does not have and another has.
    public struct Lack: Hashable, Sendable {
        public var transcript: Int
        public var author: PublicKey
        public var name: String?
        public var seqs: ClosedRange<UInt64>

        /// "3 events of Ann (session 1a2b3c4d), numbers 66 to 68".
        public var words: String {
            let count = Int(clamping: seqs.upperBound - seqs.lowerBound) + 1
            let who = name.map { "\($0) (session \(author.short))" } ?? "session \(author.short)"
            let numbers = count == 1 ? "number \(seqs.lowerBound)" : "numbers \(seqs.lowerBound) to \(seqs.upperBound)"
            return "\(Figures.count(count, "event")) of \(who), \(numbers)"
        }
    }

    /// Whether all have the same events in the same order.
    public var isSame: Bool { counts.allSatisfy { $0 == agreeing } }
}
