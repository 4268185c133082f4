/// What stands below `snap identity`, but for `show`.
enum IdentityDefinitions {
    static let commands: [Command] = [
        Command(
            words: ["identity", "export"], summary: "Write your key to a file, to take it elsewhere.",
            details: ["The file is made for you alone (0600) and must not exist yet."],
            examples: [Command.Example("snap identity export me.key", "")],
            operands: [Command.Operand(name: "FILE", count: .one)],
            action: .identityExport),
        Command(
            words: ["identity", "import"], summary: "Put an exported key in the place of yours.",
            details: [
                "The file is checked before anything is changed. The key that was there is kept beside, as identity.key.old, "
                    + "and can be imported again. Not while a game is played with it."
            ],
            examples: [Command.Example("snap identity import me.key", "")],
            operands: [Command.Operand(name: "FILE", count: .one)],
            action: .identityImport),
        Command(
            words: ["identity", "reset"], summary: "Make a new key in the place of yours.",
            details: ["Asks first. The key that was there is kept beside, as identity.key.old."],
            examples: [Command.Example("snap identity reset", "")],
            flags: [Flag(name: "yes", meaning: "do not ask")],
            action: .identityReset),
        Command(
            words: ["identity", "name"], summary: "Give another player a name of yours.",
            details: [
                "It is bound to the player's key and stands in brackets beside whatever the player calls itself, for you alone: "
                    + "Ann (1a2b3c4d) [my sister]. FINGERPRINT is the one that transcripts, audits and replays show, of "
                    + "somebody you have a transcript with, or a whole public key. Without a NAME the one given is shown; "
                    + "an empty one takes it away."
            ],
            examples: [
                Command.Example("snap identity name 1a2b3c4d Sister", "name the player of that fingerprint"),
                Command.Example("snap identity name 1a2b3c4d \"\"", "take the name away"),
            ],
            operands: [
                Command.Operand(name: "FINGERPRINT", count: .one), Command.Operand(name: "NAME", count: .optional),
            ],
            action: .identityName),
        Command(
            words: ["identity", "names"], summary: "List the names that you have given.",
            examples: [Command.Example("snap identity names", "")],
            action: .identityNames),
    ]
}
