import Glibc
import SnapNetwork
import Testing

/// What the kernel does with it, seen from outside the port.
@Suite(.enabled(if: Namespace.isAvailable, "\(Namespace.reason)"))
struct WireTests {
    /// An IPv4 header as the other end of the cable sees it (RFC 791).
    private struct Header: Equatable {
        var timeToLive: UInt8
        var mayFragment: Bool
        var source: String
        var destination: String
        var octets: Int
    }

    @Test func multicastStaysOnTheLinkInOnePiece() throws {
        let link = try Link()
        let header = try link.right.run { () -> Header? in
            let internetProtocol = Int32(UInt16(0x0800).bigEndian)
            let tap = socket(AF_PACKET, Int32(SOCK_DGRAM.rawValue), internetProtocol)
            guard tap >= 0 else { throw Namespace.Failure(description: "no tap: errno \(errno)") }
            defer { close(tap) }
            _ = try link.left.run { link.leftPort.send([UInt8](repeating: 5, count: 1200), to: .discovery) }
            var packet = [UInt8](repeating: 0, count: 2048)
            let poller = try Poller()
            try poller.add(tap)
            let deadline = Clock.monotonicMicros() + 1_000_000
            while Clock.monotonicMicros() < deadline {
                _ = try poller.wait(untilMicros: deadline)
                let length = unsafe recv(tap, &packet, packet.count, Int32(MSG_DONTWAIT))
                // UDP; the kernel's own reports of membership pass here too.
                guard length >= 28, packet[9] == 17 else { continue }
                return Header(
                    timeToLive: packet[8], mayFragment: packet[6] & 0x40 == 0,
                    source: packet[12..<16].map(String.init).joined(separator: "."),
                    destination: packet[16..<20].map(String.init).joined(separator: "."), octets: length)
            }
            return nil
        }
        let expected = Header(
            timeToLive: 1, mayFragment: false, source: "10.9.0.1", destination: "239.192.83.78", octets: 1228)
        #expect(header == expected)
    }

    @Test func leavesTheGroupWhereItMayNoLongerSpeak() throws {
        let link = try Link()
        #expect(try link.left.run { try memberships() } == 2)
        try link.left.ip("address flush dev v")
        #expect(try link.left.run { try follow(link.leftPort) { $0.interfaces.map(\.name) == ["lo"] } })
        #expect(try link.left.run { try memberships() } == 1)
    }

    /// By how many interfaces of this namespace somebody is in the discovery group.
    private func memberships() throws -> Int {
        guard let file = unsafe fopen("/proc/thread-self/net/igmp", "r") else {
            throw Namespace.Failure(description: "/proc does not tell the memberships")
        }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        // The address in memory order, read as a little-endian number.
        return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
            .filter { $0.contains("4E53C0EF") }.count
    }
}
