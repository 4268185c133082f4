internal import SnapCrypto
internal import SnapWire

/// The third check: who plays.
extension Auditor {
    /// The JOINs lead. False if fewer than two players are known: then nothing more can be said.
    mutating func checkCertificates() -> Bool {
        var place = 0
        while place < records.count, case .join(let join) = records[place].event.body {
            add(join, records[place])
            place += 1
        }
        let rest = records[place...]
        guard players.count >= 2 else {
            if let first = rest.first {
                if !doubts.isRosterUncertain {
                    fail(.certificates, first, proven: false, "it stands where the JOIN of a player must be")
                }
            } else if !hasFailed(.certificates) {
                lackPlay()
            }
            return false
        }
        // One a stranger: that its other events are a stranger's too is no news.
        var strangers: Set<PublicKey> = []
        for record in rest where !doubts.isUnsound(record) && name(of: record.event.author) == nil {
            guard strangers.insert(record.event.author).inserted, !doubts.isRosterUncertain else { continue }
            fail(.certificates, record, proven: false, "its author has no JOIN in this transcript")
        }
        body = rest.filter { name(of: $0.event.author) != nil }
        if rest.isEmpty {
            lackPlay()
        } else {
            pass(.certificates, "\(players.count) players: \(players.map(\.words).joined(separator: ", "))")
        }
        return true
    }

    private mutating func lackPlay() {
        settleUnlessFailed(.certificates, .incomplete, "\(players.count) players, nothing after the JOINs")
        lack("the file ends at offset \(bytes.count), before the START of the game")
    }

    /// Seats a player, unless it is seated already or the table is full.
    private mutating func add(_ join: Join, _ record: TranscriptReader.Record) {
        let event = record.event
        let isUnsound = doubts.isUnsound(record)
        if isUnsound { doubts.isRosterUncertain = true }
        if players.contains(where: { $0.session == event.author }) {
            if !isUnsound { fail(.certificates, record, proven: false, "a second JOIN of one session") }
            return
        }
        guard players.count < Limits.seats else {
            if !isUnsound { fail(.certificates, record, proven: false, "more than \(Limits.seats) JOINs") }
            return
        }
        guard event.seq == 1 else {
            if !isUnsound {
                fail(.certificates, record, proven: true, "a JOIN that is not the first event of its log")
            }
            doubts.isRosterUncertain = true
            return
        }
        if !isUnsound, !join.isCertified(table: event.table, sessionKey: event.author) {
            fail(
                .certificates, record, proven: true,
                "identity \(join.identity.short) does not vouch for this session under this name at this table")
        }
        if join.version != protocolVersion {
            lack("\(join.name) plays by version \(join.version) of the protocol")
        }
        players.append(
            AuditedPlayer(
                seat: players.count, session: event.author, identity: join.identity, name: join.name))
        logs.append(RosterLog(join: record))
    }
}
