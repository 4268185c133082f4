internal import SnapWire

/// One witness's view of a race: its first WITNESS, brought within `Limits` (Protocol.md, *Estimates*). Microseconds of
/// its own clock from the arrival (own: sending) of the race's FLIP.
struct Sighting: Sendable {
    let witness: Int
    let turner: Int
    /// Round-trip time to each seat; own 0.
    let rttMicros: [Int64]
    /// Half of them, rounded down.
    private let delays: [Int64]
    private let links: [Int64?]
    private let settling: [Int64?]
    private let lobby: Lobby

    /// `row` has one round-trip time and one link a seat, and no or one settling a seat. `evidence` says which of them count.
    init(_ row: Witness, of witness: Int, turner: Int, evidence: GameFold.Evidence, lobby: Lobby) {
        self.witness = witness
        self.turner = turner
        self.lobby = lobby
        rttMicros = row.rttMicros.enumerated().map { seat, rtt in
            seat == witness ? 0 : Int64(min(rtt, Limits.rttMicros))
        }
        delays = rttMicros.map { $0 / 2 }
        links = zip(evidence.links, row.links).map { event, arrival in
            event == nil ? nil : arrival.map(Sighting.bounded)
        }
        settling = zip(evidence.settling, row.settling).map { event, arrival in
            event == nil ? nil : arrival.map(Sighting.bounded)
        }
    }

    static func bounded(_ micros: Int64) -> Int64 { min(max(micros, -Limits.arrivalMicros), Limits.arrivalMicros) }

    /// The delay between two seats as far as this witness's own delays allow it: a third party's word cannot break the
    /// triangle.
    private func delayMicros(_ a: Int, _ b: Int) -> Int64 {
        if a == b { return 0 }
        return min(max(lobby.delayMicros(a, b), abs(delays[a] - delays[b])), delays[a] + delays[b])
    }

    /// w: how long after the draw became knowable to it the claimant called, as this witness saw it. May be negative.
    func reactionMicros(of claimant: Int, arrivalMicros: Int64) -> Int64 {
        var knowable: Int64?
        func consider(_ arrival: Int64, from author: Int) {
            let reached = arrival - delays[author] + delayMicros(author, claimant)
            knowable = max(knowable ?? reached, reached)
        }
        for (author, arrival) in links.enumerated() where author != claimant {
            // The FLIP is the origin of these times, whatever the row says of it.
            if author == turner { consider(0, from: author) } else if let arrival { consider(arrival, from: author) }
        }
        for (author, arrival) in settling.enumerated() where author != claimant {
            if let arrival { consider(arrival, from: author) }
        }
        // Nothing but the claimant's own FLIP: it was knowable when that was sent.
        let start = knowable ?? -delays[claimant]
        return Sighting.bounded(arrivalMicros) - delays[claimant] - start
    }

    /// How long after the FLIP reached it a seat sent its link, as this witness saw it; nil where it did not say.
    func linkDelayMicros(of author: Int) -> Int64? {
        guard author != turner, author != witness, let arrival = links[author] else { return nil }
        return arrival - delays[author] + delays[turner] - delayMicros(turner, author)
    }
}
