import SnapCrypto
import SnapWire
import Testing

@testable import SnapAudit

/// What somebody makes of a file, by taking records out of it or with a fork of its own, proves nothing against those who were honest.
@Suite struct FalseAccusationTests {
    private let forgery: Forgery

    init() throws { forgery = try Forgery(PlayedGame.long) }

    /// BEGIN names an ACCEPT that is then not here, so by the file alone its author would have begun without one.
    @Test func aLogThatIsTakenOutProvesNothing() throws {
        for key in try PlayedGame.keys(3) {
            var isJoin = true
            let left = forgery.events.filter { event in
                guard event.author == key else { return true }
                defer { isJoin = false }
                return isJoin
            }
            let report = audit(forgery.written(left), verified: PlayedGame.verified)
            #expect(report.verdict.exitCode != 0 && report.faults.allSatisfy { !$0.isProven }, "\(report.faults)")
        }
    }

    /// The last event of a forker's log, signed anew for a time at which nobody can have named it.
    @Test func anotherEventThanTheNamedProvesNothing() throws {
        let place = try forgery.index(60) { $0.body == .ack }
        let named = try #require(
            forgery.events[..<place].last { event in
                forgery.events[place].heads.contains { $0.hash == event.hash }
            })
        let events = try forgery.events[...place].filter { $0.author != named.author || $0.seq <= named.seq }.map {
            $0.hash == named.hash ? try forgery.signed($0, lamport: forgery.events[place].lamport + 5) : $0
        }
        let report = audit(forgery.written(events), verified: PlayedGame.verified)
        #expect(report.faults.contains { $0.check == .chain && $0.reason.contains("by another hash") })
        #expect(report.faults.allSatisfy { !$0.isProven || $0.author == named.author }, "\(report.faults)")
    }

    /// Each link behind a fault is walked down its chain, so a few octets could ask for a day's work.
    @Test func theWorkBehindAFaultIsBounded() throws {
        let flip = try forgery.index(6) { if case .flip = $0.body { true } else { false } }
        let bytes = try forgery.changing(flip) { body in
            guard case .flip(var flip) = body else { return body }
            flip.link = Link(words: (1, 2, 3, 4))
            return .flip(flip)
        }
        func notes(sweeping hashes: UInt64) -> [String] {
            var auditor = Auditor(bytes, verified: PlayedGame.verified)
            auditor.sweptHashes = hashes
            auditor.run()
            return auditor.report().notes.filter { $0.contains("too much work, not looked at") }
        }
        #expect(notes(sweeping: 1 << 24).isEmpty && notes(sweeping: 20).count == 1)
    }
}
