internal import SnapCrypto
internal import SnapWire

extension Peer {
    /// Something happens: heartbeats go at the quick rate again.
    mutating func stir(at now: Instant) {
        lastActivityAt = now
        heartbeatPauseMicros = Timing.heartbeatMicros
        let soon = now + Timing.heartbeatMicros
        if let due = heartbeatAt, due <= soon { return }
        heartbeatAt = soon
    }

    /// Takes in a heartbeat. False if it was a repetition, or if no rule has anything to do because of it: all that it says is later than what the
    /// next wake counts from.
    mutating func receive(_ heartbeat: Heartbeat, from source: PeerAddress, at now: Instant) -> Bool {
        guard heartbeat.author != me else { return false }
        if lobby.strangers.contains(heartbeat.author) {
            drops.otherVersion += 1
            return false
        }
        if contact(heartbeat.author) == nil {
            makeRoom(at: now)
            // Who has not joined may be anybody, ever anew: not all room is for those.
            guard contacts.count < EventLog.memberLimit, unjoined.count < Peer.unjoinedLimit,
                log.makePlace(for: heartbeat.author) != nil
            else {
                drops.unknownAuthor += 1
                return false
            }
            contacts.append(Contact(key: heartbeat.author))
            stir(at: now)
        }
        guard let index = contacts.firstIndex(where: { $0.key == heartbeat.author }),
            (heartbeat.epoch, heartbeat.probe) > (contacts[index].epoch, contacts[index].lastProbe)
        else { return false }
        let isExpected = isExpected(heartbeat, from: contacts[index], at: now)
        let gapsBefore = gaps.count
        contacts[index].epoch = heartbeat.epoch
        contacts[index].lastProbe = heartbeat.probe
        contacts[index].lastProbeAt = now
        contacts[index].heardAt = now
        contacts[index].state = heartbeat.state
        // A peer that is reached over two interfaces keeps the first path until that falls silent.
        if contacts[index].address == nil || contacts[index].address == source
            || now - (contacts[index].addressHeardAt ?? now) > Timing.silenceMicros
        {
            contacts[index].address = source
            contacts[index].addressHeardAt = now
        }
        contacts[index].holds = heartbeat.entries.map { ($0.author, $0.seq) } + [(heartbeat.author, heartbeat.seq)]
        if let mine = heartbeat.entries.first(where: { $0.author == me }), let echo = mine.echo {
            let sent = Int64(bitPattern: echo &- probeBase)
            let (sum, overflow) = sent.addingReportingOverflow(Int64(clamping: mine.holdMicros))
            let age = now.micros.subtractingReportingOverflow(sum)
            if sent >= 0, !overflow, !age.overflow, sent <= now.micros, age.partialValue >= 0,
                now.micros - sent <= Timing.probeMicros
            {
                contacts[index].path.add(rttMicros: age.partialValue)
                contacts[index].echoedAt = now
            }
        }
        for entry in heartbeat.entries
        where entry.echo != nil && Int64(clamping: entry.holdMicros) <= Timing.silenceMicros {
            // Heard by another a moment ago: as good as heard here.
            let heard = now + -Int64(clamping: entry.holdMicros)
            updateContact(entry.author) { contact in
                if let own = contact.heardAt, own < heard { contact.heardAt = heard }
            }
        }
        noteGaps(named: contacts[index].holds, at: now)
        if heartbeat.ask == me { answer(heartbeat, at: now) }
        return !isExpected || gaps.count > gapsBefore
    }

    /// Whether a heartbeat in a game comes from somebody who is there, as it was, while nobody is awaited.
    private func isExpected(_ heartbeat: Heartbeat, from contact: Contact, at now: Instant) -> Bool {
        (phase == .seated || phase == .watching) && play != nil && contact.isListed && isFresh(contact, at: now)
            && contact.state == heartbeat.state && !contacts.contains(where: \.isAwaited)
    }

    private mutating func noteGaps(named: [(author: PublicKey, seq: UInt64)], at now: Instant) {
        for (author, seq) in named where author != me {
            guard let place = log.place(of: author), seq > log.members[place].count,
                log.members[place].proof == nil || log.looksOn
            else { continue }
            openGap(author, at: now)
        }
    }

    private mutating func openGap(_ author: PublicKey, at now: Instant) {
        guard !gaps.contains(where: { $0.author == author }), gaps.count < EventLog.memberLimit else { return }
        let jitter = Int64(random.below(UInt64(Timing.gapMicros)))
        gaps.append(Gap(author: author, since: now, askAt: now + Timing.gapMicros + jitter))
    }

    /// Asks for what is missing.
    mutating func repair(at now: Instant) {
        for member in log.members where member.key != me {
            guard member.proof == nil || log.looksOn || member.neededUpTo > member.count else { continue }
            if member.named > member.count || !member.waiting.isEmpty { openGap(member.key, at: now) }
        }
        guard !gaps.isEmpty else { return }
        gaps.removeAll { [log, contacts] gap in
            guard let place = log.place(of: gap.author) else { return true }
            let best = contacts.map { $0.holding(of: gap.author) }.max() ?? 0
            return log.members[place].count >= max(log.members[place].named, best)
        }
        if let due = gaps.firstIndex(where: { $0.askAt <= now }) {
            let author = gaps[due].author
            if let target = holder(of: author, attempt: gaps[due].attempts) { beat(asking: target, at: now) }
            for index in gaps.indices where gaps[index].askAt <= now {
                let retry = min(gaps[index].attempts, Timing.gapRetryMicros.count - 1)
                let jitter = Int64(random.below(UInt64(Timing.gapMicros / 2)))
                gaps[index].askAt = now + Timing.gapRetryMicros[retry] + jitter
                gaps[index].attempts += 1
            }
        }
        for gap in gaps { wakeAt(gap.askAt) }
    }

