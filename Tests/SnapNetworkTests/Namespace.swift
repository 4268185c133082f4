import Glibc
import SnapNetwork

// Swift's Glibc leaves these out.
@_silgen_name("unshare") private func unshare(_ flags: Int32) -> Int32
@_silgen_name("gettid") private func gettid() -> Int32
/// CLONE_NEWNET of <sched.h>.
private let newNetwork: Int32 = 0x4000_0000

/// A network namespace of the test's own, and the thread that lives in it. It vanishes, with everything made in it,
/// when the last of its thread and sockets does.
final class Namespace: @unchecked Sendable {
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// Making one needs root and `ip` of iproute2.
    static let isAvailable = unsafe geteuid() == 0 && access("/usr/sbin/ip", X_OK) == 0
    static let reason = "needs root and iproute2 to make a network namespace of its own"

    private let jobs: JobThread
    let threadNumber: Int32

    /// With the loopback down, as the kernel makes it.
    init() throws {
        let jobs = JobThread()
        let outer = NamespaceGuard.current()
        self.jobs = jobs
        threadNumber = try jobs.run {
            guard unshare(newNetwork) == 0 else { throw Failure(description: "unshare failed: errno \(errno)") }
            guard NamespaceGuard.isOwn(outer: outer) else { throw Failure(description: "still outside") }
            return gettid()
        }
    }

    /// `ip` with these arguments, inside.
    func ip(_ arguments: String) throws {
        try jobs.run {
            var arguments = unsafe arguments.split(separator: " ").map { unsafe strdup(String($0)) }
            unsafe arguments.insert(strdup("ip"), at: 0)
            unsafe arguments.append(nil)
            defer { for place in unsafe arguments.indices { unsafe free(arguments[place]) } }
            var child: pid_t = 0
            // The child is made by this thread, so it is born in this thread's namespace.
            let failed = unsafe posix_spawn(&child, "/usr/sbin/ip", nil, nil, arguments, environ)
            guard failed == 0 else { throw Failure(description: "ip did not start: errno \(failed)") }
            var status: Int32 = 0
            while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
            guard status == 0 else { throw Failure(description: "ip failed with status \(status)") }
        }
    }

    func run<Value>(_ body: @escaping () throws -> Value) throws -> Value { try jobs.run(body) }

    deinit { jobs.end() }
}
