internal import CSodium

/// A deterministic stream of randomness: the ChaCha20 key stream of the seed with a zero 64-bit nonce, from block 0 on.
///
/// Same seed, same stream, and a copy goes on where its original was. Every call takes the next octets of the one stream.
public struct SeededRandom: Sendable {
    private static let blockLength = 64
    /// Octets made at a time: vector code makes several blocks at once, and most calls then only read.
    private static let bufferLength = 16 * blockLength

    private let key: [UInt8]
    private var nextBlock: UInt64 = 0
    private var buffer: [UInt8] = []
    private var position = 0

    /// `seed`: 32 octets; a seed of another length is hashed to 32 (BLAKE2b-256).
    public init(seed: [UInt8]) {
        _ = Sodium.isReady
        key = seed.count == 32 ? seed : Digest.of(seed).bytes
    }

    /// A convenience for tests and simulations: the seed is the number's eight octets, the least first.
    public init(_ number: UInt64) {
        self.init(seed: (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) })
    }

    /// The next `count` octets; none for a count below 1.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        var out = [UInt8]()
        guard count > 0 else { return out }
        out.reserveCapacity(count)
        while out.count < count {
            if position == buffer.count { refill() }
            let taken = min(count - out.count, buffer.count - position)
            out.append(contentsOf: buffer[position..<position + taken])
            position += taken
        }
        return out
    }

    /// The next eight octets, the least first.
    public mutating func next() -> UInt64 {
        guard position + 8 <= buffer.count else { return slowNext() }
        let word = unsafe buffer.withUnsafeBytes { bytes in
            unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        }
        position += 8
        return UInt64(littleEndian: word)
    }

    /// Uniform in 0..<bound by rejection. `bound` > 0: 0 is a fault of the program and stops it.
    public mutating func below(_ bound: UInt64) -> UInt64 {
        precondition(bound > 0, "an empty range has no element")
        // 2^64 mod bound: the first so many values would make some remainders likelier.
        let refused = (0 &- bound) % bound
        // Refuses with a chance below 1/2 each time, whatever the bound.
        while true {
            let word = next()
            if word >= refused { return word % bound }
        }
    }

    private mutating func slowNext() -> UInt64 {
        bytes(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func refill() {
        let nonce = [UInt8](repeating: 0, count: 8)
        var stream = [UInt8](repeating: 0, count: Self.bufferLength)
        unsafe stream.withUnsafeMutableBufferPointer { stream in
            unsafe nonce.withUnsafeBufferPointer { nonce in
                unsafe key.withUnsafeBufferPointer { key in
                    let zeros = unsafe UnsafePointer(stream.baseAddress!)
                    _ = unsafe crypto_stream_chacha20_xor_ic(
                        stream.baseAddress!, zeros, UInt64(stream.count), nonce.baseAddress!, nextBlock,
                        key.baseAddress!)
                }
            }
        }
        nextBlock &+= UInt64(Self.bufferLength / Self.blockLength)
        buffer = stream
        position = 0
    }
}
