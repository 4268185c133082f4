/// The command line of `snap-simulator`.
public struct Arguments: Hashable, Sendable {
    public enum Task: Hashable, Sendable {
        case seeds(ClosedRange<UInt64>)
        /// Predict so many cards.
        case attack(draws: Int)
        /// Let a cheating guest do so many made-up things.
        case hostile(ClosedRange<UInt64>)
        /// Measure whose reactions win.
        case fairness(FairnessOptions)
        /// Draw so many cards and count.
        case uniformity(draws: Int, Uniformity.Choice)
        /// Write the transcripts that auditors are held against into this directory, with what must be said of them.
        case corpus(directory: String)
        case help
    }
    public struct Fault: Error, Hashable, Sendable {
        /// One line for people.
        public var what: String
    }

    public var task = Task.seeds(1...20)
    public var options = SimulationOptions(seed: 1)
    /// Runs at a time.
    public var jobs = 2
    public var json = false
    /// Tell everything that happens, on stderr; one run at a time.
    public var trace = false
    /// Directory for the transcripts of all runs; nil: none is kept.
    public var keep: String?

    /// `words` without the program's name.
    public init(_ words: [String]) throws(Fault) {
        var words = words[...]
        if words.first == "corpus" {
            words.removeFirst()
            task = .corpus(directory: try Arguments.value("corpus", &words))
            guard words.isEmpty else { throw Fault(what: "corpus DIR takes nothing more") }
            return
        }
        if words.first == "attack" {
            words.removeFirst()
            task = .attack(draws: 10_000)
        } else if words.first == "hostile" {
            words.removeFirst()
            task = .hostile(1...1_000)
        } else if words.first == "uniformity" {
            words.removeFirst()
            task = .uniformity(draws: 1_000_000, .none)
        } else if words.first == "fairness" {
            words.removeFirst()
            task = try .fairness(fairness(words))
            return
        }
        while let word = words.popFirst() { try take(word, &words) }
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(Fault) {
        switch word {
        case "-h", "--help", "help": task = .help
        case "--json": json = true
        case "--trace": trace = true
        case "--keep": keep = try Arguments.value(word, &rest)
        case "--draws":
            switch task {
            case .attack: task = try .attack(draws: Int(Arguments.number(word, &rest, of: 1...1_000_000)))
            case .uniformity(_, let choice):
                task = try .uniformity(draws: Int(Arguments.number(word, &rest, of: 1...1_000_000_000)), choice)
            case .seeds, .hostile, .fairness, .corpus, .help:
                throw Fault(what: "--draws goes with attack and uniformity")
            }
        case "--choice":
            guard case .uniformity(let draws, _) = task else { throw Fault(what: "--choice goes with uniformity") }
            task = try .uniformity(draws: draws, Arguments.choice(word, &rest))
        case "--seeds":
            let range = try Arguments.range(word, &rest, of: 0...UInt64.max)
            // An attack takes as many seeds as it needs, from the first.
            options.seed = range.lowerBound
            switch task {
            case .seeds: task = .seeds(range)
            case .hostile: task = .hostile(range)
            case .attack, .fairness, .uniformity, .corpus, .help: break
            }
        case "--turns": options.turns = try Int(Arguments.number(word, &rest, of: 1...100_000))
        case "--players": options.players = try Int(Arguments.number(word, &rest, of: 2...4))
        case "--jobs": jobs = try Int(Arguments.number(word, &rest, of: 1...64))
        case "--loss": options.faults.lossPercent = try Int(Arguments.number(word, &rest, of: 0...100))
        case "--duplicate": options.faults.duplicatePercent = try Int(Arguments.number(word, &rest, of: 0...100))
        case "--reorder": options.faults.reorderPercent = try Int(Arguments.number(word, &rest, of: 0...100))
        case "--minutes": options.minutes = try Int(Arguments.number(word, &rest, of: 1...10_000))
        case "--faults":
            let text = try Arguments.value(word, &rest)
            guard let faults = TableFaults(text) else {
                throw Fault(what: "--faults \(text): all, none, or of \(TableFaults.everyName)")
            }
            options.tableFaults = faults
        case "--delay":
            let longest = UInt64(NetworkFaults.longestDelayMillis)
            let range = try Arguments.range(word, &rest, of: 0...longest)
            options.faults.delayMillis = Int(range.lowerBound)...Int(range.upperBound)
        default: throw Fault(what: "unknown option \(word); see --help")
        }
    }

    static func value(_ option: String, _ rest: inout ArraySlice<String>) throws(Fault) -> String {
        guard let value = rest.popFirst() else { throw Fault(what: "\(option) needs a value") }
        return value
    }

    static func number(
        _ option: String, _ rest: inout ArraySlice<String>, of range: ClosedRange<UInt64>
    ) throws(Fault) -> UInt64 {
        let text = try value(option, &rest)
        guard let number = UInt64(text), range.contains(number) else {
            throw Fault(what: "\(option) \(text): a whole number of \(range.lowerBound)...\(range.upperBound), please")
        }
        return number
    }

    /// `A..B`, or `A` for `A..A`.
    private static func range(
        _ option: String, _ rest: inout ArraySlice<String>, of bounds: ClosedRange<UInt64>
    ) throws(Fault) -> ClosedRange<UInt64> {
        let text = try value(option, &rest)
        let fault = Fault(what: "\(option) \(text): A..B within \(bounds.lowerBound)...\(bounds.upperBound), please")
        let parts = text.split(separator: "..", omittingEmptySubsequences: false)
        guard let first = parts.first.flatMap({ UInt64($0) }), let last = parts.last.flatMap({ UInt64($0) }),
            parts.count <= 2, first <= last, bounds.contains(first), bounds.contains(last)
        else { throw fault }
        return first...last
    }

    public static let help = """
        snap-simulator --seeds 1..300 --turns 150 --loss 10 --duplicate 5 --reorder 20 --delay 0..40
        snap-simulator attack --draws 10000
        snap-simulator hostile --seeds 1..1000
        snap-simulator fairness --players 4 --profile mixed --races 5000
        snap-simulator uniformity --draws 1000000
        snap-simulator corpus DIR

        Lets 2 to 4 real peers play in virtual time over a network with faults and checks after every step that they agree,
        that each card exists once, that each race is judged once, that play goes on, and in the end that every transcript
        audits. One seed is one run; the same seed gives the same run, octet by octet.

          --seeds A..B       runs to make (default 1..20)
          --turns N          cards to turn in each (default 150)
          --players 2|3|4    seats (default: by the seed)
          --loss P           copies of 100 that are lost (default 0)
          --duplicate P      copies of 100 that arrive twice (default 0)
          --reorder P        copies of 100 that are held back and overtaken (default 0)
          --delay MS..MS     one way, uniform (default 0..5)
          --faults LIST      all, none, or some of crash,partition,stall,clock,wall,equivocate,selective,leave,owe,
                             shatter,ambush; hiccup: stalls of 200 ms at the most, over which nobody may be dropped
                             (default none)
          --minutes N        game after game for so long, virtual time, instead of --turns
          --jobs N           runs at a time (default 2)
          --json             one object a run, and one in the end
          --trace            tell every event, notice and command, on stderr
          --keep DIR         write every transcript to DIR/SEED-GAME-SEAT.snap, for other auditors

        attack: an attacker who knows everything but one honest seat's unrevealed links tries to foretell so many cards
        (default 10000), in games that real peers play; --seeds A starts with another seed.

        uniformity: turns decks as at a table, each card drawn from real chains, but without a network, and counts how often each
        card lies where; --draws N cards (default 1000000), --seeds A for others,
        --choice \(Uniformity.Choice.allCases.map(\.rawValue).joined(separator: "|")): what one seat does with what it may choose.

        hostile: a guest with a seat and all its keys says made-up things to two honest peers, which must not trap, outgrow a
        bound, lose a card or disagree; --seeds A..B are the courses to play.

        fairness: players with people's reactions call every match of real games; who should have won is known.
          --players 2|3|4    seats (default 2)
          --profile NAME     \(NetworkProfile.allCases.map(\.rawValue).joined(separator: ", ")) (default wired)
          --races N          races to count (default 2000)
          --dead-heat NAME   lottery (default) or pool
          --judge NAME       whose verdicts to print: witnessed, the protocol's (default), arrival or lamport
          --cheat KIND[:MS]  one player, another in each lobby, cheats (a pair: two):
                             \(Cheat.Kind.allCases.prefix(6).map(\.rawValue).joined(separator: ", ")),
                             \(Cheat.Kind.allCases.dropFirst(6).map(\.rawValue).joined(separator: ", "))
          --seed N, --jobs N, --json

        corpus: writes transcripts of every kind into DIR, verdicts.txt with what an auditor must say of each, and figures.txt.

        Exit status: 0 everything held, 1 something did not (with the command that shows it again), 64 wrong usage.
        """
}

extension SimulationOptions {
    /// The command that makes this very run again.
    public var command: String {
        var words = ["swift run -c release snap-simulator --seeds \(seed)", "--turns \(turns)"]
        if let players { words.append("--players \(players)") }
        if !tableFaults.isEmpty { words.append("--faults \(tableFaults.words)") }
        if let minutes { words.append("--minutes \(minutes)") }
        words.append("--loss \(faults.lossPercent)")
        words.append("--duplicate \(faults.duplicatePercent)")
        words.append("--reorder \(faults.reorderPercent)")
        words.append("--delay \(faults.delayMillis.lowerBound)..\(faults.delayMillis.upperBound)")
        return words.joined(separator: " ")
    }
}
