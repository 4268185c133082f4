internal import SnapAudit
internal import SnapProtocol
internal import SnapRules

/// How one transcript of the corpus is made: the first that is wanted, seed after seed.
struct Recipe {
    /// Of the file, without its ending.
    var name: String
    var options: SimulationOptions
    /// Whether it is the transcript of a game that stood still and was given up.
    var isGivenUp = false
    var isWanted: (CorpusFacts) -> Bool

    /// Seeds to look at.
    static let seedLimit: UInt64 = 400

    init(
        _ name: String, players: Int, faults: TableFaults = [], seconds: UInt64 = 4, isGivenUp: Bool = false,
        sleepPercent: Int = 0,
        isWanted: @escaping (CorpusFacts) -> Bool
    ) {
        self.name = name
        self.isGivenUp = isGivenUp
        self.isWanted = isWanted
        options = SimulationOptions(seed: 0)
        // The time limit ends the game.
        options.turns = 100_000
        options.players = players
        options.games = 1
        options.sleepPercent = sleepPercent
        options.tableFaults = faults
        options.faults.delayMillis = 1...3
        var rules = HouseRules()
        rules.timeLimitMillis = seconds * 1_000
        rules.turnPauseMillis = 200
        rules.chainLength = 1_024
        options.rules = rules
        // A run that ends by itself ends with the game.
        if isGivenUp { options.minutes = 1 }
    }

    /// The transcript and what it shows; nil: no seed gives one.
    func make(from first: UInt64) -> CorpusFacts? {
        for seed in first..<first + Recipe.seedLimit {
            var options = options
            options.seed = seed
            guard var simulation = try? Simulation(options), simulation.run().violation == nil else { continue }
            for transcript in isGivenUp ? simulation.unfinishedTranscripts : simulation.transcripts {
                let facts = CorpusFacts(transcript)
                if isWanted(facts) { return facts }
            }
        }
        return nil
    }
}

extension Recipe {
    /// Whole games of honest players.
    static var honest: [Recipe] {
        [
            Recipe("honest-2", players: 2) { $0.isVerified && $0.wins > 0 && $0.leaves == 0 },
            Recipe("honest-3", players: 3) { $0.isVerified && $0.wins > 0 && $0.leaves == 0 },
            Recipe("honest-4", players: 4) { $0.isVerified && $0.wins > 0 && $0.leaves == 0 },
            Recipe("honest-lossy", players: 3) { $0.isVerified && $0.races > 0 }.losing(10),
            Recipe("wrong-call", players: 2) { $0.isVerified && $0.wrongCalls > 0 },
        ]
    }

    /// Each house rule where it matters.
    static var rules: [Recipe] {
        [
            Recipe("rule-match-bonus", players: 2) { $0.isVerified && $0.wins > 0 }.ruled { $0.matchBonus = 10 },
            Recipe("rule-mismatch-penalty", players: 2) { $0.isVerified && $0.wrongCalls > 0 }
                .ruled { $0.mismatchPenalty = 10 },
            Recipe("rule-flip-cost", players: 2) { $0.isVerified }.ruled { $0.flipCost = 0 },
            Recipe("rule-turn-pause", players: 2) { $0.isVerified }.ruled { $0.turnPauseMillis = 0 },
            Recipe("rule-turn-limit", players: 2, sleepPercent: 60) { $0.isVerified }
                .ruled { $0.turnLimitMillis = 1_000 },
            Recipe("rule-false-start", players: 2) { $0.isVerified && $0.races > 0 }.ruled {
                $0.falseStartMillis = 250
            },
            Recipe("rule-no-time-limit", players: 2, seconds: 0) { $0.isVerified && $0.events.count < 700 }.ruled {
                $0.turnPauseMillis = 0
            },
            Recipe("rule-recycle-shuffled", players: 2, seconds: 10) { $0.isVerified && $0.turns > 54 }
                .ruled { $0.turnPauseMillis = 0 },
            Recipe("rule-recycle-in-order", players: 2, seconds: 10) { $0.isVerified && $0.turns > 54 }
                .ruled {
                    $0.turnPauseMillis = 0
                    $0.recycle = .inOrder
                },
            Recipe("rule-dead-heat-lottery", players: 3, seconds: 8) { $0.isVerified && $0.ties > 0 },
            Recipe("rule-dead-heat-pool", players: 3, seconds: 8) { facts in
                facts.isVerified && facts.report.players.contains { ($0.statistics.marks?.deadHeats ?? 0) > 0 }
            }.ruled { $0.deadHeat = .pool },
            Recipe("rule-chain-length", players: 2) { $0.isVerified }.ruled { $0.chainLength = 256 },
        ]
    }

    /// Games that lose players or come to nothing.
    static var troubled: [Recipe] {
        [
            Recipe("leave-2", players: 2) { $0.isVerified && $0.leaves == 1 && $0.turns > 2 },
            Recipe("leave-3", players: 3) { $0.isVerified && $0.leaves == 1 },
            Recipe("leave-4", players: 4) { $0.isVerified && $0.leaves == 1 },
            Recipe("drop-3", players: 3, faults: [.crash], seconds: 9) {
                $0.isVerified && $0.losses == 1 && $0.turns > 4
            },
            Recipe("drop-4", players: 4, faults: [.crash], seconds: 9) {
                $0.isVerified && $0.losses == 1 && $0.turns > 4
            },
            Recipe("drop-4-twice", players: 4, faults: [.crash, .partition], seconds: 14) {
                $0.isVerified && $0.losses == 2
            },
            Recipe("drop-by-second-ballot", players: 4, faults: [.crash, .partition], seconds: 14) {
                $0.isVerified && $0.highestBallot > 1
            },
            Recipe("drop-owing", players: 3, faults: [.owe], seconds: 12) { $0.isVerified && $0.losses == 1 },
            Recipe("suspended-2", players: 2, faults: [.partition], seconds: 12, isGivenUp: true) {
                $0.isInconclusive && $0.turns > 2
            },
            Recipe("suspended-4", players: 4, faults: [.partition], seconds: 9, isGivenUp: true) {
                $0.isInconclusive && $0.turns > 2
            },
            Recipe("forked-3", players: 3, faults: [.equivocate], seconds: 8) { $0.hasProofs && $0.losses == 1 },
            Recipe("forked-4", players: 4, faults: [.equivocate], seconds: 8) { $0.hasProofs && $0.losses == 1 },
        ]
    }

    /// By other house rules.
    func ruled(_ adapt: (inout HouseRules) -> Void) -> Recipe {
        var recipe = self
        if var rules = options.rules {
            adapt(&rules)
            recipe.options.rules = rules
        }
        return recipe
    }

    /// Over a network that loses so many copies of 100.
    private func losing(_ percent: Int) -> Recipe {
        var recipe = self
        recipe.options.faults.lossPercent = percent
        return recipe
    }
}
