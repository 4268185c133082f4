import Glibc
import SnapNetwork
import SnapNode
import Testing

@testable import SnapWeb

private struct NoFile: Error {}

@Suite struct OpeningTests {
    private let home: String

    init() {
        var template = Array("/tmp/snap-web-test-XXXXXX".utf8CString)
        home = unsafe template.withUnsafeMutableBufferPointer { unsafe String(cString: mkdtemp($0.baseAddress!)) }
    }

    private func variables(_ more: [String: String] = [:]) -> (String) -> String? {
        let all = ["HOME": home].merging(more) { $1 }
        return { all[$0] }
    }

    private func read(_ path: String) -> String? {
        guard let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe fclose(file) }
        var room = [UInt8](repeating: 0, count: 4096)
        let count = unsafe fread(&room, 1, room.count, file)
        return String(decoding: room.prefix(count), as: UTF8.self)
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// A program that writes down what it is given.
    private func program() throws -> String {
        let path = home + "/opener"
        let opened = unsafe fopen(path, "w")
        guard let file = unsafe opened else { throw NoFile() }
        unsafe fputs(
            "#!/bin/sh\necho $$ > '\(home)/number'; printf '%s' \"$*\" > '\(home)/given.new' && mv '\(home)/given.new' '\(home)/given'\n",
            file)
        unsafe fclose(file)
        _ = unsafe chmod(path, 0o700)
        return path
    }

    private func cleanUp() {
        _ = unsafe system("rm -rf '\(home)'")
    }

    /// `$HOME/run`, as the system makes the directory for a user who has come in.
    private func runtime(mode: mode_t) -> String {
        let path = home + "/run"
        _ = unsafe mkdir(path, mode)
        _ = unsafe chmod(path, mode)
        return path
    }

    @Test(arguments: [mode_t(0o700), 0o755]) func theTokenIsInAFileOfOnesOwn(rights: mode_t) throws {
        defer { cleanUp() }
        let variable = variables(["XDG_RUNTIME_DIR": runtime(mode: rights)])
        let opening = Opening(places: Places(variable: variable), program: try program())
        let link = "http://127.0.0.1:4711/?token=0123456789abcdef0123456789abcdef"
        #expect(opening.open(link, variable) == nil)
        let end = Clock.monotonicMicros() + 5_000_000
        while read(home + "/given") == nil, Clock.monotonicMicros() < end { usleep(2000) }
        let path = try #require(read(home + "/given"))
        // Others could look into a directory with wider rights, so it is not used.
        #expect(path.hasPrefix(home + (rights == 0o700 ? "/run/snap/open-" : "/.local/state/snap/open-")))
        #expect(!path.contains("0123456789abcdef"))
        #expect(mode(path) == 0o600)
        #expect(mode(String(path[..<path.lastIndex(of: "/")!])) == 0o700)
        #expect(try #require(read(path)).contains("0; url=\(link)\""))
        // Nothing of the program stays behind when it has ended, though nobody asks for it.
        let number = try #require(read(home + "/number")).filter(\.isNumber)
        while mode("/proc/\(number)") != nil, Clock.monotonicMicros() < end { usleep(2000) }
        #expect(!number.isEmpty && mode("/proc/\(number)") == nil)
        opening.close()
        #expect(mode(path) == nil)
    }

    @Test func sayWhereThereIsNoSuchProgram() {
        defer { cleanUp() }
        let opening = Opening(places: Places(variable: variables()), program: home + "/none")
        let words = opening.open("http://127.0.0.1:1/?token=0", variables())
        #expect(words?.contains("No such file or directory") == true)
        #expect(mode(home + "/.local/state/snap/open-\(getpid()).html") == nil)
    }

    @Test func sayWhereThereIsNoPlaceForTheFile() {
        defer { cleanUp() }
        let none: (String) -> String? = { _ in nil }
        #expect(Opening(places: Places(variable: none)).open("http://127.0.0.1:1/", none)?.contains("HOME") == true)
    }

    @Test(arguments: [
        ([:], false), (["DISPLAY": ":0"], true), (["WAYLAND_DISPLAY": "wayland-0"], true), (["DISPLAY": ""], false),
        (["DISPLAY": "localhost:10.0", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"], false),
        (["DISPLAY": ":0", "SSH_TTY": "/dev/pts/0"], false),
    ]) func opensOnlyWhereThePersonSits(variables: [String: String], opens: Bool) {
        defer { cleanUp() }
        #expect(Opening.hasDisplay { variables[$0] } == opens)
    }
}
