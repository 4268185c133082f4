import SnapAudit
import SnapCrypto
import SnapProtocol
import SnapRules
import SnapWire
import Testing

/// Each rule broken once by somebody who keeps to the format, as all others then would have signed it: it is named, with its breaker and nobody
/// else. `CheaterTests` has the rest of them.
@Suite struct BrokenRuleTests {
    private let forgery: Forgery
    private let other = Link(words: (1, 2, 3, 4))
    private var events: [Event] { forgery.events }

    init() throws { forgery = try Forgery(PlayedGame.long) }

    /// `isAlone` false: what was to follow is not in the file, and so there are consequences.
    private func expect(
        _ check: Check, _ reason: String, in bytes: [UInt8], record: Int, by author: PublicKey, isAlone: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let report = audit(bytes, verified: PlayedGame.verified)
        let fault = try #require(report.faults.first, "\(report.verdict)", sourceLocation: sourceLocation)
        #expect(report.verdict.exitCode == 1, sourceLocation: sourceLocation)
        #expect(fault.check == check && fault.record == record, "\(fault)", sourceLocation: sourceLocation)
        #expect(fault.reason.contains(reason), "\(fault)", sourceLocation: sourceLocation)
        #expect(fault.isProven && fault.author == author, "\(fault)", sourceLocation: sourceLocation)
        guard isAlone else { return }
        #expect(
            report.faults.count == 1 && report.unlistedFaults == 0, "\(report.faults)", sourceLocation: sourceLocation)
    }

    private func changed(
        _ check: Check, _ reason: String, at index: Int, isAlone: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation, _ change: (Body) -> Body
    ) throws {
        try expect(
            check, reason, in: try forgery.changing(index, to: change), record: index + 1, by: events[index].author,
            isAlone: isAlone, sourceLocation: sourceLocation)
    }

    /// The same of an event that is one too many, by the author of event `index` and right behind that.
    private func added(
        _ check: Check, _ reason: String, _ body: Body, after index: Int, in game: Forgery? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let game = game ?? forgery
        let author = game.events[index].author
        try expect(
            check, reason, in: try game.inserting(body, by: author, after: index), record: index + 2, by: author,
            sourceLocation: sourceLocation)
    }

    @Test func oneMoreEventThatBreaksNoRuleIsFine() throws {
        let index = try forgery.index(6) { if case .flip = $0.body { true } else { false } }
        let bytes = try forgery.inserting(.ack, by: events[index].author, after: index)
        #expect(audit(bytes, verified: PlayedGame.verified).verdict == .verified)
    }

    @Test func aFlipWithALinkOfOnesChoice() throws {
        let index = try forgery.index(6) { if case .flip = $0.body { true } else { false } }
        try changed(.draws, "a FLIP with a link that does not lead to its author's anchor", at: index) { body in
            guard case .flip(var flip) = body else { return body }
            flip.link = other
            return .flip(flip)
        }
    }

    @Test func aFlipOfAnIndexThatIsNotTheNext() throws {
        let index = try forgery.index(6) { if case .flip = $0.body { true } else { false } }
        try changed(.rules, "a FLIP with an index that is not the next", at: index) { body in
            guard case .flip(var flip) = body else { return body }
            flip.index += 1
            return .flip(flip)
        }
    }

    @Test func aFlipWhileACardIsInFlight() throws {
        let index = try forgery.index(6) { if case .flip = $0.body { true } else { false } }
        guard case .flip(let flip) = events[index].body else { return }
        try added(
            .rules, "a FLIP while a card is in flight",
            .flip(Flip(index: flip.index + 1, link: other, state: Digest(other), clockMillis: 1_000)), after: index)
    }

    /// `number`: of the events of that kind. The others have yet to say theirs.
    @Test(arguments: [("REVEAL", 7), ("TIE", 1), ("TIME", 1)])
    func aSecondOne(word: String, number: Int) throws {
        func fits(_ body: Body, _ next: Body) -> Bool {
            switch (body, next) {
            case (.reveal(let one), .reveal(let other)): word == "REVEAL" && one.index == other.index
            case (.tie(let one), .tie(let other)): word == "TIE" && one.race == other.race
            case (.time, _): word == "TIME"
            default: false
            }
        }
        let found = events.indices.dropLast().filter { fits(events[$0].body, events[$0 + 1].body) }
        let index = try #require(found.count >= number ? found[number - 1] : nil)
        try added(.rules, "a second \(word) where there can be only one", events[index].body, after: index)
    }

    /// The index of the first event after which the game is such, as it is played again from its events.
    private func index(in game: Forgery, where holds: (GameFold, Event) -> Bool) throws -> Int {
        let start = try #require(game.events.first { if case .start = $0.body { true } else { false } })
        guard case .start(let content) = start.body else { throw CryptoError.unavailable }
        let accepts = try content.roster.map { key in
            try #require(game.events.first { if case .accept = $0.body { $0.author == key } else { false } })
        }
        var fold = try GameFold(start: start, accepts: accepts)
        for (place, event) in game.events.enumerated() {
            _ = fold.apply(event)
            if holds(fold, event) { return place }
        }
        return try #require(nil, "the game never is")
    }

    @Test func aClaimWithoutCards() throws {
        let game = try Forgery(PlayedGame.impoverished)
        #expect(audit(PlayedGame.impoverished, verified: PlayedGame.verified).verdict == .verified)
        let poor = try PlayedGame.session(2).publicKey
        var race: UInt64 = 0
        let index = try index(in: game) { fold, _ in
            guard let open = fold.race, let seat = fold.seat(of: poor), !open.isSettled else { return false }
            race = open.index
            return !open.mayClaim[seat] && !open.closed[seat] && fold.game?.cards(of: seat) == 0
        }
        try expect(
            .races, "a CLAIM of a seat that held no card",
            in: try game.inserting(
                .claim(Claim(race: race, reactionMicros: 300_000, clockMillis: 1)), by: poor, after: index),
            record: index + 2, by: poor)
    }

    /// With the very link that its author gives once the race is settled. The index is spent by it, so that one is not the next any more.
    @Test func aFlipAfterItsRaceClosing() throws {
        var flip: Flip?
        let index = try index(in: forgery) { fold, event in
            guard let race = fold.race, !race.isSettled, fold.openDraw == nil, let seat = fold.seat(of: event.author),
                race.index > 5, race.closed[seat], fold.game?.active == seat
            else { return false }
            for later in events where later.author == event.author {
                if case .flip(let body) = later.body, body.index == fold.nextIndex { flip = body }
            }
            return flip != nil
        }
        try expect(
            .races, "a FLIP after its author had closed that race",
            in: try forgery.inserting(.flip(try #require(flip)), by: events[index].author, after: index),
            record: index + 2, by: events[index].author, isAlone: false)
    }

    /// All others then end, and all acknowledge that.
    @Test func aSecondEnd() throws {
        let index = try forgery.index { if case .end = $0.body { true } else { false } }
        let end = events[index]
        var made = Array(events[...index])
        func last(_ key: PublicKey) throws -> Event { try #require(made.last { $0.author == key }) }
        func add(_ key: PublicKey, _ body: Body) throws {
            let heads = try PlayedGame.keys(3).filter { $0 != key }.sorted().map { other in
                let event = try last(other)
                return Head(author: other, seq: event.seq, hash: event.hash)
            }
            let lamport = try #require(made.map(\.lamport).max())
            made.append(try forgery.following(last(key), lamport: lamport + 1, heads: heads, body: body))
        }
        try add(end.author, end.body)
        for key in try PlayedGame.keys(3) where key != end.author { try add(key, end.body) }
        let closing = made.last?.author
        for key in try PlayedGame.keys(3) where key != closing { try add(key, .ack) }
        try expect(
            .rules, "a second END where there can be only one", in: forgery.written(made), record: index + 2,
            by: end.author)
    }

    @Test func aTimeWhereThereIsNoLimit() throws {
        let game = try Forgery(PlayedGame.hundreds)
        let index = try game.index(60) { $0.body == .ack }
        try added(.rules, "a TIME in a game without a limit", .time(Time(clockMillis: 30_000)), after: index, in: game)
    }

    @Test func aWitnessThatDoesNotFit() throws {
        let index = try forgery.index(6) { if case .witness = $0.body { true } else { false } }
        // One for a table of two.
        try changed(
            .races, "a WITNESS that does not fit the seats or the evidence of its race", at: index, isAlone: false
        ) { body in
            guard case .witness(var witness) = body else { return body }
            witness.rttMicros.removeLast()
            witness.links.removeLast()
            return .witness(witness)
        }
    }

    @Test func aBeginThatIsNotTheProposers() throws {
        let begin = try forgery.index { if case .begin = $0.body { true } else { false } }
        // With the hashes as they are: START and ACCEPTs stand before and stay.
        let stranger = try #require(events.indices.first { $0 > begin && events[$0].author != events[begin].author })
        try added(
            .commitments, "a BEGIN of a start that somebody else proposed", events[begin].body, after: stranger)
        try added(.commitments, "a second BEGIN", events[begin].body, after: begin)
    }

    @Test func rulesOutOfBounds() throws {
        let start = try forgery.index { if case .start = $0.body { true } else { false } }
        try changed(.commitments, "matchBonus", at: start) { body in
            guard case .start(var start) = body else { return body }
            start.rules[0] = 1_000
            return .start(start)
        }
        // Links belong to a START, so all that follow are those of another game.
        try changed(.commitments, "a first game whose starter is not drawn", at: start, isAlone: false) { body in
            guard case .start(var start) = body else { return body }
            start.firstSeat = 1
            return .start(start)
        }
    }

    @Test func pathsToFewerSeats() throws {
        let accept = try forgery.index { if case .accept = $0.body { true } else { false } }
        // Nor may anybody begin with it.
        let reason = "an ACCEPT that does not give one path for each seat"
        try changed(.commitments, reason, at: accept, isAlone: false) { body in
            guard case .accept(var accept) = body else { return body }
            accept.paths.removeLast()
            return .accept(accept)
        }
    }

    @Test func aJoinInAGame() throws {
        let index = try forgery.index(30) { $0.body == .ack }
        let join = try #require(events.first { $0.author == events[index].author }).body
        try changed(.chain, "a JOIN that is not the first event of its log", at: index) { _ in join }
    }

    /// Its author signs an event that leaves one out.
    @Test func anEventThatGoesOnFromNothing() throws {
        let last = try #require(events.last)
        let key = try #require((0..<3).map { try PlayedGame.session($0) }.first { $0.publicKey == last.author })
        let changed = Event.signed(
            by: key, table: last.table, seq: last.seq, previous: Digest(other), lamport: last.lamport,
            heads: last.heads, body: last.body)
        try expect(
            .chain, "it does not go on from its author's event before",
            in: forgery.written(events.dropLast() + [changed]), record: events.count, by: last.author)
    }

    @Test func anEventAfterLeave() throws {
        let short = try Forgery(PlayedGame.short)
        let leave = try short.index { if case .leave = $0.body { true } else { false } }
        try added(.chain, "an event after its author's LEAVE", .ack, after: leave, in: short)
    }

    /// The last event of a file that is cut there, signed for a time at which its author cannot have known what it names.
    @Test func aLamportTimeBelowWhatIsNamed() throws {
        let place = try #require(
            events.indices.last { place in
                let event = events[place]
                let heads = event.heads.map(\.hash)
                let named = events.filter { heads.contains($0.hash) }.map(\.lamport).max() ?? 0
                return named == event.lamport - 1
                    && events.contains { $0.hash == event.previous && $0.lamport < named }
            })
        let changed = try forgery.signed(events[place], lamport: events[place].lamport - 1)
        try expect(
            .lamport, "its Lamport time is not above that of event", in: forgery.written(events[..<place] + [changed]),
            record: place + 1, by: changed.author, isAlone: false)
    }
}
