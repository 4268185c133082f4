/// Help, made from the definitions. ASCII, at most 80 columns.
struct Help {
    let parser: Parser
    private let width = 80

    /// What is shown when no command is given.
    func mainScreen(code: String) -> String {
        let shown: [(String, String)] = [
            ("snap --ui web", "all of this as a page in your browser"),
            ("snap solo", "play alone against the computer"),
            ("snap new", "start a table; it prints a code for the others"),
            ("snap join \(code)", "join a table by its code (its session ID)"),
            ("snap list", "see the tables on this network"),
            ("snap transcripts", "the games that you played, and their files"),
            ("snap replay FILE", "play one of them again"),
            ("snap audit FILE", "check a game that was played"),
            ("snap settings", "your name, house rules and keys"),
        ]
        return """
            Snap! - a card game for 2 to 4 players on one network: no server, no host.

            \(table(shown))

            At a table, Enter turns your card and s calls Snap! when two ranks match.
            snap help COMMAND says more about each.
            """
    }

    func text(_ command: Command) -> String {
        var parts = [command.words.isEmpty ? "snap - " + command.summary : command.summary]
        if !command.examples.isEmpty {
            parts.append("Examples:\n" + table(command.examples.map { ($0.line, $0.meaning) }))
        }
        parts.append("Usage: " + usage(command))
        parts += command.details.map { wrap($0, indent: 0) }
        let children = parser.children(of: command)
        if !children.isEmpty {
            parts.append("Commands:\n" + table(children.map { ($0.words.joined(separator: " "), $0.summary) }))
        }
        if !command.flags.isEmpty { parts.append("Flags:\n" + table(command.flags.map { ($0.usage, $0.explanation) })) }
        parts.append("Everywhere:\n" + table(parser.everywhere.map { ($0.usage, $0.explanation) }))
        return parts.joined(separator: "\n\n")
    }

    private func usage(_ command: Command) -> String {
        let words = command.operands.map(\.usage)
        let child = parser.children(of: command).isEmpty ? [] : command.words.isEmpty ? ["COMMAND"] : ["[COMMAND]"]
        return ([command.name] + child + words + ["[flags]"]).joined(separator: " ")
    }

    /// Two columns; what is too long for the first stands on a line of its own.
    private func table(_ rows: [(String, String)]) -> String {
        let widest = 26
        let column = min(widest, rows.map { $0.0.count }.max() ?? 0)
        return rows.map { left, right in
            guard !right.isEmpty else { return "  " + left }
            let wrapped = wrap(right, indent: column + 4)
            guard left.count <= column else {
                return "  \(left)\n" + String(repeating: " ", count: column + 4) + wrapped
            }
            return "  " + left + String(repeating: " ", count: column + 2 - left.count) + wrapped
        }.joined(separator: "\n")
    }

    /// Breaks at spaces; every line but the first begins with the indent.
    private func wrap(_ text: String, indent: Int) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(line)
        return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}
