import SnapNetwork

/// Two hosts, 10.9.0.1 and 10.9.0.2, with a cable between their interfaces `v`, and a port on each. No default route.
final class Link: @unchecked Sendable {
    let left: Namespace
    let right: Namespace
    let leftPort: NetworkPort
    let rightPort: NetworkPort

    init(leftInterfaces: [String] = []) throws {
        let left = try Namespace()
        let right = try Namespace()
        // Linux tells of a new link at once only where the two ends' indices differ, else up to seconds later.
        try left.ip("link add v index 77 type veth peer name v netns \(right.threadNumber)")
        for (host, address) in [(left, "10.9.0.1"), (right, "10.9.0.2")] {
            try host.ip("address add \(address)/24 dev v")
            try host.ip("link set lo up")
            try host.ip("link set v up")
        }
        for host in [left, right] { try host.run { try awaitLink("v") } }
        (self.left, self.right) = (left, right)
        leftPort = try left.run { try NetworkPort(NetworkConfiguration(interfaceNames: leftInterfaces)) }
        rightPort = try right.run { try NetworkPort() }
        let count = leftInterfaces.isEmpty ? 2 : leftInterfaces.count
        let isReady = try left.run { [leftPort] in try follow(leftPort) { $0.interfaces.count == count } }
        let isRightReady = try right.run { [rightPort] in try follow(rightPort) { $0.interfaces.count == 2 } }
        guard isReady && isRightReady else { throw Namespace.Failure(description: "the cable carries nothing") }
    }

    /// The left says `text` to the group; the right answers the last that it heard.
    func exchange(_ text: String, millis: UInt64 = 2000) throws -> (multicast: [String], from: String, answer: [String])
    {
        _ = try left.run { self.leftPort.send(octets(text), to: .discovery) }
        let heard = try right.run {
            try hear([self.rightPort], millis: millis) { $0[0].contains { texts([$0]) == [text] } }[0]
        }
        guard let last = heard.last, let from = Endpoint(raw: last.from) else { return (texts(heard), "", []) }
        _ = try right.run { self.rightPort.send(octets("back"), to: .address(last.from)) }
        let answer = try left.run { try hear([self.leftPort], millis: millis) { !$0[0].isEmpty }[0] }
        return (texts(heard), IPv4.text(from.address), texts(answer))
    }
}
