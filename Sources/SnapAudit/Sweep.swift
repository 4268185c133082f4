internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// What an event proves by itself, by START and the ACCEPTs alone: told of all that the replay did not come to, or not with certainty.
extension Auditor {
    /// Only where something is wrong already; so it never decides a verdict. `settled`: the records that the replay has judged.
    mutating func sweep(_ fold: GameFold, settled: Set<Int>) {
        let told = Set(faults.map(\.record))
        var hashes: UInt64 = 0
        var skipped = 0
        for record in body
        where !settled.contains(record.number) && !told.contains(record.number) && !doubts.isUnsound(record)
            && !doubts.doubtful.contains(record.number)
        {
            guard let seat = fold.seat(of: record.event.author) else { continue }
            // An index costs its author nothing, but a walk down the chain here.
            if let index = record.event.body.cardLinkIndex, index < fold.rules.chainLength {
                guard hashes + index < sweptHashes else {
                    skipped += 1
                    continue
                }
                hashes += index + 1
            }
            if let (check, reason) = fault(in: record.event.body, seat: seat, fold) {
                fail(check, record, proven: true, reason)
            }
        }
        if skipped > 0 {
            note("\(Figures.count(skipped, "link")) behind the first fault in the game: too much work, not looked at")
        }
    }

    private func fault(in body: Body, seat: Int, _ fold: GameFold) -> (Check, String)? {
        switch body {
        case .flip(let flip) where flip.index < fold.rules.chainLength:
            return fold.isCardLink(flip.link, index: flip.index, seat: seat)
                ? nil : (.draws, "a FLIP with a link that does not lead to its author's anchor")
        case .reveal(let reveal) where reveal.index < fold.rules.chainLength:
            return fold.isCardLink(reveal.link, index: reveal.index, seat: seat)
                ? nil : (.draws, "a REVEAL with a link that does not lead to its author's anchor")
        case .tie(let tie) where fold.rules.deadHeat == .pool:
            return (.races, "a TIE of race \(tie.race) in a game whose dead heats go to the pool")
        case .time where fold.rules.timeLimitMillis == 0:
            return (.rules, "a TIME in a game without a limit")
        case .time(let time) where time.clockMillis < fold.rules.timeLimitMillis:
            return (.rules, "a TIME \(time.clockMillis) ms after BEGIN, before the limit by its own clock")
        case .witness(let witness)
        where witness.rttMicros.count != fold.roster.count || witness.links.count != fold.roster.count:
            return (.races, "a WITNESS that does not fit the seats or the evidence of its race")
        default: return nil
        }
    }
}

extension Body {
    /// Of which index of a card chain the event carries the link.
    fileprivate var cardLinkIndex: UInt64? {
        switch self {
        case .flip(let flip): flip.index
        case .reveal(let reveal): reveal.index
        default: nil
        }
    }
}
