import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapProtocol

/// A member that acknowledges and votes like anybody, ends view after view, and gives no link: the beginning of a view starts the clocks of
/// what members owe anew, but not without end.
@Suite struct ViewRenewalTests {
    /// Pauses short enough that no debt of a single view is ever old enough.
    @Test(arguments: [3, 4], [400_000, 1_000_000]) func whoEndsEveryViewInsteadOfGivingItsLinkGoes(
        count: Int, micros: Int64
    ) throws {
        var table = try Table.playing(count, seconds: 60)
        table.play(rounds: 40)
        let attacker = count - 1
        let honest = 0..<attacker
        table.peers[attacker].misconduct = Misconduct()
        // What it says by its own rules but for links and ends; ballots of its own come below.
        table.peers[attacker].misconduct?.says = { body in
            switch body {
            case .reveal, .flip, .claim, .witness: nil
            default: body
            }
        }
        var nextAt = table.clock
        let end = table.clock + 20_000_000
        while table.clock < end, honest.contains(where: { table.dropped($0).isEmpty }) {
            for index in honest where table.peers[index].isTurnOpen { table.step(index, .command(.turn)) }
            table.run(20_000)
            guard table.clock >= nextAt, let order = table.peers[attacker].play?.order else { continue }
            nextAt = table.clock + micros
            let isVoting = order.isVoting || order.isDecided
            guard !isVoting else { continue }
            let id = BallotID(game: order.game, view: order.view, ballot: 1)
            table.say(attacker, .promise(Promise(id: id, accused: nil)))
        }
        for index in honest { #expect(table.seats(table.dropped(index)) == [attacker]) }
        let views = table.peers[0].play?.order.cuts.count ?? 0
        #expect(views > Debt.renewalLimit)
        // The others go on.
        let before = table.peers[0].fold?.nextIndex ?? 0
        table.play(rounds: 60)
        #expect(table.peers[0].fold.map { $0.nextIndex > before + 3 } ?? false)
    }

    /// The same, but it promises ever higher ballots, each following its own: nobody decides in its ballots, and the others decide in theirs.
    @Test func whoOutbidsEveryBallotGoes() throws {
        var table = try Table.playing(3, seconds: 60)
        table.play(rounds: 40)
        let attacker = 2
        let honest = 0..<attacker
        table.peers[attacker].misconduct = Misconduct()
        table.peers[attacker].misconduct?.says = { body in
            switch body {
            case .reveal, .flip, .claim, .witness, .propose, .accepted: nil
            default: body
            }
        }
        let end = table.clock + 4_000_000
        while table.clock < end, honest.contains(where: { table.dropped($0).isEmpty }) {
            for index in honest where table.peers[index].isTurnOpen { table.step(index, .command(.turn)) }
            table.run(1_000)
            for _ in 0..<3 {
                guard let order = table.peers[attacker].play?.order, !order.isDecided else { continue }
                let id = BallotID(game: order.game, view: order.view, ballot: order.highestBallot + 1)
                table.say(attacker, .promise(Promise(id: id, accused: nil)))
            }
        }
        for index in honest { #expect(table.seats(table.dropped(index)) == [attacker]) }
        let before = table.peers[0].fold?.nextIndex ?? 0
        table.play(rounds: 60)
        #expect(table.peers[0].fold.map { $0.nextIndex > before + 3 } ?? false)
    }
}
