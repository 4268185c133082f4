internal import SnapCrypto
internal import SnapWire

/// The third check: who plays.
extension Auditor {
    /// The JOINs lead. False if they prove a fault.
    mutating func checkCertificates() -> Bool {
        for record in records {
            guard case .join(let join) = record.event.body else { break }
            guard add(join, record) else { return false }
        }
        for record in records[players.count...] {
            if players.count < 2 {
                fail(.certificates, record, proven: false, "it stands where the JOIN of a player must be")
                return false
            }
            if name(of: record.event.author) == nil {
                fail(.certificates, record, proven: false, "its author has no JOIN in this transcript")
                return false
            }
        }
        let count = "\(players.count) players"
        if records.count == players.count {
            settle(.certificates, .incomplete, "\(count), nothing after the JOINs")
            lack("the file ends at offset \(bytes.count), before the START of the game")
        } else {
            pass(.certificates, "\(count): \(players.map(\.words).joined(separator: ", "))")
        }
        return true
    }

    private mutating func add(_ join: Join, _ record: TranscriptReader.Record) -> Bool {
        let event = record.event
        if players.contains(where: { $0.session == event.author }) {
            fail(.certificates, record, proven: false, "a second JOIN of one session")
            return false
        }
        guard players.count < Limits.seats else {
            fail(.certificates, record, proven: false, "more than \(Limits.seats) JOINs")
            return false
        }
        guard event.seq == 1 else {
            fail(.certificates, record, proven: true, "a JOIN that is not the first event of its log")
            return false
        }
        guard join.isCertified(table: event.table, sessionKey: event.author) else {
            fail(
                .certificates, record, proven: true,
                "identity \(join.identity.short) does not vouch for this session under this name at this table")
            return false
        }
        if join.version != protocolVersion {
            lack("\(join.name) plays by version \(join.version) of the protocol")
        }
        players.append(
            AuditedPlayer(
                seat: players.count, session: event.author, identity: join.identity, name: join.name))
        logs.append(RosterLog(join: record))
        return true
    }
}

/// What a transcript has of one log: the JOIN, and a stretch.
struct RosterLog {
    let join: TranscriptReader.Record
    /// Contiguous by seq.
    var records: [TranscriptReader.Record] = []

    var firstSeq: UInt64? { records.first?.event.seq }
    var last: TranscriptReader.Record? { records.last }

    func record(_ seq: UInt64) -> TranscriptReader.Record? {
        guard let firstSeq, seq >= firstSeq, seq - firstSeq < UInt64(records.count) else {
            return seq == 1 ? join : nil
        }
        return records[Int(seq - firstSeq)]
    }

    /// What the file tells of the hash of event `seq`; nil: nothing.
    func hash(_ seq: UInt64) -> Digest? {
        if let record = record(seq) { return record.event.hash }
        if let first = records.first, seq == first.event.seq - 1 { return first.event.previous }
        return nil
    }
}
