public import SnapCrypto
internal import SnapRules

/// An attacker who is given everything that is said and kept at a table, except one honest seat's links that are not yet
/// revealed, tries to know the next card (Protocol.md, *Why deferred drawing is a full shuffle*). The games are played by real peers.
public struct Attack {
    /// What it came to.
    public struct Report: Hashable, Sendable {
        public var draws = 0
        public var games = 0
        /// Candidates of a draw, on average.
        public var meanCandidates = 0.0
        /// One a strategy: guesses that were right. Chance gives 1/k.
        public var guesses: [Score] = []
        /// The guess with the honest link in hand: what the experiment shows where there is something to show.
        public var withLink = Score(name: "with-the-link")
        /// A coalition that hears the honest link first, and whose members leave without their own where that turns up a card
        /// of their choice. Chance gives 1 - (1 - 1/k)^c for c ways to leave or stay.
        public var withholding = Score(name: "withholding")
        /// The same card without anybody's leaving.
        public var staying = Score(name: "staying")
        /// Cards that the attacker's own formula did not explain, all links given.
        public var unexplained = 0

        /// No strategy beats counting, and the formula explains every card.
        public var holds: Bool {
            unexplained == 0 && draws > 0 && guesses.allSatisfy(\.isChance) && staying.isChance
                && withholding.isChance && withLink.successes == withLink.trials
        }
    }

    private let seed: UInt64
    private let wanted: Int
    private var attacker: Attacker
    private var report = Report()
    private var candidates = 0

    /// `draws`: cards to predict, at least 1.
    public init(draws: Int, seed: UInt64 = 1) {
        self.seed = seed
        wanted = max(1, draws)
        attacker = Attacker(seed: seed)
        report.guesses = Strategy.allCases.map { Score(name: $0.rawValue) }
    }

    public mutating func run() throws(CryptoError) -> Report {
        var next = seed
        while report.draws < wanted {
            var options = SimulationOptions(seed: next)
            options.turns = min(150, wanted)
            var simulation = try Simulation(options)
            _ = simulation.run()
            for record in simulation.agreement.games {
                guard let game = PlayedGame(transcript: record.transcript) else { continue }
                report.games += 1
                attack(game)
            }
            next &+= 1
        }
        report.meanCandidates = Double(candidates) / Double(report.draws)
        return report
    }

    private mutating func attack(_ game: PlayedGame) {
        for (number, draw) in game.draws.enumerated() where report.draws < wanted && draw.candidates.count > 1 {
            let present = draw.links.indices.filter { draw.links[$0] != nil }
            guard let truth = draw.candidates.firstIndex(of: draw.card), !present.isEmpty else { continue }
            // Each seat in turn is the honest one.
            let honest = present[report.draws % present.count]
            report.draws += 1
            candidates += draw.candidates.count
            if draw.formula.choice(draw.links, of: draw.candidates.count) != truth { report.unexplained += 1 }
            let view = view(of: number, in: game, honest: honest)
            guess(view, truth: truth, link: draw.links[honest])
            chooseMoment(number, in: game, view: view, truth: truth)
            withhold(draw, present: present, honest: honest)
            attacker.learn(truth, of: draw.candidates.count)
        }
    }

    private func view(of number: Int, in game: PlayedGame, honest: Int) -> AttackerView {
        let draw = game.draws[number]
        var links = draw.links
        links[honest] = nil
        return AttackerView(
            formula: draw.formula, candidates: draw.candidates.count, links: links, honest: honest,
            honestKey: game.roster[honest], revealed: game.draws[..<number].compactMap { $0.links[honest] })
    }

    private mutating func guess(_ view: AttackerView, truth: Int, link: Link?) {
        let chance = 1 / Double(view.candidates)
        for (place, strategy) in Strategy.allCases.enumerated() where strategy != .moment {
            report.guesses[place].add(attacker.guess(strategy, view) == truth, probability: chance)
        }
        report.withLink.add(view.choice(with: link) == truth, probability: 1)
    }

    /// The attacker turns now, or spends this index and turns with the next: whichever it thinks it can foretell.
    private mutating func chooseMoment(_ number: Int, in game: PlayedGame, view: AttackerView, truth: Int) {
        guard let place = Strategy.allCases.firstIndex(of: .moment), game.draws.indices.contains(number + 1) else {
            return
        }
        let later = game.draws[number + 1]
        guard let link = later.links[view.honest] else { return }
        var links = later.links
        links[view.honest] = nil
        let next = AttackerView(
            formula: later.formula, candidates: view.candidates, links: links, honest: view.honest,
            honestKey: view.honestKey, revealed: view.revealed)
        let now = attacker.mode(view)
        let then = attacker.mode(next)
        let isRight = now.votes >= then.votes ? now.choice == truth : then.choice == next.choice(with: link)
        report.guesses[place].add(isRight, probability: 1 / Double(view.candidates))
    }

    /// All seats but the honest one and the turner, who has given its link, hear the honest link before they give theirs.
    private mutating func withhold(_ draw: PlayedDraw, present: [Int], honest: Int) {
        let count = draw.candidates.count
        let wish = 0
        let colluders = present.filter { $0 != honest && $0 != draw.flipper }
        var ways = 0
        var succeeds = false
        for subset in 0..<(1 << colluders.count) {
            var links = draw.links
            for (bit, seat) in colluders.enumerated() where subset >> bit & 1 == 1 { links[seat] = nil }
            // With one seat left the game is over, and no card is turned.
            guard links.count(where: { $0 != nil }) >= 2 else { continue }
            ways += 1
            let turnsUp = draw.formula.choice(links, of: count) == wish
            succeeds = succeeds || turnsUp
            if subset == 0 { report.staying.add(turnsUp, probability: 1 / Double(count)) }
        }
        var misses = 1.0
        for _ in 0..<ways { misses *= 1 - 1 / Double(count) }
        report.withholding.add(succeeds, probability: 1 - misses)
    }
}
