internal import SnapRules

/// Reads arguments against the definitions of the commands.
struct Parser {
    let commands: [Command]
    let everywhere: [Flag]

    private var root: Command { commands.first { $0.words.isEmpty } ?? commands[0] }

    func parse(_ arguments: [String]) throws(UsageError) -> Request {
        var parsed = Parsed(command: root)
        var flagsEnded = false
        var rest = arguments[...]
        do throws(UsageError) {
            while let argument = rest.popFirst() {
                if flagsEnded || !Parser.isFlag(argument) {
                    try take(argument, &parsed)
                } else if argument == "--" {
                    flagsEnded = true
                } else if argument.hasPrefix("--") {
                    try takeLong(argument, &rest, &parsed)
                } else {
                    try takeShort(argument, &rest, &parsed)
                }
            }
            if !parsed.isOn("help"), !parsed.isOn("version") { try checkOperands(parsed) }
        } catch {
            // Who has asked for help gets it, whatever is wrong further on.
            guard parsed.isOn("help") || parsed.isOn("version") else { throw error }
        }
        if parsed.isOn("help") { return .help(command(parsed.command, extendedBy: rest), parsed) }
        return parsed.isOn("version") ? .version(parsed) : .run(parsed)
    }

    /// A lone dash is standard input, and a dash before a digit is a negative number: both are operands.
    private static func isFlag(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), argument != "-" else { return false }
        return !(argument.dropFirst().first?.isNumber ?? false)
    }

    /// A word: the next word of a command, or an operand of it.
    private func take(_ word: String, _ parsed: inout Parsed) throws(UsageError) {
        let command = parsed.command
        if parsed.operands.isEmpty, let longer = find(command.words + [word]) {
            var deeper = Parsed(command: longer)
            deeper.values = parsed.values
            parsed = deeper
            return
        }
        let next = children(of: command).map { $0.words[command.words.count] }
        guard command.operands.isEmpty, !next.isEmpty else {
            parsed.operands.append(word)
            return
        }
        let near = Parser.hint(word, next) ?? Parser.list(next)
        throw UsageError(problem: "there is no command `\(command.name) \(word)`.\(near)", command: command)
    }

    private func takeLong(
        _ argument: String, _ rest: inout ArraySlice<String>, _ parsed: inout Parsed
    ) throws(UsageError) {
        let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let flags = parsed.command.flags + everywhere
        guard let flag = flags.first(where: { $0.name == name }) else {
            let near = Parser.hint(name, flags.map(\.name), prefix: "--") ?? ""
            throw UsageError(
                problem: "`\(parsed.command.name)` has no flag --\(name).\(near)", command: parsed.command)
        }
        try set(flag, as: "--\(name)", attached: parts.count > 1 ? String(parts[1]) : nil, &rest, &parsed)
    }

    /// Several in one, `-qv`, are allowed; none of them takes a value.
    private func takeShort(
        _ argument: String, _ rest: inout ArraySlice<String>, _ parsed: inout Parsed
    ) throws(UsageError) {
        for letter in argument.dropFirst() {
            guard let flag = (parsed.command.flags + everywhere).first(where: { $0.short == letter }) else {
                // A whole word behind one dash is a long flag that lacks the other.
                let word = String(argument.dropFirst())
                let near =
                    word.count > 1
                    ? Parser.hint(word, (parsed.command.flags + everywhere).map(\.name), prefix: "--") : nil
                let shown = argument.dropFirst().first == letter ? word : String(letter)
                throw UsageError(
                    problem: "`\(parsed.command.name)` has no flag -\(shown).\(near ?? "")", command: parsed.command)
            }
            try set(flag, as: "-\(letter)", attached: nil, &rest, &parsed)
        }
    }

    private func set(
        _ flag: Flag, as shown: String, attached: String?, _ rest: inout ArraySlice<String>, _ parsed: inout Parsed
    ) throws(UsageError) {
        func refuse(_ problem: String) -> UsageError { UsageError(problem: problem, command: parsed.command) }
        guard flag.value != .none else {
            guard attached == nil else { throw refuse("\(shown) takes no value.") }
            parsed.values[flag.name] = [""]
            return
        }
        guard let value = attached ?? rest.first, attached != nil || !Parser.isFlag(value) else {
            throw refuse("\(shown) needs a value: \(flag.usage)\(flag.range.map { ", \($0)" } ?? "").")
        }
        if attached == nil { rest.removeFirst() }
        switch flag.value {
        case .number(let range):
            let digits = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard digits, let number = Int(value), range.contains(number) else {
                throw refuse("\(shown) cannot be \"\(value)\"; allowed: \(range.lowerBound)...\(range.upperBound).")
            }
        case .words(let words):
            guard words.contains(value) else {
                throw refuse("\(shown) cannot be \"\(value)\"; allowed: \(Parser.alternatives(words)).")
            }
        case .none, .text: break
        }
        parsed.values[flag.name] = (flag.repeats ? parsed.values[flag.name] ?? [] : []) + [value]
    }

    private func checkOperands(_ parsed: Parsed) throws(UsageError) {
        let command = parsed.command
        var left = parsed.operands[...]
        for operand in command.operands {
            switch operand.count {
            case .one, .many:
                guard left.popFirst() != nil else {
                    let usage = ([command.name] + command.operands.map(\.usage)).joined(separator: " ")
                    throw UsageError(
                        problem: "`\(command.name)` needs \(operand.name): `\(usage)`.", command: command)
                }
                if operand.count == .many { left = [] }
            case .optional: _ = left.popFirst()
            case .any: left = []
            }
        }
        if let extra = left.first {
            let quotes = command.operands.isEmpty ? "" : " A value with spaces needs quotes."
            throw UsageError(
                problem: "`\(command.name)` does not take \"\(extra)\".\(quotes)", command: command)
        }
    }

    /// The command of exactly these words.
    func find(_ words: [String]) -> Command? { commands.first { $0.words == words } }

    /// The commands one word below.
    func children(of command: Command) -> [Command] {
        commands.filter { $0.words.count == command.words.count + 1 && $0.words.starts(with: command.words) }
    }

    /// As far as the words go that are commands: what help is asked for.
    func command(_ start: Command, extendedBy words: some Sequence<String>) -> Command {
        var command = start
        for word in words where !Parser.isFlag(word) {
            guard let longer = find(command.words + [word]) else { break }
            command = longer
        }
        return command
    }
}

extension Parser {
    /// " Did you mean --opponents?", or nil where nothing is near.
    static func hint(_ word: String, _ names: [String], prefix: String = "") -> String? {
        let near = Spelling.near(word, in: names).prefix(3).map { prefix + $0 }
        return near.isEmpty ? nil : " Did you mean \(near.joined(separator: " or "))?"
    }

    /// " The commands are new, join.", for where nothing is near.
    static func list(_ commands: [String]) -> String {
        switch commands.count {
        case 0: ""
        case 1: " The only one is \(commands[0])."
        default: " The commands are \(commands.joined(separator: ", "))."
        }
    }

    /// "child, average or expert".
    static func alternatives(_ words: [String]) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
    }
}
