internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// What the attacker knows before the honest seat reveals: all of it but that seat's links from this draw on.
struct AttackerView {
    let formula: DrawFormula
    let candidates: Int
    /// By seat; the honest one's is nil.
    var links: [Link?]
    let honest: Int
    let honestKey: PublicKey
    /// Links that the honest seat has revealed, oldest first.
    var revealed: [Link]

    /// What this link of the honest seat would turn up.
    func choice(with link: Link?) -> Int {
        var links = links
        links[honest] = link
        return formula.choice(links, of: candidates)
    }
}

/// A way to guess the next card.
enum Strategy: String, CaseIterable {
    /// One candidate is as good as another.
    case counting
    /// The honest seat's last link once more.
    case stale = "stale-link"
    /// Its last link, hashed on as its chain is.
    case hashed = "hashed-link"
    /// As if it had no link.
    case absent = "absent-link"
    /// What most of many made-up links would give.
    case enumeration
    /// Where in the pool the cards lay most often so far.
    case habit
    /// Of this index and the next, the one whose card seems surer: who turns can wait or spend an index.
    case moment

    static let madeUpLinks = 64
}

/// Guesses draw after draw, and learns.
struct Attacker {
    private var random: SeededRandom
    /// How often cards came from each sixteenth of their pool.
    private var habits = [Int](repeating: 0, count: 16)

    init(seed: UInt64) { random = Randomness.stream("attacker", seed: seed) }

    mutating func guess(_ strategy: Strategy, _ view: AttackerView) -> Int {
        switch strategy {
        case .counting: return 0
        case .stale: return view.choice(with: view.revealed.last)
        case .hashed:
            let next = view.revealed.last.map {
                Chain.step($0, game: view.formula.game, key: view.honestKey, kind: .card, index: view.formula.index)
            }
            return view.choice(with: next)
        case .absent: return view.choice(with: nil)
        case .enumeration, .moment: return mode(view).choice
        case .habit:
            let part = habits.indices.max { habits[$0] < habits[$1] } ?? 0
            return part * view.candidates / habits.count
        }
    }

    /// The candidate that most of some made-up links turn up, and how many of them do.
    mutating func mode(_ view: AttackerView) -> (choice: Int, votes: Int) {
        var votes = [Int](repeating: 0, count: view.candidates)
        for _ in 0..<Strategy.madeUpLinks {
            let link = Link(words: (random.next(), random.next(), random.next(), random.next()))
            votes[view.choice(with: link)] += 1
        }
        let choice = votes.indices.max { votes[$0] < votes[$1] } ?? 0
        return (choice, votes[choice])
    }

    mutating func learn(_ choice: Int, of candidates: Int) {
        habits[min(habits.count - 1, choice * habits.count / max(1, candidates))] += 1
    }
}
