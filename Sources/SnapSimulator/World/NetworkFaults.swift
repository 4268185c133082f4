/// What the simulated network does to each copy of a datagram.
public struct NetworkFaults: Hashable, Sendable {
    /// Copies that never arrive, of 100. 0...100.
    public var lossPercent = 0
    /// Copies that arrive twice, of 100. 0...100.
    public var duplicatePercent = 0
    /// Copies that are held back so that later ones overtake them, of 100. 0...100.
    public var reorderPercent = 0
    /// One way, uniform.
    public var delayMillis = 0...5

    public init() {}

    /// The longest delay that may be asked for.
    public static let longestDelayMillis = 10_000
    /// A copy that is held back takes up to twice the range of delays longer, and this at least.
    static let leastHoldMicros: Int64 = 2_000
}
