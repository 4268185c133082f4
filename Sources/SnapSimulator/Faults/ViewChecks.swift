internal import SnapCrypto
internal import SnapProtocol

/// What peers have decided, game by game: that there is one cut a view, and that nobody has applied anything beyond it.
struct DecidedViews {
    private var games: [(number: UInt64, cuts: [[UInt64]])] = []

    /// Views of a game that some peer has seen decided.
    func count(of game: UInt64) -> UInt64 { UInt64(games.first { $0.number == game }?.cuts.count ?? 0) }

    /// What is wrong with where a peer stands; nil: nothing.
    mutating func fault(in standing: ViewStanding) -> String? {
        if !games.contains(where: { $0.number == standing.game }) { games.append((standing.game, [])) }
        guard let place = games.firstIndex(where: { $0.number == standing.game }) else { return nil }
        for (index, cut) in standing.cuts.enumerated() {
            if index == games[place].cuts.count { games[place].cuts.append(cut) }
            if games[place].cuts[index] != cut {
                return "view \(index + 1) of game \(standing.game) ends at \(cut), for another peer at "
                    + "\(games[place].cuts[index])"
            }
        }
        for (index, cut) in games[place].cuts.enumerated().dropFirst(standing.cuts.count) {
            for seat in cut.indices where standing.applied[seat] > cut[seat] {
                return "event \(standing.applied[seat]) of seat \(seat) is applied in view \(standing.view), which "
                    + "another peer has ended at \(cut[seat]) (view \(index + 1))"
            }
        }
        return nil
    }
}

extension Simulation {
    mutating func checkViews(_ seat: Int) throws(Violation) {
        guard let standing = seats[seat].peer.viewStanding, let fault = views.fault(in: standing) else { return }
        throw Violation(invariant: .views, atMicros: now, seat: seat, what: fault)
    }

    /// Where the peer stands that has gone through the most views of the running game.
    var furthestStanding: ViewStanding? {
        var furthest: ViewStanding?
        for seat in seats.indices where seats[seat].presence == .here {
            guard let standing = seats[seat].peer.viewStanding, standing.game == script.game else { continue }
            if let best = furthest, best.view >= standing.view { continue }
            furthest = standing
        }
        return furthest
    }

    /// The seats here of those members of a view that have not left.
    func living(in standing: ViewStanding) -> [Int] {
        seats.indices.filter { seat in
            guard let place = standing.roster.firstIndex(of: seats[seat].peer.me) else { return false }
            return standing.members[place] && !standing.hasLeft[place]
        }
    }

    /// Whether enough members do their part for the game to go on.
    var canGoOn: Bool {
        guard let standing = furthestStanding else { return true }
        let living = living(in: standing)
        let missing = living.filter { trouble.culprits.contains($0) || seats[$0].presence != .here }
        return missing.isEmpty || (missing.count == 1 && living.count >= 3)
    }
}
