extension FairnessTally {
    /// For people: one line on the run, one a seat, one a judge.
    public func text(_ options: FairnessOptions) -> String {
        let judged = tally(of: options.judge)
        var lines = [
            "\(options.players) players, \(options.profile.rawValue), judge \(options.judge.rawValue)\(options.cheat.map { ", cheat \($0.text)" } ?? ""): \(races) races, "
                + "\(FairnessTally.percent(wrong(options), of: races)) wrong, "
                + "\(FairnessTally.percent(judged.wrongBy5Millis, of: races)) by more than 5 ms, "
                + "\(FairnessTally.percent(voids(options), of: races)) void, "
                + "\(FairnessTally.percent(deadHeats(options), of: races)) dead heats",
            bounds,
        ]
        for (player, wins) in judged.wins.enumerated() {
            let interval = ShareInterval(wins, of: judged.decided)
            let error = errors[player]
            lines.append(
                "seat \(player): \(FairnessTally.percent(interval.share)) of the wins "
                    + "(\(FairnessTally.percent(interval.lower)) ... \(FairnessTally.percent(interval.upper))), "
                    + "quickest in \(FairnessTally.percent(judged.quickest[player], of: judged.decided)), "
                    + "measured \(FairnessTally.mean(error.biasMicros, error.calls)) us too slow on the average, "
                    + "\(FairnessTally.mean(error.errorMicros, error.calls)) us off, \(error.disputed) disputed "
                    + "of \(error.calls) calls")
        }
        if let gain = gain(options) {
            lines.append(
                "cheating: \(FairnessTally.percent(gain.interval.share)) of the wins "
                    + "(\(FairnessTally.percent(gain.interval.lower)) ... \(FairnessTally.percent(gain.interval.upper))), "
                    + "a gain of \(FairnessTally.percent(gain.gain)), quickest in \(FairnessTally.percent(gain.quickest))"
                    + (stalls > 0 ? "; \(stalls) games came to a stop" : "")
            )
            lines.append("marks of cheaters: \(cheaterMarks.text)")
        }
        lines.append("marks of the honest: \(honestMarks.text)")
        for judge in RaceJudge.allCases where judge != options.judge {
            let other = tally(of: judge)
            let shares = other.wins.map { FairnessTally.percent($0, of: other.decided) }.joined(separator: ", ")
            lines.append(
                "judge \(judge.rawValue) of the same races: \(FairnessTally.percent(other.wrong, of: races)) wrong, shares \(shares)"
            )
        }
        return lines.joined(separator: "\n")
    }

    /// The cheaters' share of the wins, and how much that is above what as many honest players have; nil: nobody cheated.
    private func gain(_ options: FairnessOptions) -> (interval: ShareInterval, gain: Double, quickest: Double)? {
        guard let cheat = options.cheat else { return nil }
        let judged = tally(of: options.judge)
        let interval = ShareInterval(judged.cheaterWins, of: judged.decided)
        return (
            interval, interval.share - Double(cheat.players) / Double(options.players),
            ShareInterval(judged.cheaterQuickest, of: judged.decided).share
        )
    }

    private var bounds: String {
        let dispute = disputeMicros ?? 0...0
        return "\(games) games; D \(dispute.lowerBound)...\(dispute.upperBound) us, "
            + "U 6 ms in \(FairnessTally.percent(unsteadyRaces, of: races)) of the races; "
            + "\(FairnessTally.percent(clear, of: races)) of them clear by more than U, "
            + "\(FairnessTally.percent(clearBy5Millis, of: races)) by more than 5 ms"
    }

    private func wrong(_ options: FairnessOptions) -> Int { tally(of: options.judge).wrong }
    private func voids(_ options: FairnessOptions) -> Int { options.judge == .witnessed ? voids : 0 }
    private func deadHeats(_ options: FairnessOptions) -> Int { options.judge == .witnessed ? deadHeats : 0 }

    /// One object. `wrong`, `wrongBy5Millis`, `void` and `deadHeat` are fractions of all races, `share`, `interval`
    /// and `quickest` (who had the least reaction) of those that somebody won, of which there are `decided`; arrays by seat.
    public func json(_ options: FairnessOptions) -> String {
        let judged = tally(of: options.judge)
        let intervals = judged.wins.map { ShareInterval($0, of: judged.decided) }
        let judgements = RaceJudge.allCases.map { judge in
            let tally = tally(of: judge)
            let shares = tally.wins.map { ShareInterval($0, of: tally.decided).share }
            return "\"\(judge.rawValue)\":{\"wrong\":\(fraction(tally.wrong)),"
                + "\"wrongBy5Millis\":\(fraction(tally.wrongBy5Millis)),\"share\":\(shares)}"
        }
        let seats = errors.map { error in
            "{\"calls\":\(error.calls),\"disputed\":\(error.disputed),"
                + "\"biasMicros\":\(FairnessTally.mean(error.biasMicros, error.calls)),"
                + "\"errorMicros\":\(FairnessTally.mean(error.errorMicros, error.calls))}"
        }
        return "{\"schema\":\"snap.fairness/1\",\"players\":\(options.players),"
            + "\"profile\":\"\(options.profile.rawValue)\",\"judge\":\"\(options.judge.rawValue)\","
            + "\"seed\":\(options.seed),\"races\":\(races),\"wrong\":\(fraction(judged.wrong)),"
            + "\"wrongBy5Millis\":\(fraction(judged.wrongBy5Millis)),\"void\":\(fraction(voids(options))),"
            + "\"deadHeat\":\(fraction(deadHeats(options))),\"decided\":\(judged.decided),"
            + "\"share\":\(intervals.map(\.share)),"
            + "\"quickest\":\(judged.quickest.map { ShareInterval($0, of: judged.decided).share }),"
            + "\"interval\":\(intervals.map { [$0.lower, $0.upper] }),"
            + cheatJSON(options) + "\"honestMarks\":\(honestMarks.json),"
            + "\"judges\":{\(judgements.joined(separator: ","))},\"seats\":[\(seats.joined(separator: ","))],"
            + "\"games\":\(games),\"stalls\":\(stalls)}"
    }

    private func cheatJSON(_ options: FairnessOptions) -> String {
        guard let cheat = options.cheat, let gain = gain(options) else { return "\"cheat\":null," }
        return "\"cheat\":\"\(cheat.text)\",\"cheaterShare\":\(gain.interval.share),"
            + "\"cheaterInterval\":\([gain.interval.lower, gain.interval.upper]),\"gain\":\(gain.gain),"
            + "\"cheaterQuickest\":\(gain.quickest),"
            + "\"cheaterMarks\":\(cheaterMarks.json),"
    }

    private func fraction(_ count: Int) -> Double { ShareInterval(count, of: races).share }

    private static func mean(_ sum: Int64, _ count: Int) -> Int64 { count == 0 ? 0 : sum / Int64(count) }

    static func percent(_ count: Int, of whole: Int) -> String { percent(ShareInterval(count, of: whole).share) }

    /// Three digits after the point.
    static func percent(_ share: Double) -> String {
        let thousandths = Int((abs(share) * 100_000).rounded())
        let digits = String(thousandths % 1_000 + 1_000).dropFirst()
        return "\(share < 0 ? "-" : "")\(thousandths / 1_000).\(digits) %"
    }
}
