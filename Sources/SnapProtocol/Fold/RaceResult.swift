public import SnapRules

extension GameFold {
    /// A race that calls were judged in: the photo finish. Times are microseconds after the card became knowable.
    public struct RaceResult: Hashable, Sendable {
        public struct Call: Hashable, Sendable {
            public var seat: Int
            /// q: what the caller said, its distance beyond C added.
            public var claimedMicros: Int64
            /// T: what counts.
            public var reactionMicros: Int64
            /// The measurements in the middle; T lies between them.
            public var loMicros: Int64
            public var hiMicros: Int64
            /// hi - lo > D.
            public var disputed: Bool
            /// Under falseStart, on a table that did not match before, and not for want of agreement alone.
            public var foul: Bool
            /// On a match, and no sooner than falseStart: one that could win.
            public var timely: Bool
            /// Its weight in a dead heat, 1...U; 0: not in one.
            public var weight: Int64 = 0
        }

        /// Why it ended so.
        public enum Reason: Hashable, Sendable {
            /// The only timely call.
            case alone
            /// So much sooner than the next one, at least U.
            case quickest(byMicros: Int64)
            /// Within U of each other: drawn by lot.
            case lot
            /// The same, but somebody left before the draw: the quickest of those that were still there.
            case lotLeft
            /// The same, by the rule of the pool.
            case pooled
            /// The calls of these are disputed, and who was first depends on it.
            case disputed([Int])
            /// All calls were too late for the card before.
            case late
            /// On a match, but sooner than anybody can see a card, and nobody else called.
            case falseStart
            /// There was no match.
            case noMatch
            /// All who could have won have left.
            case gone
        }

        public var index: UInt64
        /// In the order of claiming.
        public var calls: [Call]
        public var verdict: Game.Verdict
        public var reason: Reason
        public var matched: Bool
        /// U: calls nearer to each other are a dead heat.
        public var uncertaintyMicros: Int64

        /// Whom a lot chose from, or who shared a dead heat; empty without one.
        public var contenders: [Int] { calls.filter { $0.weight > 0 }.map(\.seat).sorted() }
        /// Not to be told who was first: nothing moves.
        public var void: Bool { if case .disputed = reason { true } else { false } }
    }
}
