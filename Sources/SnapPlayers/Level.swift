/// How good a computer player is (rules.md 30): reactions are ex-Gaussian, the sum of a normal and an exponential part,
/// which is the usual description of human reaction times (Luce, *Response Times*, 1986).
public enum Level: String, Hashable, Sendable, CaseIterable {
    case child, average, expert

    /// Mean of the normal part.
    public var muMillis: Int {
        switch self {
        case .child: 400
        case .average: 300
        case .expert: 240
        }
    }
    /// Standard deviation of the normal part.
    public var sigmaMillis: Int {
        switch self {
        case .child: 80
        case .average: 45
        case .expert: 30
        }
    }
    /// Mean of the exponential part.
    public var tauMillis: Int {
        switch self {
        case .child: 160
        case .average: 85
        case .expert: 50
        }
    }
    /// Matches that are not seen, of 100.
    public var missPercent: Int {
        switch self {
        case .child: 8
        case .average: 3
        case .expert: 1
        }
    }
    /// Cards without a match that are called, of 100.
    public var falsePercent: Int {
        switch self {
        case .child: 5
        case .average, .expert: 2
        }
    }
}
