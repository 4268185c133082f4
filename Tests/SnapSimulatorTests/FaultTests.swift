import SnapAudit
import SnapCrypto
import SnapProtocol
import SnapWire
import Testing

@testable import SnapSimulator

/// Whole runs under faults of peers and paths. Seeds that once showed a fault of the protocol are named for it.
@Suite struct FaultTests {
    static func options(_ seed: UInt64, _ faults: TableFaults, turns: Int = 60, loss: Int = 0) -> SimulationOptions {
        var options = SimulationOptions(seed: seed)
        options.turns = turns
        options.tableFaults = faults
        options.faults.lossPercent = loss
        return options
    }

    /// The kinds that there were when most of the seeds here were found.
    static let elder: TableFaults = TableFaults.all.subtracting([.shatter, .ambush])

    static func run(_ options: SimulationOptions) throws -> SimulationReport {
        var simulation = try Simulation(options)
        return simulation.run()
    }

    @Test func readsFaultsAsItWritesThem() {
        #expect(TableFaults("none") == [])
        #expect(TableFaults("all") == .all)
        #expect(TableFaults("crash,owe") == [.crash, .owe])
        #expect(
            TableFaults("all,hiccup")?.words
                == "crash,partition,stall,clock,wall,equivocate,selective,leave,owe,hiccup,shatter,ambush")
        #expect(TableFaults("crash,") == nil)
        #expect(TableFaults("Crash") == nil)
    }

    @Test func theSameSeedGivesTheSameRunUnderFaults() throws {
        let options = FaultTests.options(4, .all, turns: 25, loss: 5)
        #expect(try FaultTests.run(options) == FaultTests.run(options))
        var calmer = options
        calmer.tableFaults.remove(.crash)
        #expect(try FaultTests.run(options).hash != FaultTests.run(calmer).hash)
    }

    @Test(arguments: UInt64(1)...3) func everythingHoldsUnderAllFaults(seed: UInt64) throws {
        let report = try FaultTests.run(FaultTests.options(seed, .all, loss: 5))
        #expect(report.violation == nil)
    }

    /// Both had promised, then both were started again, and neither went on to the next ballot.
    @Test func aRestartedPeerGoesOnWithItsBallot() throws {
        #expect(try FaultTests.run(FaultTests.options(53, [.crash, .partition, .stall])).violation == nil)
    }

    /// The accused owned the first ballot and proposed itself: its PROPOSE was no part of the others' transcript.
    @Test func nobodyProposesItsOwnLoss() throws {
        let report = try FaultTests.run(FaultTests.options(11, .owe))
        #expect(report.violation == nil)
        #expect(report.drops == 1)
    }

    /// A member that had promised the ballot before was dropped for not having promised this one within the same millisecond.
    @Test(arguments: [(UInt64(53), TableFaults.owe), (UInt64(19), TableFaults([.crash, .partition, .stall]))])
    func whoPromisedBeforeIsWaitedForAgain(seed: UInt64, faults: TableFaults) throws {
        #expect(try FaultTests.run(FaultTests.options(seed, faults)).violation == nil)
    }

    /// Between promise and decision a member gave its link for a turn that the cut left out, and had none for the next.
    @Test func noLinkForATurnBeyondTheCut() throws {
        #expect(try FaultTests.run(FaultTests.options(240, FaultTests.elder, loss: 3)).violation == nil)
    }

    /// The last event of a log named one of a log that had ended before: an ACK after a restart.
    @Test func theLastEventMayNameMoreThanTheTranscriptHas() throws {
        #expect(try FaultTests.run(FaultTests.options(29, [.crash, .leave, .owe])).violation == nil)
    }

    /// The loss of a member needed that member's own vote, as another had left (117), or had gone on to higher ballots (3189): the transcript of the
    /// others did not show the decision.
    @Test(arguments: [UInt64(117), 3189]) func theVoteOfTheLostIsKeptWhereItIsNeeded(seed: UInt64) throws {
        #expect(try FaultTests.run(FaultTests.options(seed, FaultTests.elder)).violation == nil)
    }

    /// Who was to turn had answered a turn that came to nothing, and so had left a race that nobody else left.
    @Test func aRaceIsLeftWhereItsNextTurnerHasLeftIt() throws {
        #expect(try FaultTests.run(FaultTests.options(3089, FaultTests.elder)).violation == nil)
    }

    /// A restarted peer took more of a forker's log than before (173); a link was given for a turn that its author's heads could not name (948).
    /// A forker signed two PROMISEs, one of which was in the cut: the transcripts of the others had one or the other (4696).
    @Test(arguments: [UInt64(173), 948, 4696]) func aForkerIsNotFollowedAfterTheProof(seed: UInt64) throws {
        #expect(try FaultTests.run(FaultTests.options(seed, .all)).violation == nil)
    }

    @Test func tablesAreSplitInAllWays() {
        var counts = FaultCounts()
        for seats in 2...4 {
            var trouble = Trouble([.partition, .shatter], seed: 1)
            for now in 0..<Int64(60) {
                trouble.cut(seats: seats, at: now)
                trouble.shatter(seats: seats, at: now)
            }
            let isCut = trouble.isCut(from: 0, to: 1, at: 20_000_000)
            #expect(!isCut)
            counts.add(trouble.counts)
        }
        let all = ["1|1", "2|1", "1|1|1", "2|2", "3|1", "2|1|1", "1|1|1|1", "one way", "one deaf", "one mute"]
        for split in all { #expect(counts[.cut, split] > 0, "\(split)") }
        #expect(counts[.healed, "cuts"] == 360)
    }

    @Test func everyKindOfEventIsLainInWaitFor() {
        let kinds = (UInt64(1)...300).compactMap { seed in
            var trouble = Trouble(.ambush, seed: seed)
            trouble.lieInWait(seats: 2)
            return trouble.ambush?.kind
        }
        #expect(Set(kinds) == Set(Body.kindNames.indices))
    }

    /// A process that ends with its JOIN, or its ACCEPT, comes back and plays on.
    @Test(arguments: [0, 3]) func crashesInTheLobbyToo(kind: Int) throws {
        let seed = try #require(
            (UInt64(1)...200).first { seed in
                (try? Simulation(FaultTests.options(seed, .ambush)))?.trouble.ambush?.kind == kind
            })
        let report = try FaultTests.run(FaultTests.options(seed, .ambush, turns: 5))
        #expect(report.violation == nil)
        #expect(report.faults[.crash, Body.kindNames[kind]] == 1)
        #expect(report.turns >= 5)
    }

    @Test func nobodyIsDroppedOverShortStalls() throws {
        var options = FaultTests.options(2, .hiccup, loss: 10)
        options.minutes = 1
        options.players = 3
        let report = try FaultTests.run(options)
        #expect(report.violation == nil)
        #expect(report.virtualMicros >= 60_000_000)
    }

    // MARK: Votes in transcripts

    /// A whole transcript in which somebody was dropped by vote, and the keys of its seats.
    static func voted() throws -> (bytes: [UInt8], keys: [SigningKey]) {
        var simulation = try Simulation(FaultTests.options(11, .owe))
        let report = simulation.run()
        try #require(report.drops == 1)
        let whole = try #require(
            simulation.shelf.transcripts.first { simulation.agreement.isFinished(game: $0.game, seat: $0.seat) })
        return (whole.bytes, simulation.seats.map { $0.peer.configuration.sessionKey })
    }

    @Test func aTamperedVoteIsInvalid() throws {
        let (bytes, keys) = try FaultTests.voted()
        let verified = VerifiedSet()
        #expect(audit(bytes, verified: verified).verdict == .verified)
        var reader = TranscriptReader(bytes)
        _ = try reader.marker()
        var tried = 0
        while let record = try reader.next() {
            guard FaultTests.isVote(record.event) else { continue }
            tried += 1
            let end = record.offset + record.event.bytes.count
            // A flipped octet of the signature.
            var flipped = bytes
            flipped[end - 8] ^= 1
            #expect(audit(flipped, verified: verified).verdict.word == "INVALID")
            // The same vote signed anew, for another ballot.
            guard let key = keys.first(where: { $0.publicKey == record.event.author }) else { continue }
            let event = record.event
            let forged = Event.signed(
                by: key, table: event.table, seq: event.seq, previous: event.previous, lamport: event.lamport,
                heads: event.heads, body: FaultTests.shifted(event.body))
            let verdict = audit(
                Array(bytes[..<record.offset]) + forged.bytes + Array(bytes[end...]), verified: verified
            ).verdict
            #expect(verdict.word == "INVALID")
        }
        #expect(tried >= 5)
    }

    private static func isVote(_ event: Event) -> Bool {
        switch event.body {
        case .promise, .propose, .accepted: true
        default: false
        }
    }

    private static func shifted(_ body: Body) -> Body {
        switch body {
        case .promise(var promise):
            promise.id.ballot += 1
            return .promise(promise)
        case .propose(var propose):
            propose.id.ballot += 1
            return .propose(propose)
        case .accepted(var accepted):
            accepted.id.ballot += 1
            return .accepted(accepted)
        default: return body
        }
    }
}
