import SnapAudit
import SnapCrypto
import SnapProtocol
import SnapWire
import Testing

/// Each cheat is proven against its author and nobody else.
@Suite struct CheaterTests {
    private let forgery: Forgery
    private let other = Link(words: (1, 2, 3, 4))

    init() throws { forgery = try Forgery(PlayedGame.long) }

    private func expect(
        _ check: Check, at index: Int, _ change: (Body) -> Body, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let report = audit(try forgery.changing(index, to: change), verified: PlayedGame.verified)
        guard case .invalid(let fault) = report.verdict else {
            Issue.record("\(report.verdict)", sourceLocation: sourceLocation)
            return
        }
        #expect(fault.check == check, "\(fault)", sourceLocation: sourceLocation)
        #expect(fault.record == index + 1, "\(fault)", sourceLocation: sourceLocation)
        #expect(report.culprits == [forgery.events[index].author], "\(report.faults)", sourceLocation: sourceLocation)
        #expect(fault.isProven && report.verdict.exitCode == 1, sourceLocation: sourceLocation)
    }

    @Test func aRewrittenHonestGameIsVerified() throws {
        // The clock is shown and decides nothing: who changes it changes all hashes, and the game stays whole.
        let index = try forgery.index(3) { if case .flip = $0.body { true } else { false } }
        let bytes = try forgery.changing(index) { body in
            guard case .flip(var flip) = body else { return body }
            flip.clockMillis += 1
            return .flip(flip)
        }
        #expect(bytes != PlayedGame.long)
        #expect(audit(bytes, verified: PlayedGame.verified).verdict == .verified)
    }

    @Test func aLinkThatIsNotTheChains() throws {
        // A link that only its author knows to be wrong cannot be drawn with, so the game hangs from there: whatever follows in
        // this file is no game, and the first fault is the link.
        let index = try forgery.index(5) { if case .reveal = $0.body { true } else { false } }
        let bytes = try forgery.changing(index) { body in
            guard case .reveal(var reveal) = body else { return body }
            reveal.link = other
            return .reveal(reveal)
        }
        let report = audit(bytes, verified: PlayedGame.verified)
        guard case .invalid(let fault) = report.verdict else {
            Issue.record("\(report.verdict)")
            return
        }
        #expect(fault.check == .draws && fault.record == index + 1 && fault.isProven)
        #expect(fault.author == forgery.events[index].author)
    }

    /// The lottery's link was bound before the game: another one, which might win, is none.
    @Test func aLotteryLinkOfOnesChoice() throws {
        let index = try forgery.index(4) { if case .tie = $0.body { true } else { false } }
        let bytes = try forgery.changing(index) { body in
            guard case .tie(var tie) = body else { return body }
            tie.link = other
            return .tie(tie)
        }
        guard case .invalid(let fault) = audit(bytes, verified: PlayedGame.verified).verdict else {
            Issue.record("not INVALID")
            return
        }
        #expect(fault.check == .races && fault.record == index + 1 && fault.isProven)
        #expect(fault.author == forgery.events[index].author)
    }

    /// Where dead heats go to the pool nothing is drawn by lot.
    @Test func aLotteryWhereThereIsThePool() throws {
        let pooled = try Forgery(PlayedGame.pooled)
        let honest = audit(PlayedGame.pooled, verified: PlayedGame.verified)
        #expect(honest.verdict == .verified)
        #expect(!pooled.events.contains { if case .tie = $0.body { true } else { false } })
        #expect(honest.players.contains { $0.statistics.marks.map { $0.deadHeats > 0 } ?? false })
        let flip = try pooled.index(12) { if case .flip = $0.body { true } else { false } }
        let index = try #require(pooled.events.indices.first { $0 > flip && pooled.events[$0].body == .ack })
        let bytes = try pooled.changing(index) { _ in .tie(Tie(race: 1, link: other)) }
        guard case .invalid(let fault) = audit(bytes, verified: PlayedGame.verified).verdict else {
            Issue.record("not INVALID")
            return
        }
        #expect(fault.check == .races && fault.record == index + 1 && fault.isProven)
        #expect(try SecondOpinionTests().python([bytes])?.first?.verdict ?? "INVALID" == "INVALID")
    }

