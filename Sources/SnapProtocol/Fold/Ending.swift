internal import SnapCrypto
internal import SnapRules
internal import SnapWire

/// LEAVE, TIME, END, and what follows from an event (Protocol.md, *Departure*, *The end of a game*).
extension GameFold {
    mutating func take(_ leave: Leave, by seat: Int, _ event: Digest, _ happenings: inout [Happening]) -> Fault? {
        present[seat] = false
        if isOver { return nil }
        if var draw = openDraw, draw.links[seat] == nil {
            if let open = leave.open, open.index == draw.index, cardLinks[seat].admit(open.link, at: open.index) {
                draw.links[seat] = open.link
            } else {
                marks[seat].withheldLinks += 1
            }
            // With or without a link: the draw may be complete by this event, and is knowable only with it.
            draw.evidence[seat] = event
            openDraw = draw
        }
        leaveRace(seat, event)
        happenings += (game?.leave(seat: seat) ?? []).map(Happening.rules)
        dropVoidDraw()
        return nil
    }

    /// A view is over; `lost`: the seat that is a member no more. Where the game is over already, everyone's END is asked for again, in the
    /// new view: so the end of a game is always acknowledged by those who are members at its end (Protocol.md, *Membership*).
    public mutating func endView(lost: Int?) -> [Happening] {
        var happenings: [Happening] = []
        if isOver { ended = ended.map { _ in false } }
        if let lost, seats.contains(lost), present[lost] {
            present[lost] = false
            if !isOver {
                // Its turn lay beyond the cut, and who had answered it cannot take the link back: it must never serve.
                if game?.active == lost, openDraw == nil, isNextRevealed { spendIndex() }
                leaveRace(lost, nil)
                happenings += (game?.leave(seat: lost) ?? []).map(Happening.rules)
                dropVoidDraw()
            }
        }
        progress(&happenings)
        if !history.isSealed { history.record(computedDigest) }
        if isOver { history.seal() }
        return happenings
    }

    private mutating func leaveRace(_ seat: Int, _ event: Digest?) {
        guard var race, !race.isSettled else { return }
        race.lastSettling[seat] = event
        if race.stage == .open {
            race.claims.removeAll { $0.seat == seat }
            race.witnesses[seat] = nil
            race.witnessEvents[seat] = nil
            for other in seats {
                race.entries[seat][other] = nil
                race.entries[other][seat] = nil
            }
        } else if race.ties[seat] == nil {
            race.lotteryBroken = true
        }
        self.race = race
    }

    mutating func takeTime(by seat: Int) -> Fault? {
        if rules.timeLimitMillis == 0 { return .badReference }
        if timeUp[seat] { return .duplicate }
        timeUp[seat] = true
        return nil
    }

    mutating func take(_ end: End, by seat: Int) -> Fault? {
        guard isOver else { return .badReference }
        if ended[seat] { return .duplicate }
        ended[seat] = true
        if end.state != digest { marks[seat].stateMismatches += 1 }
        return nil
    }

    /// Does all that has become possible. Each step ends something, so there are few.
    mutating func progress(_ happenings: inout [Happening]) {
        while !isOver {
            guard
                endOnTime(&happenings) || decideRace(&happenings) || drawLottery(&happenings)
                    || resolveDraw(&happenings) || endWithoutLinks(&happenings)
            else { return }
        }
        openDraw = nil
        race?.stage = .settled
    }

    private mutating func endOnTime(_ happenings: inout [Happening]) -> Bool {
        let members = seats.filter { present[$0] }
        guard game != nil, members.filter({ timeUp[$0] }).count > members.count / 2 else { return false }
        happenings += (game?.end(.timeLimit) ?? []).map(Happening.rules)
        return true
    }

    /// A race without calls is not waited for: members leave it by the links of the next turn, and there is none.
    private mutating func endWithoutLinks(_ happenings: inout [Happening]) -> Bool {
        guard game != nil, openDraw == nil, nextIndex >= rules.chainLength,
            race.map({ $0.isSettled || $0.claims.isEmpty }) ?? true
        else { return false }
        happenings += (game?.end(.chainsExhausted) ?? []).map(Happening.rules)
        return true
    }
}
