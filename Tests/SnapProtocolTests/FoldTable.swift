import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

/// A table without a network: it writes signed events in one order and folds them at once.
struct FoldTable {
    var fold: GameFold
    let keys: [SigningKey]
    let cards: [Chain]
    let ties: [Chain]
    let startEvent: Event
    let acceptEvents: [Event]
    /// Everything applied, in order.
    var log: [Event] = []
    var happenings: [GameFold.Happening] = []
    private var lamport: UInt64 = 0
    private var sequences: [UInt64]

    static let id = TableID(Array(1...16))!

    static func rules(_ change: (inout HouseRules) -> Void = { _ in }) -> HouseRules {
        var rules = HouseRules()
        rules.chainLength = 1_024
        change(&rules)
        return rules
    }

    /// `tag` makes another game of the same table. `path(a, b)`: what a measured to b in the lobby.
    init(
        seats: Int, rules: HouseRules = FoldTable.rules(), firstSeat: UInt64? = nil, tag: UInt64 = 1,
        path: (Int, Int) -> Path = { _, _ in Path(rttMicros: 2_000, spreadMicros: 500, jitterMicros: 100) }
    ) throws {
        keys = try (0..<seats).map { try SigningKey(seed: Array(repeating: UInt8($0 + 1), count: 32)) }
        let roster = keys.map(\.publicKey)
        let start = Event.signed(
            by: keys[0], table: FoldTable.id, seq: 2, previous: Digest.of([0]), lamport: 10, heads: [],
            body: .start(
                Start(game: tag, roster: roster, firstSeat: firstSeat, rules: rules.wire, wallMillis: 1_700_000_000_000)
            ))
        func chain(_ seat: Int, _ kind: Chain.Kind) -> Chain {
            Chain(
                game: start.hash, key: roster[seat], kind: kind,
                secret: Array(repeating: UInt8(0x40 + seat), count: 32), length: Int(rules.chainLength))
        }
        cards = (0..<seats).map { chain($0, .card) }
        ties = (0..<seats).map { chain($0, .tie) }
        var accepts: [Event] = []
        for seat in 0..<seats {
            let accept = Accept(
                start: start.hash, cardAnchor: cards[seat].anchor, tieAnchor: ties[seat].anchor,
                paths: (0..<seats).map { other in
                    seat == other ? Path(rttMicros: 0, spreadMicros: 0, jitterMicros: 0) : path(seat, other)
                })
            accepts.append(
                Event.signed(
                    by: keys[seat], table: FoldTable.id, seq: 3, previous: start.hash, lamport: 11, heads: [],
                    body: .accept(accept)))
        }
        startEvent = start
        acceptEvents = accepts
        fold = try GameFold(start: start, accepts: accepts)
        lamport = 12
        sequences = Array(repeating: 4, count: seats)
    }

    var seats: Range<Int> { keys.indices }
    var present: [Int] { seats.filter { fold.present[$0] } }
    var active: Int { fold.game?.active ?? 0 }

    mutating func event(by seat: Int, _ body: Body) -> Event {
        lamport += 1
        sequences[seat] += 1
        return Event.signed(
            by: keys[seat], table: FoldTable.id, seq: sequences[seat], previous: Digest.of([UInt8(seat)]),
            lamport: lamport, heads: [], body: body)
    }

    @discardableResult
    mutating func apply(_ event: Event) -> [GameFold.Happening] {
        log.append(event)
        let news = fold.apply(event)
        happenings += news
        return news
    }

    @discardableResult
    mutating func say(_ seat: Int, _ body: Body) -> [GameFold.Happening] { apply(event(by: seat, body)) }

    // MARK: What members do

    func cardLink(_ seat: Int, _ index: UInt64) -> Link { cards[seat].link(at: index)! }

    @discardableResult
    mutating func reveal(_ seat: Int, _ index: UInt64) -> [GameFold.Happening] {
        say(seat, .reveal(Reveal(index: index, link: cardLink(seat, index))))
    }

    /// Draw 0: all reveal.
    @discardableResult
    mutating func deal() -> [GameFold.Happening] { present.flatMap { reveal($0, 0) } }

