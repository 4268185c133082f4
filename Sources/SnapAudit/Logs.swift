internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// Check four: each log by itself, and what logs say of each other.
extension Auditor {
    mutating func checkChain() {
        for record in body {
            guard let seat = players.firstIndex(where: { $0.session == record.event.author }) else { continue }
            if doubts.isUnsound(record) {
                place(unsound: record, seat: seat)
            } else {
                append(record, seat: seat)
            }
        }
        body = body.filter { record in
            logs.contains { $0.join.event.author == record.event.author && $0.holds(record) }
        }
        var contradicted: Set<Head> = []
        for record in body where !doubts.isUnsound(record) { checkHeads(of: record, &contradicted) }
        pass(.chain, "\(players.count) logs, each contiguous; all that is named is here")
    }

    /// A record that was altered stands for the one that it was only where it can have been no more than an acknowledgement, at the place
    /// that it claims; else there is a hole.
    private mutating func place(unsound record: TranscriptReader.Record, seat: Int) {
        let event = record.event
        guard event.body == .ack, let last = logs[seat].last, last.number == logs[seat].newest?.number,
            event.seq == last.event.seq + 1, event.lamport > last.event.lamport
        else { return }
        logs[seat].insert(record)
        doubts.doubtful.insert(record.number)
    }

    private mutating func append(_ record: TranscriptReader.Record, seat: Int) {
        let event = record.event
        if let held = logs[seat].record(event.seq) { return meet(record, held, seat: seat) }
        if case .join = event.body {
            fail(.chain, record, proven: true, "a JOIN that is not the first event of its log")
            doubts.begin(at: record.number)
            return logs[seat].setAside(record)
        }
        if let newest = logs[seat].newest {
            // An event of a lower number was signed before it: then it is only out of its place.
            if case .leave = newest.event.body, event.seq > newest.event.seq {
                if !logs[seat].hasSpokenAfterLeave {
                    fail(.chain, record, proven: true, "an event after its author's LEAVE")
                }
                logs[seat].hasSpokenAfterLeave = true
                return
            }
            guard event.seq <= newest.event.seq + 1 else {
                if !isExplained(from: newest.number, to: record.number) {
                    fail(
                        .chain, record, proven: false,
                        "it is number \(event.seq) of its log, and what follows number \(newest.event.seq) is missing")
                }
                doubts.begin(at: newest.number)
                doubts.displaced.insert(record.number)
                return join(record, seat: seat)
            }
            if logs[seat].isInHole(event.seq) {
                doubts.displaced.insert(record.number)
            } else if event.seq < newest.event.seq {
                fail(
                    .chain, record, proven: false,
                    "it is number \(event.seq) of its log and stands after number \(newest.event.seq)")
                return doubts.begin(at: logs[seat].join.number + 1)
            }
        }
        join(record, seat: seat)
    }

    /// Two events of one number.
    private mutating func meet(_ record: TranscriptReader.Record, _ held: TranscriptReader.Record, seat: Int) {
        guard !doubts.isUnsound(held) else { return logs[seat].replace(record) }
        if held.event.hash == record.event.hash {
            return fail(.chain, record, proven: false, "the same event as record \(held.number)")
        }
        fail(
            .chain, record, proven: true,
            "a fork: its author signed two events of number \(record.event.seq), here and in record \(held.number): "
                + "hashes \(held.event.hash) and \(record.event.hash)")
        logs[seat].addTwin(record)
        doubts.doubtful.insert(held.number)
        doubts.doubtful.insert(record.number)
        doubts.begin(at: held.number)
    }

    /// Whether what is missing between two records of a log can be one that was altered.
    private func isExplained(from first: Int, to last: Int) -> Bool {
        !doubts.unsound.isEmpty
            && (first + 1..<max(first + 1, last)).contains { number in
                doubts.unsound.contains(number) && !doubts.doubtful.contains(number)
            }
    }

    /// Puts a record into its log, if it goes on from the one before.
    private mutating func join(_ record: TranscriptReader.Record, seat: Int) {
        let event = record.event
        if let before = logs[seat].record(event.seq - 1) {
            if doubts.isUnsound(before) {
                // Its time is not known, so it must be sure to stand where it stands.
                if before.event.lamport >= event.lamport { logs[seat].cut(before: before.event.seq) }
            } else if event.previous != before.event.hash,
                logs[seat].prefer(before.event.seq, event.previous) == nil
            {
                fail(.chain, record, proven: true, "it does not go on from its author's event before")
                logs[seat].contradicted.insert(before.event.seq)
                doubts.doubtful.insert(before.number)
                doubts.doubtful.insert(record.number)
                doubts.begin(at: before.number)
            }
        }
        logs[seat].insert(record)
    }

