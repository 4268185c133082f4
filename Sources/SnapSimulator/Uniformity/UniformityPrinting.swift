extension Uniformity.Report {
    /// For people: what was drawn, and what came of it.
    public var text: String {
        let what: String
        switch choice {
        case .none: what = "everybody honest"
        case .secrets: what = "seat 0 chooses among eight chains"
        case .abort: what = "seat 0 leaves a turn, and its index, where it dislikes its own link (\(aborted) times)"
        case .withhold:
            what = "a seat that gives its link last goes without giving it unless the card is the ace of clubs"
        }
        if choice == .withhold {
            return
                "\(draws) first cards of new decks of three seats, each drawn of 52 from links of real chains; \(what): "
                + "\(staying.successes) with all links, \(staying.expected.rounded(.down)) expected by chance; "
                + "\(withholding.successes) by going, \(withholding.expected.rounded(.down)) expected of two tries "
                + "(\(Self.tenths(withholding.ratio * 100)) %, 99.9 % of chance within +-\(Self.tenths(withholding.margin * 100)) %)"
                + (holds ? "" : "\nNOT WHAT CHANCE GIVES")
        }
        let worst = worst
        return
            "\(draws) cards: \(decks) decks of 52 of two, three and four seats by turns, each turned whole by the rules' own state, "
            + "nobody calling; each card drawn of those left by the draw of the peers from links of real chains; \(what)\n"
            + "52 positions, each card \(decks / 52) times at each on the average; chi-square of 51 degrees for each: "
            + "farthest at position \(worst.position + 1), \(Self.tenths(ChiSquare(counts: counts[worst.position]).statistic)), "
            + "\(Self.tenths(worst.deviations)) standard deviations (at most \(Self.tenths(Self.deviations)))"
            + (holds ? "" : "\nNOT UNIFORM")
    }

    public var json: String {
        let worst = worst
        let chances = [staying, withholding].map { "[\($0.successes),\(Self.tenths($0.expected))]" }
        return
            "{\"schema\":\"snap.uniformity/1\",\"choice\":\"\(choice.rawValue)\",\"seed\":\(seed),\"draws\":\(draws),"
            + "\"decks\":\(decks),\"aborted\":\(aborted),\"worstPosition\":\(worst.position + 1),"
            + "\"worstDeviations\":\(Self.tenths(worst.deviations)),"
            + "\"chiSquare\":[\(counts.map { Self.tenths(ChiSquare(counts: $0).statistic) }.joined(separator: ","))],"
            + "\"withholding\":{\"staying\":\(chances[0]),\"going\":\(chances[1])},\"holds\":\(holds)}"
    }

    /// One digit after the point, without a locale.
    private static func tenths(_ value: Double) -> String {
        let scaled = Int((abs(value) * 10).rounded())
        return "\(value < 0 ? "-" : "")\(scaled / 10).\(scaled % 10)"
    }
}
