/// How the program ends, for scripts: README.md, *For scripts*. From 64 on the numbers are those of BSD's sysexits.
enum ExitCode: Int32, CaseIterable {
    /// Done; of an audit: VERIFIED.
    case ok = 0
    /// An audit found proof against the transcript.
    case invalid = 1
    /// An audit could neither prove nor disprove: the transcript is cut short.
    case inconclusive = 2
    case usage = 64
    case malformedInput = 65
    case noSuchFile = 66
    /// No such table, or something that the game needs is not there.
    case unavailable = 69
    case internalFault = 70
    case inputOutput = 74
    case timedOut = 75
    case protocolFault = 76
    /// A file of the player's own must be mended first.
    case configuration = 78
    case interrupted = 130
}
