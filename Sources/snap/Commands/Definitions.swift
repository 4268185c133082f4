internal import SnapPlayers

/// Every command and flag. Help, parsing and guesses at what was mistyped all come from here.
enum Definitions {
    static let parser = Parser(commands: commands, everywhere: everywhere)

    /// Flags that every command takes.
    static let everywhere: [Flag] = [
        Flag(name: "help", short: "h", meaning: "what a command does and takes"),
        Flag(name: "version", meaning: "the version of snap and of its protocol"),
        Flag(name: "json", meaning: "results as JSON, one object a line, each with a \"schema\""),
        Flag(name: "plain", meaning: "no colour; one line for each thing that happens"),
        Flag(name: "quiet", short: "q", meaning: "no messages but errors"),
        Flag(name: "verbose", short: "v", meaning: "more messages"),
        Flag(name: "no-color", meaning: "no colour (so does the variable NO_COLOR)"),
        Flag(name: "no-input", meaning: "never ask anything"),
    ]

    private static let levels = Level.allCases.map(\.rawValue)

    /// Flags of every command that plays.
    private static let playing: [Flag] = [
        Flag(name: "name", value: .text("NAME"), meaning: "what you are called here (standard: the setting `name`)"),
        Flag(name: "bot", value: .words(levels), meaning: "a computer player sits in your place"),
        Flag(
            name: "ui", value: .words(PlayInterface.allCases.map(\.rawValue)),
            meaning:
                "how you see the table: web is a page in your browser (standard where there is a display), plain is a "
                + "line for each thing that happens, none shows nothing"
        ),
        noBrowser,
        Flag(
            name: "rule", value: .text("NAME=VALUE"), repeats: true,
            meaning: "a house rule of the tables that you start; may be repeated (`snap settings` lists them)"),
        Flag(
            name: "games", value: .number(1...1000),
            meaning: "leave after N games (standard with --bot: 1; else when you leave)"),
    ]

    private static let noBrowser = Flag(
        name: "no-browser", meaning: "print the address of the page, and open no browser")

    /// Flags of every command that uses the network.
    private static let network: [Flag] = [
        Flag(
            name: "interface", value: .text("NAME"),
            meaning: "use this network interface only (so does the variable SNAP_INTERFACE)"),
        Flag(name: "port", value: .number(1...65_535), meaning: "another UDP port; all at a table need the same"),
    ]

    /// In the order of the help.
    static let commands = listed.flatMap { command in
        switch command.words {
        case ["audit"]: [command] + TranscriptDefinitions.commands
        case ["identity", "show"]: [command] + IdentityDefinitions.commands
        default: [command]
        }
    }