    @discardableResult
    mutating func flip(_ seat: Int) -> [GameFold.Happening] {
        let index = fold.nextIndex
        let link = index < UInt64(fold.rules.chainLength) ? cardLink(seat, index) : Link(words: (0, 0, 0, 0))
        return say(seat, .flip(Flip(index: index, link: link, state: fold.digest, clockMillis: 1)))
    }

    /// The active seat turns and the others reveal.
    @discardableResult
    mutating func turn() -> [GameFold.Happening] {
        let flipper = active
        let index = fold.nextIndex
        var news = flip(flipper)
        for seat in present where seat != flipper { news += reveal(seat, index) }
        return news
    }

    @discardableResult
    mutating func claim(_ seat: Int, millis: UInt64, race: UInt64? = nil) -> [GameFold.Happening] {
        say(
            seat,
            .claim(Claim(race: race ?? fold.race?.index ?? 0, reactionMicros: millis * 1_000, clockMillis: 1)))
    }

    /// A WITNESS of a table where everyone is `rttMicros` apart and all links came at once with the FLIP; so an arrival
    /// is a reaction and a half round trip.
    func witness(
        by seat: Int, closed: Bool, reactionsMillis: [(seat: Int, millis: Int64)], rttMicros: UInt64 = 2_000
    ) -> Witness {
        let race = fold.race!
        let delay = Int64(rttMicros / 2)
        func arrivals(_ events: [Digest?]) -> [Int64?] {
            events.enumerated().map { author, event in
                // All were sent when the FLIP was, so the turner hears of the others a delay later.
                if event == nil { return nil }
                if seat == race.turner { return author == seat ? 0 : delay }
                return author == seat ? -delay : 0
            }
        }
        // Everything reaches everyone a delay after the FLIP was sent; the claimant's press is counted from there.
        let origin = seat == race.turner ? delay : 0
        return Witness(
            race: race.index, closed: closed, rttMicros: seats.map { $0 == seat ? 0 : rttMicros },
            links: arrivals(race.evidence.links), settling: race.evidence.settling.map { $0 == nil ? nil : -delay },
            claims: reactionsMillis.sorted { $0.seat < $1.seat }.map {
                ClaimArrival(seat: UInt64($0.seat), micros: origin + $0.millis * 1_000 + delay)
            })
    }

    @discardableResult
    mutating func witness(
        _ seat: Int, closed: Bool = true, _ reactionsMillis: [(seat: Int, millis: Int64)]
    ) -> [GameFold.Happening] {
        say(seat, .witness(witness(by: seat, closed: closed, reactionsMillis: reactionsMillis)))
    }

    /// Everyone that has not claimed closes; every member sees each claim as it was made, in milliseconds.
    @discardableResult
    mutating func judge(_ calls: [(seat: Int, millis: UInt64)]) -> [GameFold.Happening] {
        var news: [GameFold.Happening] = []
        for call in calls { news += claim(call.seat, millis: call.millis) }
        for seat in present where fold.race?.isSettled == false {
            let seen = calls.filter { $0.seat != seat }.map { (seat: $0.seat, millis: Int64($0.millis)) }
            news += witness(seat, seen)
        }
        return news
    }

    /// TIEs of all present members.
    @discardableResult
    mutating func tie() -> [GameFold.Happening] {
        let race = fold.race?.index ?? 0
        var news: [GameFold.Happening] = []
        for seat in present where fold.race?.isSettled == false {
            news += say(seat, .tie(Tie(race: race, link: ties[seat].link(at: race)!)))
        }
        return news
    }

    /// Turns cards until the table matches, or does not, as wanted. The race is open.
    mutating func turn(untilMatched wanted: Bool, matchedBefore: Bool? = nil) {
        for _ in 0..<400 where !fold.isOver {
            turn()
            guard let race = fold.race, race.stage == .open else { continue }
            if race.matched == wanted && matchedBefore ?? race.matchedBefore == race.matchedBefore { return }
        }
        Issue.record("no such table came up")
    }

    /// The last race that was judged.
    var result: GameFold.RaceResult? {
        for happening in happenings.reversed() {
            if case .race(let result) = happening { return result }
        }
        return nil
    }

    func fault(_ news: [GameFold.Happening]) -> GameFold.Fault? {
        for happening in news {
            if case .ignored(_, _, let fault) = happening { return fault }
        }
        return nil
    }
}
