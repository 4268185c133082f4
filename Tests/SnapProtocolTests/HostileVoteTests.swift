import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

/// Votes that keep a single chain but not the rules of voting.
@Suite struct HostileVoteTests {
    private func id(_ ballot: UInt64) -> BallotID { BallotID(game: 1, view: 1, ballot: ballot) }

    /// Seat 2 helps seat 1 to lose seat 0 in ballot 2, and then votes in ballot 1, where seat 0 would lose seat 1. Both would be decided.
    @Test func noVoteBelowAPromise() throws {
        var made = try HandmadeLogs()
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
        var made = try HandmadeLogs()
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

    /// Seat 2 signs two PROMISEs under one number. All accuse it, and the end of the view does not depend on which of the two somebody holds.
    @Test func theLostOnesWordIsNoPartOfTheCut() throws {
        var made = try HandmadeLogs()
        let forker = made.keys[2].publicKey
        func promise(_ accused: PublicKey?) -> Body { .promise(Promise(id: id(1), accused: accused)) }
        let one = made.add(2, promise(nil), naming: [1, 0, 0])
        made.logs[2] = []
        let other = made.add(2, promise(made.keys[0].publicKey), naming: [1, 0, 0])
        made.logs[2] = [one]
        let words = [
            made.add(0, promise(forker), naming: [0, 0, 0]), made.add(1, promise(forker), naming: [1, 0, 0]),
        ]
        let proposal = made.add(0, .propose(Propose(id: id(1), lost: forker, cut: [3, 2, 1])), naming: [0, 1, 1])
        let votes = [
            made.add(0, .accepted(Accepted(id: id(1), proposal: proposal.hash)), naming: [0, 1, 1]),
            made.add(1, .accepted(Accepted(id: id(1), proposal: proposal.hash)), naming: [3, 0, 0]),
        ]
        for held in [[one], [other], []] {
            var order = try #require(GameLogs(start: made.start))
            for event in [made.start] + held + words + [proposal] + votes {
                let isHeld = order.hold(event)
                #expect(isHeld)
            }
            order.noteFork(of: 2)
            #expect(order.decision == GameLogs.Outcome(lost: 2, cut: [3, 2, 1]))
            #expect(!order.isContradicted)
        }
    }

    /// Ballot 1 would lose seat 2, which alone accepts that before it promises ballot 2. So ballot 2 is bound to what ballot 1 said, and only seat 2's
    /// log shows it: the transcript of the others must keep so much of it, though none of it is in the cut.
    @Test func theWordThatBoundAProposalIsKept() throws {
        var made = try HandmadeLogs()
        let gone = made.keys[2].publicKey
        func promise(_ ballot: UInt64) -> Body { .promise(Promise(id: id(ballot), accused: nil)) }
        func accept(_ proposal: Event, _ ballot: UInt64) -> Body {
            .accepted(Accepted(id: id(ballot), proposal: proposal.hash))
        }
        var events = [made.start]
        events.append(made.add(0, promise(1), naming: [0, 0, 0]))
        events.append(made.add(1, promise(1), naming: [2, 0, 0]))
        let first = made.add(0, .propose(Propose(id: id(1), lost: gone, cut: [3, 2, 1])), naming: [0, 1, 0])
        events.append(first)
        events.append(made.add(2, promise(1), naming: [2, 0, 0]))
        events.append(made.add(2, accept(first, 1), naming: [3, 1, 0]))
        events.append(made.add(1, promise(2), naming: [3, 0, 0]))
        let late = made.add(2, promise(2), naming: [3, 2, 0])
        events.append(late)
        events.append(made.add(0, promise(2), naming: [0, 2, 0]))
        let second = made.add(1, .propose(Propose(id: id(2), lost: gone, cut: [3, 2, 1])), naming: [4, 0, 3])
        events.append(second)
        events.append(made.add(1, accept(second, 2), naming: [4, 0, 3]))
        events.append(made.add(0, accept(second, 2), naming: [0, 4, 3]))
        var order = try #require(GameLogs(start: made.start))
        for event in events {
            let isHeld = order.hold(event)
            #expect(isHeld)
        }
        #expect(order.decision == GameLogs.Outcome(lost: 2, cut: [3, 2, 1]))
        while order.take() != nil {}
        #expect(order.view == 2)
        #expect(order.proving([order.last(0), order.last(1), 1]) == [order.last(0), order.last(1), late.seq])
    }
}
