internal import SnapCrypto
internal import SnapWire

/// What a transcript has of one log: the JOIN, a stretch, and what stands beyond a hole in it.
struct RosterLog {
    let join: TranscriptReader.Record
    /// Contiguous by seq: what the game can be played again from.
    private(set) var records: [TranscriptReader.Record] = []
    /// What does not join on to `records`, by seq; found by its key only.
    private var beyond: [UInt64: TranscriptReader.Record] = [:]
    /// Other events of a number that is here, by seq: forks.
    private var twins: [UInt64: [TranscriptReader.Record]] = [:]
    /// Seqs whose event another signed word contradicts.
    var contradicted: Set<UInt64> = []
    /// The one of the highest seq.
    private(set) var newest: TranscriptReader.Record?
    /// Something was there after the LEAVE.
    var hasSpokenAfterLeave = false

    init(join: TranscriptReader.Record) { self.join = join }

    var firstSeq: UInt64? { records.first?.event.seq }
    /// The end of the stretch.
    var last: TranscriptReader.Record? { records.last }
    var hasHole: Bool { !beyond.isEmpty }

    /// Whether an event of that number, which is not here, belongs between those that are.
    func isInHole(_ seq: UInt64) -> Bool {
        guard let firstSeq, let newest else { return false }
        return seq > firstSeq && seq < newest.event.seq
    }

    func record(_ seq: UInt64) -> TranscriptReader.Record? {
        if let firstSeq, seq >= firstSeq, seq - firstSeq < UInt64(records.count) { return records[Int(seq - firstSeq)] }
        return beyond[seq] ?? (seq == 1 ? join : nil)
    }

    /// What the file tells of the hash of event `seq`; nil: nothing.
    func hash(_ seq: UInt64) -> Digest? {
        if let record = record(seq) { return record.event.hash }
        if let first = records.first, seq == first.event.seq - 1 { return first.event.previous }
        return nil
    }

    /// Whether `hash` is that of another event of that number.
    func isTwin(_ seq: UInt64, _ hash: Digest) -> Bool { twins[seq]?.contains { $0.event.hash == hash } ?? false }

    /// Puts a record where its seq has it; joined on to the stretch where it goes on from that.
    mutating func insert(_ record: TranscriptReader.Record) {
        let seq = record.event.seq
        if newest.map({ $0.event.seq < seq }) ?? true { newest = record }
        guard let last = records.last else { return records.append(record) }
        guard seq == last.event.seq + 1 else {
            beyond[seq] = record
            return
        }
        records.append(record)
        while let end = records.last, let next = beyond.removeValue(forKey: end.event.seq + 1) { records.append(next) }
    }

    /// Keeps a record for what names it, outside the stretch.
    mutating func setAside(_ record: TranscriptReader.Record) {
        beyond[record.event.seq] = record
        if newest.map({ $0.event.seq < record.event.seq }) ?? true { newest = record }
    }

    /// Another event of a number that is here.
    mutating func addTwin(_ record: TranscriptReader.Record) { twins[record.event.seq, default: []].append(record) }

    /// Takes the twin of that hash for the event of its number.
    mutating func prefer(_ seq: UInt64, _ hash: Digest) -> TranscriptReader.Record? {
        guard let held = record(seq), let twin = twins[seq]?.first(where: { $0.event.hash == hash }) else { return nil }
        replace(twin)
        twins[seq]?.append(held)
        return twin
    }

    /// In the place of the record of that seq.
    mutating func replace(_ record: TranscriptReader.Record) {
        let seq = record.event.seq
        if let firstSeq, seq >= firstSeq, seq - firstSeq < UInt64(records.count) {
            records[Int(seq - firstSeq)] = record
        } else if beyond[seq] != nil {
            beyond[seq] = record
        }
        if newest?.event.seq == seq { newest = record }
    }

    /// Ends the stretch before the event of that number.
    mutating func cut(before seq: UInt64) {
        while let last = records.last, last.event.seq >= seq {
            records.removeLast()
            beyond[last.event.seq] = last
        }
    }

    /// Whether a record is the one that this log has of its number.
    func holds(_ record: TranscriptReader.Record) -> Bool { self.record(record.event.seq)?.number == record.number }
}
