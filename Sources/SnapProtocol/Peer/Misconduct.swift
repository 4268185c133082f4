package import SnapWire

/// How the peer of a simulated cheater breaks the rules. Only this package's simulator can give a peer one.
package struct Misconduct: Sendable {
    /// What is written in place of what a rule calls for; nil: nothing is written.
    package var says: (@Sendable (Body) -> Body?)?
    /// By how much it holds back its answers to a turn.
    package var linkDelayMicros: Int64 = 0
    /// By how much it leaves a race later than its close time.
    package var closeDelayMicros: Int64 = 0
    /// Whether it calls within falseStart of the card.
    package var callsTooSoon = false
    /// The answer that is held back, and until when.
    var heldLink: (index: UInt64, until: Instant)?

    package init() {}
}

extension Peer {
    /// Whether a cheater still holds back its link.
    mutating func holdsBack(link index: UInt64, at now: Instant) -> Bool {
        guard let misconduct, misconduct.linkDelayMicros > 0 else { return false }
        let held = misconduct.heldLink.flatMap { $0.index == index ? $0 : nil }
        let until = held?.until ?? now + misconduct.linkDelayMicros
        self.misconduct?.heldLink = (index, until)
        guard now < until else { return false }
        wakeAt(until)
        return true
    }
}
