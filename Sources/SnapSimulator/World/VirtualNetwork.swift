internal import SnapCrypto
internal import SnapProtocol

/// Carries datagrams between the seats of a table, with faults. Seat s has the address s + 1.
struct VirtualNetwork {
    /// One copy on its way.
    struct Copy {
        var to: Int
        var from: Int
        var bytes: [UInt8]
    }

    struct Figures: Hashable, Sendable {
        var sent = 0
        var copies = 0
        var lost = 0
        var duplicated = 0
        var heldBack = 0
    }

    let faults: NetworkFaults
    private var random: SeededRandom
    private(set) var figures = Figures()

    init(faults: NetworkFaults, seed: UInt64) {
        self.faults = faults
        random = Randomness.stream("network", seed: seed)
    }

    static func address(of seat: Int) -> PeerAddress { PeerAddress(raw: UInt64(seat) + 1) }

    /// The copies of one datagram with their delays, microseconds. Whoever is not `present` is not there to hear.
    mutating func carry(
        _ bytes: [UInt8], from: Int, to destination: Destination, present: [Bool]
    ) -> [(copy: Copy, delayMicros: Int64)] {
        figures.sent += 1
        var copies: [(copy: Copy, delayMicros: Int64)] = []
        for seat in present.indices where seat != from && present[seat] {
            if case .one(let address) = destination, address != VirtualNetwork.address(of: seat) { continue }
            figures.copies += 1
            if random.happens(percent: faults.lossPercent) {
                figures.lost += 1
                continue
            }
            let copy = Copy(to: seat, from: from, bytes: bytes)
            copies.append((copy, delay()))
            if random.happens(percent: faults.duplicatePercent) {
                figures.duplicated += 1
                copies.append((copy, delay()))
            }
        }
        return copies
    }

    private mutating func delay() -> Int64 {
        let least = Int64(faults.delayMillis.lowerBound) * 1_000
        let most = Int64(faults.delayMillis.upperBound) * 1_000
        var delay = random.uniform(least...most)
        if random.happens(percent: faults.reorderPercent) {
            figures.heldBack += 1
            delay += random.uniform(0...max(NetworkFaults.leastHoldMicros, 2 * (most - least)))
        }
        return delay
    }
}
