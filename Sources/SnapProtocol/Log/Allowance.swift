/// A budget that fills again with time, for what one peer may make another do. Counted in millionths, so that nothing is lost between two looks.
struct Allowance: Sendable {
    private let most: Int64
    private let perSecond: Int64
    private var left: Int64
    private var filledAt: Instant?

    private static let millionths: Int64 = 1_000_000
    /// Longer pauses fill no more than this one, microseconds: so nothing overflows.
    private static let longestMicros: Int64 = 1_000_000_000

    /// `most`: at once, and at the beginning; `perSecond`: how quickly it comes back. Both below 2^31.
    init(most: Int32, perSecond: Int32) {
        self.most = Int64(most) * Allowance.millionths
        self.perSecond = Int64(perSecond)
        left = self.most
    }

    private mutating func fill(at now: Instant) {
        let elapsed = min(max(0, now - (filledAt ?? now)), Allowance.longestMicros)
        filledAt = now
        left = min(most, left + elapsed * perSecond)
    }

    /// What may be spent now.
    mutating func available(at now: Instant) -> Int {
        fill(at: now)
        return Int(left / Allowance.millionths)
    }

    /// Spends `amount`, which is available.
    mutating func spend(_ amount: Int) { left = max(0, left - Int64(amount) * Allowance.millionths) }

    /// Gives `amount` more, up to the most.
    mutating func add(_ amount: Int64) { left = min(most, left + amount * Allowance.millionths) }
}
