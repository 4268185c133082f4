internal import SnapWire

/// Bounds of the races of a game, computed by rule from its ACCEPTs (Protocol.md, *Bounds*). Microseconds.
public struct RaceBounds: Hashable, Sendable {
    /// C: how much distance is compensated. 10,000...60,000.
    public var capMicros: Int64
    /// U: within this two reactions are equal. 3,000 or 6,000.
    public var uncertaintyMicros: Int64
    /// D: within this the measurements of one reaction agree. 10,000...40,000.
    public var disputeMicros: Int64
    public init(capMicros: Int64, uncertaintyMicros: Int64, disputeMicros: Int64) {
        self.capMicros = capMicros
        self.uncertaintyMicros = uncertaintyMicros
        self.disputeMicros = disputeMicros
    }
}

/// What the members measured of each other in the lobby.
struct Lobby: Hashable, Sendable {
    /// rttMicros[a][b]: least round-trip time of seat a to seat b in a's ACCEPT; 0 to itself.
    private(set) var rttMicros: [[Int64]] = []
    private(set) var bounds: RaceBounds

    /// `paths[a][b]`: as many of each as there are seats.
    init(paths: [[Path]]) {
        var farthest: Int64 = 0
        var widest: Int64 = 0
        var unsteady = false
        for (from, row) in paths.enumerated() {
            var rtts: [Int64] = []
            for (to, path) in row.enumerated() {
                let rtt = from == to ? 0 : Int64(min(path.rttMicros, Limits.rttMicros))
                rtts.append(rtt)
                guard from != to else { continue }
                farthest = max(farthest, rtt)
                widest = max(widest, Int64(min(path.spreadMicros, Limits.rttMicros)))
                unsteady = unsteady || path.jitterMicros > 1_000
            }
            rttMicros.append(rtts)
        }
        bounds = RaceBounds(
            capMicros: min(max(farthest + 10_000, 10_000), 60_000),
            uncertaintyMicros: unsteady ? 6_000 : 3_000,
            disputeMicros: min(max(widest, 10_000), 40_000))
    }

    /// How far a seat is from the others: the lower middle one of its delays to them. Microseconds.
    func lineMicros(of seat: Int) -> Int64 {
        let delays = rttMicros.indices.filter { $0 != seat }.map { delayMicros(seat, $0) }.sorted()
        return delays.isEmpty ? 0 : delays[(delays.count - 1) / 2]
    }

    /// Half the lower of the two round-trip times that the seats gave for each other.
    func delayMicros(_ a: Int, _ b: Int) -> Int64 { min(rttMicros[a][b], rttMicros[b][a]) / 2 }
}
