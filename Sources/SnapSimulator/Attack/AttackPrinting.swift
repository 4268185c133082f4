extension Attack.Report {
    /// For people.
    public var text: String {
        var lines = [
            "\(draws) draws of \(games) games, \(decimal(meanCandidates, 1)) candidates each on average; "
                + "the formula explains all but \(unexplained)",
            "the next card, everything known but one honest seat's link (counting gives 1.000; 99.9 % of chance within +-):",
        ]
        lines += guesses.map(line)
        lines.append("the same with that link in hand: \(withLink.successes) of \(withLink.trials)")
        lines.append(
            "a coalition that hears the honest link first gets the card it wants, in units of one try by chance:")
        lines.append(line(staying))
        lines.append(line(withholding) + ", which is " + decimal(gain, 2) + " times staying: each way out costs a seat")
        lines.append(holds ? "no strategy does better than chance" : "SOMETHING DOES BETTER THAN CHANCE")
        return lines.joined(separator: "\n")
    }

    public var json: String {
        let scores = (guesses + [staying, withholding]).map { score in
            "{\"name\":\"\(score.name)\",\"trials\":\(score.trials),\"successes\":\(score.successes),"
                + "\"expected\":\(decimal(score.expected, 2)),\"ratio\":\(decimal(score.ratio, 4)),"
                + "\"margin999\":\(decimal(score.margin, 4)),\"chance\":\(score.isChance)}"
        }
        return "{\"schema\":\"snap.attack/1\",\"draws\":\(draws),\"games\":\(games),"
            + "\"meanCandidates\":\(decimal(meanCandidates, 2)),\"unexplained\":\(unexplained),"
            + "\"withLink\":\(withLink.successes),\"holds\":\(holds),\"scores\":[\(scores.joined(separator: ","))]}"
    }

    /// How much likelier a wanted card becomes by leaving without a link.
    private var gain: Double { staying.expected > 0 ? withholding.expected / staying.expected : 1 }

    private func line(_ score: Score) -> String {
        let name = score.name + String(repeating: " ", count: max(0, 14 - score.name.count))
        return "  \(name) \(score.successes) of \(score.trials), expected \(decimal(score.expected, 1)): "
            + "\(decimal(score.ratio, 3)) +- \(decimal(score.margin, 3))"
    }

    /// Fixed decimals without a locale. `places` 1...9.
    private func decimal(_ value: Double, _ places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = Int((abs(value) * scale).rounded())
        let digits = String(scaled % Int(scale))
        return (value < 0 ? "-" : "") + "\(scaled / Int(scale))."
            + String(repeating: "0", count: places - digits.count) + digits
    }
}
