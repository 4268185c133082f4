public import SnapCrypto
internal import SnapRules
public import SnapWire

/// FLIP, REVEAL and what a draw comes to (Protocol.md, *Turns and draws*).
extension GameFold {
    /// What would be wrong with this FLIP if it were applied now; nil: valid.
    public func fault(ofFlip flip: Flip, by author: PublicKey) -> Fault? {
        guard let seat = seat(of: author), present[seat] else { return .notAMember }
        return fault(of: flip, by: seat)
    }

    private func fault(of flip: Flip, by seat: Int) -> Fault? {
        if isOver { return .gameOver }
        guard let game, openDraw == nil else { return .drawOpen }
        // The last FLIP spent the last link; the game is about to end.
        guard flip.index == nextIndex, flip.index < rules.chainLength else { return .wrongIndex }
        guard game.active == seat else { return .notActive }
        guard cardLinks[seat].holds(flip.link, at: flip.index) else { return .badLink }
        if let race, !race.isSettled, race.closed[seat] { return .closedAlready }
        return nil
    }

    mutating func take(_ flip: Flip, by seat: Int, _ event: Digest, _ happenings: inout [Happening]) -> Fault? {
        if let fault = fault(of: flip, by: seat) {
            // Whoever had not yet applied the closing may have answered this FLIP, so its links must never serve again;
            // whoever answered has not applied an earlier such FLIP, so one a race is enough.
            if fault == .closedAlready, race?.baited == false {
                race?.baited = true
                _ = cardLinks[seat].admit(flip.link, at: flip.index)
                spendIndex()
            }
            return fault
        }
        if !history.contains(flip.state) { marks[seat].stateMismatches += 1 }
        guard game?.fixFlip(seat: seat) == true else { return .notActive }
        _ = cardLinks[seat].admit(flip.link, at: flip.index)
        var draw = OpenDraw(index: flip.index, flipper: seat, seats: seats.count)
        draw.links[seat] = flip.link
        draw.evidence[seat] = event
        openDraw = draw
        spendIndex()
        close(by: seat)
        happenings.append(.flipping(index: flip.index, seat: seat))
        return nil
    }

    mutating func spendIndex() {
        nextIndex += 1
        isNextRevealed = false
    }

    mutating func take(_ reveal: Reveal, by seat: Int, _ event: Digest) -> Fault? {
        // Nobody has cause to reveal what no FLIP has asked for.
        guard reveal.index < nextIndex else {
            if reveal.index == nextIndex, openDraw == nil { isNextRevealed = true }
            return .noSuchDraw
        }
        let fits = openDraw?.index == reveal.index
        if fits && openDraw?.links[seat] != nil { return .duplicate }
        // Its author has left the race before even where the turn has come to nothing meanwhile.
        let closes = race.map { $0.stage == .open && $0.index < reveal.index && !$0.closed[seat] } ?? false
        guard fits || closes else { return .noSuchDraw }
        guard cardLinks[seat].admit(reveal.link, at: reveal.index) else { return .badLink }
        if fits {
            openDraw?.links[seat] = reveal.link
            openDraw?.evidence[seat] = event
        }
        close(by: seat)
        return nil
    }

    /// The seat can no longer claim in the race, if that is undecided.
    mutating func close(by seat: Int) {
        if race?.stage == .open { race?.closed[seat] = true }
    }

    /// Resolves the open draw once the race before it is settled and every present member's link is in.
    mutating func resolveDraw(_ happenings: inout [Happening]) -> Bool {
        guard let draw = openDraw, race?.isSettled ?? true, present.contains(true),
            seats.allSatisfy({ !present[$0] || draw.links[$0] != nil })
        else { return false }
        openDraw = nil
        if let flipper = draw.flipper {
            turnCard(draw, flipper, &happenings)
        } else {
            deal(draw, &happenings)
        }
        return true
    }

    /// Draw 0: who starts, among the seats that are present, unless START named a seat.
    private mutating func deal(_ draw: OpenDraw, _ happenings: inout [Happening]) {
        let candidates = seats.filter { present[$0] }
        let starter: Int
        if let first = start.firstSeat {
            let clockwise = seats.map { (Int(clamping: first) + $0) % seats.count }
            starter = clockwise.first { present[$0] } ?? 0
        } else {
            let choice = Draw.card(
                game: gameID, index: draw.index, links: draw.links, of: UInt64(candidates.count))
            starter = candidates[Int(choice)]
        }
        var dealt = Game(rules: rules, seats: seats.count, starter: starter)
        happenings.append(.rules(.dealt(starter: starter)))
        happenings.append(.rules(.active(seat: starter)))
        for seat in seats where !present[seat] { happenings += dealt.leave(seat: seat).map(Happening.rules) }
        game = dealt
    }

    private mutating func turnCard(_ draw: OpenDraw, _ flipper: Int, _ happenings: inout [Happening]) {
        guard let candidates = game?.drawCandidates, !candidates.isEmpty, let flip = draw.evidence[flipper] else {
            return
        }
        let choice = Int(
            Draw.card(game: gameID, index: draw.index, links: draw.links, of: UInt64(candidates.count)))
        happenings.append(.resolved(index: draw.index, seat: flipper, card: candidates[choice]))
        happenings += (game?.resolveFlip(choice: choice) ?? []).map(Happening.rules)
        let settling = race.map { $0.hadClaims ? $0.lastSettling : [] } ?? []
        race = Race(
            index: draw.index, turner: flipper,
            evidence: Evidence(flip: flip, links: draw.evidence, settling: settling),
            mayClaim: seats.map { present[$0] && (game?.cards(of: $0) ?? 0) > 0 },
            matchedBefore: race?.matched ?? false, matched: game?.matchingSeats != nil)
    }

    /// Forgets the open draw if its turn has come to nothing.
    mutating func dropVoidDraw() {
        if openDraw?.flipper != nil && game?.inFlight == nil { openDraw = nil }
    }
}
