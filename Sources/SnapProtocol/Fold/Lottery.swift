internal import SnapCrypto
internal import SnapRules

/// How reactions that no clock can tell apart are settled (Protocol.md, *Lottery*).
extension GameFold {
    /// Settles a tied race once every present member's TIE is in, or one has left before its TIE.
    mutating func drawLottery(_ happenings: inout [Happening]) -> Bool {
        guard let race, case .tied = race.stage, case .lottery(let contenders, let foul)? = race.judgement?.ruling,
            race.lotteryBroken || seats.allSatisfy({ !present[$0] || race.ties[$0] != nil })
        else { return false }
        var winner: Int?
        if !race.lotteryBroken {
            winner = drawn(contenders, in: race)
        }
        var reason = RaceResult.Reason.lot
        if winner.map({ !present[$0] }) ?? true {
            winner = quickestPresent(contenders, in: race)
            reason = winner == nil ? .gone : .lotLeft
        }
        settle(winner.map { .match(winner: $0, foul: foul) } ?? .nothing, reason: reason, &happenings)
        return true
    }

    /// All contenders of the decision take part, those that left since too: else leaving would draw again.
    private func drawn(_ contenders: [Judge.Contender], in race: Race) -> Int? {
        let total = contenders.reduce(UInt64(0)) { $0 + UInt64(clamping: $1.weight) }
        var ticket = Draw.ticket(game: gameID, race: race.index, links: race.ties, of: total)
        for contender in contenders {
            let weight = UInt64(clamping: contender.weight)
            if ticket < weight { return contender.seat }
            ticket -= weight
        }
        return nil
    }

    private func quickestPresent(_ contenders: [Judge.Contender], in race: Race) -> Int? {
        let judge = judge(race)
        return contenders.filter { present[$0.seat] }
            .min { judge.isAhead($0.seat, $0.reactionMicros, of: $1.seat, $1.reactionMicros) }?.seat
    }
}
