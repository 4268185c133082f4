extension Mark {
    /// One line for people, the same at the table and in an audit: what was seen, and what else than cheating does it.
    /// `name`: of the player; nil: the reader's own. `players`: at the table.
    public func words(of name: String?, _ rate: Rate, players: Int) -> String {
        let whose = name.map { "\($0)'s" } ?? "your"
        let all = "\(rate.count) of \(rate.chances)"
        let line =
            switch self {
            case .late:
                "\(whose) part in others' turns came late in \(all): a busy computer or a bad line does that, and it gains nothing."
            case .disputed where players == 2:
                "the times of \(whose) calls are disputed, \(all): the two measure differently, and whose fault it is nobody can tell."
            case .disputed: "the times of \(whose) calls are disputed, \(all): the others' measurements differ."
            case .differing: "\(whose) own times of calls are not what the others measured, \(all): theirs counted."
            case .quick: "\(whose) reactions were under 0.18 s in \(all): quicker than people see a card and press."
            case .together: "\(whose) calls tied with another's and came a moment after it, \(all)."
            }
        // A name is spelt as its owner does.
        return name != nil && line.hasPrefix(whose) ? line : line.prefix(1).uppercased() + line.dropFirst()
    }
}
