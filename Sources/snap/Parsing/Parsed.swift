/// What was asked for: a command, and its flags and operands, each checked against the command's definition.
struct Parsed: Hashable {
    let command: Command
    var operands: [String] = []
    /// By the name of the flag; a flag that takes none has an empty one.
    var values: [String: [String]] = [:]

    init(command: Command) { self.command = command }

    func isOn(_ flag: String) -> Bool { values[flag] != nil }
    func text(_ flag: String) -> String? { values[flag]?.last }
    func texts(_ flag: String) -> [String] { values[flag] ?? [] }
    func number(_ flag: String) -> Int? { text(flag).flatMap { Int($0) } }
}

/// What the arguments ask for.
enum Request: Hashable {
    case run(Parsed)
    case help(Command, Parsed)
    case version(Parsed)
}

/// Arguments that cannot be understood: one line that says which, and what was perhaps meant.
struct UsageError: Error, Hashable, CustomStringConvertible {
    let problem: String
    /// The command whose help says more.
    let command: Command
    var description: String {
        let isEnded = [".", "?", "!"].contains { problem.hasSuffix($0) }
        return "\(problem)\(isEnded ? "" : ".") See: \(command.name) --help"
    }
}
