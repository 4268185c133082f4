public import SnapCrypto
internal import SnapWire

/// Two signed events of one log with one number, in two transcripts: proof that their author equivocated.
public struct Fork: Hashable, Sendable {
    public var author: PublicKey
    /// From the JOIN in the transcript that was given first.
    public var name: String?
    public var seq: UInt64
    /// The hashes, in the order of the transcripts.
    public var hashes: [Digest]
    /// Which of the given transcripts, counted from 0, and the records in them.
    public var transcripts: [Int]
    public var records: [Int]
    public var offsets: [Int]

    /// For people.
    public var words: String {
        let who = name.map { "\($0) (session \(author.short))" } ?? "session \(author.short)"
        return
            "\(who) signed two events of number \(seq): \(hashes[0]) in transcript \(transcripts[0] + 1), record \(records[0]), "
            + "and \(hashes[1]) in transcript \(transcripts[1] + 1), record \(records[1])"
    }
}

/// Compares transcripts of one table, or of several, for forks; at most one a log is told, in the order of the transcripts
/// and their records.
///
/// Only events whose signature holds count, so nobody can be accused by a forged file. What follows a broken record is not
/// looked at.
public func forks(among transcripts: [[UInt8]], verified: VerifiedSet = VerifiedSet()) -> [Fork] {
    struct Name: Hashable {
        var author: PublicKey
        var seq: UInt64
    }
    struct Sighting {
        var hash: Digest
        var transcript: Int
        var record: Int
        var offset: Int
    }
    var seen: [Name: Sighting] = [:]
    var names: [PublicKey: String] = [:]
    var forked: Set<PublicKey> = []
    var forks: [Fork] = []
    for (index, bytes) in transcripts.enumerated() {
        var reader = TranscriptReader(bytes)
        guard (try? reader.marker()) != nil else { continue }
        while let record = nextSigned(&reader) {
            let event = record.event
            let name = Name(author: event.author, seq: event.seq)
            let held = seen[name]
            if held?.hash == event.hash || forked.contains(event.author) { continue }
            guard verified.contains(event.hash) || event.hasValidSignature() else { continue }
            verified.insert(event.hash)
            if case .join(let join) = event.body, names[event.author] == nil { names[event.author] = join.name }
            let here = Sighting(
                hash: event.hash, transcript: index, record: record.number, offset: record.offset)
            guard let held else {
                seen[name] = here
                continue
            }
            forked.insert(event.author)
            forks.append(
                Fork(
                    author: event.author, name: names[event.author], seq: event.seq, hashes: [held.hash, here.hash],
                    transcripts: [held.transcript, here.transcript], records: [held.record, here.record],
                    offsets: [held.offset, here.offset]))
        }
    }
    return forks
}

/// The next event, of the game or of a proof behind it.
private func nextSigned(_ reader: inout TranscriptReader) -> TranscriptReader.Record? {
    guard let record = try? reader.next() else { return try? reader.nextEvent() }
    return record
}
