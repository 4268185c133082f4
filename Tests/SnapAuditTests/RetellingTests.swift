import SnapAudit
import SnapCrypto
import SnapProtocol
import SnapRules
import SnapWire
import Testing

/// What is told again is what the audit found, and nothing beyond what holds.
@Suite struct RetellingTests {
    private func told(_ bytes: [UInt8], checks: Bool = true) -> (moments: [Retelling.Moment], retelling: Retelling) {
        var retelling = Retelling(bytes, checksSignatures: checks, verified: PlayedGame.verified)
        var moments: [Retelling.Moment] = []
        while let moment = retelling.next() { moments.append(moment) }
        return (moments, retelling)
    }

    private func cards(_ moments: [Retelling.Moment]) -> [String] {
        moments.flatMap(\.happenings).compactMap {
            if case .resolved(let index, let seat, let card) = $0 { "\(index) \(seat) \(card)" } else { nil }
        }
    }

    @Test(arguments: [
        PlayedGame.short, PlayedGame.long, PlayedGame.pooled, PlayedGame.dropped, PlayedGame.several[1],
        PlayedGame.withdrawn?.transcript ?? [],
    ])
    func tellsTheGameThatWasAudited(bytes: [UInt8]) throws {
        let report = audit(bytes, verified: PlayedGame.verified)
        let game = try #require(report.game)
        for checks in [true, false] {
            let (moments, retelling) = told(bytes, checks: checks)
            #expect(retelling.end == .whole)
            #expect(cards(moments).count == game.turns)
            let races = moments.flatMap(\.happenings).count { if case .race = $0 { true } else { false } }
            #expect(races == game.races)
            #expect(retelling.fold?.game?.outcome == game.outcome && game.outcome != nil)
            #expect(retelling.players.map(\.identity) == report.players.map(\.identity))
            #expect(moments.map(\.clockMillis) == moments.map(\.clockMillis).sorted())
            #expect(moments.last?.clockMillis ?? 0 <= game.durationMillis)
        }
    }

    @Test func tellsWhoWasDropped() {
        let dropped = told(PlayedGame.dropped).moments.compactMap(\.dropped)
        #expect(dropped.count == 1)
    }

    /// Wherever the file is cut, what is told is the beginning of the whole.
    @Test func aCutFileIsToldAsFarAsItGoes() {
        let whole = cards(told(PlayedGame.short).moments)
        var seen = Set<Int>()
        for length in stride(from: 0, to: PlayedGame.short.count, by: 97) {
            let (moments, retelling) = told(Array(PlayedGame.short[..<length]))
            let cards = cards(moments)
            #expect(whole.starts(with: cards))
            seen.insert(cards.count)
            guard case .short(_, let isTorn, _) = retelling.end else {
                Issue.record("\(retelling.end) at \(length)")
                continue
            }
            #expect(isTorn || length == 0)
        }
        #expect(seen.count == whole.count + 1)
    }

    @Test func anAlteredRecordEndsIt() throws {
        let whole = cards(told(PlayedGame.long).moments)
        let forgery = try Forgery(PlayedGame.long)
        let index = forgery.events.count / 2
        let start = Transcript.marker(table: forgery.table, game: forgery.game).count
        let end = start + forgery.events[...index].reduce(0) { $0 + $1.bytes.count }
        var bytes = PlayedGame.long
        bytes[end - 1] ^= 1
        let (moments, retelling) = told(bytes)
        guard case .fault(let fault) = retelling.end else {
            Issue.record("\(retelling.end)")
            return
        }
        #expect(fault.check == .signatures && fault.record == index + 1)
        let held = cards(moments)
        #expect(whole.starts(with: held) && held.count > whole.count / 4 && held.count < whole.count * 3 / 4)

        bytes = PlayedGame.long
        bytes[end] = 0
        let broken = told(bytes)
        guard case .malformed(index + 2, end, _) = broken.retelling.end else {
            Issue.record("\(broken.retelling.end)")
            return
        }
        #expect(whole.starts(with: cards(broken.moments)) && !broken.moments.isEmpty)
    }

    /// What breaks the game ends it just before: all that is final until then is told.
    @Test func aCheatEndsIt() throws {
        let forgery = try Forgery(PlayedGame.long)
        let index = try forgery.index(12) { if case .flip = $0.body { true } else { false } }
        let bytes = try forgery.changing(index) { body in
            guard case .flip(var flip) = body else { return body }
            flip.state = Digest.of([])
            return .flip(flip)
        }
        let (moments, retelling) = told(bytes)
        guard case .fault(let fault) = retelling.end else {
            Issue.record("\(retelling.end)")
            return
        }
        #expect(fault.check == .states && fault.record == index + 1 && fault.isProven)
        #expect(cards(moments).count == 11)
        #expect(cards(told(PlayedGame.long).moments).starts(with: cards(moments)))
    }

    /// A fork that is proven behind the game takes nothing from what is told, and is why it ends as it does.
    @Test func aProofBehindTheGameIsToldAfterIt() throws {
        let forgery = try Forgery(PlayedGame.short)
        let (bytes, event) = try forgery.withProof()
        let (moments, retelling) = told(bytes)
        #expect(cards(moments) == cards(told(PlayedGame.short).moments))
        #expect(retelling.fold?.isClosed == true)
        guard case .fault(let fault) = retelling.end else {
            Issue.record("\(retelling.end)")
            return
        }
        #expect(fault.check == .chain && fault.isProven && fault.author == event.author)
    }
}

extension Forgery {
    /// The transcript with the proof behind it that the author of its last FLIP signed another event of that number; and that event.
    func withProof() throws -> (bytes: [UInt8], event: Event) {
        let flip = try #require(events.last { if case .flip = $0.body { true } else { false } })
        let other = try signed(flip, body: .time(Time(clockMillis: 1)))
        let pair = flip.hash < other.hash ? [flip, other] : [other, flip]
        return (written(events) + Transcript.proofSection([pair]), other)
    }
}
