extension Arguments {
    /// What follows `fairness` on the command line.
    mutating func fairness(_ words: ArraySlice<String>) throws(Fault) -> FairnessOptions {
        var words = words
        var options = FairnessOptions()
        while let word = words.popFirst() {
            switch word {
            case "--json": json = true
            case "--jobs": jobs = try Int(Arguments.number(word, &words, of: 1...64))
            case "--players": options.players = try Int(Arguments.number(word, &words, of: 2...4))
            case "--races": options.races = try Int(Arguments.number(word, &words, of: 1...10_000_000))
            case "--seed": options.seed = try Arguments.number(word, &words, of: 0...UInt64.max)
            case "--profile": options.profile = try Arguments.choice(word, &words)
            case "--cheat":
                let text = try Arguments.value(word, &words)
                guard let cheat = Cheat(text) else {
                    let names = Cheat.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Fault(what: "\(word) \(text): KIND or KIND:MS, please, of \(names)")
                }
                options.cheat = cheat
            case "--dead-heat":
                let text = try Arguments.value(word, &words)
                guard ["lottery", "pool"].contains(text) else {
                    throw Fault(what: "\(word) \(text): lottery or pool, please")
                }
                options.pools = text == "pool"
            case "--judge": options.judge = try Arguments.choice(word, &words)
            default: throw Fault(what: "fairness knows no option \(word); see --help")
            }
        }
        if options.cheat?.kind == .pair, options.players == 2 { throw Fault(what: "a pair needs somebody to cheat") }
        return options
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ option: String, _ rest: inout ArraySlice<String>
    ) throws(Fault) -> Choice {
        let text = try value(option, &rest)
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault(what: "\(option) \(text): one of \(names), please")
        }
        return choice
    }
}
