/// An invariant that did not hold.
public struct Violation: Error, Hashable, Sendable {
    public enum Invariant: String, Hashable, Sendable {
        /// Two peers applied, reported or wrote different things at one place.
        case agreement
        /// 52 cards, each once.
        case cards
        /// A card turned twice under one index, a race judged twice, or out of order.
        case onceOnly = "once-only"
        /// Nothing happened for too long although everybody could be reached.
        case progress
        /// A queue above its bound.
        case memory
        /// A peer that asks to be stepped again and again without time passing.
        case rest
        /// Two ends of one view, or something applied beyond one.
        case views
        /// A member dropped that was there.
        case eviction
        /// A transcript that does not audit as it must.
        case audit
    }
    public var invariant: Invariant
    /// Virtual time, microseconds.
    public var atMicros: Int64
    /// Nil where no one seat is concerned.
    public var seat: Int?
    /// What differed.
    public var what: String
}
