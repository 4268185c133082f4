public import SnapCrypto
internal import SnapRules
internal import SnapWire

/// How far the players of a game have agreed to a pause.
struct Pause: Sendable {
    /// This peer's person asks for it.
    var isAsked = false
    /// By seat: whom the people here were told to ask for it.
    var told: [Bool]
    /// By seat: the pause for which it asked has ended, so that it asks no more is no news.
    var isOver: [Bool]
    /// Every player was heard asking: nobody is suspected or blamed.
    var isAgreed = false
    /// All of them know of all: since when nobody turns and no time runs.
    var since: Instant?
    /// How long the pauses of the game that are over have lasted, microseconds.
    var passedMicros: Int64 = 0
    /// What the last heartbeat said.
    var saidState: UInt64 = 0
}

/// A pause to which all players agree (Protocol.md, *Pause*).
extension Peer {
    /// `state` of a heartbeat.
    var standing: UInt64 {
        if phase == .watching { return 2 }
        guard let play, play.isPastBegin, play.mySeat != nil else { return 0 }
        guard play.pause.isAsked else { return 1 }
        return isHeardOfAll(play, atLeast: 3) ? 4 : 3
    }

    /// Whether there are others in the game, and each of them has said at least this of itself.
    private func isHeardOfAll(_ play: Play, atLeast state: UInt64) -> Bool {
        let others = play.fold.roster.enumerated().filter { seat, key in key != me && play.isLiving(seat) }
        return !others.isEmpty && others.allSatisfy { saidState($0.element) >= state }
    }

    private func saidState(_ key: PublicKey) -> UInt64 {
        contacts.firstIndex { $0.key == key }.map { contacts[$0].state } ?? 0
    }

    mutating func askForPause(_ isAsked: Bool) {
        guard let current = play, current.isPastBegin, current.isMember, current.fold.game != nil, !current.fold.isOver
        else { return refuse(.notPlaying) }
        guard current.pause.isAsked != isAsked else { return }
        play?.pause.isAsked = isAsked
        effects.append(.notice(.pause(me, isAsked: isAsked)))
    }

    /// Notes who asks, and whether the pause holds.
    ///
    /// It takes two rounds: who pauses has been told by each other player that all were heard asking. So nobody who rests is blamed for it by one who
    /// knows of no pause, whatever somebody tells one and another.
    mutating func watchPause(at now: Instant) {
        guard let current = play, current.isPastBegin else { return }
        tellAsking(current, at: now)
        let isOn = current.isMember && !current.fold.isOver && current.pause.isAsked
        let isAgreed = isOn && isHeardOfAll(current, atLeast: 3)
        let isPaused = isAgreed && isHeardOfAll(current, atLeast: 4)
        // Silence and debts count from the end of the pause.
        if isAgreed || current.pause.isAgreed {
            play?.calmSince = now
            play?.debts = []
        }
        play?.pause.isAgreed = isAgreed
        if isPaused, current.pause.since == nil {
            play?.pause.since = now
            play?.wantsTurn = false
            effects.append(.notice(.paused))
        } else if !isPaused, let since = current.pause.since {
            play?.pause.since = nil
            play?.pause.isOver = current.pause.told
            play?.pause.isAsked = false
            play?.pause.passedMicros += max(0, now - since)
            if current.turnOpenedAt != nil { play?.turnOpenedAt = now }
            if !current.fold.isOver { effects.append(.notice(.resumed)) }
        }
        let state = standing
        guard state != current.pause.saidState else { return }
        play?.pause.saidState = state
        if max(state, current.pause.saidState) >= 3, heartbeatAt != nil { heartbeatAt = now }
    }

    /// Tells whom the pause depends on, as far as the allowance of each goes: nobody fills the screen with changes of mind.
    private mutating func tellAsking(_ current: Play, at now: Instant) {
        for (seat, key) in current.fold.roster.enumerated() where key != me && current.isLiving(seat) {
            let asks = saidState(key) >= 3
            guard asks != current.pause.told[seat], let index = contacts.firstIndex(where: { $0.key == key }),
                contacts[index].remarks.available(at: now) >= 1
            else { continue }
            play?.pause.told[seat] = asks
            play?.pause.isOver[seat] = false
            guard asks || !current.pause.isOver[seat] else { continue }
            contacts[index].remarks.spend(1)
            effects.append(.notice(.pause(key, isAsked: asks)))
        }
    }

    /// When the time limit would be over if no more pauses came; nil while one is on, and where there is no limit.
    func timeLimitDue(_ play: Play) -> Instant? {
        guard play.pause.since == nil, play.fold.rules.timeLimitMillis > 0 else { return nil }
        return play.beganAt + (Int64(play.fold.rules.timeLimitMillis) * 1_000 + play.pause.passedMicros)
    }

    /// The players who ask for a pause, in the order of seats.
    public var pauseAskers: [PublicKey] {
        guard let play, play.isPastBegin, !play.fold.isOver else { return [] }
        return play.fold.roster.enumerated().filter { seat, key in
            play.isLiving(seat) && (key == me ? play.pause.isAsked : saidState(key) >= 3)
        }.map(\.element)
    }
    /// Whether all have agreed to a pause: nobody turns, and no time runs.
    public var isPaused: Bool { play?.pause.since != nil }
    /// What is left of the time limit, microseconds; nil: the game has none, or there is no game.
    public func timeLeftMicros(at now: Instant) -> Int64? {
        guard let play, play.isPastBegin, play.fold.rules.timeLimitMillis > 0 else { return nil }
        let passed = (play.pause.since ?? now) - play.beganAt - play.pause.passedMicros
        return max(0, Int64(clamping: play.fold.rules.timeLimitMillis) * 1_000 - passed)
    }
}
