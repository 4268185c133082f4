internal import CSodium

extension Digest {
    /// BLAKE2b-256 of `bytes`, unkeyed (RFC 7693). Under half a microsecond for a short input; nothing is copied.
    public static func of(_ bytes: [UInt8]) -> Digest {
        _ = Sodium.isReady
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &words) { out in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                let digest = unsafe out.baseAddress!.assumingMemoryBound(to: UInt8.self)
                _ = unsafe crypto_generichash(digest, 32, bytes.baseAddress, UInt64(bytes.count), nil, 0)
            }
        }
        return Digest(memory: words)
    }

    /// Keyed BLAKE2b (RFC 7693) of `length` octets, 16...64, with `key` of 16...64 octets.
    ///
    /// Both lengths are the caller's own constants: others are a fault of the program and stop it.
    public static func keyed(_ bytes: [UInt8], key: [UInt8], length: Int) -> [UInt8] {
        precondition((16...64).contains(length), "BLAKE2b output of 16...64 octets")
        precondition((16...64).contains(key.count), "BLAKE2b key of 16...64 octets")
        _ = Sodium.isReady
        return unsafe [UInt8](unsafeUninitializedCapacity: length) { out, count in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe key.withUnsafeBufferPointer { key in
                    _ = unsafe crypto_generichash(
                        out.baseAddress!, length, bytes.baseAddress, UInt64(bytes.count), key.baseAddress!, key.count)
                }
            }
            count = length
        }
    }
}
