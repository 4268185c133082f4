import Foundation

/// The built program, which lies beside the test bundle that this process was started for.
struct AuditProgram {
    struct Result {
        var code: Int32
        var out: String
        var err: String
    }

    private let directory: URL

    static let path: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let end = bundle.range(of: ".xctest")?.lowerBound ?? bundle.endIndex
        return URL(fileURLWithPath: String(bundle[..<end])).deletingLastPathComponent().appendingPathComponent("snap")
            .path
    }()

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("snap-audit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: directory) }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let url = directory.appendingPathComponent(name)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// A line for a POSIX shell, where `"$SNAP"` is the program. Standard input is empty; a crash counts as code -1.
    func run(_ line: String, _ environment: [String: String] = [:]) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = directory
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": directory.path, "SNAP": AuditProgram.path, "LC_ALL": "C.UTF-8",
            "SWIFT_BACKTRACE": "enable=no",
        ].merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        // Files, not pipes: nothing that is written can block.
        func sink(_ name: String) throws -> FileHandle {
            let url = directory.appendingPathComponent(name)
            try Data().write(to: url)
            return try FileHandle(forWritingTo: url)
        }
        process.standardOutput = try sink(".out")
        process.standardError = try sink(".err")
        try process.run()
        process.waitUntilExit()
        func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: directory.appendingPathComponent(name)), as: UTF8.self)
        }
        let code = process.terminationReason == .exit ? process.terminationStatus : -1
        return Result(code: code, out: try text(".out"), err: try text(".err"))
    }
}
