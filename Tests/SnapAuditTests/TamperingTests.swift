import SnapAudit
import SnapCrypto
import SnapWire
import Testing

/// A file that was altered or cut is never taken for a whole game, and nobody is accused of what a file can be made to show.
@Suite struct TamperingTests {
    /// Where each record begins, the marker first, and the end of the file.
    private static func offsets(_ bytes: [UInt8]) throws -> [Int] {
        var reader = TranscriptReader(bytes)
        _ = try reader.marker()
        var offsets = [0]
        while let record = try reader.next() { offsets.append(record.offset) }
        return offsets + [bytes.count]
    }

    /// Every octet of some records, and a sample of the others.
    private static func places(_ bytes: [UInt8], whole: [Int], stride step: Int) throws -> [Int] {
        let offsets = try offsets(bytes)
        var places = Set(stride(from: 0, to: bytes.count, by: step))
        for record in whole where record + 1 < offsets.count { places.formUnion(offsets[record]..<offsets[record + 1]) }
        return places.sorted()
    }

    /// With one octet changed it must not pass, and what is said names the record and where it begins.
    private func flip(_ bytes: [UInt8], at place: Int, _ offsets: [Int]) throws {
        var changed = bytes
        // Every bit has its turn, and at times several at once.
        changed[place] ^= place % 9 == 8 ? 0xff : 1 << UInt8(place % 9)
        let record = try #require(offsets.lastIndex { $0 <= place })
        let report = audit(changed, verified: PlayedGame.verified)
        switch report.verdict {
        case .verified: Issue.record("octet \(place) may be changed unseen")
        case .invalid(let fault):
            #expect(fault.record == record && fault.offset == offsets[record], "octet \(place): \(fault)")
            #expect(!fault.isProven, "octet \(place): \(fault)")
        case .malformed(let named, let offset, _):
            #expect(named == record, "octet \(place): record \(named)")
            // A damaged length is noticed where the record would end.
            #expect(
                offset >= offsets[record] && offset - offsets[record] <= 1_024, "octet \(place): byte \(offset)")
        case .inconclusive(let offset, _):
            // Only a damaged length near the end can look like a torn end.
            #expect(offset == offsets[record] && bytes.count - offset <= 1_024, "octet \(place): byte \(offset)")
        }
    }

    @Test func everyFlippedOctetIsFound() throws {
        let short = PlayedGame.short
        let offsets = try TamperingTests.offsets(short)
        // The marker, a JOIN, START, an ACCEPT, BEGIN, and the last two records.
        let whole = [0, 1, 3, 4, 6, offsets.count - 3, offsets.count - 2]
        for place in try TamperingTests.places(short, whole: whole, stride: 17) { try flip(short, at: place, offsets) }
    }

    /// SNAP_FLIPS=N changes so many octets instead of a few, spread over the file; as many as it has, or more: each of them.
    @Test func anyFlippedOctetOf300EventsIsFound() async throws {
        let bytes = PlayedGame.hundreds
        let offsets = try TamperingTests.offsets(bytes)
        try #require(offsets.count >= 302, "\(offsets.count - 2) events")
        try #require(audit(bytes, verified: PlayedGame.verified).verdict == .verified)
        let count = min(bytes.count, SecondOpinionTests.count("SNAP_FLIPS", 200))
        print("flips \(count) of \(bytes.count) octets of \(offsets.count - 2) events")
        try await withThrowingTaskGroup { group in
            for lane in 0..<2 {
                group.addTask {
                    for number in stride(from: lane, to: count, by: 2) {
                        try self.flip(bytes, at: number * bytes.count / count, offsets)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func cut(_ bytes: [UInt8], at places: [Int]) throws {
        let offsets = try TamperingTests.offsets(bytes)
        for place in places {
            let report = audit(Array(bytes[..<place]), verified: PlayedGame.verified)
            let begun = try #require(offsets.last { $0 <= place })
            guard case .inconclusive(let offset, let reason) = report.verdict else {
                Issue.record("cut at \(place): \(report.verdict)")
                continue
            }
            #expect(offset == begun, "cut at \(place)")
            #expect(reason.contains("\(offset)"), "cut at \(place): \(reason)")
            #expect(report.verdict.exitCode == 2 && report.culprits.isEmpty)
        }
    }

    @Test func everyCutIsInconclusive() throws {
        let short = PlayedGame.short
        let offsets = try TamperingTests.offsets(short)
        let last = offsets.count - 2
        // Each boundary of records but the end, where the file is whole; each octet of the marker and of the last record.
        let places = try TamperingTests.places(short, whole: [0, last], stride: 97) + offsets.dropLast()
        try cut(short, at: places)
        let long = try TamperingTests.offsets(PlayedGame.long)
        try cut(PlayedGame.long, at: long.dropLast().suffix(4) + [long[20], long[200] + 5])
    }

    private func expectAltered(_ events: [Event], _ forgery: Forgery, sourceLocation: SourceLocation = #_sourceLocation)
    {
        let report = audit(forgery.written(events), verified: PlayedGame.verified)
        guard case .invalid(let fault) = report.verdict else {
            Issue.record("\(report.verdict)", sourceLocation: sourceLocation)
            return
        }
        #expect(!fault.isProven && report.culprits.isEmpty, "\(report.faults)", sourceLocation: sourceLocation)
    }

    @Test func recordsThatAreMissingDoubledOrMoved() throws {
        let forgery = try Forgery(PlayedGame.long)
        let events = forgery.events
        for place in [2, 3, 5, 6, 7, 8, 100] {
            expectAltered(Array(events[..<place] + events[(place + 1)...]), forgery)
            expectAltered(Array(events[...place] + events[place...]), forgery)
        }
        for place in [0, 1, 3, 5, 7, 100, events.count - 2] {
            var moved = events
            moved.swapAt(place, place + 1)
            expectAltered(moved, forgery)
        }
        expectAltered(Array(events[1...]), forgery)
        expectAltered(Array(events[2...]), forgery)
        expectAltered(Array(events[..<3] + events[4...]), forgery)
    }

    /// What is the matter is said of the right record, and for the right reason.
    @Test func eachForgeryIsToldForWhatItIs() throws {
        let game = try Forgery(PlayedGame.several[1])
        let events = game.events
        let place = events.count / 2
        let event = events[place]
        func expect(
            _ check: Check, record: Int, _ reason: String, in forged: [Event],
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let report = audit(game.written(forged), verified: PlayedGame.verified)
            let fault = try #require(report.faults.first, "\(report.verdict)", sourceLocation: sourceLocation)
            #expect(fault.check == check && fault.record == record, "\(fault)", sourceLocation: sourceLocation)
            #expect(fault.reason.hasPrefix(reason), "\(fault)", sourceLocation: sourceLocation)
            #expect(!fault.isProven && report.culprits.isEmpty, "\(report.faults)", sourceLocation: sourceLocation)
            // In a stranger's record nothing says that it was one of a log, so what that log lacks is told too.
            let count = check == .certificates ? 2 : 1
            #expect(report.faults.count == count, "\(report.faults)", sourceLocation: sourceLocation)
        }
        func replaced(by other: Event) -> [Event] { events[..<place] + [other] + events[(place + 1)...] }

        let next = try #require(events.indices.first { $0 > place && events[$0].author == event.author })
        try expect(
            .chain, record: next,
            "it is number \(event.seq + 1) of its log, and what follows number \(event.seq - 1) is missing",
            in: Array(events[..<place] + events[(place + 1)...]))
        try expect(
            .chain, record: place + 2, "the same event as record \(place + 1)",
            in: Array(events[...place] + events[place...]))
        let pair = try #require(events.indices.first { $0 > place && events[$0].author != events[$0 + 1].author })
        var swapped = events
        swapped.swapAt(pair, pair + 1)
        try expect(
            .order, record: pair + 2, "it stands after record \(pair + 1), which comes later in the order", in: swapped)
        let stranger = try SigningKey(seed: [UInt8](repeating: 9, count: SigningKey.seedLength))
        try expect(
            .certificates, record: place + 1, "its author has no JOIN in this transcript",
            in: replaced(
                by: Event.signed(
                    by: stranger, table: event.table, seq: event.seq, previous: event.previous, lamport: event.lamport,
                    heads: event.heads, body: event.body)))
        let table = try #require(TableID([UInt8](repeating: 7, count: 16)))
        try expect(
            .signatures, record: place + 1, "an event of another table",
            in: replaced(by: try game.signed(event, table: table)))
        // Of the same people at the same table, in the game before.
        let before = try Forgery(PlayedGame.several[0]).events
        let foreign = try #require(before.last { $0.author == event.author })
        try expect(
            .chain, record: place + 1,
            "it is number \(foreign.seq) of its log and stands after number \(event.seq - 1)",
            in: Array(events[..<place] + [foreign] + events[place...]))
    }

    @Test func theLastOfALogTakenOutLooksLikeACut() throws {
        let forgery = try Forgery(PlayedGame.long)
        let events = forgery.events
        for place in [events.count - 2, events.count - 3] {
            let report = audit(
                forgery.written(Array(events[..<place] + events[(place + 1)...])), verified: PlayedGame.verified)
            #expect(report.verdict.exitCode == 2)
        }
    }

    @Test func nothingMayFollowTheEnd() throws {
        let forgery = try Forgery(PlayedGame.long)
        let last = try #require(forgery.events.last)
        let more = try forgery.following(last, lamport: last.lamport + 1, body: .ack)
        expectAltered(forgery.events + [more], forgery)
    }

    @Test func gamesCannotBeSpliced() throws {
        let long = try Forgery(PlayedGame.long)
        let other = try #require(TableID([UInt8](repeating: 7, count: 16)))
        let foreign = try long.signed(long.events[200], table: other)
        expectAltered(long.events.prefix(200) + [foreign] + long.events.suffix(3), long)
        let moved = Transcript.bytes(table: other, game: 1, events: long.events.map(\.bytes))
        guard case .malformed(0, 19, _) = audit(moved, verified: PlayedGame.verified).verdict else {
            Issue.record("a marker of another table passed")
            return
        }
        let renumbered = Transcript.bytes(table: long.table, game: 2, events: long.events.map(\.bytes))
        guard case .malformed(0, 35, _) = audit(renumbered, verified: PlayedGame.verified).verdict else {
            Issue.record("a marker of another game passed")
            return
        }
    }

    @Test func forksBetweenTranscriptsNameTheirAuthor() throws {
        let forgery = try Forgery(PlayedGame.short)
        #expect(forks(among: [PlayedGame.short, PlayedGame.short], verified: PlayedGame.verified).isEmpty)
        let index = forgery.events.count - 1
        let mine = forgery.events[index]
        let other = try forgery.signed(mine, body: .time(Time(clockMillis: 1)))
        let second = forgery.written(forgery.events.dropLast() + [other])
        let found = forks(among: [PlayedGame.short, second], verified: PlayedGame.verified)
        #expect(found.map(\.author) == [mine.author] && found.map(\.seq) == [mine.seq])
        #expect(found.first?.hashes == [mine.hash, other.hash])
        #expect(found.first?.records == [index + 1, index + 1] && found.first?.transcripts == [0, 1])
        // A forged signature accuses nobody.
        var damaged = second
        damaged[damaged.count - 1] ^= 1
        #expect(forks(among: [PlayedGame.short, damaged], verified: PlayedGame.verified).isEmpty)
    }
}
