internal import SnapCrypto
internal import SnapPlayers
internal import SnapProtocol
internal import SnapRules

/// Plays one seat: looks at what its peer has applied and gives commands when their time has come. Times are the peer's own.
struct SeatPlayer {
    private var player: ComputerPlayer
    private var random: SeededRandom
    private let turnDelayMillis: ClosedRange<Int>
    private let sleepPercent: Int
    private let asks: Bool
    private var turnAt: Instant?
    private var snapAt: Instant?
    private var answerAt: Instant?
    private var plannedRace: UInt64?
    private var sleeps = false

    /// Cards of 100 that a player presses for without any cause, at any time.
    private static let fumblePercent = 1

    init(_ scenario: Scenario, seat: Int, seed: UInt64) {
        random = Randomness.stream("player", seed: seed, part: seat)
        player = ComputerPlayer(level: scenario.levels[seat], seed: random.next())
        turnDelayMillis = scenario.turnDelayMillis
        sleepPercent = scenario.sleepPercent
        asks = scenario.asksPeople
    }

    /// When `due` has something to say; nil: not before the next `look`.
    var wake: Instant? { [turnAt, snapAt, answerAt].compactMap { $0 }.min() }

    /// Plans for what has changed since the last look. `reacting`: what it makes of its own reaction, microseconds; nil: it does not press.
    mutating func look(at peer: Peer, now: Instant, reacting: (Int64) -> Int64? = { $0 }) {
        if asks, answerAt == nil, peer.isProposalOpen {
            answerAt = now + random.uniform(20_000...300_000)
        }
        guard let fold = peer.fold, let game = fold.game, let seat = peer.mySeat, game.outcome == nil else {
            turnAt = nil
            snapAt = nil
            plannedRace = nil
            return
        }
        let race = fold.race?.index ?? 0
        if plannedRace != race {
            plannedRace = race
            sleeps = random.happens(percent: sleepPercent)
            let plan = player.plan(game, seat: seat)
            snapAt = plan.snapAfterMillis.flatMap { reacting(Int64($0) * 1_000) }
                .map { (peer.knowableAt ?? now) + $0 }
            if snapAt == nil, random.happens(percent: SeatPlayer.fumblePercent) {
                snapAt = now + random.uniform(0...900_000)
            }
        }
        if !peer.isTurnOpen {
            turnAt = nil
        } else if turnAt == nil, !sleeps {
            turnAt = now + Int64(random.uniform(turnDelayMillis)) * 1_000
        }
    }

    /// Commands whose time has come.
    mutating func due(at now: Instant) -> [Command] {
        var commands: [Command] = []
        if let at = answerAt, at <= now {
            answerAt = nil
            commands.append(.accept)
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