    private static let listed: [Command] = [
        Command(
            words: [], summary: "A card game for 2 to 4 players on one network.",
            details: [
                "At a terminal it serves the main screen as a page, to this computer only, and opens it where there is a "
                    + "display; its address is printed. Otherwise it prints what there is to do."
            ],
            examples: [
                Command.Example("snap", "the main screen, in your browser"),
                Command.Example("snap solo", "play alone against the computer"),
            ],
            flags: [
                Flag(
                    name: "ui", value: .words(["web", "plain"]),
                    meaning: "web: the page in any case; plain: what there is to do"),
                noBrowser,
            ] + network,
            action: .mainScreen),
        Command(
            words: ["new"], summary: "Start a table and play at it.",
            details: [
                "Prints the table's code, which is its session ID: pass it on to those who shall join. The game starts when "
                    + "all who are listed have accepted; from then on nobody else can be seated until it ends."
            ],
            examples: [
                Command.Example("snap new", "a table for up to four"),
                Command.Example("snap new --players 2 --rule timeLimit=300", "for two, five minutes at most"),
                Command.Example("snap new --private", "only who has the code can find it"),
            ],
            flags: [
                Flag(name: "players", value: .number(2...4), meaning: "seats at the table (standard: 4)"),
                Flag(name: "code", value: .text("CODE"), meaning: "take this code instead of a fresh one"),
                Flag(name: "private", meaning: "do not tell the network the code"),
                Flag(
                    name: "start-when", value: .number(2...4), meaning: "propose the start by itself when N are seated"),
            ] + playing + network,
            action: .new),
        Command(
            words: ["join"], summary: "Join a table by its code (its session ID) and play.",
            details: [
                "The code is checked for typos before anything else happens. Upper and lower case, spaces and dashes do not "
                    + "matter. Without a code, on a terminal, the tables on this network are offered.",
                "If snap failed at that table, you get your seat back within 15 minutes. Where nobody else of it is heard for "
                    + "15 s, join ends; the seat is kept.",
            ],
            examples: [
                Command.Example("snap join 4HMA-SW95", "join that table"),
                Command.Example("snap join 4hmasw95 --bot average", "let a computer player sit in your place"),
            ],
            operands: [Command.Operand(name: "CODE", count: .optional)],
            flags: playing + network,
            action: .join),
        Command(
            words: ["watch"], summary: "Look on at a table without a seat.",
            details: ["Takes no seat and says nothing; the transcript of each game that is seen whole is kept."],
            examples: [Command.Example("snap watch 4HMA-SW95", "look on until you leave")],
            operands: [Command.Operand(name: "CODE", count: .one)],
            flags: playing.filter { ["ui", "no-browser", "games"].contains($0.name) } + network,
            action: .watch),
        Command(
            words: ["list"], summary: "List the tables on this network.",
            examples: [
                Command.Example("snap list", "look for a moment, then print what is there"),
                Command.Example("snap list --watch", "go on until interrupted"),
            ],
            flags: [Flag(name: "watch", meaning: "go on, and print each table that comes, changes or goes")] + network,
            action: .list),
        Command(
            words: ["solo"], summary: "Play alone against the computer.",
            details: [
                "Needs no network. The game is played by the same rules and protocol, and its transcript audits."
            ],
            examples: [
                Command.Example("snap solo", "against three average players"),
                Command.Example("snap solo --opponents 1 --level expert", "against one quick one"),
            ],
            flags: [
                Flag(name: "opponents", value: .number(1...3), meaning: "computer players (standard: 3)"),
                Flag(name: "level", value: .words(levels), meaning: "how good they are (standard: average)"),
            ] + playing,
            action: .solo),
        Command(
            words: ["audit"], summary: "Check the transcript of a game.",
            details: [
                "Recomputes everything: signatures, order, every drawn card, every race, every rule. Says VERIFIED (exit 0), "
                    + "INVALID (1: somebody's own signed words prove a fault, or the file was altered), INCONCLUSIVE (2: the "
                    + "transcript is cut short) or MALFORMED (65: no transcript, or one whose encoding is broken).",
                "Of several files each is checked, on all processors, and those of one table are held against each other. What "
                    + "is in order takes a line; -v shows all of it. The worst of it decides how the program ends; 130: "
                    + "interrupted.",
            ],
            examples: [
                Command.Example("snap audit 2026-11-30-4HMA-SW95-1.snap", "check one game"),
                Command.Example("snap audit --json *.snap", "check many, for a program"),
                Command.Example("snap audit --report game.html game.snap", "a page to look at, print or pass on"),
                Command.Example("snap audit --player X25E-G5M7 *.snap", "how one player does, over many games"),
                Command.Example("snap audit - < game.snap", "read standard input"),
            ],
            operands: [Command.Operand(name: "FILE", count: .many)],
            flags: [
                Flag(
                    name: "report", value: .text("FILE.html"),
                    meaning: "write the report of one transcript as a page; a file that is there is not replaced"),
                Flag(
                    name: "player", value: .text("FINGERPRINT"),
                    meaning: "one player's figures over all the games that are VERIFIED; or the first digits of a key"),
            ],
            action: .audit),
        Command(
            words: ["settings"], summary: "Show your settings.",
            details: [
                "House rules among them hold at the tables that you start. They are kept in one JSON file, "
                    + "which you may also edit."
            ],
            examples: [
                Command.Example("snap settings", "all of them, with what is allowed"),
                Command.Example("snap settings set name Ann", "what you are called"),
                Command.Example("snap settings set turnLimit 30", "half a minute for a turn"),
            ],
            action: .settingsList),
        Command(
            words: ["settings", "get"], summary: "Print one setting, or all.",
            examples: [Command.Example("snap settings get matchBonus", "")],
            operands: [Command.Operand(name: "NAME", count: .optional)],
            action: .settingsGet),
        Command(
            words: ["settings", "set"], summary: "Change a setting.",
            examples: [
                Command.Example("snap settings set matchBonus 0", "zero is a value like any other"),
                Command.Example("snap settings set name \"\"", "be called what this device is called"),
            ],
            operands: [Command.Operand(name: "NAME", count: .one), Command.Operand(name: "VALUE", count: .one)],
            action: .settingsSet),
        Command(
            words: ["settings", "reset"], summary: "Put a setting, or all, back to the standard.",
            details: [
                "Without a name, a settings file that cannot be understood is moved aside, not deleted."
            ],
            examples: [
                Command.Example("snap settings reset turnPause", ""), Command.Example("snap settings reset", ""),
            ],
            operands: [Command.Operand(name: "NAME", count: .optional)],
            action: .settingsReset),
        Command(
            words: ["settings", "path"], summary: "Print where the settings file is.",
            examples: [Command.Example("snap settings path", "")],
            action: .settingsPath),
        Command(
            words: ["identity"], summary: "Show who you are to other players.",
            examples: [Command.Example("snap identity show", "")],
            action: .identityShow),
        Command(
            words: ["identity", "show"], summary: "Show your public key and its fingerprint.",
            details: [
                "The fingerprint stands beside your name at every table, so that nobody can pass for you. The key is made "
                    + "the first time it is needed."
            ],
            examples: [Command.Example("snap identity show", "")],
            action: .identityShow),
        Command(
            words: ["help"], summary: "Show help for a command.",
            examples: [Command.Example("snap help new", "")],
            operands: [Command.Operand(name: "COMMAND", count: .any)],
            action: .help),
    ]
}
