public import SnapCrypto
internal import SnapWire

/// A proof that is held, and how often it was told.
struct KnownFork: Sendable {
    var proof: ForkProof
    let since: Instant
    var tellAt: Instant
    var tries = 0
}

/// An event that was shown because somebody's log has another version of it.
struct ShownVersion: Sendable {
    let hash: Digest
    var at: Instant
    var pauseMicros: Int64
}

/// What a peer does about members that sign two versions of their log (Protocol.md, *Equivocation*).
extension Peer {
    /// Versions remembered as shown; beyond it the oldest is forgotten.
    static let shownLimit = 16

    /// Tells the log whose events count for whom just now.
    mutating func alignLog() {
        log.roster = play?.order.roster
        log.looksOn = play.map { !$0.isMember } ?? (phase == .watching)
        guard let cut = play?.order.decision?.cut, let order = play?.order else { return }
        for seat in order.roster.indices where order.isForked[seat] { log.need(order.roster[seat], upTo: cut[seat]) }
    }

    /// Heads for an event of one's own.
    func headsToWrite() -> [Head] {
        log.heads(for: me) { [play] key in play?.order.seat(of: key).flatMap { play?.order.settled($0) } }
    }

    /// Whether two signed events of one number by this member are held.
    public func isForker(_ key: PublicKey) -> Bool { log.place(of: key).map { log.members[$0].proof != nil } ?? false }

    /// Keeps and tells what was found out since the last call.
    mutating func noteProofs(at now: Instant) {
        for proof in log.takeNewProofs() {
            for event in proof.events where !log.isHeld(event.hash) { effects.append(.store(event: event.bytes)) }
            if let seat = play?.order.seat(of: proof.author) { play?.order.noteFork(of: seat) }
            gaps.removeAll { $0.author == proof.author && !log.looksOn }
            stir(at: now)
            if let index = forks.firstIndex(where: { $0.proof.author == proof.author }) {
                forks[index].proof = proof
                forks[index].tries = 0
                forks[index].tellAt = min(forks[index].tellAt, now + Timing.tellProofMicros[0])
                continue
            }
            forks.append(KnownFork(proof: proof, since: now, tellAt: now))
            effects.append(.notice(.forked(proof.author, number: proof.seq, stops: cannotGoOn)))
        }
        forks.removeAll { log.place(of: $0.proof.author) == nil }
    }

    /// When a member may be accused by the proof against it.
    func accusableAt(_ key: PublicKey) -> Instant? {
        forks.first { $0.proof.author == key }.map { $0.since + Timing.proofSpreadMicros }
    }

    /// Puts the proofs against players behind the game, which is over for this peer.
    mutating func appendProofs() {
        guard let current = play, current.isHandedOut, !current.hasProofs else { return }
        let against = forks.map(\.proof).filter { current.order.seat(of: $0.author) != nil }
            .sorted { $0.author < $1.author }
        guard !against.isEmpty else { return }
        play?.hasProofs = true
        effects.append(
            .transcript(game: current.order.game, bytes: Transcript.proofSection(against.map(\.events))))
    }

    /// What is left to do when the process ends: the proofs go behind a game that is not over.
    public mutating func closing() -> [Effect] {
        effects = []
        appendProofs()
        return effects
    }

    /// Whether the game waits for somebody whom those that are left are too few to drop.
    var cannotGoOn: Bool {
        guard let current = play, current.isMember, !forkers(current).isEmpty else { return false }
        return current.order.owners.count { !current.order.hasLeft[$0] } <= 2
    }

    /// Sends the proofs that are due: both events, so that whoever holds neither learns it too.
    mutating func tellProofs(at now: Instant) {
        for index in forks.indices {
            if forks[index].tellAt <= now {
                let tries = min(forks[index].tries, Timing.tellProofMicros.count - 1)
                forks[index].tellAt = now + Timing.tellProofMicros[tries]
                forks[index].tries += 1
                send(forks[index].proof.events.map(\.bytes), to: .everyone)
            }
            wakeAt(forks[index].tellAt)
        }
    }

    /// Shows what is held where somebody else's log tells of another version: whoever holds that one then has the proof.
    mutating func show(contested: [Event], at now: Instant) {
        for event in contested {
            if let index = shown.firstIndex(where: { $0.hash == event.hash }) {
                let due = shown[index].at + shown[index].pauseMicros
                guard now >= due else {
                    wakeAt(due)
                    continue
                }
                shown[index].at = now
                shown[index].pauseMicros = min(2 * shown[index].pauseMicros, Timing.showMostMicros)
            } else {
                if shown.count >= Peer.shownLimit { shown.removeFirst() }
                shown.append(ShownVersion(hash: event.hash, at: now, pauseMicros: Timing.showMicros))
            }
            send([event.bytes], to: .everyone)
        }
    }
}
