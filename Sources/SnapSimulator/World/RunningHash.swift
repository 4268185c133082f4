internal import SnapCrypto

/// A hash over everything that a run did, in order: two runs that give the same one did the same.
struct RunningHash {
    private var chain = Digest(words: (0, 0, 0, 0))
    private var buffer: [UInt8] = []
    private static let block = 1 << 16

    mutating func add(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            buffer.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    mutating func add(_ bytes: [UInt8]) {
        add(UInt64(bytes.count))
        buffer += bytes
        if buffer.count >= RunningHash.block { fold() }
    }

    mutating func add(_ digest: Digest) { digest.append(to: &buffer) }

    private mutating func fold() {
        chain = Digest.of(chain.bytes + buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    mutating func finish() -> Digest {
        fold()
        return chain
    }
}
