internal import CSystem
internal import Glibc
internal import SnapNetwork
public import SnapNode

/// Opens the page in the person's browser. What any user of the computer can read, the arguments of programs, names only a file of this
/// user's own; that leads on to the link.
public final class Opening {
    private let places: Places
    private let program: String
    private var file: FleetingFile?

    public convenience init(places: Places) { self.init(places: places, program: "xdg-open") }

    init(places: Places, program: String) {
        self.places = places
        self.program = program
    }

    deinit { close() }

    /// Whether a browser would open where the person sits. `variable`: the value of an environment variable.
    public static func hasDisplay(_ variable: (String) -> String?) -> Bool {
        func isSet(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
        return (isSet("DISPLAY") || isSet("WAYLAND_DISPLAY")) && !isSet("SSH_CONNECTION") && !isSet("SSH_TTY")
    }

    /// Starts the program that opens files and does not wait for it; nil, or why it could not, in words. `link`: one of
    /// `WebServer.urls`.
    public func open(_ link: String, _ variable: (String) -> String?) -> String? {
        close()
        let made: FleetingFile
        do {
            made = try FleetingFile(
                "open-\(getpid()).html", with: Array(Self.page(link).utf8), in: places, variable: variable)
        } catch {
            return "The browser cannot be opened. \(error)"
        }
        let started = unsafe snap_spawn(program, made.path)
        guard started >= 0 else {
            let words = unsafe String(cString: snap_error_words(-started))
            return "The browser cannot be opened: \(program): \(words)."
        }
        file = made
        // A program that goes on, as a browser may, is left alone; of one that has ended nothing stays behind.
        _ = Detached.begin { snap_spawn_wait(started) }
        return nil
    }

    /// Takes the file away: the link was used, or will not be.
    public func close() { file = nil }

    /// Links are made of digits and punctuation that mean nothing in HTML.
    private static func page(_ link: String) -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">\
        <meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0; url=\(link)">\
        <title>Snap!</title></head><body><a href="\(link)">Open the table</a></body></html>

        """
    }
}
