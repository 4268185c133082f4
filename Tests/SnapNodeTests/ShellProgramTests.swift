import Foundation
import Testing

/// The built program, as people run it.
private struct Program {
    struct Result {
        let code: Int32
        let out: String
        let err: String
        var isByExit = true
    }
    let scratch = Scratch()

    /// The program lies beside the test bundle that this process was started for.
    private static let path: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let end = bundle.range(of: ".xctest")?.lowerBound ?? bundle.endIndex
        return URL(fileURLWithPath: String(bundle[..<end])).deletingLastPathComponent().appendingPathComponent("snap")
            .path
    }()

    /// `shell`: what stands around the program, `"$SNAP"`, in a POSIX shell. Standard input is empty.
    func run(_ shell: String, _ environment: [String: String] = [:]) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", shell]
        process.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": scratch.path, "SNAP": Program.path]
            .merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        // Files, not pipes: nothing that is written can block.
        let files = try ["out", "err"].map { name in
            let path = scratch.path + "/" + name
            try Data().write(to: URL(fileURLWithPath: path))
            return try #require(FileHandle(forWritingAtPath: path))
        }
        process.standardOutput = files[0]
        process.standardError = files[1]
        try process.run()
        process.waitUntilExit()
        return Result(
            code: process.terminationStatus, out: try scratch.read("out"), err: try scratch.read("err"),
            isByExit: process.terminationReason == .exit)
    }

    func snap(_ arguments: String, _ environment: [String: String] = [:]) throws -> Result {
        try run("exec \"$SNAP\" " + arguments, environment)
    }
}

@Suite struct ShellProgramTests {
    private let program = Program()
    private let settings = ".config/snap/settings.json"

    @Test func showsTheMainScreenAndVersion() throws {
        let main = try program.snap("")
        #expect(main.code == 0 && main.out.hasPrefix("Snap! - a card game") && main.err == "")
        let version = try program.snap("--version")
        #expect(version.code == 0 && version.out == "snap 0.1.0 (protocol 1)\n")
        let json = try program.snap("--version --json")
        #expect(json.out == #"{"schema":"snap.version/1","version":"0.1.0","protocol":1}"# + "\n")
        #expect(try program.snap("help settings get").out == program.snap("settings get --help").out)
    }

    @Test(arguments: [
        ("slo", "Did you mean solo?"), ("new --colour", "has no flag --colour"),
        ("help setings", "Did you mean settings?"),
        ("settings set matchBonus 11", "0...10 points"), ("settings get matchBonuss", "did you mean matchBonus?"),
        ("join </dev/null", "needs the code of a table"), ("audit", "needs FILE"),
    ])
    func usageErrorsAreOneLineAnd64(arguments: String, said: String) throws {
        let result = try program.snap(arguments)
        #expect(result.code == 64)
        #expect(result.out == "")
        #expect(result.err.contains(said), "\(result.err)")
        #expect(result.err.filter { $0 == "\n" }.count == 1)
        #expect(program.scratch.names() == ["err", "out"], "nothing else is written")
    }

