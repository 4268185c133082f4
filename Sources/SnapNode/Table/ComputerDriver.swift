internal import SnapCrypto
internal import SnapPlayers
internal import SnapProtocol
internal import SnapRules

/// Plays one seat as a computer player does: looks at what its peer has applied, and gives commands when their time has come.
struct ComputerDriver {
    private var player: ComputerPlayer
    private var turnAt: Instant?
    private var snapAt: Instant?
    private var plannedRace: UInt64 = 0
    private var plannedDeal = false
    /// The others who asked for a pause when it looked last.
    private var askers: [PublicKey] = []
    private var pausing: Command?

    init(level: Level, seed: UInt64) { player = ComputerPlayer(level: level, seed: seed) }

    /// When `due` has something to say at the latest.
    var wake: Instant? {
        guard let turnAt else { return snapAt }
        return min(turnAt, snapAt ?? turnAt)
    }

    /// Plans for what has been turned since the last look.
    mutating func look(at peer: Peer, now: Instant) {
        followPause(peer)
        guard let fold = peer.fold, let game = fold.game, let seat = peer.mySeat, game.outcome == nil else {
            turnAt = nil
            snapAt = nil
            plannedDeal = false
            plannedRace = 0
            return
        }
        let race = fold.race?.index ?? 0
        if !plannedDeal || race > plannedRace {
            plannedDeal = true
            plannedRace = race
            let plan = player.plan(game, seat: seat)
            snapAt = plan.snapAfterMillis.map { (peer.knowableAt ?? now) + Int64($0) * 1000 }
            turnAt = plan.turnAfterMillis.map { now + Int64($0) * 1000 }
        }
        // The turn can also come by a void turn, a won pile or a departure.
        if !peer.isTurnOpen {
            turnAt = nil
        } else if turnAt == nil {
            turnAt = now + Int64(player.turnDelayMillis()) * 1000
        }
    }

    /// Does as the last of the others who changed their mind about a pause.
    private mutating func followPause(_ peer: Peer) {
        let asking = peer.pauseAskers
        let others = asking.filter { $0 != peer.me }
        if others.contains(where: { !askers.contains($0) }) {
            pausing = .pause
        } else if askers.contains(where: { !others.contains($0) }) {
            pausing = .resume
        }
        askers = others
        if pausing == (asking.contains(peer.me) ? .pause : .resume) { pausing = nil }
    }

    /// Commands whose time has come.
    mutating func due(at now: Instant) -> [Command] {
        var commands: [Command] = []
        if let command = pausing {
            pausing = nil
            commands.append(command)
        }
        if let at = snapAt, at <= now {
            snapAt = nil
            commands.append(.snap)
        }
        if let at = turnAt, at <= now {
            turnAt = nil
            commands.append(.turn)
        }
        return commands
    }
}
