internal import SnapCrypto

/// What lets a browser in: 128 bits as 32 hexadecimal digits.
enum Secret {
    static func make() -> [UInt8] { Array(Hex.encode(Entropy.bytes(16)).utf8) }

    /// In a time that tells nothing of where the two differ.
    static func isEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
        guard a.count == b.count, !b.isEmpty else { return false }
        return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
