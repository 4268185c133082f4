internal import Glibc
internal import SnapWire

/// What a player is called who has not said: the host name of the device (rules.md 3).
public enum DeviceName {
    /// A name that the protocol takes; "Player" where the host has none that it does.
    public static var current: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return fallback }
        let octets = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return name(ofHost: String(decoding: octets, as: UTF8.self))
    }

    static let fallback = "Player"

    /// The first label of a host name, cut to what a name may have.
    static func name(ofHost host: String) -> String {
        let label = host.prefix { $0 != "." }.prefix(Limits.nameCharacters)
        return (try? NameRules.clean(String(label))) ?? fallback
    }
}
