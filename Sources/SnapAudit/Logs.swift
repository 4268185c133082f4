internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// Checks four and five: each log by itself, and what logs say of each other.
extension Auditor {
    mutating func checkChain() -> Bool {
        for record in body {
            guard let seat = players.firstIndex(where: { $0.session == record.event.author }) else { continue }
            guard append(record, seat: seat) else { return false }
        }
        for record in body {
            guard checkHeads(of: record) else { return false }
        }
        pass(.chain, "\(players.count) logs, each contiguous; all that is named is here")
        return true
    }

    /// The proofs behind the game: each a fork of a player's log, one of each player at most, in the order of their keys. They take nothing from the
    /// game, which the others went on with, so the audit does not end with them.
    mutating func checkProofs() -> Bool {
        var last: PublicKey?
        for proof in proofs {
            let first = proof.first.event
            let second = proof.second.event
            let isProof = first.author == second.author && first.seq == second.seq && first.hash < second.hash
            guard isProof, last.map({ $0 < first.author }) ?? true, name(of: first.author) != nil else {
                fail(.chain, proof.second, proven: false, "with the event before it, it is no proof against a player")
                return false
            }
            last = first.author
            fail(
                .chain, proof.second, proven: true,
                "a fork: its author signed two events of number \(second.seq), here and in record \(proof.first.number): "
                    + "hashes \(first.hash) and \(second.hash)")
        }
        return true
    }

    private mutating func append(_ record: TranscriptReader.Record, seat: Int) -> Bool {
        let event = record.event
        let log = logs[seat]
        if let held = log.record(event.seq) {
            if held.event.hash == event.hash {
                fail(.chain, record, proven: false, "the same event as record \(held.number)")
            } else {
                fail(
                    .chain, record, proven: true,
                    "a fork: its author signed two events of number \(event.seq), here and in record \(held.number): "
                        + "hashes \(held.event.hash) and \(event.hash)")
            }
            return false
        }
        if case .join = event.body {
            fail(.chain, record, proven: true, "a JOIN that is not the first event of its log")
            return false
        }
        if let last = log.last?.event {
            if case .leave = last.body {
                fail(.chain, record, proven: true, "an event after its author's LEAVE")
                return false
            }
            guard event.seq == last.seq + 1 else {
                let reason =
                    event.seq > last.seq
                    ? "it is number \(event.seq) of its log, and what follows number \(last.seq) is missing"
                    : "it is number \(event.seq) of its log and stands after number \(last.seq)"
                fail(.chain, record, proven: false, reason)
                return false
            }
        }
        if let previous = event.seq == 2 ? log.join.event.hash : log.last?.event.hash, event.previous != previous {
            fail(.chain, record, proven: true, "it does not go on from its author's event before")
            return false
        }
        logs[seat].records.append(record)
        return true
    }

    /// Whether what an event names of others is what the file has. Events before the game cannot be compared.
    private mutating func checkHeads(of record: TranscriptReader.Record) -> Bool {
        for head in record.event.heads {
            guard let log = logs.first(where: { $0.join.event.author == head.author }) else { continue }
            if let last = log.last, head.seq > last.event.seq {
                dangling.append((record, head))
                continue
            }
            if let hash = log.hash(head.seq), hash != head.hash {
                fail(
                    .chain, record, proven: false,
                    "it names event \(head.seq) of \(words(for: head.author)) by another hash than the file has: "
                        + "\(head.hash) and \(hash)")
                return false
            }
        }
        return true
    }

    /// What is named and not here must be of one who was dropped, after what counts of it, or follow the end of a whole log, by the word of the last
    /// event of another.
    mutating func checkDangling(_ survey: ProposalSurvey) -> Bool {
        let order = survey.order
        let ends = order?.ends()
        for (record, head) in dangling {
            if let order, let ends, let author = order.seat(of: record.event.author),
                let named = order.seat(of: head.author), record.event.seq == ends[author], head.seq > ends[named]
            {
                continue
            }
            if let order, let seat = order.seat(of: head.author), !order.members[seat] { continue }
            if endsInAChange(record, survey) { continue }
            fail(
                .chain, record, proven: false,
                "it names event \(head.seq) of \(words(for: head.author)), which is not here")
            return false
        }
        return true
    }

    mutating func checkLamport() -> Bool {
        for log in logs {
            var last = log.join.event.lamport
            for record in log.records {
                guard record.event.lamport > last else {
                    fail(
                        .lamport, record, proven: true,
                        "its Lamport time is not above that of its author's event before")
                    return false
                }
                last = record.event.lamport
            }
        }
        for record in body {
            for head in record.event.heads {
                let log = logs.first { $0.join.event.author == head.author }
                guard let named = log?.record(head.seq)?.event, named.lamport >= record.event.lamport else { continue }
                fail(
                    .lamport, record, proven: true,
                    "its Lamport time is not above that of event \(head.seq) of \(words(for: head.author)), which it names"
                )
                return false
            }
        }
        let highest = logs.compactMap { $0.last?.event.lamport }.max() ?? 0
        pass(.lamport, "rising in every log and above all that is named, up to \(highest)")
        return true
    }
}
