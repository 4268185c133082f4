import Glibc
import SnapNode
import Testing

/// The built program with a home of its own, started for a test.
final class LiveSnap: Sendable {
    /// The program lies beside the test bundle that this process was started for.
    static let program: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        var directory = bundle.split(separator: "/", omittingEmptySubsequences: false)
        while let last = directory.last, !last.contains(".xctest"), directory.count > 1 { directory.removeLast() }
        return (directory.dropLast() + ["snap"]).joined(separator: "/")
    }()

    let scratch: Scratch
    let process: LiveProcess

    /// `host` nil: no network is entered, for what needs none. `before`: commands that become the program.
    init(
        _ arguments: String, name: String? = nil, on host: LiveHost? = nil, home: Scratch = Scratch(),
        before: [String] = [],
        environment: [String: String] = [:], input: LiveProcess.Stream = .null, output: LiveProcess.Stream? = nil,
        messages: LiveProcess.Stream? = nil
    ) throws {
        scratch = home
        process = try LiveProcess(
            (host?.entry ?? []) + before + [LiveSnap.program] + arguments.split(separator: " ").map(String.init)
                + (name.map { ["--name", $0] } ?? []),
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home.path].merging(environment) { $1 },
            in: home.path, input: input, output: output ?? .file(home.path + "/out"),
            messages: messages ?? .file(home.path + "/err"))
    }

    var out: String { LiveProcess.text(of: scratch.path + "/out") ?? "" }
    var err: String { LiveProcess.text(of: scratch.path + "/err") ?? "" }
    var lines: [JSONValue] {
        out.split(separator: "\n").compactMap { try? JSONValue.parse(Array($0.utf8)) }
    }
    /// The last line with that schema.
    func last(_ schema: String) -> JSONValue? { lines.last { $0["schema"]?.text == schema } }
    func all(_ schema: String) -> [JSONValue] { lines.filter { $0["schema"]?.text == schema } }

    /// The one transcript that it kept.
    func transcript() throws -> [UInt8] {
        let directory = scratch.path + "/.local/share/snap/transcripts"
        let names = Scratch.names(directory)
        try #require(names.count == 1, "\(names)")
        return try LiveSnap.bytes(directory + "/" + names[0])
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0, "\(path)")
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var count: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
