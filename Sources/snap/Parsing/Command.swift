/// A command of the shell as data: what is parsed, and what `--help` says, come from the same definition.
struct Command: Hashable {
    /// `["settings", "get"]`; empty for the program itself.
    let words: [String]
    let summary: String
    /// Paragraphs of help.
    var details: [String] = []
    /// What to type, and what it does.
    var examples: [Example] = []
    var operands: [Operand] = []
    var flags: [Flag] = []
    let action: Action

    var name: String { (["snap"] + words).joined(separator: " ") }

    enum Action: Hashable {
        case mainScreen, help, new, join, watch, list, solo, audit
        case settingsList, settingsGet, settingsSet, settingsReset, settingsPath
        case identityShow, identityExport, identityImport, identityReset, identityName, identityNames
        case replay, transcripts, transcriptHelp, transcriptShow, transcriptExport
    }

    struct Example: Hashable {
        let line: String
        let meaning: String
        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// A word that is neither command nor flag.
    struct Operand: Hashable {
        enum Count: Hashable { case one, optional, many, any }
        let name: String
        let count: Count
        var usage: String {
            switch count {
            case .one: name
            case .optional: "[\(name)]"
            case .many: "\(name)..."
            case .any: "[\(name)...]"
            }
        }
    }
}

/// A flag as data.
struct Flag: Hashable {
    enum Value: Hashable {
        /// It is there or not.
        case none
        /// A whole number.
        case number(ClosedRange<Int>)
        case words([String])
        /// Anything; the name is for help.
        case text(String)
    }
    let name: String
    var short: Character?
    var value: Value = .none
    /// Each counts; of others the last does.
    var repeats = false
    let meaning: String

    /// What help says: the meaning, and what numbers are allowed.
    var explanation: String { range.map { "\(meaning); \($0)" } ?? meaning }

    /// "1...3", of a number.
    var range: String? {
        guard case .number(let range) = value else { return nil }
        return "\(range.lowerBound)...\(range.upperBound)"
    }

    /// `-q, --quiet`, `--players N`.
    var usage: String {
        let long =
            switch value {
            case .none: "--\(name)"
            case .number: "--\(name) N"
            case .words(let words): "--\(name) \(words.joined(separator: "|"))"
            case .text(let what): "--\(name) \(what)"
            }
        return short.map { "-\($0), \(long)" } ?? long
    }
}
