internal import CSodium

/// The system's randomness. Only shells call it; the core is given seeds.
public enum Entropy {
    /// `count` octets of the kernel's generator (getrandom); none for a count below 1.
    public static func bytes(_ count: Int) -> [UInt8] {
        _ = Sodium.isReady
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { out, filled in
            unsafe randombytes_buf(out.baseAddress!, count)
            filled = count
        }
    }
}
