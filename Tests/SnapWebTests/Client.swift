import Glibc
import SnapNetwork

@testable import SnapWeb

/// A visitor by a raw socket: sends what it is told to, octet by octet, and keeps what comes.
final class Client {
    let socket: Int32
    private(set) var received: [UInt8] = []
    /// The other side has closed, or reset, the connection.
    private(set) var isClosed = false

    init(port: UInt16, isVersion6: Bool = false, room: Int32? = nil) {
        socket = Glibc.socket(isVersion6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var room { unsafe setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
        var failed: Int32
        if isVersion6 {
            var to = sockaddr_in6()
            to.sin6_family = sa_family_t(AF_INET6)
            to.sin6_port = port.bigEndian
            to.sin6_addr = in6addr_loopback
            failed = unsafe withUnsafeBytes(of: &to) {
                unsafe connect(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
            }
        } else {
            var to = sockaddr_in()
            to.sin_family = sa_family_t(AF_INET)
            to.sin_port = port.bigEndian
            to.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            failed = unsafe withUnsafeBytes(of: &to) {
                unsafe connect(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
            }
        }
        isClosed = failed != 0
    }

    deinit { close(socket) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ octets: [UInt8]) {
        _ = unsafe octets.withUnsafeBytes { unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Closes in such a way that the other side is told of an error (RST).
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        // The descriptor stays until this goes; connecting to nowhere (AF_UNSPEC) resets at once.
        var nowhere = sockaddr()
        unsafe connect(socket, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
        isClosed = true
    }

    /// Takes what has come.
    func take() {
        var room = [UInt8](repeating: 0, count: 65_536)
        while !isClosed {
            let count = unsafe room.withUnsafeMutableBytes {
                unsafe recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                received += room.prefix(count)
            } else if count == 0 || errno != EAGAIN {
                isClosed = true
            } else {
                return
            }
        }
    }

    func forget() { received = [] }
    var text: String { String(decoding: received, as: UTF8.self) }
}

/// An answer, taken apart.
struct Answer {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: String

    /// Nil where it is not whole yet.
    init?(_ text: String, hasBody: Bool = true) {
        guard let end = text.utf8Range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        guard let first = lines.first?.split(separator: " "), first.count >= 2, let status = Int(first[1]) else {
            return nil
        }
        self.status = status
        headers = lines.dropFirst().map { line in
            let sides = line.split(separator: ":", maxSplits: 1)
            return (sides[0].lowercased(), sides.count > 1 ? String(sides[1].drop { $0 == " " }) : "")
        }
        body = String(text[end.upperBound...])
        let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
        if hasBody, body.utf8.count < length { return nil }
    }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension String {
    func utf8Range(of part: String) -> Range<String.Index>? {
        let part = Array(part.utf8)
        var at = utf8.startIndex
        while at < utf8.endIndex {
            if utf8[at...].starts(with: part) { return at..<utf8.index(at, offsetBy: part.count) }
            at = utf8.index(after: at)
        }
        return nil
    }
}