    /// Whom to ask: the author first, then the others that are known to hold more, in turn.
    private func holder(of author: PublicKey, attempt: Int) -> PublicKey? {
        let held = log.place(of: author).map { log.members[$0].count } ?? 0
        var holders = contacts.filter { $0.key != author && $0.holding(of: author) > held && $0.address != nil }
            .map(\.key)
        if contact(author)?.address != nil { holders.insert(author, at: 0) }
        guard !holders.isEmpty else { return nil }
        return holders[attempt % holders.count]
    }

    /// Sends the asker, by unicast and within a budget, what its heartbeat shows it lacks: oldest Lamport time first.
    private mutating func answer(_ heartbeat: Heartbeat, at now: Instant) {
        guard var asker = contact(heartbeat.author), let address = asker.address else { return }
        // A heartbeat is small and its source is anybody's word: what it draws is bounded, for each and in all.
        let budget = min(Timing.answerBytes, asker.answers.available(at: now), answers.available(at: now))
        if let last = asker.answeredAt, now - last < Timing.answerMicros { return }
        var missing: [Event] = []
        for member in log.members where member.key != heartbeat.author {
            let from = asker.holding(of: member.key)
            guard from < member.count else { continue }
            let until = min(member.count, from + 64)
            missing.append(contentsOf: member.events[Int(from)..<Int(until)])
        }
        guard !missing.isEmpty else { return }
        missing.sort { Position($0) < Position($1) }
        var bytes = 0
        let events = missing.prefix { event in
            bytes += event.bytes.count
            return bytes <= budget
        }
        guard !events.isEmpty else { return }
        let sent = events.reduce(0) { $0 + $1.bytes.count }
        asker.answers.spend(sent)
        answers.spend(sent)
        let left = asker.answers
        updateContact(heartbeat.author) { contact in
            contact.answeredAt = now
            contact.answers = left
        }
        send(events.map(\.bytes), to: .one(address))
    }

    /// Sends the routine heartbeat when it is due.
    mutating func beat(at now: Instant) {
        guard let due = heartbeatAt else { return }
        if now >= due {
            beat(asking: nil, at: now)
            let calm = now - (lastActivityAt ?? now)
            if lobbyWantsProbes(at: now) {
                heartbeatPauseMicros = Timing.heartbeatMicros
            } else if calm > 3 * Timing.heartbeatMicros {
                let longest =
                    contacts.contains { $0.isAwaited } ? Timing.awaitingHeartbeatMicros : Timing.idleHeartbeatMicros
                heartbeatPauseMicros = min(heartbeatPauseMicros * 2, longest)
            }
            heartbeatAt = now + heartbeatPauseMicros
        }
        if let next = heartbeatAt { wakeAt(next) }
    }

    /// The lobby probes at the quick rate once two are there, until enough is known.
    private func lobbyWantsProbes(at now: Instant) -> Bool {
        play == nil && phase != .left && contacts.contains { isFresh($0, at: now) && !$0.path.isWellKnown }
    }

    private mutating func beat(asking target: PublicKey?, at now: Instant) {
        var entries: [HeartbeatEntry] = []
        for contact in contacts.sorted(by: { $0.key < $1.key }).prefix(Limits.heads) {
            let hold = contact.lastProbeAt.map { now - $0 } ?? 0
            let echo = contact.lastProbe == 0 || hold > Timing.probeMicros ? nil : contact.lastProbe
            let seq = log.place(of: contact.key).map { log.members[$0].count } ?? 0
            entries.append(
                HeartbeatEntry(
                    author: contact.key, seq: seq, echo: echo, holdMicros: echo == nil ? 0 : UInt64(max(0, hold))))
        }
        let seq = log.place(of: me).map { log.members[$0].count } ?? 0
        let heartbeat = Heartbeat(
            author: me, table: log.table, epoch: epoch, probe: nextProbe(at: now), seq: seq, state: standing,
            ask: target, entries: entries)
        let signed = heartbeat.signed(by: configuration.sessionKey)
        configuration.verified.insert(Peer.mark(ofHeartbeat: signed))
        send(.heartbeat(signed), to: .everyone)
    }

    /// The clock on a base of this session: no two are equal, and none is below one sent before.
    mutating func nextProbe(at now: Instant) -> UInt64 {
        lastProbeSent = max(probeBase &+ UInt64(bitPattern: now.micros), lastProbeSent + 1)
        return lastProbeSent
    }

    func isFresh(_ contact: Contact, at now: Instant) -> Bool {
        guard let echoed = contact.echoedAt else { return false }
        return now - echoed <= Timing.listedMicros
    }

    /// Those who have been heard and have no JOIN here that holds, at a time; oneself not counted.
    static let unjoinedLimit = 4

    private var unjoined: [Int] {
        contacts.indices.filter { index in
            log.place(of: contacts[index].key).map { log.members[$0].join == nil } ?? true
        }
    }

    /// Forgets those who never came to a game and have long been silent, where a newcomer needs their place; for one whose JOIN holds, else one
    /// who has none.
    mutating func makeRoom(at now: Instant, forJoin: Bool = false) {
        guard play == nil, contacts.count >= EventLog.memberLimit - 1 else { return }
        let silent = contacts.firstIndex { contact in
            let lastHeard = contact.heardAt ?? startedAt ?? now
            return !contact.isListed && now - lastHeard > Timing.forgetMicros
        }
        guard let ghost = silent ?? (forJoin ? unjoined.first : nil) else { return }
        forget(contacts[ghost].key)
    }
}
