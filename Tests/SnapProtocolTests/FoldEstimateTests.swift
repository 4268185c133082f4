import SnapCrypto
import SnapWire
import Testing

@testable import SnapProtocol

/// A network of known delays: what honest members measure must give back the true reaction.
@Suite("Estimates")
struct FoldEstimateTests {
    /// One race on a network with symmetric one-way delays, all in microseconds of true time from the FLIP's sending.
    struct Network {
        let delays: [[Int64]]
        let turner: Int
        /// When each seat sent its link (the turner: 0).
        let sent: [Int64]

        var evidence: GameFold.Evidence {
            let events = sent.indices.map { Optional(Digest.of([UInt8($0)])) }
            return GameFold.Evidence(flip: Digest.of([0]), links: events, settling: [])
        }
        var lobby: Lobby {
            Lobby(
                paths: delays.map { row in
                    row.map { Path(rttMicros: UInt64(2 * $0), spreadMicros: 0, jitterMicros: 0) }
                })
        }

        func arrival(_ author: Int, at seat: Int) -> Int64 { sent[author] + delays[author][seat] }

        /// K: when the last link of another seat reached this one.
        func knowable(_ seat: Int) -> Int64 {
            sent.indices.filter { $0 != seat }.map { arrival($0, at: seat) }.max()!
        }

        func sighting(_ witness: Int, rttError: Int64 = 0) -> Sighting {
            let origin = arrival(turner, at: witness)
            let row = Witness(
                race: 1, closed: true,
                rttMicros: delays[witness].enumerated().map { seat, delay in
                    seat == witness ? 0 : UInt64(2 * delay + rttError)
                },
                links: sent.indices.map { arrival($0, at: witness) - origin }, settling: [], claims: [])
            return Sighting(row, of: witness, turner: turner, evidence: evidence, lobby: lobby)
        }

        func claimArrival(_ claimant: Int, reaction: Int64, at witness: Int) -> Int64 {
            knowable(claimant) + reaction + delays[claimant][witness] - arrival(turner, at: witness)
        }
    }

    /// Points on a line or in a plane give delays that keep the triangle.
    func network(_ random: inout SeededRandom, seats: Int) -> Network {
        let places = (0..<seats).map { _ in (Int64(random.below(20_000)), Int64(random.below(20_000))) }
        let delays = places.map { a in
            places.map { b in a == b ? 0 : 150 + abs(a.0 - b.0) + abs(a.1 - b.1) }
        }
        let turner = Int(random.below(UInt64(seats)))
        let sent = (0..<seats).map { seat in
            seat == turner ? 0 : delays[turner][seat] + Int64(random.below(30_000))
        }
        return Network(delays: delays, turner: turner, sent: sent)
    }

    @Test("Honest measurements give the true reaction to the microsecond, for every claimant, witness and turner")
    func exact() {
        let seed: UInt64 = 11
        print("seed \(seed)")
        var random = SeededRandom(seed)
        for round in 0..<300 {
            let network = network(&random, seats: 2 + round % 3)
            for claimant in network.sent.indices {
                let reaction = Int64(random.below(900_000))
                for witness in network.sent.indices where witness != claimant {
                    let seen = network.sighting(witness).reactionMicros(
                        of: claimant,
                        arrivalMicros: network.claimArrival(claimant, reaction: reaction, at: witness))
                    #expect(abs(seen - reaction) <= 1, "round \(round)")
                }
            }
        }
    }

    @Test("Odd round-trip times lose at most the rounding of four halves")
    func rounding() {
        var random = SeededRandom(12)
        for _ in 0..<100 {
            let network = network(&random, seats: 4)
            for witness in 1..<4 {
                let seen = network.sighting(witness, rttError: 1).reactionMicros(
                    of: 0, arrivalMicros: network.claimArrival(0, reaction: 250_000, at: witness))
                #expect(abs(seen - 250_000) <= 4)
            }
        }
    }

    @Test("Holding back one's own link gains nothing: it is not in one's own K")
    func heldBackLink() {
        let delays: [[Int64]] = [[0, 500, 800], [500, 0, 700], [800, 700, 0]]
        for held in [500, 50_000, 400_000] as [Int64] {
            // Seat 1 sends its link late, knows the card as soon as seat 2's link is there, and presses 200 ms later.
            let network = Network(delays: delays, turner: 0, sent: [0, held, 800])
            let seen = network.sighting(2).reactionMicros(
                of: 1, arrivalMicros: network.claimArrival(1, reaction: 200_000, at: 2))
            #expect(seen == 200_000)
        }
    }

