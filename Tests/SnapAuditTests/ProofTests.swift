import SnapCrypto
import SnapProtocol
import SnapWire
import Testing

@testable import SnapAudit
@testable import SnapSimulator

/// Fork proofs behind a game: field scenario 37. Both auditors say the same of them.
@Suite struct ProofTests {
    private let forgery: Forgery

    init() throws { forgery = try Forgery(PlayedGame.short) }

    /// The `number`-th event of an author and a second version of it, by hash.
    private func fork(_ number: Int, of author: PublicKey) throws -> [Event] {
        let event = forgery.events[try forgery.index(number) { $0.author == author && $0.seq > 1 }]
        let twin = try forgery.signed(event, lamport: event.lamport + 1)
        return [event, twin].sorted { $0.hash < $1.hash }
    }

    private func with(_ proofs: [[Event]]) -> [UInt8] { PlayedGame.short + Transcript.proofSection(proofs) }

    @Test func namesTheForkerAndBothHashesAndGoesOn() throws {
        let author = forgery.events[1].author
        let proof = try fork(5, of: author)
        let report = audit(with([proof]), verified: PlayedGame.verified)
        guard case .invalid(let fault) = report.verdict else { return #expect(report.verdict == .verified) }
        #expect(fault.check == .chain && fault.isProven && fault.author == author)
        #expect(report.culprits == [author] && report.faults.count == 1)
        for event in proof { #expect(report.text().contains(event.hash.hex)) }
        // The game before it is audited to its end, and its digest is that of the game.
        let clean = audit(PlayedGame.short, verified: PlayedGame.verified)
        #expect(report.digest == clean.digest)
        #expect(report.game == clean.game && report.game?.outcome != nil)
        #expect(report.checks.filter { $0.check != .chain }.allSatisfy { $0.mark == .passed })
        #expect(forks(among: [with([proof])], verified: PlayedGame.verified).map(\.author) == [author])
    }

    @Test func whatProvesNothingWasAltered() throws {
        let keys = Set(forgery.events.map(\.author)).sorted()
        let one = try fork(5, of: keys[0])
        let two = try fork(5, of: keys[1])
        var forged = one
        forged[1] = try Event.decode(Array(one[1].bytes.dropLast()) + [one[1].bytes.last.map { $0 ^ 1 } ?? 0])
        let stranger = try SigningKey(seed: [UInt8](repeating: 240, count: 32))
        let strange = (1...2).map { tag in
            Event.signed(
                by: stranger, table: forgery.table, seq: 4, previous: one[0].hash, lamport: UInt64(tag), heads: [],
                body: .ack)
        }.sorted { $0.hash < $1.hash }
        let files: [(bytes: [UInt8], check: Check, proven: Bool)] = [
            (with([one, two]), .chain, true), (with([[one[1], one[0]]]), .chain, false),
            (with([[one[0], two[0]]]), .chain, false), (with([[one[0], one[0]]]), .chain, false),
            (with([strange]), .chain, false), (with([forged]), .signatures, false),
        ]
        for (bytes, check, proven) in files {
            guard case .invalid(let fault) = audit(bytes, verified: PlayedGame.verified).verdict else {
                Issue.record("not INVALID")
                continue
            }
            #expect(fault.check == check && fault.isProven == proven, "\(fault)")
        }
        // Out of order: the first stands, the second does not.
        #expect(audit(with([two, one]), verified: PlayedGame.verified).faults.map(\.isProven) == [true, false])
        let torn = audit(Array(with([one]).dropLast(3)), verified: PlayedGame.verified)
        guard case .inconclusive(let offset, _) = torn.verdict else { return #expect(Bool(false)) }
        #expect(offset == PlayedGame.short.count)
        try SecondOpinionTests.agree(
            files.map(\.bytes) + [with([two, one]), Array(with([one]).dropLast(3))], verified: PlayedGame.verified)
    }

    /// A game in which a forker was dropped, as those who went on have it.
    @Test(arguments: [UInt64(58), 93]) func bothAuditorsOnAGameThatAForkerLost(seed: UInt64) throws {
        var options = SimulationOptions(seed: seed)
        options.turns = 60
        options.tableFaults = [.equivocate, .selective]
        var simulation = try Simulation(options)
        #expect(simulation.run().violation == nil)
        let key = try #require(simulation.trouble.equivocator).seat
        let files = simulation.shelf.transcripts.map { $0.bytes + $0.proofs }
        for bytes in files {
            #expect(audit(bytes).culprits.allSatisfy { $0 == simulation.seats[key].peer.me })
        }
        try SecondOpinionTests.agree(files, verified: VerifiedSet())
    }
}

extension SecondOpinionTests {
    /// Both auditors say the same of each file.
    static func agree(_ files: [[UInt8]], verified: VerifiedSet) throws {
        guard let opinions = try SecondOpinionTests().python(files) else { return }
        for (number, (bytes, opinion)) in zip(files, opinions).enumerated() {
            let own = Opinion(audit(bytes, verified: verified))
            #expect(own == opinion, "\(number): audit.py says \(opinion), snap \(own)")
        }
    }
}
