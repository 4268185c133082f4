internal import SnapCrypto
internal import SnapPlayers
internal import SnapRules

/// What happens at the table of one seed, apart from what the network and the players do.
struct Scenario {
    /// Seats.
    var players: Int
    var rules = HouseRules()
    /// By seat.
    var levels: [Level] = []
    /// By seat: what its clock shows when virtual time is 0. Microseconds.
    var clockOffsetsMicros: [Int64] = []
    /// By seat: when it comes to the table. Microseconds.
    var arrivalsMicros: [Int64] = []
    /// Before that nothing is proposed. Microseconds.
    var lobbyMicros: Int64 = 0
    /// How long players think before they turn. Slower than this only costs time.
    var turnDelayMillis: ClosedRange<Int>
    /// Whether proposals wait for an answer of each player.
    var asksPeople: Bool
    /// Who proposes the first game; each with its own delay. Microseconds.
    var proposers: [(seat: Int, delayMicros: Int64)] = []
    /// Who leaves, once so many cards are turned.
    var leaver: (seat: Int, turn: Int)?
    /// All pause, once; nil: they do not.
    var pause: PausePlan?
    /// Games to play.
    var games: Int
    /// Of 100 turns, how many a player sleeps through, so that the limit turns for it.
    var sleepPercent = 0

    init(seed: UInt64, players fixed: Int?, turns: Int) {
        var random = Randomness.stream("scenario", seed: seed)
        let drawn = random.uniform(2...4)
        players = fixed ?? drawn
        turnDelayMillis = 50...random.pick([50, 150, 400])
        asksPeople = random.happens(percent: 30)
        games = random.happens(percent: 40) ? 2 : 1
        for _ in 0..<players {
            levels.append(random.pick(Level.allCases))
            clockOffsetsMicros.append(random.uniform(1_000_000...2_600_000_000_000))
            arrivalsMicros.append(random.uniform(0...400_000))
        }
        chooseRules(&random)
        var pausing = Randomness.stream("pause", seed: seed)
        if pausing.happens(percent: 25) {
            pause = PausePlan(
                turn: pausing.uniform(0...max(1, min(turns, 100))), lengthMicros: pausing.uniform(100_000...20_000_000),
                resumer: pausing.uniform(0...3))
        }
        proposers = [(0, 0)]
        if random.happens(percent: 25) { proposers.append((players - 1, random.uniform(0...40_000))) }
        if random.happens(percent: 25) {
            leaver = (random.uniform(0...players - 1), random.uniform(0...max(1, min(turns, 100))))
        }
    }

    private mutating func chooseRules(_ random: inout SeededRandom) {
        rules.turnPauseMillis = random.pick([100, 200, 500])
        rules.falseStartMillis = random.pick([0, 100, 100, 200])
        rules.timeLimitMillis = random.happens(percent: 50) ? UInt64(random.uniform(3_000...40_000)) : 0
        rules.recycle = random.happens(percent: 30) ? .inOrder : .shuffled
        rules.deadHeat = random.happens(percent: 30) ? .pool : .lottery
        rules.chainLength = random.happens(percent: 90) ? 1_024 : 256
        rules.matchBonus = UInt64(random.uniform(0...10))
        rules.turnLimitMillis = 0
        if random.happens(percent: 30) {
            rules.turnLimitMillis = UInt64(random.uniform(1_000...2_000))
            sleepPercent = 5
        }
    }
}
