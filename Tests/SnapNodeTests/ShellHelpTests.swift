import Testing

@testable import snap

@Suite struct ShellHelpTests {
    private let help = Help(parser: Definitions.parser)

    @Test func fitsATerminalAndIsASCII() {
        let texts = Definitions.commands.map { help.text($0) } + [help.mainScreen(code: Shell.exampleCode)]
        for text in texts {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                #expect(line.count <= 80, "\(line)")
                #expect(!line.hasSuffix(" "), "\(line)")
                #expect(line.unicodeScalars.allSatisfy { $0.isASCII }, "\(line)")
            }
        }
    }

    @Test func namesEveryFlagAndCommand() {
        for command in Definitions.commands {
            let text = help.text(command)
            for flag in command.flags + Definitions.everywhere { #expect(text.contains("--" + flag.name)) }
            for child in Definitions.parser.children(of: command) { #expect(text.contains(child.summary)) }
        }
    }

    @Test func mainScreen() {
        #expect(
            help.mainScreen(code: Shell.exampleCode) == """
                Snap! - a card game for 2 to 4 players on one network: no server, no host.

                  snap --ui web        all of this as a page in your browser
                  snap solo            play alone against the computer
                  snap new             start a table; it prints a code for the others
                  snap join 4HMA-SW95  join a table by its code (its session ID)
                  snap list            see the tables on this network
                  snap transcripts     the games that you played, and their files
                  snap replay FILE     play one of them again
                  snap audit FILE      check a game that was played
                  snap settings        your name, house rules and keys

                At a table, Enter turns your card and s calls Snap! when two ranks match.
                snap help COMMAND says more about each.
                """)
    }

    @Test func solo() throws {
        let command = try #require(Definitions.parser.find(["solo"]))
        #expect(
            help.text(command) == """
                Play alone against the computer.

                Examples:
                  snap solo                   against three average players
                  snap solo --opponents 1 --level expert
                                              against one quick one

                Usage: snap solo [flags]

                Needs no network. The game is played by the same rules and protocol, and its
                transcript audits.

                Flags:
                  --opponents N               computer players (standard: 3); 1...3
                  --level child|average|expert
                                              how good they are (standard: average)
                  --name NAME                 what you are called here (standard: the setting
                                              `name`)
                  --bot child|average|expert  a computer player sits in your place
                  --ui plain|web|none         how you see the table: web is a page in your
                                              browser (standard where there is a display), plain
                                              is a line for each thing that happens, none shows
                                              nothing
                  --no-browser                print the address of the page, and open no browser
                  --rule NAME=VALUE           a house rule of the tables that you start; may be
                                              repeated (`snap settings` lists them)
                  --games N                   leave after N games (standard with --bot: 1; else
                                              when you leave); 1...1000

                Everywhere:
                  -h, --help     what a command does and takes
                  --version      the version of snap and of its protocol
                  --json         results as JSON, one object a line, each with a "schema"
                  --plain        no colour; one line for each thing that happens
                  -q, --quiet    no messages but errors
                  -v, --verbose  more messages
                  --no-color     no colour (so does the variable NO_COLOR)
                  --no-input     never ask anything
                """)
    }
}
