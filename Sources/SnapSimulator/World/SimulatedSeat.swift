internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// One peer with its player and its own clock.
struct SimulatedSeat {
    var peer: Peer
    var player: SeatPlayer
    /// What the clock shows at virtual time 0.
    var clockOffsetMicros: Int64
    /// How fast the clock goes, parts of a million.
    var clockRate: Int64 = 1_000_000
    /// Where it is: not yet at the table, there, its process dead until it is started again, or gone for good.
    enum Presence: Hashable { case away, here, down, gone }
    var presence = Presence.away
    /// The game that it is in.
    var game: UInt64?
    /// It found a game going on without it, or no seat free, and went.
    var isTurnedAway = false
    /// The game that its members dropped it from; it may look on.
    var droppedFrom: UInt64?
    /// Virtual time of the last sign that its game goes on.
    var progressAt: Int64 = 0
    /// Steps in a row at one point of virtual time.
    var stepsAtOnce = 0
    var lastStepAt: Int64 = -1
    /// Its process gets no time until then.
    var stalledUntil: Int64 = 0
    /// How far its wall clock is off.
    var wallStepMillis: Int64 = 0
    /// Its session log, and how often it was started from it.
    var stored: [[UInt8]] = []
    var lives = 0

    init(
        _ scenario: Scenario, seat: Int, isCheater: Bool, seed: UInt64, secret: TableSecret, verified: VerifiedSet
    ) throws(CryptoError) {
        clockOffsetMicros = scenario.clockOffsetsMicros[seat]
        player = SeatPlayer(scenario, seat: seat, seed: seed)
        peer = Peer(
            PeerConfiguration(
                secret: secret,
                identity: try SigningKey(seed: Randomness.octets("identity", seed: seed, part: seat)),
                sessionKey: try SigningKey(seed: Randomness.octets("session", seed: seed, part: seat)),
                name: "\(isCheater ? "Cheater" : "Player") \(seat)",
                acceptsByItself: !scenario.asksPeople,
                seed: Randomness.octets("peer", seed: seed, part: seat),
                chainSecret: Randomness.octets("chains", seed: seed, part: seat), verified: verified))
    }

    func clock(_ virtualMicros: Int64) -> Instant {
        Instant(micros: virtualMicros * clockRate / 1_000_000 + clockOffsetMicros)
    }

    /// Virtual time of the next step that it needs by itself; nil: none. Mutating only so that nothing is copied for it.
    mutating func wake() -> Int64? {
        guard presence == .here else { return nil }
        guard let first = [peer.wake, player.wake].compactMap({ $0 }).min() else { return nil }
        let due = ((first.micros - clockOffsetMicros) * 1_000_000 + clockRate - 1) / clockRate
        return max(due, stalledUntil)
    }
}
