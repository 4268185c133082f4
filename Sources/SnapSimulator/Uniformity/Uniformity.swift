public import SnapCrypto
internal import SnapProtocol
internal import SnapRules

/// Whether every card is equally likely wherever it is turned: decks that are drawn as at a table, by the draw of the peers
/// from real chains, and turned by the rules' own state, but without a network (Protocol.md, *Draws*).
public struct Uniformity {
    /// What one seat does with what it may choose.
    public enum Choice: String, Hashable, Sendable, CaseIterable {
        /// Everybody is honest.
        case none
        /// It makes eight chains before the game and commits to the one whose links it likes best.
        case secrets
        /// It looks at its own next link, and leaves the turn and its index where it does not like it.
        case abort
        /// It gives its link last, knows the card by then, and goes without giving it where the card is not the one it wants.
        case withhold
    }

    /// Picks one of so many candidates from the links of a draw; another than the protocol's only to test the test.
    typealias Pick = (Digest, UInt64, [Link?], UInt64) -> UInt64

    private let wanted: Int
    private let seed: UInt64
    private let choice: Choice
    private let pick: Pick
    private var report: Report

    /// `draws`: cards to turn at least, whole decks of 52 being turned.
    public init(draws: Int, choice: Choice = .none, seed: UInt64 = 1) {
        self.init(draws: draws, choice: choice, seed: seed) { Draw.card(game: $0, index: $1, links: $2, of: $3) }
    }

    init(draws: Int, choice: Choice, seed: UInt64, pick: @escaping Pick) {
        wanted = max(1, draws)
        self.choice = choice
        self.seed = seed
        self.pick = pick
        report = Report(choice: choice, seed: seed)
    }

    public mutating func run() throws(CryptoError) -> Report {
        var deck: UInt64 = 0
        while report.draws < wanted {
            try turn(deck: deck)
            deck += 1
        }
        return report
    }

    /// Links of a chain: enough for a deck whose turns are all left once.
    private static let links = 128
    /// The one that a withholder wants.
    private static let wish = 0

    private mutating func turn(deck: UInt64) throws(CryptoError) {
        // Two seats would be one after a LEAVE, and the game over.
        let seats = choice == .withhold ? 3 : 2 + Int(deck % 3)
        let game = Digest.of(Randomness.octets("uniform game \(deck)", seed: seed, part: 0))
        var chains: [Chain] = []
        for seat in 0..<seats {
            let keySeed = Randomness.octets("uniform key \(deck)", seed: seed, part: seat)
            let key = try SigningKey(standInSeed: keySeed).publicKey
            // Seat 0 is the one that chooses.
            let tries = choice == .secrets && seat == 0 ? 8 : 1
            let made = (0..<tries).map { attempt in
                Chain(
                    game: game, key: key, kind: .card,
                    secret: Randomness.octets("uniform chain \(deck) \(attempt)", seed: seed, part: seat),
                    length: Uniformity.links)
            }
            chains.append(made.min { Uniformity.isLiked($0, more: $1) } ?? made[0])
        }
        var table = Game(rules: HouseRules(), seats: seats, starter: Int(deck) % seats)
        var index: UInt64 = 0
        report.decks += 1
        for position in 0..<52 {
            guard let flipper = table.active, table.fixFlip(seat: flipper), let candidates = table.drawCandidates else {
                break
            }
            index += 1
            // Its own link is all that it knows when it turns.
            if choice == .abort, flipper == 0, let link = chains[0].link(at: index), link.bytes[0] < 128 {
                report.aborted += 1
                index += 1
            }
            var links = chains.map { $0.link(at: index) }
            let count = UInt64(candidates.count)
            if choice == .withhold, position == 0 {
                // Whoever turns has given its link first.
                let last = (flipper + 1) % seats
                let staying = Int(candidates[Int(pick(game, index, links, count))].number)
                report.staying.add(staying == Uniformity.wish, probability: 1 / Double(count))
                if staying != Uniformity.wish { links[last] = nil }
                let turned = Int(candidates[Int(pick(game, index, links, count))].number)
                let chance = 1 - (1 - 1 / Double(count)) * (1 - 1 / Double(count))
                report.withholding.add(turned == Uniformity.wish, probability: chance)
                report.draws += 1
                return
            }
            let chosen = Int(pick(game, index, links, count))
            report.counts[position][Int(candidates[chosen].number)] += 1
            report.draws += 1
            _ = table.resolveFlip(choice: chosen)
        }
    }

    /// By the first octets of the first links: low cards, it may hope.
    private static func isLiked(_ a: Chain, more b: Chain) -> Bool {
        for index in UInt64(1)..<8 {
            let (one, other) = (a.link(at: index)?.bytes[0] ?? 0, b.link(at: index)?.bytes[0] ?? 0)
            if one != other { return one < other }
        }
        return false
    }

    /// What was drawn, and how evenly.
    public struct Report: Hashable, Sendable {
        public let choice: Choice
        public let seed: UInt64
        public internal(set) var decks = 0
        public internal(set) var draws = 0
        /// Turns that the choosing seat left.
        public internal(set) var aborted = 0
        /// counts[position][card]: how often that card was the turned one at that place of a deck.
        public internal(set) var counts = Array(repeating: Array(repeating: 0, count: 52), count: 52)
        /// Of a withholder: the card that it wants, all links given, and after its choice.
        public internal(set) var staying = Score(name: "staying")
        public internal(set) var withholding = Score(name: "withholding")

        /// Of 52 positions the farthest from equal chances, either way, and by how many standard deviations.
        public var worst: (position: Int, deviations: Double) {
            let all = counts.enumerated().map { ($0.offset, ChiSquare(counts: $0.element).deviations) }
            return all.max { abs($0.1) < abs($1.1) } ?? (0, 0)
        }

        /// Beyond it a position fails: chance alone gets there in one of three hundred runs of 52 positions.
        public static let deviations = 4.0

        /// Chance alone explains all of it.
        public var holds: Bool {
            if choice == .withhold { return staying.isChance && withholding.isChance }
            return abs(worst.deviations) <= Report.deviations
        }
    }
}
