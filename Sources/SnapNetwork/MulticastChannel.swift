internal import CSystem

/// One group: a socket bound to the group's address and port, and its memberships per interface. It only hears; all
/// sending is from the unicast socket, so that every datagram bears the address at which its sender can be answered.
final class MulticastChannel {
    let group: UInt32
    let port: UInt16
    private let socket: Descriptor
    /// As they were when joined.
    private(set) var joined: [Interface] = []

    /// Linux lets one socket join 20 groups (net.ipv4.igmp_max_memberships).
    static let interfacesMax = 20

    init(group: UInt32, port: UInt16) throws(NetworkError) {
        guard IPv4.isGroup(group) else { throw .notAGroup(group) }
        guard port != 0 else { throw .portZero }
        self.group = group
        self.port = port
        socket = try Descriptor(
            snap_socket_group(group, port), doing: "opening \(IPv4.text(group)) port \(port)", port: port)
    }

    var descriptor: Int32 { socket.number }

    /// Makes the memberships those of `usable`. One that changed in anything is joined afresh, so that switches that
    /// watch the reports learn of it at once. An interface that fails is told of and tried again at the next call.
    func join(_ usable: [Interface], telling problems: inout Problems) {
        for old in joined where !usable.contains(old) {
            _ = snap_group_leave(descriptor, group, old.index)
        }
        joined.removeAll { !usable.contains($0) }
        for interface in usable where !joined.contains(interface) {
            guard joined.count < Self.interfacesMax else {
                problems.tell(.join, on: interface.index, Self.tooMany(interface))
                continue
            }
            var result = snap_group_join(descriptor, group, interface.index)
            if Errno(-result) == .addressInUse {
                _ = snap_group_leave(descriptor, group, interface.index)
                result = snap_group_join(descriptor, group, interface.index)
            }
            if result == 0 {
                joined.append(interface)
                problems.forget(interface.index, .join)
            } else {
                problems.tell(.join, on: interface.index, failed(interface, Errno(-result)))
            }
        }
    }

    private func failed(_ interface: Interface, _ errno: Errno) -> String {
        let mend =
            errno == .noBuffers
            ? "`sysctl net.ipv4.igmp_max_memberships=100` (as root) allows more."
            : "Trying again; if it stays so, `--interface` leaves it out."
        return "\(interface.name) does not join the group \(IPv4.text(group)) (\(errno.words)), so players there "
            + "are not heard. \(mend)"
    }

    private static func tooMany(_ interface: Interface) -> String {
        "\(interface.name) is left out: \(interfacesMax) interfaces are in use already. `--interface` chooses which."
    }
}
