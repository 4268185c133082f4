import SnapCrypto
import SnapWire
import Testing

@testable import SnapAudit

/// Several transcripts of one game: how far they agree, forks with their proof, and who lacks what.
@Suite struct CrossCheckTests {
    private let forgery: Forgery

    init() throws { forgery = try Forgery(PlayedGame.short) }

    private func compare(_ files: [[UInt8]]) -> Comparison {
        var check = CrossCheck(verified: PlayedGame.verified)
        for bytes in files {
            let isTaken = check.add(bytes)
            #expect(isTaken)
        }
        return check.result()
    }

    private func game(_ files: [[UInt8]]) throws -> ComparedGame {
        let found = compare(files)
        #expect(found.games.count == 1)
        return try #require(found.games.first)
    }

    @Test func theSameIsTheSame() throws {
        let found = try game([PlayedGame.short, PlayedGame.short])
        #expect(found.isSame && found.agreeing == forgery.events.count && found.lacks.isEmpty)
        #expect(found.transcripts == [0, 1] && found.differing.allSatisfy { $0 == nil })
    }

    @Test func saysHowFarTheyAgreeAndWhatIsMissing() throws {
        let events = forgery.events
        let cut = events.count - 5
        let found = try game([PlayedGame.short, forgery.written(Array(events[..<cut]))])
        #expect(!found.isSame && found.agreeing == cut && found.counts == [events.count, cut])
        #expect(found.differing[1] == nil)
        var missing: [PublicKey: [UInt64]] = [:]
        for event in events[cut...] { missing[event.author, default: []].append(event.seq) }
        #expect(found.lacks.count == missing.count && found.lacks.allSatisfy { $0.transcript == 1 })
        for lack in found.lacks {
            #expect(missing[lack.author]?.first == lack.seqs.lowerBound)
            #expect(missing[lack.author]?.last == lack.seqs.upperBound)
            #expect(lack.name?.hasPrefix("Player ") == true && lack.words.contains("numbers") == (lack.seqs.count > 1))
        }
        // One in the middle, of the first file.
        let place = 12
        let without = Array(events[..<place] + events[(place + 1)...])
        let other = try game([forgery.written(without), PlayedGame.short])
        #expect(other.agreeing == place && other.differing[1]?.number == place + 1)
        #expect(other.lacks.map(\.seqs) == [events[place].seq...events[place].seq])
        #expect(other.lacks.map(\.transcript) == [0] && other.lacks.map(\.author) == [events[place].author])
    }

    /// Else whoever puts its own events into its file could say that all others lack something.
    @Test func nobodyLacksWhatAStrangerSigned() throws {
        let stranger = Event.signed(
            by: try PlayedGame.session(3), table: forgery.table, seq: 7, previous: forgery.events[0].hash, lamport: 9,
            heads: [], body: .ack)
        let found = try game([PlayedGame.short, forgery.written(forgery.events + [stranger])])
        #expect(!found.isSame && found.lacks.isEmpty)
    }

    @Test func aForkCarriesItsProof() throws {
        let mine = try #require(forgery.events.last)
        let other = try forgery.signed(mine, body: .time(Time(clockMillis: 1)))
        let found = compare([PlayedGame.short, forgery.written(forgery.events.dropLast() + [other])])
        let fork = try #require(found.forks.first)
        #expect(found.forks.count == 1 && fork.events == [mine, other] && fork.hashes == [mine.hash, other.hash])
        for event in fork.events { #expect(try Event.decode(event.bytes).hasValidSignature()) }
        #expect(found.games[0].agreeing == forgery.events.count - 1 && found.games[0].lacks.isEmpty)
        #expect(found.games[0].differing[1]?.event == other)
    }

    /// Nobody lacks what nobody signed, and a number that is made up costs nothing.
    @Test func whatIsForgedIsNotMissed() throws {
        let last = try #require(forgery.events.last)
        var stranger = try SigningKey(seed: [UInt8](repeating: 99, count: 32))
        let made = Event.signed(
            by: stranger, table: forgery.table, seq: Limits.counter, previous: last.hash, lamport: 1, heads: [],
            body: .ack)
        var forged = forgery.written(forgery.events + [made])
        forged[forged.count - 1] ^= 1
        #expect(try game([PlayedGame.short, forged]).lacks.isEmpty)
        stranger = try PlayedGame.session(0)
        let signed = Event.signed(
            by: stranger, table: forgery.table, seq: Limits.counter, previous: last.hash, lamport: 1, heads: [],
            body: .ack)
        let found = try game([PlayedGame.short, forgery.written(forgery.events + [signed])])
        #expect(found.lacks.map(\.seqs) == [Limits.counter...Limits.counter])
    }

    @Test func gamesAreKeptApart() throws {
        let games = PlayedGame.several
        let found = compare([games[0], games[1], games[0]])
        #expect(found.games.map(\.transcripts) == [[0, 2], [1]] && found.forks.isEmpty)
        #expect(found.games.allSatisfy { $0.lacks.isEmpty && $0.isSame })
    }

    /// Which of so many copies are taken.
    private func taken(_ files: [[UInt8]], byteLimit: Int = CrossCheck.byteLimit) -> [Bool] {
        var check = CrossCheck(verified: PlayedGame.verified, byteLimit: byteLimit)
        return files.map { check.add($0) }
    }

    @Test func isBounded() throws {
        let limit = CrossCheck.gameLimit
        let copies = taken(Array(repeating: PlayedGame.short, count: limit + 1))
        #expect(copies == Array(repeating: true, count: limit) + [false])
        let bytes = forgery.events.map(\.bytes.count).reduce(0, +)
        #expect(taken([PlayedGame.short, PlayedGame.short], byteLimit: bytes) == [true, true])
        #expect(taken([PlayedGame.short], byteLimit: bytes - 1) == [false])
        #expect(taken([Array("Hello".utf8)]) == [false])
    }
}
