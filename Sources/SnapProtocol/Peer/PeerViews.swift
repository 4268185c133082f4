package import SnapCrypto

/// Where a game stands in its views, for simulations.
package struct ViewStanding: Sendable {
    package var game: UInt64
    package var roster: [PublicKey]
    /// The one that is not decided yet.
    package var view: UInt64
    /// By seat: a member of it, those that left among them.
    package var members: [Bool]
    package var hasLeft: [Bool]
    /// By view from 1 on: by seat, the last seq that belongs to it.
    package var cuts: [[UInt64]]
    /// By seat: the last seq that was applied; 0: none.
    package var applied: [UInt64]
}

extension Peer {
    /// The view that is not decided yet; 0 in the lobby.
    package var runningView: UInt64 { play?.order.view ?? 0 }

    /// nil in the lobby.
    package var viewStanding: ViewStanding? {
        guard let order = play?.order else { return nil }
        return ViewStanding(
            game: order.game, roster: order.roster, view: order.view, members: order.members, hasLeft: order.hasLeft,
            cuts: order.cuts,
            applied: order.applied)
    }
}