    @Test("A third party's round-trip times cannot leave the witness's own triangle")
    func triangle() {
        let true1: [[Int64]] = [[0, 500, 800], [500, 0, 700], [800, 700, 0]]
        let network = Network(delays: true1, turner: 0, sent: [0, 500, 800])
        for lie in [0, 60_000_000] as [UInt64] {
            let lying = Lobby(
                paths: true1.enumerated().map { from, row in
                    row.enumerated().map { to, delay in
                        let third = from != 2 && to != 2
                        return Path(rttMicros: third ? lie : UInt64(2 * delay), spreadMicros: 0, jitterMicros: 0)
                    }
                })
            let honest = network.sighting(2)
            let row = Witness(
                race: 1, closed: true, rttMicros: [1_600, 1_400, 0],
                links: network.sent.indices.map { network.arrival($0, at: 2) - network.arrival(0, at: 2) },
                settling: [], claims: [])
            let misled = Sighting(row, of: 2, turner: 0, evidence: network.evidence, lobby: lying)
            let arrival = network.claimArrival(1, reaction: 200_000, at: 2)
            let difference =
                misled.reactionMicros(of: 1, arrivalMicros: arrival)
                - honest.reactionMicros(of: 1, arrivalMicros: arrival)
            // d01 lies within |800 - 700| and 800 + 700.
            #expect(abs(difference) <= 1_000)
        }
    }

    @Test("Arrivals that a witness leaves out are passed over; with none left the FLIP's sending counts")
    func missingArrivals() {
        let delays: [[Int64]] = [[0, 500], [500, 0]]
        let network = Network(delays: delays, turner: 0, sent: [0, 500])
        let row = Witness(race: 1, closed: true, rttMicros: [1_000, 0], links: [nil, nil], settling: [], claims: [])
        let bare = Sighting(row, of: 1, turner: 0, evidence: network.evidence, lobby: network.lobby)
        // The turner's claim 200 ms after its FLIP arrives 200 ms after the FLIP did.
        #expect(bare.reactionMicros(of: 0, arrivalMicros: 200_000) == 200_000)
        #expect(bare.linkDelayMicros(of: 0) == nil)
        #expect(bare.linkDelayMicros(of: 1) == nil)
    }

    @Test("Extreme figures neither trap nor leave their bounds")
    func extremes() {
        let network = Network(delays: [[0, 500], [500, 0]], turner: 0, sent: [0, 500])
        for micros in [Int64.min, -1, 0, Int64.max] {
            for rtt in [0, 1, UInt64.max] {
                let row = Witness(
                    race: 1, closed: true, rttMicros: [rtt, rtt], links: [micros, micros], settling: [], claims: [])
                let wild = Sighting(row, of: 1, turner: 0, evidence: network.evidence, lobby: network.lobby)
                for arrival in [Int64.min, 0, Int64.max] {
                    #expect(abs(wild.reactionMicros(of: 0, arrivalMicros: arrival)) < 1 << 34)
                }
            }
        }
    }

    @Test("The delay from a turn's arrival to a link's sending is what it was")
    func linkDelays() {
        let delays: [[Int64]] = [[0, 500, 800], [500, 0, 700], [800, 700, 0]]
        let network = Network(delays: delays, turner: 0, sent: [0, 500 + 16_000, 800 + 3])
        #expect(network.sighting(0).linkDelayMicros(of: 1) == 16_000)
        #expect(network.sighting(2).linkDelayMicros(of: 1) == 16_000)
        #expect(network.sighting(1).linkDelayMicros(of: 2) == 3)
        #expect(network.sighting(1).linkDelayMicros(of: 1) == nil)
    }

    @Test("C, U and D follow from the lobby, within their bounds")
    func bounds() {
        func bounds(_ rtt: UInt64, _ spread: UInt64, _ jitter: UInt64) -> RaceBounds {
            let own = Path(rttMicros: 9_999_999, spreadMicros: 9_999_999, jitterMicros: 9_999_999)
            let small = Path(rttMicros: 1, spreadMicros: 1, jitterMicros: 1)
            return Lobby(
                paths: [
                    [own, small], [Path(rttMicros: rtt, spreadMicros: spread, jitterMicros: jitter), own],
                ]
            ).bounds
        }
        #expect(
            bounds(0, 0, 0) == RaceBounds(capMicros: 10_001, uncertaintyMicros: 3_000, disputeMicros: 10_000))
        #expect(
            bounds(7_000, 12_345, 1_000)
                == RaceBounds(capMicros: 17_000, uncertaintyMicros: 3_000, disputeMicros: 12_345))
        #expect(
            bounds(UInt64.max, UInt64.max, 1_001)
                == RaceBounds(capMicros: 60_000, uncertaintyMicros: 6_000, disputeMicros: 40_000))
    }
}
