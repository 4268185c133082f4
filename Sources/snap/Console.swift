internal import Glibc
internal import SnapNode

/// Where the program speaks: results on one stream, messages on another.
///
/// Every line is made safe here (`Printable`), so nothing that a peer or a file says reaches the terminal as a control
/// code. Once the reader of the results has gone, they are dropped; the command ends as it would have.
final class Console {
    /// How a whole line looks where there is colour.
    enum Style: String {
        case normal = ""
        case strong = "1"
        case good = "32"
        case bad = "31"
    }

    /// Flags and surroundings that decide how to speak.
    struct Manner: Hashable {
        var isJSON = false
        var isPlain = false
        var isQuiet = false
        var isVerbose = false
        /// Neither `--no-color`, `--plain`, `NO_COLOR`, `TERM=dumb` nor an unset `TERM` forbids it.
        var allowsColour = true
        /// A line can be drawn anew: neither `TERM=dumb` nor an unset `TERM`.
        var canRedraw = true
        /// Whether questions may be asked: standard input is a terminal and `--no-input` was not given.
        var allowsInput = true
        /// Whether orders are taken from standard input: `--no-input` was not given.
        var takesOrders = true
        /// The locale shows ASCII only.
        var isASCII = false
    }

    let manner: Manner
    private let results: Int32
    private let messages: Int32

    /// Nobody reads the results any more: a command that goes on for ever may end.
    private(set) var readerIsGone = false
    /// Why results were lost, other than that their reader has gone.
    private(set) var lost: String?

    init(_ manner: Manner, results: Int32 = 1, messages: Int32 = 2) {
        self.manner = manner
        self.results = results
        self.messages = messages
    }

    /// A result, for people.
    func result(_ text: String, _ style: Style = .normal) { write(line(text, style, on: results), to: results) }

    /// A result, for programs: one line.
    func json(_ value: JSONValue) { write(value.compact + "\n", to: results) }

    /// The same, written out already.
    func jsonLine(_ compact: String) { write(compact + "\n", to: results) }

    /// A passing message on a terminal, in place of the one before; empty: none.
    func redraw(_ text: String) {
        let safe = Printable(text, asciiOnly: manner.isASCII, limit: 200).description
        write("\r\u{1B}[K" + safe, to: messages)
    }

    /// A message that is not needed when `--quiet`.
    func say(_ text: String) {
        if !manner.isQuiet { write(line(text, .normal, on: messages), to: messages) }
    }

    /// A message that is only wanted when `--verbose`.
    func detail(_ text: String) {
        if manner.isVerbose { write(line(text, .normal, on: messages), to: messages) }
    }

    /// Why something was not done.
    func complain(_ text: String) { write(line("snap: " + text, .bad, on: messages), to: messages) }

    private func line(_ text: String, _ style: Style, on stream: Int32) -> String {
        let safe = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Printable(String($0), asciiOnly: manner.isASCII, limit: 65_536).description }
            .joined(separator: "\n")
        let coloured = style != .normal && manner.allowsColour && StandardStreams.isTerminal(stream)
        return coloured ? "\u{1B}[\(style.rawValue)m\(safe)\u{1B}[0m\n" : safe + "\n"
    }

    private func write(_ text: String, to stream: Int32) {
        if stream == results, readerIsGone || lost != nil { return }
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(stream, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
            }
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // The other end of a terminal or pipe made it non-blocking: wait until it takes more.
                var wait = pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wait, 1, 1000)
            case EPIPE:
                if stream == results { readerIsGone = true }
                return
            default:
                if stream == results { lost = unsafe String(cString: strerror(errno)) }
                return
            }
        }
    }
}

extension Console.Manner {
    /// As the flags and the environment have it.
    init(_ parsed: Parsed, variable: (String) -> String?) {
        isJSON = parsed.isOn("json")
        isPlain = parsed.isOn("plain")
        isQuiet = parsed.isOn("quiet")
        isVerbose = parsed.isOn("verbose")
        let term = variable("TERM") ?? ""
        let isForbidden = !(variable("NO_COLOR") ?? "").isEmpty || term.isEmpty || term == "dumb"
        canRedraw = !(term.isEmpty || term == "dumb")
        allowsColour = !isForbidden && !parsed.isOn("no-color") && !isPlain
        allowsInput = StandardStreams.isTerminal(0) && !parsed.isOn("no-input")
        takesOrders = !parsed.isOn("no-input")
        // The first that is set and not empty counts (POSIX, *Internationalization Variables*).
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? "C"
        let charset = locale.uppercased()
        isASCII = !(charset.contains("UTF-8") || charset.contains("UTF8"))
    }
}
