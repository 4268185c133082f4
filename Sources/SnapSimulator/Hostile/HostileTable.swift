internal import SnapCrypto
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// Two honest peers at a table with a third who has a seat, all its keys and links, and says what some octets make it say.
///
/// Whatever that is, the honest ones must not trap, keep what they keep within bounds, have each card once and, until a view is
/// voted on, agree. Deterministic: the same octets give the same course.
public struct HostileTable: Sendable {
    /// Seats of the honest peers; the third is the guest.
    static let honest = 0..<2
    static let guest = 2
    /// Steps that one course may take: an input is small, so more means that something does not come to rest.
    static let stepLimit = 20_000

    var peers: [Peer]
    let guestKey: SigningKey
    let secret: TableSecret
    let verified: VerifiedSet
    /// While false the guest's own peer plays honestly.
    var isTaken = false
    /// Seq of the last event that the guest wrote before.
    var takenAt: UInt64 = 0
    var clock: Int64 = 1_000_000
    /// By seat: its last event, as somebody who hears everything knows it.
    var tails: [Event?] = [nil, nil, nil]
    /// Hashes that an event may want to name, the latest last.
    var hashes: [Digest] = []
    /// The latest datagrams.
    var heard: [[UInt8]] = []
    /// The guest's chains for a START that it forges an answer to.
    var forged: (start: Digest, card: Chain, tie: Chain)?
    private var pending: [(to: Int, from: Int, bytes: [UInt8])] = []
    private(set) var agreement = Agreement(seats: 2)
    private var games: [UInt64?] = [nil, nil]
    private var hasVotes = false
    private var steps = 0

    static let kept = 32

    init() throws(CryptoError) {
        secret = try TableSecret(master: Randomness.octets("hostile table", seed: 0))
        verified = VerifiedSet()
        guestKey = try SigningKey(seed: Randomness.octets("hostile session", seed: 2))
        peers = []
        for seat in UInt64(0)..<3 {
            let session = seat == 2 ? guestKey : try SigningKey(seed: Randomness.octets("hostile session", seed: seat))
            peers.append(
                Peer(
                    PeerConfiguration(
                        secret: secret,
                        identity: try SigningKey(seed: Randomness.octets("hostile identity", seed: seat)),
                        sessionKey: session, name: "Seat \(seat)", acceptsByItself: true,
                        seed: Randomness.octets("hostile peer", seed: seat),
                        chainSecret: Randomness.octets("hostile chains", seed: seat), verified: verified)))
        }
    }

    // MARK: Course

    mutating func step(_ seat: Int, _ input: Input) throws(Violation) {
        steps += 1
        guard steps < HostileTable.stepLimit else { throw fault(.rest, seat, "\(steps) steps") }
        // A clock of its own for each.
        let effects = peers[seat].step(input, at: Instant(micros: clock + Int64(seat) * 7_777_777))
        if seat == HostileTable.guest, isTaken { return }
        for effect in effects { try perform(effect, seat) }
        if HostileTable.honest.contains(seat) { try check(seat) }
    }

    private mutating func perform(_ effect: Effect, _ seat: Int) throws(Violation) {
        switch effect {
        case .store(let bytes):
            guard let event = try? Event.decode(bytes), event.author == peers[seat].me else { return }
            note(event, seat: seat)
        case .send(let bytes, let destination):
            keep(bytes)
            for other in peers.indices where other != seat && !(isTaken && other == HostileTable.guest) {
                if case .one(let address) = destination, address != VirtualNetwork.address(of: other) { continue }
                pending.append((other, seat, bytes))
            }
        case .transcript(let game, let bytes):
            try compare(seat) { table throws(Agreement.Fault) in
                try table.append(bytes, game: game, seat: seat)
            }
        case .transcriptAgain: hasVotes = true
        case .notice(.began(let game, _)): if seat < 2 { games[seat] = game }
        case .notice(.game(let happening)):
            guard seat < 2, let game = games[seat] else { return }
            try compare(seat) { table throws(Agreement.Fault) in
                try table.report(happening, game: game, seat: seat)
            }
        case .notice: break
        }
    }

    mutating func note(_ event: Event, seat: Int) {
        switch event.body {
        case .promise, .propose, .accepted: hasVotes = true
        default: break
        }
        tails[seat] = event
        hashes.append(event.hash)
        if hashes.count > HostileTable.kept { hashes.removeFirst() }
    }

    private mutating func keep(_ bytes: [UInt8]) {
        heard.append(bytes)
        if heard.count > HostileTable.kept { heard.removeFirst() }
    }

    mutating func send(_ bytes: [UInt8], to seats: [Int]) {
        keep(bytes)
        for seat in seats { pending.append((seat, HostileTable.guest, bytes)) }
    }

    /// Hands over everything that is under way.
    mutating func deliver() throws(Violation) {
        while !pending.isEmpty {
            let (to, from, bytes) = pending.removeFirst()
            try step(to, .datagram(bytes, from: VirtualNetwork.address(of: from)))
        }
    }

    /// Lets time pass.
    mutating func pass(_ micros: Int64) throws(Violation) {
        try deliver()
        let end = clock + micros
        while true {
            var first: (at: Int64, seat: Int)?
            for seat in peers.indices where !(isTaken && seat == HostileTable.guest) {
                guard let wake = peers[seat].wake else { continue }
                let at = max(clock, wake.micros - Int64(seat) * 7_777_777)
                if at <= end, at < first?.at ?? Int64.max { first = (at, seat) }
            }
            guard let first else { break }
            clock = first.at
            try step(first.seat, .tick)
            try deliver()
        }
        clock = end
    }

    // MARK: Checks

    private mutating func check(_ seat: Int) throws(Violation) {
        try Simulation.checkLoad(&peers[seat], seat, at: clock)
        if let wrong = peers[seat].fold?.game?.fault() { throw fault(.cards, seat, wrong) }
    }

    /// Until a view is voted on: an equivocator that is not found out may split a vote (Protocol.md, *Equivocation*).
    private mutating func compare(
        _ seat: Int, _ check: (inout Agreement) throws(Agreement.Fault) -> Void
    ) throws(Violation) {
        guard HostileTable.honest.contains(seat), !hasVotes else { return }
        do throws(Agreement.Fault) {
            try check(&agreement)
        } catch {
            throw fault(error.invariant, seat, error.what)
        }
    }

    private func fault(_ invariant: Violation.Invariant, _ seat: Int, _ what: String) -> Violation {
        Violation(invariant: invariant, atMicros: clock, seat: seat, what: what)
    }
}
