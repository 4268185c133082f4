/// The octets that say what a cheater does: each question takes the next ones; when they are used up every answer is 0.
struct Whims {
    private let octets: ArraySlice<UInt8>
    private var next: Int

    init(_ octets: [UInt8]) {
        self.octets = octets[...]
        next = 0
    }

    var isSpent: Bool { next >= octets.count }

    mutating func octet() -> UInt8 {
        guard next < octets.count else { return 0 }
        defer { next += 1 }
        return octets[next]
    }

    mutating func flag() -> Bool { octet() & 1 == 1 }

    /// 0..<count; `count` 1...256.
    mutating func below(_ count: Int) -> Int { Int(octet()) % max(1, count) }

    mutating func octets(_ count: Int) -> [UInt8] {
        let end = min(octets.count, next + count)
        defer { next = end }
        return Array(octets[min(next, end)..<end])
    }

    /// Mostly close to `value`, at times far from everything.
    mutating func number(near value: UInt64) -> UInt64 {
        switch octet() {
        case 0..<200: return value
        case let small where small < 240: return value &+ UInt64(small & 7) &- 3
        case 240: return 0
        case 241: return UInt64.max
        case 242: return 1 << 32
        case 243: return 1 << 48
        case 244: return 1 << 20
        default: return octets(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
    }

    /// The same for what may be negative.
    mutating func number(near value: Int64) -> Int64 { Int64(bitPattern: number(near: UInt64(bitPattern: value))) }
}
