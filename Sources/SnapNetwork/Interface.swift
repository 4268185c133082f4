internal import CSystem

/// A network interface as the kernel shows it now.
public struct Interface: Equatable, Sendable {
    public struct Address: Equatable, Sendable {
        /// In host order.
        public let address: UInt32
        /// 0...32.
        public let prefixLength: UInt8

        public init(address: UInt32, prefixLength: UInt8) {
            self.address = address
            self.prefixLength = min(prefixLength, 32)
        }

        /// Whether `other` is on this link.
        public func covers(_ other: UInt32) -> Bool {
            prefixLength == 0 || (address ^ other) >> (32 - UInt32(prefixLength)) == 0
        }
    }

    public let name: String
    public let index: UInt32
    /// The primary one first.
    public internal(set) var addresses: [Address]
    public let isUp: Bool
    /// Up and with a link: a cable, an access point.
    public let isRunning: Bool
    public let isMulticast: Bool
    public let isLoopback: Bool

    /// Whether a group can be joined and spoken to here. The loopback carries multicast although it does not say so.
    public var isUsable: Bool { isUp && isRunning && (isMulticast || isLoopback) && !addresses.isEmpty }

    /// Whether an interface can be called so at all: the rule of the Linux kernel (`dev_valid_name`).
    public static func isName(_ name: String) -> Bool {
        let forbidden = [0x7F, UInt8(ascii: "/"), UInt8(ascii: ":")]
        let isSpelt = name.utf8.allSatisfy { $0 > 0x20 && !forbidden.contains($0) }
        return isSpelt && (1...15).contains(name.utf8.count) && name != "." && name != ".."
    }

    /// At most this many rows are read; hosts with more have containers, whose links come last.
    static let rowsMax = 512

    /// Every interface, by rising index.
    public static func all() throws(NetworkError) -> [Interface] {
        var rows = [snap_interface_row](repeating: snap_interface_row(), count: rowsMax)
        let count = unsafe rows.withUnsafeMutableBufferPointer {
            unsafe snap_interfaces($0.baseAddress, Int32($0.count))
        }
        guard count >= 0 else { throw NetworkError.from(count, doing: "listing the network interfaces") }
        var found: [Interface] = []
        for row in rows.prefix(Int(count)) {
            if row.has_address == 0 {
                found.append(Interface(row))
            } else if let place = found.firstIndex(where: { $0.index == row.index }) {
                found[place].addresses.append(Address(address: row.address, prefixLength: row.prefix_length))
            }
        }
        return found.sorted { $0.index < $1.index }
    }

    private init(_ row: snap_interface_row) {
        name = unsafe withUnsafeBytes(of: row.name) { bytes in
            unsafe String(decoding: bytes.prefix(while: { $0 != 0 }), as: UTF8.self)
        }
        index = row.index
        addresses = []
        isUp = row.up != 0
        isRunning = row.running != 0
        isMulticast = row.multicast != 0
        isLoopback = row.loopback != 0
    }
}