    @Test func aStateThatNobodyReached() throws {
        let flip = try forgery.index(7) { if case .flip = $0.body { true } else { false } }
        try expect(.states, at: flip) { body in
            guard case .flip(var flip) = body else { return body }
            flip.state = Digest.of([1])
            return .flip(flip)
        }
        let end = try forgery.index(2) { if case .end = $0.body { true } else { false } }
        try expect(.states, at: end) { body in
            guard case .end(var end) = body else { return body }
            end.state = Digest.of([2])
            return .end(end)
        }
    }

    @Test func aTimeBeforeTheLimit() throws {
        let index = try forgery.index(1) { if case .time = $0.body { true } else { false } }
        try expect(.rules, at: index) { _ in .time(Time(clockMillis: 19_999)) }
    }

    /// An ACK, by seat `seat` counted in the roster's order, in the middle of the game.
    private func acknowledgement(_ number: Int = 30) throws -> Int {
        try forgery.index(number) { $0.body == .ack }
    }

    @Test func movesThatNobodyMayMake() throws {
        let index = try acknowledgement()
        try expect(.rules, at: index) { _ in .time(Time(clockMillis: 1)) }
        try expect(.result, at: index) { _ in .end(End(state: Digest.of([]), wallMillis: 0)) }
        try expect(.races, at: index) { _ in .claim(Claim(race: 9_999, reactionMicros: 300_000, clockMillis: 1)) }
        try expect(.races, at: index) { _ in .claim(Claim(race: 1, reactionMicros: 300_000, clockMillis: 1)) }
        try expect(.draws, at: index) { _ in .reveal(Reveal(index: 9_999, link: other)) }
        try expect(.races, at: index) { _ in .tie(Tie(race: 9_999, link: other)) }
        try expect(.rules, at: index) { _ in
            .flip(Flip(index: 1, link: other, state: Digest.of([]), clockMillis: 99_999))
        }
        try expect(.races, at: index) { _ in
            .witness(
                Witness(race: 9_999, closed: true, rttMicros: [0, 0], links: [nil, nil], settling: [], claims: []))
        }
    }

    @Test func commitmentsThatDoNotFit() throws {
        let start = try forgery.index { if case .start = $0.body { true } else { false } }
        let accept = try forgery.index { if case .accept = $0.body { true } else { false } }
        let begin = try forgery.index { if case .begin = $0.body { true } else { false } }
        try expect(.commitments, at: begin) { body in
            guard case .begin(var begin) = body else { return body }
            begin.accepts.reverse()
            return .begin(begin)
        }
        // The third seat's ACCEPT twice: its next event is made one.
        let accepter = forgery.events[accept].author
        let later = try forgery.index(1) {
            $0.author == accepter && $0.body == .ack && $0.lamport > forgery.events[begin].lamport
        }
        try expect(.commitments, at: later) { _ in
            let signedStart = forgery.events[start].hash
            return .accept(
                Accept(
                    start: signedStart, cardAnchor: other, tieAnchor: other,
                    paths: Array(repeating: Path(rttMicros: 0, spreadMicros: 0, jitterMicros: 0), count: 3)))
        }
        try expect(.commitments, at: later) { _ in .withdraw(start: forgery.events[start].hash) }
    }

    @Test func aJoinThatIsNotVouchedFor() throws {
        try expect(.certificates, at: 1) { body in
            guard case .join(var join) = body else { return body }
            join.name = "Somebody else"
            return .join(join)
        }
    }

    @Test func aLogThatForksOrGoesBack() throws {
        let events = forgery.events
        let index = try acknowledgement()
        var forked = events
        forked.insert(try forgery.signed(events[index], body: .time(Time(clockMillis: 30_000))), at: index + 1)
        let fork = audit(forgery.written(forked), verified: PlayedGame.verified)
        guard case .invalid(let fault) = fork.verdict else {
            Issue.record("\(fork.verdict)")
            return
        }
        #expect(fault.check == .chain && fault.isProven && fault.reason.contains(events[index].hash.hex))
        #expect(fork.culprits == [events[index].author])
    }

    @Test func aLamportTimeThatDoesNotRise() throws {
        // The cheater's last event, so that nothing needs to be signed anew.
        let events = forgery.events
        let last = try #require(events.last)
        let changed = try forgery.signed(last, lamport: last.lamport - 1)
        let report = audit(forgery.written(events.dropLast() + [changed]), verified: PlayedGame.verified)
        guard case .invalid(let fault) = report.verdict else {
            Issue.record("\(report.verdict)")
            return
        }
        #expect(fault.check == .lamport && fault.isProven)
        #expect(report.culprits == [last.author])
    }
}
