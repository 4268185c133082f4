/// A fixed value of 32 octets, ordered as its octets are (the first octet weighs most).
public protocol Octets32: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The octets as four big-endian words.
    var words: (UInt64, UInt64, UInt64, UInt64) { get }
    init(words: (UInt64, UInt64, UInt64, UInt64))
}

extension Octets32 {
    /// The 32 octets.
    public var bytes: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 32) { out, count in
            unsafe withOctets { octets in unsafe out.baseAddress!.initialize(from: octets, count: 32) }
            count = 32
        }
    }

    /// Appends the 32 octets to `out` without an array in between.
    public func append(to out: inout [UInt8]) {
        unsafe withOctets { octets in
            unsafe out.append(contentsOf: UnsafeBufferPointer(start: octets, count: 32))
        }
    }

    /// Nil unless `bytes` has exactly 32 octets.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &words) { out in unsafe out.copyBytes(from: bytes) }
        self.init(memory: words)
    }

    /// From words whose octets lie in memory in the value's order, as C wrote them.
    init(memory words: (UInt64, UInt64, UInt64, UInt64)) {
        self.init(
            words: (
                UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt64(bigEndian: words.2),
                UInt64(bigEndian: words.3)
            ))
    }

    /// Hands the 32 octets to a C call, on the stack.
    func withOctets<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        let memory = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
        return unsafe withUnsafeBytes(of: memory) { bytes in
            unsafe body(bytes.baseAddress!.assumingMemoryBound(to: UInt8.self))
        }
    }

    @inlinable
    public static func == (a: Self, b: Self) -> Bool { a.words == b.words }
    @inlinable
    public static func < (a: Self, b: Self) -> Bool { a.words < b.words }

    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }

    /// The octets in lower-case hexadecimal.
    public var hex: String { Hex.encode(bytes) }
    /// The first four octets in hexadecimal, for messages to people.
    public var short: String { String(hex.prefix(8)) }
    public var description: String { hex }
}

/// An Ed25519 public key (RFC 8032), of an identity or of a session.
public struct PublicKey: Octets32 {
    public let words: (UInt64, UInt64, UInt64, UInt64)
    public init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }
}

/// A BLAKE2b-256 digest (RFC 7693).
public struct Digest: Octets32 {
    public let words: (UInt64, UInt64, UInt64, UInt64)
    public init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }
}

/// One link of a hash chain, or its anchor.
public struct Link: Octets32 {
    public let words: (UInt64, UInt64, UInt64, UInt64)
    public init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }
}

extension Link {
    /// A chain's link is a digest of what follows it.
    public init(_ digest: Digest) { self.init(words: digest.words) }
}

extension Digest {
    /// The same 32 octets.
    public init(_ link: Link) { self.init(words: link.words) }
}

/// Hexadecimal text.
public enum Hex {
    /// Two lower-case digits an octet.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var out = [UInt8]()
        for byte in bytes {
            out.append(digits[Int(byte >> 4)])
            out.append(digits[Int(byte & 15)])
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Nil where the text is not an even number of hexadecimal digits.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var out = [UInt8]()
        var high: UInt8?
        for unit in text.utf8 {
            let digit: UInt8
            switch unit {
            case 48...57: digit = unit - 48
            case 65...70: digit = unit - 55
            case 97...102: digit = unit - 87
            default: return nil
            }
            if let value = high {
                out.append(value << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? out : nil
    }
}
