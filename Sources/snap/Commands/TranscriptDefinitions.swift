internal import SnapWire

/// The commands around transcripts, but for the audit.
enum TranscriptDefinitions {
    static let commands: [Command] = [
        Command(
            words: ["transcripts"], summary: "List the games that you have transcripts of.",
            details: [
                "The newest first: when it began, the table's code, players with the fingerprints of their identities, how "
                    + "it ended, and the file. All of it as the file tells it: `snap audit` says what is proven."
            ],
            examples: [
                Command.Example("snap transcripts", "all of them"),
                Command.Example("snap transcripts --json", "one object a line"),
            ],
            action: .transcripts),
        Command(
            words: ["transcript"], summary: "Show or export what is in a transcript.",
            examples: [
                Command.Example("snap transcript show FILE", "its events, a line each"),
                Command.Example("snap transcript export FILE", "its events with all fields, as JSON"),
            ],
            action: .transcriptHelp),
        Command(
            words: ["transcript", "show"], summary: "Show the events of a transcript, a line each.",
            details: [
                "Shows what is signed, and judges nothing. A file whose end is missing is shown as far as it goes (exit 2); "
                    + "where it is broken, MALFORMED is said with record and byte (65)."
            ],
            examples: [
                Command.Example("snap transcript show game.snap", "all events"),
                Command.Example("snap transcript show game.snap --event 14", "one with all its fields and octets"),
                Command.Example("snap transcript show - < game.snap", "read standard input"),
            ],
            operands: [Command.Operand(name: "FILE", count: .one)],
            flags: [
                Flag(
                    name: "event", value: .number(1...Limits.transcriptEvents),
                    meaning: "this record only, in full")
            ],
            action: .transcriptShow),
        Command(
            words: ["transcript", "export"], summary: "Print the events of a transcript as JSON lines.",
            details: ["One object an event, with every field; its schema snap.event/1 is in README.md."],
            examples: [
                Command.Example("snap transcript export game.snap", ""),
                Command.Example("snap transcript export - < game.snap", "read standard input"),
            ],
            operands: [Command.Operand(name: "FILE", count: .one)],
            action: .transcriptExport),
    ]
}
