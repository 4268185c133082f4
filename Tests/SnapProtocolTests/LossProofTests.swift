import SnapCrypto
import SnapWire
import Testing

@testable import SnapProtocol

/// What a transcript has of a lost member beyond the cut.
@Suite struct LossProofTests {
    /// Seat 2 stops before it votes. Seat 1 is lost by seat 0's vote and its own, in a later ballot than that which named the cut; then seat 0 leaves the
    /// game unfinished: what it keeps shows the decision, and all that is named is there.
    @Test func anUnfinishedGameKeepsTheVoteOfTheLost() throws {
        var made = try HandmadeLogs()
        func id(_ ballot: UInt64) -> BallotID { BallotID(game: 1, view: 1, ballot: ballot) }
        func promise(_ ballot: UInt64) -> Body { .promise(Promise(id: id(ballot), accused: nil)) }
        let loss = { [lost = made.keys[1].publicKey] in Propose(id: id($0), lost: lost, cut: [3, 1, 2]) }
        // base is 1 for every seat, so counts of made events and seqs differ by one.
        var events = [made.start]
        events.append(made.add(0, promise(1), naming: [0, 0, 0]))
        events.append(made.add(2, promise(1), naming: [1, 0, 0]))
        let first = made.add(0, .propose(loss(1)), naming: [0, 0, 1])
        events.append(first)
        events.append(made.add(0, .accepted(Accepted(id: id(1), proposal: first.hash)), naming: [0, 0, 1]))
        events.append(made.add(1, .ack, naming: [1, 0, 0]))
        for ballot in UInt64(2)...4 { events.append(made.add(0, promise(ballot), naming: [0, 1, 1])) }
        events.append(made.add(1, promise(4), naming: [7, 0, 1]))
        let second = made.add(0, .propose(loss(4)), naming: [0, 2, 1])
        events.append(second)
        events.append(made.add(0, .accepted(Accepted(id: id(4), proposal: second.hash)), naming: [0, 2, 1]))
        events.append(made.add(1, .accepted(Accepted(id: id(4), proposal: second.hash)), naming: [9, 0, 1]))
        let needed = made.logs[1]
        events.append(made.add(0, .leave(Leave(open: nil)), naming: [0, 3, 1]))
        events.append(made.add(1, .ack, naming: [10, 0, 1]))

        var order = try #require(GameLogs(start: made.start))
        for event in events {
            let isHeld = order.hold(event)
            #expect(isHeld)
        }
        var kept: [Event] = []
        while let step = order.take() { kept += order.written(after: step) }
        #expect(order.cuts == [[3, 1, 2]] && order.members == [true, false, true])
        kept += order.remaining()
        #expect(Array(kept.suffix(3)) == needed, "the votes of the lost stand behind all else, and no more of its log")
        #expect(Set(kept.map(\.hash)) == Set(events.dropLast().map(\.hash)))

        var shown = try #require(GameLogs(start: made.start))
        for event in kept.sorted(by: GameLogs.precedesInView) { _ = shown.hold(event) }
        #expect(shown.decision?.lost == 1)
        for head in kept.flatMap(\.heads) where head.seq > 1 {
            #expect(kept.contains { $0.author == head.author && $0.seq == head.seq && $0.hash == head.hash })
        }
    }
}
