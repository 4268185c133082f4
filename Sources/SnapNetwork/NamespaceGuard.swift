internal import CSystem
internal import Glibc

/// Keeps tests and tools off real networks: outside a network namespace of their own they may only use the loopback.
/// (A player's `snap` is not so bound.)
public enum NamespaceGuard {
    /// Set, before a namespace is made, to the name of the one outside: `readlink /proc/self/ns/net`.
    public static let variable = "SNAP_OUTER_NETNS"

    /// The calling thread's network namespace, as "net:[4026531833]"; nil where /proc does not tell.
    public static func current() -> String? { name(ofFirstProcess: 0) }

    /// Whether the calling thread is in another namespace than `outer` (by default `variable`'s value), or than the
    /// system's first process. Where neither is known the answer is no.
    public static func isOwn(outer: String? = nil) -> Bool {
        guard let here = current() else { return false }
        if let marked = outer ?? environment(variable), marked.hasPrefix("net:["), marked != here { return true }
        guard let first = name(ofFirstProcess: 1) else { return false }
        return first != here
    }

    /// Why a test or tool must not use `interfaces` (empty: all) here; nil where it may.
    public static func refusal(of interfaces: [String], outer: String? = nil) -> String? {
        if interfaces == ["lo"] || isOwn(outer: outer) { return nil }
        let what = interfaces.isEmpty ? "every interface" : interfaces.joined(separator: ", ")
        return "Refused: this would use \(what) of a network that is not its own. Use `--interface lo`, or run it "
            + "under `tools/netns-run`."
    }

    private static func name(ofFirstProcess first: Int32) -> String? {
        var text = [CChar](repeating: 0, count: 64)
        let length = unsafe text.withUnsafeMutableBufferPointer {
            unsafe snap_network_namespace(first, $0.baseAddress, $0.count)
        }
        guard length > 0 else { return nil }
        return String(decoding: text.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
