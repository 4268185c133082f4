internal import SnapWire

/// The commands around transcripts, but for the audit.
enum TranscriptDefinitions {
    static let commands: [Command] = [
        Command(
            words: ["replay"], summary: "Play a game again from its transcript.",
            details: [
                "Tells what happened, in the words of the table and with the times of its clocks. On a terminal it takes its "
                    + "time, at most 10 s between two happenings, and keys lead it forward and back; elsewhere all of it is "
                    + "printed at once, unless --speed says otherwise. The file is audited first: one that is broken, cut or "
                    + "proves a fault is played as far as it holds, then is told why it ends (exit 0, 1, 2 or 65, as of the "
                    + "audit; 0 after q).",
                "Keys: Enter, Space, n or Right = on; p, b or Left = back; r, R = to the next, the last race; c = play on; "
                    + "q = quit. With --step and without a terminal the same letters are read, one a line; an empty line "
                    + "is on.",
            ],
            examples: [
                Command.Example("snap replay game.snap", "as it was played"),
                Command.Example("snap replay game.snap --speed 4", "four times as fast"),
                Command.Example("snap replay game.snap --step", "each step by a key"),
                Command.Example("snap replay game.snap --race 12", "the photo finish of race 12"),
            ],
            operands: [Command.Operand(name: "FILE", count: .one)],
            flags: [
                Flag(
                    name: "speed", value: .text("X"),
                    meaning: "so many times as fast as it was; 0.01...1000 (standard on a terminal: 1)"),
                Flag(name: "step", meaning: "wait for an order before each step"),
                Flag(
                    name: "race", value: .number(1...Limits.chainLength),
                    meaning: "go to this race: the number of the turn that it was about"),
            ],
            action: .replay),
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
