/// An IPv4 address and a UDP port.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// In host order: 127.0.0.1 is `0x7f00_0001`.
    public let address: UInt32
    public let port: UInt16

    public init(address: UInt32, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// `address * 2^16 + port`, as the core carries it. Nil where a bit above 2^48 is set.
    public init?(raw: UInt64) {
        guard raw >> 48 == 0 else { return nil }
        self.init(address: UInt32(truncatingIfNeeded: raw >> 16), port: UInt16(truncatingIfNeeded: raw))
    }

    /// Reads `192.168.1.7:17627`: four decimal numbers without leading zeros, and a port from 1.
    public init?(_ text: String) {
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        guard halves.count == 2, let address = IPv4.parse(halves[0]),
            let port = IPv4.decimal(halves[1], upTo: 65_535), port > 0
        else { return nil }
        self.init(address: address, port: UInt16(port))
    }

    public var raw: UInt64 { UInt64(address) << 16 | UInt64(port) }
    public var description: String { "\(IPv4.text(address)):\(port)" }

    /// Whether one host can be spoken to there: no group, no broadcast, no address of "this network", a port.
    public var isOneHost: Bool {
        port != 0 && address >> 24 != 0 && address < 0xE000_0000
    }
}

/// IPv4 addresses as numbers in host order.
public enum IPv4 {
    public static let loopbackNetwork: UInt32 = 127

    public static func text(_ address: UInt32) -> String {
        "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
    }

    /// Nil unless four decimal numbers of 0 to 255 without leading zeros.
    public static func parse(_ text: some StringProtocol) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var address: UInt32 = 0
        for part in parts {
            guard let value = decimal(part, upTo: 255) else { return nil }
            address = address << 8 | value
        }
        return address
    }

    static func decimal(_ text: some StringProtocol, upTo most: UInt32) -> UInt32? {
        let digits = Array(text.utf8)
        guard (1...5).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        guard digits.count == 1 || digits[0] != 48 else { return nil }
        let value = digits.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - 48) }
        return value <= most ? value : nil
    }

    static func isGroup(_ address: UInt32) -> Bool { address >> 28 == 0xE }
}