    /// The proofs behind the game: each a fork of a player's log, one of each player at most, in the order of their keys. They take nothing from the
    /// game, which the others went on with.
    mutating func checkProofs() {
        var last: PublicKey?
        for proof in proofs where !doubts.isUnsound(proof.first) && !doubts.isUnsound(proof.second) {
            let first = proof.first.event
            let second = proof.second.event
            let isProof = first.author == second.author && first.seq == second.seq && first.hash < second.hash
            guard isProof, last.map({ $0 < first.author }) ?? true, name(of: first.author) != nil else {
                fail(.chain, proof.second, proven: false, "with the event before it, it is no proof against a player")
                continue
            }
            last = first.author
            fail(
                .chain, proof.second, proven: true,
                "a fork: its author signed two events of number \(second.seq), here and in record \(proof.first.number): "
                    + "hashes \(first.hash) and \(second.hash)")
        }
    }

    /// Whether what an event names of others is what the file has. Events before the game cannot be compared. What was found wrong of the named
    /// event already, or named so before, is no news.
    private mutating func checkHeads(of record: TranscriptReader.Record, _ contradicted: inout Set<Head>) {
        for head in record.event.heads {
            guard let seat = logs.firstIndex(where: { $0.join.event.author == head.author }) else { continue }
            let log = logs[seat]
            if let newest = log.newest, head.seq > newest.event.seq {
                dangling.append((record, head))
                continue
            }
            guard let hash = log.hash(head.seq), hash != head.hash else { continue }
            let named = log.record(head.seq)
            if let named, doubts.isUnsound(named) { continue }
            if log.isTwin(head.seq, head.hash) || log.contradicted.contains(head.seq) { continue }
            guard contradicted.insert(head).inserted else { continue }
            fail(
                .chain, record, proven: false,
                "it names event \(head.seq) of \(words(for: head.author)) by another hash than the file has: "
                    + "\(head.hash) and \(hash)")
            doubts.doubtful.insert(record.number)
            doubts.begin(at: min(record.number, named?.number ?? record.number))
            if let named { doubts.doubtful.insert(named.number) }
        }
    }

    /// What is named and not here must be of one who was dropped, after what counts of it, or follow the end of a whole log, by the word of the last
    /// event of another. Of a log that has a hole, or where a record was altered, something is known to be missing.
    mutating func checkDangling(_ survey: ProposalSurvey) {
        let order = survey.order
        let ends = order?.ends()
        var told: Set<PublicKey> = []
        for (record, head) in dangling {
            if let order, let ends, let author = order.seat(of: record.event.author),
                let named = order.seat(of: head.author), record.event.seq == ends[author], head.seq > ends[named]
            {
                continue
            }
            if let order, let seat = order.seat(of: head.author), !order.members[seat] { continue }
            if endsInAChange(record, survey) { continue }
            guard doubts.unsound.isEmpty, logs.first(where: { $0.join.event.author == head.author })?.hasHole == false,
                told.insert(head.author).inserted
            else { continue }
            fail(
                .chain, record, proven: false,
                "it names event \(head.seq) of \(words(for: head.author)), which is not here")
        }
    }

    /// Check five. A log ends, for what comes after, before an event whose time is wrong: no player can have taken it.
    mutating func checkLamport() {
        for seat in logs.indices {
            var last = logs[seat].join.event.lamport
            var cut: UInt64?
            for record in logs[seat].records {
                defer { last = record.event.lamport }
                guard record.event.lamport <= last, !doubts.isUnsound(record) else { continue }
                fail(
                    .lamport, record, proven: true, "its Lamport time is not above that of its author's event before")
                doubts.begin(at: record.number)
                cut = cut ?? record.event.seq
            }
            if let cut { logs[seat].cut(before: cut) }
        }
        // One a named event: the others that name it follow from its time.
        var named: Set<Digest> = []
        for record in body where !doubts.isUnsound(record) {
            for head in record.event.heads {
                let log = logs.first { $0.join.event.author == head.author }
                // Of a fork the file may have another event than the one that is named.
                guard let other = log?.record(head.seq), other.event.hash == head.hash,
                    other.event.lamport >= record.event.lamport, !doubts.isUnsound(other),
                    named.insert(other.event.hash).inserted
                else { continue }
                fail(
                    .lamport, record, proven: true,
                    "its Lamport time is not above that of event \(head.seq) of \(words(for: head.author)), which it names"
                )
                doubts.begin(at: min(record.number, other.number))
                if let seat = players.firstIndex(where: { $0.session == record.event.author }) {
                    logs[seat].cut(before: record.event.seq)
                }
                break
            }
        }
        let highest = logs.compactMap { $0.last?.event.lamport }.max() ?? 0
        pass(.lamport, "rising in every log and above all that is named, up to \(highest)")
    }
}
