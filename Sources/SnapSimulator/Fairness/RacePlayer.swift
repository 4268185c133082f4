internal import SnapPlayers
internal import SnapProtocol

/// One player of a fairness run: a real peer, and a person who sees every match and presses as quickly as it can.
/// Times are the peer's own.
struct RacePlayer {
    var peer: Peer
    /// What its clock shows at virtual time 0.
    let clockOffsetMicros: Int64
    /// When it comes to the table, virtual time.
    let arrivesAt: Int64
    var isHere = false
    /// When it will press.
    var pressAt: Instant?
    private var chance: Chance

    init(peer: Peer, clockOffsetMicros: Int64, arrivesAt: Int64, seed: UInt64) {
        self.peer = peer
        self.clockOffsetMicros = clockOffsetMicros
        self.arrivesAt = arrivesAt
        chance = Chance(seed: seed)
    }

    /// Other reactions from here on.
    mutating func restart(seed: UInt64) { chance = Chance(seed: seed) }

    func clock(_ virtualMicros: Int64) -> Instant { Instant(micros: virtualMicros + clockOffsetMicros) }

    /// Virtual time of the next step that it needs by itself; nil: none. Mutating only so that the peer is not copied for it.
    mutating func wake() -> Int64? {
        guard isHere else { return arrivesAt }
        guard let wake = peer.wake else { return pressAt.map { $0.micros - clockOffsetMicros } }
        return min(wake, pressAt ?? wake).micros - clockOffsetMicros
    }

    /// Ex-Gaussian, as people's reactions are (Luce, *Response Times*, 1986): a normal part of 330 ms and deviation 45 ms,
    /// an exponential part of mean 90 ms. Never under 150 ms. Microseconds.
    mutating func reactionMicros() -> Int64 {
        // One draw of a hundred thousand is made again.
        for _ in 0..<16 {
            let reaction = 330_000 + chance.normal(deviation: 45_000) + chance.exponential(mean: 90_000)
            if reaction >= 150_000 { return Int64(reaction) }
        }
        return 330_000
    }
}
