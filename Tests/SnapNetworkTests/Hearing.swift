import Glibc
import SnapNetwork

/// What `ports` hear until `enough` holds of it, or `millis` are over.
@discardableResult
func hear(
    _ ports: [NetworkPort], millis: UInt64 = 2000, includingOwn: Bool = false,
    until enough: ([[Arrival]]) -> Bool = { _ in false }
) throws -> [[Arrival]] {
    let poller = try Poller()
    for port in ports { try poller.add(port.descriptor) }
    let deadline = Clock.monotonicMicros() + millis * 1000
    var heard = [[Arrival]](repeating: [], count: ports.count)
    while !enough(heard), Clock.monotonicMicros() < deadline {
        _ = try poller.wait(untilMicros: deadline)
        for (place, port) in ports.enumerated() {
            port.receive(includingOwn: includingOwn) { heard[place].append($0) }
        }
    }
    return heard
}

/// Lets the kernel's notices reach `port` until `fit` holds, at most 2.5 s: the kernel may tell of a link late.
func follow(_ port: NetworkPort, until fit: (NetworkPort) -> Bool) throws -> Bool {
    try hear([port], millis: 2500) { _ in fit(port) }
    return fit(port)
}

/// Returns once the kernel sees the interface's link, at most 2.5 s later.
func awaitLink(_ name: String) throws {
    let poller = try Poller()
    for _ in 0..<250 {
        if try Interface.all().contains(where: { $0.name == name && $0.isRunning }) { return }
        _ = try poller.wait(untilMicros: Clock.monotonicMicros() + 10_000)
    }
    throw Namespace.Failure(description: "\(name) has no link")
}

/// A configuration that no other test, and no other run on this host, shares: the loopback of the host is everyone's.
func configuration(_ interfaces: [String] = ["lo"], distinct: UInt16) -> NetworkConfiguration {
    NetworkConfiguration(
        port: 20_000 + UInt16(truncatingIfNeeded: getpid() % 10_000), interfaceNames: interfaces,
        discoveryGroup: 0xEFC2_0000 | UInt32(distinct))
}

func texts(_ arrivals: [Arrival]) -> [String] { arrivals.map { String(decoding: $0.bytes, as: UTF8.self) } }
func octets(_ text: String) -> [UInt8] { Array(text.utf8) }
