internal import SnapPlayers
internal import SnapProtocol
internal import SnapWire

/// The cheaters of one table, and what each of their moves is.
struct Cheating {
    let cheat: Cheat
    /// Ascending.
    let players: [Int]
    /// Whom a selective cheater slows.
    let victim: Int
    private var chance: Chance
    /// Until when what it sends to the victim is slowed, virtual time.
    private var slowUntil: Int64 = 0

    /// How long copies of a link go out.
    private static let repeatMicros: Int64 = 12_000
    /// Wrong calls of a hundred turns of others, and turns left without a link.
    private static let wrongPercent = 20
    private static let withheldPercent = 5
    /// How much longer than others one stays in a race who claims to have been there at once.
    private static let foulDelayMicros: Int64 = 150_000

    /// `order`: all players, as chance has it; the first are the cheaters.
    init(_ cheat: Cheat, order: [Int], seed: UInt64) {
        self.cheat = cheat
        players = order.prefix(cheat.players).sorted()
        victim = order[min(cheat.players, order.count - 1)]
        chance = Chance(seed: seed)
    }

    mutating func restart(seed: UInt64) {
        chance = Chance(seed: seed)
        slowUntil = 0
    }

    func isCheater(_ player: Int) -> Bool { players.contains(player) }

    /// What the peer of a cheater does otherwise. `seats`: the game seats of all cheaters.
    mutating func misconduct(falseStartMicros: UInt64, seats: [Int]) -> Misconduct {
        var misconduct = Misconduct()
        let micros = cheat.micros
        let earlier = UInt64(micros)
        switch cheat.kind {
        case .late, .reRoll: misconduct.linkDelayMicros = micros
        case .backdate, .fixedDelay, .spoil:
            // What it says was earlier it may still press later.
            misconduct.closeDelayMicros = micros
            misconduct.says = { $0.claiming { max($0, falseStartMicros + earlier) - earlier } }
        case .foulClaim:
            misconduct.closeDelayMicros = Cheating.foulDelayMicros
            misconduct.says = { $0.claiming { _ in 1 } }
        case .falseWitness: misconduct.says = { $0.witnessing { _ in micros } }
        case .pair:
            misconduct.says = {
                $0.claiming { max($0, falseStartMicros + earlier) - earlier }
                    .witnessing { seats.contains($0) ? -micros : micros }
            }
        case .falseStart:
            misconduct.callsTooSoon = true
            misconduct.says = { $0.claiming { max($0, falseStartMicros) } }
        case .withholdTie: misconduct.says = { if case .tie = $0 { nil } else { $0 } }
        case .withholdLink:
            // By index, so that the answer stays the same however often it is asked for.
            let salt = chance.next()
            misconduct.says = { body in
                guard case .reveal(let reveal) = body, reveal.index > 0 else { return body }
                var chance = Chance(seed: salt &+ reveal.index)
                return chance.happens(percent: Cheating.withheldPercent) ? nil : body
            }
        case .selective, .echo: break
        }
        return misconduct
    }

    /// By how much the copies of what a cheater sends to a player are slowed. `written`: the events that it wrote in this step.
    mutating func slowedMicros(from: Int, to: Int, written: [Body], at now: Int64) -> Int64 {
        guard isCheater(from) else { return 0 }
        switch cheat.kind {
        case .fixedDelay: return written.contains { if case .claim = $0 { true } else { false } } ? 0 : cheat.micros
        case .selective:
            guard to == victim else { return 0 }
            if written.contains(where: { $0.isLink }) { slowUntil = now + Cheating.repeatMicros }
            return now < slowUntil ? cheat.micros : 0
        default: return 0
        }
    }

    /// Whether the events that just came to a cheater make it call.
    mutating func callsOn(_ heard: [Body], hasOpenMatch: Bool) -> Bool {
        switch cheat.kind {
        case .echo, .pair, .spoil: hasOpenMatch && heard.contains { if case .claim = $0 { true } else { false } }
        case .reRoll:
            !hasOpenMatch && heard.contains { if case .flip = $0 { true } else { false } }
                && chance.happens(percent: Cheating.wrongPercent)
        default: false
        }
    }

    /// When a cheater presses instead of when it would; nil: by other signs than the card.
    func reactionMicros(_ reaction: Int64) -> Int64? {
        switch cheat.kind {
        case .echo: nil
        case .falseStart: cheat.micros
        default: reaction
        }
    }
}

extension Body {
    fileprivate var isLink: Bool {
        switch self {
        case .flip, .reveal: true
        default: false
        }
    }

    /// The same, a CLAIM with another reaction.
    fileprivate func claiming(_ change: (UInt64) -> UInt64) -> Body {
        guard case .claim(var claim) = self else { return self }
        claim.reactionMicros = change(claim.reactionMicros)
        return .claim(claim)
    }

    /// The same, a WITNESS with its sightings of claims moved by so much for each seat.
    fileprivate func witnessing(_ shift: (Int) -> Int64) -> Body {
        guard case .witness(var witness) = self else { return self }
        for index in witness.claims.indices { witness.claims[index].micros += shift(Int(witness.claims[index].seat)) }
        return .witness(witness)
    }
}
