internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// One peer with its player and its own clock.
struct SimulatedSeat {
    var peer: Peer
    var player: SeatPlayer
    /// What the clock shows at virtual time 0.
    let clockOffsetMicros: Int64
    /// Where it is: not yet at the table, there, or gone for good.
    enum Presence: Hashable { case away, here, gone }
    var presence = Presence.away
    /// The game that it is in.
    var game: UInt64?
    /// The game that its members dropped it from; it may look on.
    var droppedFrom: UInt64?
    /// Virtual time of the last sign that its game goes on.
    var progressAt: Int64 = 0
    /// Steps in a row at one point of virtual time.
    var stepsAtOnce = 0
    var lastStepAt: Int64 = -1

    init(_ scenario: Scenario, seat: Int, seed: UInt64, secret: TableSecret, verified: VerifiedSet) throws(CryptoError)
    {
        clockOffsetMicros = scenario.clockOffsetsMicros[seat]
        player = SeatPlayer(scenario, seat: seat, seed: seed)
        peer = Peer(
            PeerConfiguration(
                secret: secret,
                identity: try SigningKey(seed: Randomness.octets("identity", seed: seed, part: seat)),
                sessionKey: try SigningKey(seed: Randomness.octets("session", seed: seed, part: seat)),
                name: "Player \(seat)", acceptsByItself: !scenario.asksPeople,
                seed: Randomness.octets("peer", seed: seed, part: seat),
                chainSecret: Randomness.octets("chains", seed: seed, part: seat), verified: verified))
    }

    func clock(_ virtualMicros: Int64) -> Instant { Instant(micros: virtualMicros + clockOffsetMicros) }

    /// Virtual time of the next step that it needs by itself; nil: none. Mutating only so that nothing is copied for it.
    mutating func wake() -> Int64? {
        guard presence == .here else { return nil }
        guard let first = [peer.wake, player.wake].compactMap({ $0 }).min() else { return nil }
        return first.micros - clockOffsetMicros
    }
}
