internal import SnapCrypto
internal import SnapWire

/// The votes of one view that count, so that nothing need be looked for in whole logs.
struct ViewVotes: Sendable {
    struct Proposal: Sendable {
        var seat: Int
        var event: Event
        var content: Propose
        /// Its ballot's owner's first, while that was the owner's highest ballot, and what its evidence yields.
        var isValid: Bool
    }

    /// By seat and ballot.
    var promises: [[UInt64: Event]]
    /// By seat: the highest ballot promised; 0: none.
    var highest: [UInt64]
    /// By ballot, as they came.
    var proposals: [UInt64: [Proposal]] = [:]
    /// By seat, ballots ascending.
    var accepts: [[(ballot: UInt64, seq: UInt64, proposal: Digest)]]

    init(seats: Int) {
        promises = Array(repeating: [:], count: seats)
        highest = Array(repeating: 0, count: seats)
        accepts = Array(repeating: [], count: seats)
    }
}
