import Foundation
import Glibc
import SnapCrypto
import SnapNetwork
import SnapProtocol
import SnapWire
import Synchronization
import Testing

@testable import SnapNode

// Swift's Glibc leaves it out.
@_silgen_name("setns") private func setns(_ descriptor: Int32, _ kind: Int32) -> Int32

/// A peer that a test makes itself, at a table on a host of the test's: it can bear any name, send anything, and does
/// nothing by itself but gossip. It goes with this value.
final class LiveGuest: Sendable {
    private struct Wanted {
        var commands: [Command] = []
        var raw: [[UInt8]] = []
        var isEnd = false
    }
    /// What the guest's thread shares with its maker: not the guest itself, which would then live for ever.
    private final class Shared: Sendable {
        let wanted = Mutex(Wanted())
    }
    private let shared = Shared()

    init(named name: String, code: String, capacity: Int = 4, on host: LiveHost) throws {
        let secret = try TableSecret.derive(code: try TableCode(code), passphrase: nil)
        let configuration = PeerConfiguration(
            secret: secret, identity: try SigningKey(seed: Entropy.bytes(32)),
            sessionKey: try SigningKey(seed: Entropy.bytes(32)), name: name, capacity: capacity,
            acceptsByItself: true, seed: Entropy.bytes(32), chainSecret: Entropy.bytes(32), verified: VerifiedSet())
        let place = "/proc/\(host.processNumber)/ns/net"
        let thread = Thread { [shared] in
            let door = unsafe open(place, O_RDONLY | O_CLOEXEC)
            // CLONE_NEWNET of <sched.h>: this thread alone moves.
            guard door >= 0, setns(door, 0x4000_0000) == 0 else { return }
            close(door)
            do { try LiveGuest.run(configuration, shared) } catch { print("the guest failed: \(error)") }
        }
        thread.start()
    }

    deinit { end() }

    func end() { shared.wanted.withLock { $0.isEnd = true } }
    func command(_ command: Command) { shared.wanted.withLock { $0.commands.append(command) } }
    /// Sends octets as they are to everyone who looks for tables.
    func announce(_ bytes: [UInt8]) { shared.wanted.withLock { $0.raw.append(bytes) } }

    private static func run(_ configuration: PeerConfiguration, _ shared: Shared) throws {
        let port = try NetworkPort()
        try port.openTable(group: Groups.table(tag: configuration.secret.tag))
        let poller = try Poller()
        try poller.add(port.descriptor)
        var peer = Peer(configuration)
        func step(_ input: Input) {
            let now = Instant(micros: Int64(Clock.monotonicMicros()))
            for case .send(let bytes, let destination) in peer.step(input, at: now) {
                switch destination {
                case .everyone: _ = port.send(bytes, to: .table)
                case .one(let address): _ = port.send(bytes, to: .address(address.raw))
                }
            }
        }
        step(.tick)
        while true {
            let work = shared.wanted.withLock { wanted in
                defer { (wanted.commands, wanted.raw) = ([], []) }
                return wanted
            }
            if work.isEnd { return }
            for bytes in work.raw { _ = port.send(bytes, to: .discovery) }
            for command in work.commands { step(.command(command)) }
            var arrivals: [([UInt8], UInt64)] = []
            _ = port.receive(upTo: 64) { arrival in
                if arrival.way != .discovery { arrivals.append((arrival.bytes, arrival.from)) }
            }
            for (bytes, from) in arrivals { step(.datagram(bytes, from: PeerAddress(raw: from))) }
            step(.tick)
            _ = try poller.wait(untilMicros: Clock.monotonicMicros() + 20_000)
        }
    }
}
