public import SnapCrypto

/// Writes deterministic CBOR (RFC 8949 section 4.2): definite lengths, shortest heads, no floats.
///
/// The caller announces each array and map with its count and then writes that many items.
public struct CBORWriter: Sendable {
    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []

    public init(reserving octets: Int = 64) { bytes.reserveCapacity(octets) }

    /// The head of an item: major type (0...7) and argument in its shortest form.
    mutating func head(_ major: UInt8, _ argument: UInt64) {
        let top = major << 5
        let extra: UInt64
        switch argument {
        case 0..<24:
            bytes.append(top | UInt8(truncatingIfNeeded: argument))
            return
        case 24...0xff:
            bytes.append(top | 24)
            extra = 1
        case 0x100...0xffff:
            bytes.append(top | 25)
            extra = 2
        case 0x1_0000...0xffff_ffff:
            bytes.append(top | 26)
            extra = 4
        default:
            bytes.append(top | 27)
            extra = 8
        }
        appendBigEndian(argument, octets: extra)
    }

    private mutating func appendBigEndian(_ word: UInt64, octets: UInt64) {
        var shift = octets * 8
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }

    public mutating func unsigned(_ value: UInt64) { head(0, value) }

    /// The integer -1 - `value`, which reaches -2^64.
    public mutating func negative(below value: UInt64) { head(1, value) }

    public mutating func integer(_ value: Int64) {
        if value >= 0 { head(0, UInt64(value)) } else { head(1, UInt64(bitPattern: ~value)) }
    }

    public mutating func byteString(_ value: some Collection<UInt8>) {
        head(2, UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    /// A byte string of 32 octets.
    public mutating func octets(_ value: some Octets32) {
        head(2, 32)
        value.append(to: &bytes)
    }

    public mutating func text(_ value: String) {
        head(3, UInt64(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    /// The head of an array; `count` items follow.
    public mutating func array(_ count: Int) { head(4, UInt64(count)) }

    /// The head of a map; `count` pairs follow, ascending by the octets of their encoded keys.
    public mutating func map(_ count: Int) { head(5, UInt64(count)) }

    /// The head of a tag; one item follows.
    public mutating func tag(_ number: UInt64) { head(6, number) }

    public mutating func bool(_ value: Bool) { bytes.append(value ? 0xf5 : 0xf4) }

    public mutating func null() { bytes.append(0xf6) }

    /// Null where there is no value.
    public mutating func unsigned(orNull value: UInt64?) {
        if let value { unsigned(value) } else { null() }
    }

    /// Null where there is no value.
    public mutating func integer(orNull value: Int64?) {
        if let value { integer(value) } else { null() }
    }

    /// Octets that are already encoded.
    public mutating func raw(_ encoded: some Collection<UInt8>) { bytes.append(contentsOf: encoded) }
}
