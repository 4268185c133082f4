internal import SnapCrypto
internal import SnapRules
internal import SnapWire

/// What a member owes: something that it must do by itself, and since when.
struct Debt: Sendable {
    enum Cause: Hashable, Sendable {
        /// Of the event that everything else waits behind.
        case acknowledgement(Digest)
        case link(UInt64)
        case race(UInt64)
        case tie(UInt64)
        case turn(UInt64)
        case end
    }
    var seat: Int
    var cause: Cause
    var since: Instant
    /// How often the beginning of a view has started its clock anew.
    var renewals = 0

    /// Who may start its clock anew without end could owe for ever: each member can end a view.
    static let renewalLimit = 3
}

/// Whom a peer takes for gone (Protocol.md, *Membership*).
extension Peer {
    /// What the fold waits for, and from whom. Everything here is done by a client without its person, the turn included once turnLimit is over.
    private func owed(_ play: Play) -> [(seat: Int, cause: Debt.Cause)] {
        // The fold is asked part by part: to take it or its race out whole is to copy all that they hold.
        let seats = play.fold.present.indices.filter { play.isLiving($0) }
        if play.fold.isOver { return seats.filter { !play.fold.ended[$0] }.map { ($0, .end) } }
        if play.isRaceAwaited, let race = play.fold.race {
            if case .tied = race.stage { return seats.filter { race.ties[$0] == nil }.map { ($0, .tie(race.index)) } }
            return seats.filter { seat in
                !race.closed[seat]
                    || race.claims.contains { $0.seat != seat && race.entries[seat][$0.seat] == nil }
            }.map { ($0, .race(race.index)) }
        }
        if let draw = play.fold.openDraw {
            return seats.filter { draw.links[$0] == nil }.map { ($0, .link(draw.index)) }
        }
        if play.fold.rules.turnLimitMillis > 0, let active = play.fold.game?.active, seats.contains(active) {
            return [(active, .turn(play.fold.nextIndex))]
        }
        return []
    }

    /// Keeps the clock of each debt: it runs while the same thing is owed.
    mutating func watchDebts(at now: Instant) {
        let waiting = play?.order.peek()
        guard let current = play else { return }
        let unacknowledging = waiting.map { event in
            current.order.unacknowledging(event).map { ($0, Debt.Cause.acknowledgement(event.hash)) }
        }
        let debts = (owed(current) + (unacknowledging ?? [])).filter { current.fold.roster[$0.seat] != me }.map {
            seat, cause in
            current.debts.first { $0.seat == seat && $0.cause == cause } ?? Debt(seat: seat, cause: cause, since: now)
        }
        play?.debts = debts
    }

    /// A view has begun: the clocks of debts start anew, but each only so often while the same thing is owed.
    mutating func renewDebts(at now: Instant) {
        guard let current = play else { return }
        let kept: [Debt] = current.debts.compactMap { debt in
            switch debt.cause {
            // The view took what had to be acknowledged.
            case .acknowledgement: return nil
            // END is owed again in each view: that is another debt for whoever had written it.
            case .end where hasEndedView(debt.seat, current.order): return nil
            default: break
            }
            guard debt.renewals < Debt.renewalLimit else { return debt }
            return Debt(seat: debt.seat, cause: debt.cause, since: now, renewals: debt.renewals + 1)
        }
        play?.debts = kept
    }

    /// Whether a seat wrote an END in the view that was the last to end.
    private func hasEndedView(_ seat: Int, _ order: GameLogs) -> Bool {
        guard let cut = order.cuts.last?[seat] else { return false }
        let start = order.cuts.dropLast().last?[seat] ?? order.base[seat]
        return order.logs[seat].contains { event in
            if case .end = event.body { event.seq > start && event.seq <= cut } else { false }
        }
    }

    /// When a debt is overdue: what a client does at once, after 1.5 s; a link may wait out the pause, a turn its limit.
    private func overdueAt(_ debt: Debt, _ play: Play, grace: Int64) -> Instant {
        var allowed = Timing.silenceMicros - grace + play.turnPauseMicros
        if case .turn = debt.cause { allowed += Int64(play.fold.rules.turnLimitMillis) * 1000 }
        return debt.since + allowed
    }

    /// The debts that a member can be blamed for. While somebody does not acknowledge, what the others have done for theirs may lie behind the
    /// event that waits: then nobody else is in debt.
    private func blamable(_ play: Play) -> [Debt] {
        let blocking = play.debts.filter { if case .acknowledgement = $0.cause { true } else { false } }
        return blocking.isEmpty ? play.debts : blocking
    }

    /// Members against whom a proof is held, whatever else they do.
    func forkers(_ play: Play) -> [Int] {
        play.order.owners.filter { seat in
            play.order.isForked[seat] && !play.order.hasLeft[seat] && play.order.roster[seat] != me
        }.sorted()
    }

    private func isAccusable(_ seat: Int, _ play: Play, at now: Instant) -> Bool {
        accusableAt(play.order.roster[seat]).map { now >= $0 } ?? false
    }

    /// The member that is accused: one against whom a proof is held, else one that owes for too long, if any; `grace`: how much earlier to speak of it where another does already.
    func overdue(_ play: Play, at now: Instant, grace: Int64 = 0) -> Int? {
        if let forker = forkers(play).first(where: { isAccusable($0, play, at: now) }) { return forker }
        return blamable(play).filter { now >= overdueAt($0, play, grace: grace) }.map(\.seat).min()
    }

    /// Members that are silent, or whose log cannot be acknowledged.
    func unheard(_ play: Play, at now: Instant) -> [Int] {
        play.order.owners.filter { seat in
            let key = play.order.roster[seat]
            guard key != me, !play.order.hasLeft[seat] else { return false }
            let heard = max(heardAt(key) ?? play.beganAt, play.calmSince)
            if now - heard > Timing.silenceMicros { return true }
            guard let gap = gaps.first(where: { $0.author == key }), isBehind(key) else { return false }
            return now - max(gap.since, play.calmSince) > Timing.silenceMicros
        }
    }

    /// Whether a member by its own word has written more than could be acknowledged. What others say of its log is no ground for suspecting it.
    private func isBehind(_ key: PublicKey) -> Bool {
        guard let place = log.place(of: key) else { return false }
        let held = log.members[place].count
        return !log.members[place].waiting.isEmpty || contact(key).map { $0.holding(of: key) > held } ?? false
    }

    /// The next moment at which somebody could become suspect.
    func suspicionAt(_ play: Play) -> Instant? {
        var earliest: Instant?
        func consider(_ instant: Instant) { earliest = min(earliest ?? instant, instant) }
        for seat in forkers(play) {
            if let instant = accusableAt(play.order.roster[seat]) { consider(instant) }
        }
        for debt in blamable(play) { consider(overdueAt(debt, play, grace: 0)) }
        for seat in play.order.owners where play.order.roster[seat] != me && !play.order.hasLeft[seat] {
            let key = play.order.roster[seat]
            consider(max(heardAt(key) ?? play.beganAt, play.calmSince) + (Timing.silenceMicros + 1))
            if let gap = gaps.first(where: { $0.author == key }), isBehind(key) {
                consider(max(gap.since, play.calmSince) + (Timing.silenceMicros + 1))
            }
        }
        return earliest
    }
}
