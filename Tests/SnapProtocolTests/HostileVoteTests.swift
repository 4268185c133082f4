import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

/// Votes that keep a single chain but not the rules of voting.
@Suite struct HostileVoteTests {
    /// Three logs of a game, made by hand; seats ascend by key, so seat s owns ballots s + 1, s + 4, ...
    private struct Logs {
        var keys: [SigningKey]
        var logs: [[Event]]
        let table = Table.secret.id
        let start: Event

        init() throws {
            keys = try (0..<3).map { try SigningKey(seed: [UInt8](repeating: 60 + UInt8($0), count: 32)) }
            keys.sort { $0.publicKey < $1.publicKey }
            let zero = Digest(words: (0, 0, 0, 0))
            let heads = keys[1...].map { Head(author: $0.publicKey, seq: 1, hash: Digest(words: (9, 9, 9, 9))) }
            start = Event.signed(
                by: keys[0], table: table, seq: 2, previous: zero, lamport: 2, heads: heads,
                body: .start(
                    Start(
                        game: 1, roster: keys.map(\.publicKey), firstSeat: nil, rules: HouseRules().wire,
                        wallMillis: 0)))
            logs = [[start], [], []]
        }

        /// The next event of a seat; `naming`: how many events of each other seat's log (as made here) it acknowledges.
        mutating func add(_ seat: Int, _ body: Body, naming: [Int]) -> Event {
            var heads: [Head] = []
            for other in 0..<3 where other != seat && naming[other] > 0 {
                let event = logs[other][naming[other] - 1]
                heads.append(Head(author: event.author, seq: event.seq, hash: event.hash))
            }
            let event = Event.signed(
                by: keys[seat], table: table, seq: UInt64(logs[seat].count + 2),
                previous: logs[seat].last?.hash ?? Digest(words: (0, 0, 0, 0)),
                lamport: UInt64(10 + logs.map(\.count).reduce(0, +)), heads: heads, body: body)
            logs[seat].append(event)
            return event
        }

        func seat(of event: Event) -> Int { keys.firstIndex { $0.publicKey == event.author } ?? 0 }
    }

    private func id(_ ballot: UInt64) -> BallotID { BallotID(game: 1, view: 1, ballot: ballot) }

    /// Seat 2 helps seat 1 to lose seat 0 in ballot 2, and then votes in ballot 1, where seat 0 would lose seat 1. Both would be decided.
    @Test func noVoteBelowAPromise() throws {
        var made = try Logs()
        func promise(_ ballot: UInt64) -> Body { .promise(Promise(id: id(ballot), accused: nil)) }
        // base is 1 for every seat, so counts of made events and seqs differ by one.
        let zeroPromises = made.add(0, promise(1), naming: [0, 0, 0])
        let liarPromises = made.add(2, promise(1), naming: [1, 0, 0])
        let first = made.add(
            0, .propose(Propose(id: id(1), lost: made.keys[1].publicKey, cut: [3, 1, 2])), naming: [0, 0, 1])
        let zeroVotes = made.add(0, .accepted(Accepted(id: id(1), proposal: first.hash)), naming: [0, 0, 1])
        let liarRises = made.add(2, promise(2), naming: [1, 0, 0])
        let onePromises = made.add(1, promise(2), naming: [1, 0, 2])
        let second = made.add(
            1, .propose(Propose(id: id(2), lost: made.keys[0].publicKey, cut: [2, 2, 3])), naming: [1, 0, 2])
        let oneVotes = made.add(1, .accepted(Accepted(id: id(2), proposal: second.hash)), naming: [1, 0, 2])
        let liarVotes = made.add(2, .accepted(Accepted(id: id(2), proposal: second.hash)), naming: [1, 3, 0])
        let liarFallsBack = made.add(2, .accepted(Accepted(id: id(1), proposal: first.hash)), naming: [4, 0, 0])

        var atOne = try #require(GameLogs(start: made.start))
        for event in [
            made.start, liarPromises, liarRises, onePromises, second, oneVotes, liarVotes,
        ] {
            let isHeld = atOne.hold(event)
            #expect(isHeld)
        }
        #expect(atOne.decision?.lost == 0)

        var atZero = try #require(GameLogs(start: made.start))
        for event in [
            made.start, zeroPromises, liarPromises, first, zeroVotes, liarRises, onePromises, second, oneVotes,
        ] {
            let isHeld = atZero.hold(event)
            #expect(isHeld)
        }
        #expect(atZero.decision == nil)
        let isLiarHeld = atZero.hold(liarVotes)
        #expect(isLiarHeld)
        #expect(atZero.decision?.lost == 0)

        // The other way round: what it wrote last reaches seat 0 without seat 1's part.
        var alone = try #require(GameLogs(start: made.start))
        for event in [made.start, zeroPromises, liarPromises, first, zeroVotes, liarRises, liarVotes, liarFallsBack] {
            let isHeld = alone.hold(event)
            #expect(isHeld)
        }
        // It is the vote that does not count, not the proposal.
        #expect(alone.proposals(ballot: 1).map(\.isValid) == [true])
        #expect(alone.accepts(of: 0).count == 1 && alone.accepts(of: 2).isEmpty)
        #expect(alone.decision == nil)
    }

    /// A flood of votes costs no more than its length, and hides nobody's vote.
    @Test func aFloodOfVotesHidesNone() throws {
        var made = try Logs()
        var order = try #require(GameLogs(start: made.start))
        _ = order.hold(made.start)
        for ballot in 1...UInt64(3_000) {
            _ = order.hold(made.add(2, .promise(Promise(id: id(ballot), accused: nil)), naming: [0, 0, 0]))
            let vote = Accepted(id: id(ballot), proposal: made.start.hash)
            _ = order.hold(made.add(2, .accepted(vote), naming: [0, 0, 0]))
        }
        _ = order.hold(made.add(1, .promise(Promise(id: id(5), accused: nil)), naming: [0, 0, 9]))
        #expect(order.highestBallot(of: 1) == 5)
        #expect(order.highestBallot(of: 2) == 3_000)
        // A leap is nothing: nobody has to follow it to where the numbers end.
        _ = order.hold(made.add(2, .promise(Promise(id: id(Limits.counter), accused: nil)), naming: [0, 0, 0]))
        #expect(order.highestBallot == 3_000)
    }
}
