import Glibc
import Testing

/// A network namespace that a process of the test's own keeps open, with the loopback up and nothing else. It vanishes
/// with that process, which ends with this value, and by itself after five minutes.
final class LiveHost: Sendable {
    /// Making one needs root and iproute2.
    static let isAvailable =
        unsafe geteuid() == 0
        && access("/usr/sbin/ip", X_OK) == 0 && access("/usr/bin/unshare", X_OK) == 0
        && access("/usr/bin/nsenter", X_OK) == 0
    static let reason: Comment = "needs root, iproute2 and util-linux to make network namespaces of its own"

    private let keeper: LiveProcess
    private let scratch = Scratch()
    /// Lives as long as the last host that hangs on it.
    private let hub: LiveHost?

    init(hub: LiveHost? = nil) async throws {
        self.hub = hub
        let ready = scratch.path + "/ready"
        keeper = try LiveProcess(
            [
                "/usr/bin/unshare", "--net", "/bin/sh", "-c",
                "/usr/sbin/ip link set lo up && echo up >ready && exec sleep 300",
            ], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], in: scratch.path,
            output: .null, messages: .file(scratch.path + "/err"))
        guard try await eventually(within: 20, { LiveProcess.text(of: ready) == "up\n" }) else {
            throw LiveFailure(description: "no namespace: \(LiveProcess.text(of: scratch.path + "/err") ?? "")")
        }
        let own = LiveProcess.link("/proc/\(keeper.number)/ns/net")
        guard own != nil, own != LiveProcess.link("/proc/self/ns/net") else {
            throw LiveFailure(description: "still outside")
        }
    }

    var processNumber: pid_t { keeper.number }

    /// What stands before a command that shall run here; `nsenter` becomes the command, so the process number stays.
    var entry: [String] { ["/usr/bin/nsenter", "--net=/proc/\(keeper.number)/ns/net", "--"] }

    /// Runs a shell line here, which must succeed.
    func shell(_ line: String) async throws {
        let process = try LiveProcess(
            entry + ["/bin/sh", "-ec", line], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], in: scratch.path,
            output: .file(scratch.path + "/out"), messages: .file(scratch.path + "/err"))
        guard try await process.end(within: 20) == LiveProcess.Ending(code: 0) else {
            throw LiveFailure(description: "\(line): \(LiveProcess.text(of: scratch.path + "/err") ?? "")")
        }
    }

    /// So many hosts on one bridge, 10.9.0.1 and on, without a default route.
    static func lan(_ count: Int) async throws -> [LiveHost] {
        let hub = try await LiveHost()
        try await hub.shell("ip link add lan type bridge; ip link set lan up")
        var hosts: [LiveHost] = []
        for number in 1...count {
            let host = try await LiveHost(hub: hub)
            // Linux tells of a new link at once only where the two ends' indices differ.
            try await hub.shell(
                """
                ip link add p\(number) index \(70 + number) type veth peer name eth0 netns \(host.processNumber)
                ip link set p\(number) master lan; ip link set p\(number) up
                """)
            try await host.shell("ip address add 10.9.0.\(number)/24 dev eth0; ip link set eth0 up")
            hosts.append(host)
        }
        return hosts
    }
}

extension LiveProcess {
    static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = unsafe readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