    @Test func settingsGoThereAndBack() throws {
        #expect(try program.snap("settings get matchBonus").out == "4\n")
        let set = try program.snap("settings set matchBonus 0")
        #expect(set.code == 0 && set.out == "" && set.err == "matchBonus is now 0\n")
        #expect(try program.snap("settings set matchBonus 0").err == "matchBonus is already 0\n")
        #expect(try program.snap("settings get matchBonus").out == "0\n")
        #expect(
            try program.snap("settings get matchBonus --json").out
                == #"{"schema":"snap.setting/1","name":"matchBonus","value":0,"isSet":true,"allowed":"0...10 points"}"#
                + "\n")
        #expect(try program.snap("settings path").out == program.scratch.path + "/" + settings + "\n")
        #expect(try program.snap("-q settings reset").err == "")
        #expect(try program.snap("settings get matchBonus").out == "4\n")
        let all = try program.snap("settings --json").out
        #expect(all.hasPrefix(#"{"schema":"snap.settings/1","path":"#) && all.contains(#""fourColour":false"#))
    }

    @Test func aBrokenSettingsFileIs78AndStays() throws {
        try program.scratch.write(settings, "{\"matchBonus\": 4,\n}")
        for arguments in ["settings", "settings get name", "settings set name Ann", "solo --ui none", "new", "list"] {
            let result = try program.snap(arguments)
            #expect(result.code == 78, "\(arguments)")
            #expect(result.err.contains(settings + ": line 2, column 1"), "\(result.err)")
            #expect(result.err.filter { $0 == "\n" }.count == 1)
        }
        #expect(try program.scratch.read(settings) == "{\"matchBonus\": 4,\n}")
        #expect(try program.snap("settings path").code == 0)
        let reset = try program.snap("settings reset")
        #expect(reset.code == 0 && reset.err.contains("settings.json.broken\n"))
        #expect(try program.snap("settings get matchBonus").out == "4\n")
    }

    @Test func homelessIsSaid() throws {
        for home in ["", "/nonexistent", "relative"] {
            let read = try program.snap("settings get matchBonus", ["HOME": home])
            #expect(read.code == 0 && read.out == "4\n")
            let write = try program.snap("settings set matchBonus 1", ["HOME": home])
            #expect(write.code == 78 && write.err.contains("Set HOME or XDG_CONFIG_HOME"), "\(write.err)")
        }
        let plain = try program.snap("settings set matchBonus 1", ["XDG_CONFIG_HOME": "/dev/null"])
        #expect(plain.code == 74 && plain.err.contains("/dev/null/snap"), "\(plain.err)")
    }

    @Test func escapeCodesNeverComeOut() throws {
        let bad = "$(printf 'a\\033]0;x\\007\\302\\233\\342\\200\\256')"
        for arguments in [
            "\"\(bad)\"", "solo --rule \"\(bad)\"", "settings set name \"\(bad)\"", "join \"\(bad)\" --no-input",
        ] {
            let result = try program.snap(arguments)
            #expect(result.code == 64)
            let raw = (result.out + result.err).unicodeScalars.filter {
                $0.value < 0x20 && $0 != "\n" || $0.value >= 0x7F
            }
            #expect(raw.isEmpty, "\(arguments): \(raw)")
        }
    }

    @Test func colourOnlyWhereItIsWanted() throws {
        // Not even here, since none of the streams is a terminal.
        let result = try program.snap("slo", ["TERM": "xterm-256color"])
        #expect(!result.err.contains("\u{1B}"))
    }

    @Test func streamsThatAreClosedOrGone() throws {
        #expect(try program.snap("settings get matchBonus <&-").out == "4\n")
        #expect(try program.snap("settings get matchBonus >&- 2>&-").code == 0)
        // Were the numbers of closed streams free, the key file would get one of them and the message would go into it.
        #expect(try program.snap("settings set flipCost 3 <&- >&- 2>&-").code == 0)
        #expect(try program.scratch.read(settings) == "{\n  \"flipCost\": 3\n}\n")

        let full = try program.snap("settings >/dev/full")
        #expect(full.code == 74 && full.err.contains("No space left on device"), "\(full.err)")

        let gone = try program.run(
            "{ \"$SNAP\" settings; echo $? >code; } | head -n 1 >/dev/null; cat code")
        #expect(gone.out == "0\n")
        #expect(!gone.err.contains("could not be written"))
    }

    @Test func readerGoneBeforeTheFirstWord() throws {
        let gone = try program.run("{ sleep 0.3; \"$SNAP\" settings; echo $? >code; } | true; cat code")
        #expect(gone.out == "0\n", "\(gone)")
        #expect(!gone.err.contains("snap:"), "\(gone.err)")
    }

}
