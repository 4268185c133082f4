/// What the interfaces lack as a whole. It is told in one line, and not again while only the reasons change.
enum Outlook: Equatable {
    case good
    /// Only the loopback is usable, and the player did not choose so.
    case loopbackOnly
    case nothing
    /// Chosen interfaces that are not usable.
    case missing([String])

    /// `wanted`: the names that the player restricted the game to; empty: any.
    init(usable: [Interface], wanted: [String]) {
        let missing = wanted.filter { name in !usable.contains { $0.name == name } }
        if !missing.isEmpty {
            self = .missing(missing)
        } else if usable.isEmpty {
            self = .nothing
        } else if wanted.isEmpty && usable.allSatisfy(\.isLoopback) {
            self = .loopbackOnly
        } else {
            self = .good
        }
    }

    /// Nil where there is nothing to tell. `all`: every interface, for the reasons.
    func problem(all: [Interface]) -> String? {
        switch self {
        case .good: return nil
        case .nothing:
            let faults = Outlook.faults(of: all)
            guard faults.isEmpty else { return "No network: \(faults). Waiting for one." }
            return "No network: not even the loopback is up. Waiting for one; `ip link set lo up` (as root) lets "
                + "players of this computer meet."
        case .loopbackOnly:
            let faults = Outlook.faults(of: all)
            let why = faults.isEmpty ? "no other network interface is up" : faults
            return "Only players on this computer can be found: \(why). Waiting for a network."
        case .missing(let names):
            let faults = names.map { name in
                guard let there = all.first(where: { $0.name == name }) else {
                    let up = all.filter(\.isUp).map(\.name).joined(separator: ", ")
                    return "there is no interface \(name) (up are: \(up.isEmpty ? "none" : up))"
                }
                return Self.fault(there)
            }
            let why = faults.joined(separator: "; ")
            return "No network as chosen: \(why). Waiting for it; `--interface` chooses another."
        }
    }

    /// Links that are down are many and idle on some hosts; the first three that are up say enough.
    private static func faults(of all: [Interface]) -> String {
        all.filter { !$0.isLoopback && $0.isUp }.prefix(3).map(Outlook.fault).joined(separator: "; ")
    }

    private static func fault(_ interface: Interface) -> String {
        let name = interface.name
        if !interface.isUp { return "\(name) is down (`ip link set \(name) up`, as root)" }
        if !interface.isRunning { return "\(name) has no link (cable, Wi-Fi)" }
        if interface.addresses.isEmpty { return "\(name) has no IPv4 address, which Snap! needs" }
        return "\(name) cannot multicast"
    }
}
