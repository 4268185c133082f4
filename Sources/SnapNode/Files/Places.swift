/// Where the player's files are (XDG Base Directory Specification 0.8).
///
/// An XDG variable that is not an absolute path is ignored, as the specification says. Where HOME is needed and is unset,
/// relative or no directory, there is no such place: snap then plays without keeping anything, and says so.
public struct Places: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case config, data, state }

    private let config: String?
    private let data: String?
    private let state: String?
    private let homeProblem: String

    /// `variable`: the value of an environment variable.
    public init(variable: (String) -> String?) {
        let home = variable("HOME") ?? ""
        let usableHome = home.hasPrefix("/") && Directory.exists(home) ? home : nil
        func place(_ name: String, _ fallback: String) -> String? {
            let base = variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? usableHome.map { $0 + fallback }
            guard var base else { return nil }
            while base.count > 1, base.hasSuffix("/") { base.removeLast() }
            return base == "/" ? "/snap" : base + "/snap"
        }
        config = place("XDG_CONFIG_HOME", "/.config")
        data = place("XDG_DATA_HOME", "/.local/share")
        state = place("XDG_STATE_HOME", "/.local/state")
        homeProblem =
            home.isEmpty
            ? "HOME is not set" : home.hasPrefix("/") ? "HOME is no directory" : "HOME is not an absolute path"
    }

    /// The directory of a kind; it need not exist yet.
    public func directory(_ kind: Kind) throws(FileError) -> String {
        let (path, name) =
            switch kind {
            case .config: (config, "XDG_CONFIG_HOME")
            case .data: (data, "XDG_DATA_HOME")
            case .state: (state, "XDG_STATE_HOME")
            }
        guard let path else {
            throw FileError(
                .homeless, path: "", problem: homeProblem, mend: "Set HOME or \(name) to a directory of yours.")
        }
        return path
    }

    public func settingsFile() throws(FileError) -> String { try directory(.config) + "/settings.json" }
    public func petNamesFile() throws(FileError) -> String { try directory(.config) + "/names.json" }
    public func identityFile() throws(FileError) -> String { try directory(.data) + "/identity.key" }
    public func transcripts() throws(FileError) -> String { try directory(.data) + "/transcripts" }
    public func sessions() throws(FileError) -> String { try directory(.state) + "/sessions" }
}
