internal import SnapNetwork
internal import SnapNode

/// How far many files are, in one line on standard error that is drawn anew: only where that is a terminal.
struct AuditProgress {
    private let console: Console
    private let total: Int
    private let isShown: Bool
    private var isDrawn = false
    private var nextMicros: UInt64 = 0

    static let intervalMicros: UInt64 = 100_000
    private static let width = 30

    init(_ console: Console, total: Int) {
        self.console = console
        self.total = total
        isShown =
            total > 1 && !console.manner.isQuiet && !console.manner.isPlain && console.manner.canRedraw
            && StandardStreams.isTerminal(2)
    }

    /// When to draw again; nil: never.
    var deadlineMicros: UInt64? { isShown ? nextMicros : nil }

    /// Draws, unless that was done a moment ago.
    mutating func draw(done: Int, wrong: Int) {
        guard isShown else { return }
        let now = Clock.monotonicMicros()
        guard now >= nextMicros else { return }
        nextMicros = now + AuditProgress.intervalMicros
        let filled = total > 0 ? done * AuditProgress.width / total : 0
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: AuditProgress.width - filled)
        console.redraw("[\(bar)] \(done)/\(total) files" + (wrong > 0 ? ", \(wrong) not verified" : ""))
        isDrawn = true
    }

    /// Takes the line away, before something else is written.
    mutating func clear() {
        guard isDrawn else { return }
        console.redraw("")
        isDrawn = false
        nextMicros = 0
    }
}
