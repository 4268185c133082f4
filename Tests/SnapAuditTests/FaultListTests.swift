import SnapAudit
import SnapCrypto
import SnapProtocol
import SnapWire
import Testing

/// A fault hides no later one, and what merely follows from it is not another.
@Suite struct FaultListTests {
    private let forgery: Forgery
    private let other = Link(words: (1, 2, 3, 4))

    init() throws { forgery = try Forgery(PlayedGame.long) }

    private func report(_ bytes: [UInt8]) -> AuditReport { audit(bytes, verified: PlayedGame.verified) }

    /// Of each fault its check and record.
    private func places(_ report: AuditReport) -> [String] { report.faults.map { "\($0.check.rawValue) \($0.record)" } }

    /// The events as a file, the signatures of those at `places` broken.
    private func broken(_ bytes: [UInt8], at places: [Int]) throws -> [UInt8] {
        var reader = TranscriptReader(bytes)
        _ = try reader.marker()
        var out = bytes
        while let record = try reader.next() {
            if places.contains(record.number - 1) { out[record.offset + record.event.bytes.count - 1] ^= 1 }
        }
        return out
    }

    private func acknowledgement(_ number: Int) throws -> Int { try forgery.index(number) { $0.body == .ack } }

    @Test func aBadSignatureHidesNoBrokenDraw() throws {
        let altered = try acknowledgement(40)
        let reveal = try #require(
            forgery.events.indices.first { index in
                if case .reveal = forgery.events[index].body { index > altered + 100 } else { false }
            })
        let bytes = try forgery.changing(reveal) { body in
            guard case .reveal(var reveal) = body else { return body }
            reveal.link = other
            return .reveal(reveal)
        }
        let found = report(try broken(bytes, at: [altered]))
        #expect(places(found) == ["signatures \(altered + 1)", "draws \(reveal + 1)"])
        // Also where what was altered is a part of the game, which then can be followed no further.
        let claim = try #require(
            forgery.events.indices.first { index in
                if case .claim = forgery.events[index].body { index < reveal - 100 } else { false }
            })
        #expect(
            places(report(try broken(bytes, at: [claim]))) == ["signatures \(claim + 1)", "draws \(reveal + 1)"])
    }

    @Test func aBadSignatureHidesNoBrokenRule() throws {
        let altered = try acknowledgement(30)
        let rogue = try #require(
            forgery.events.indices.first { $0 > altered + 120 && forgery.events[$0].body == .ack })
        let bytes = try forgery.changing(rogue) { _ in .end(End(state: Digest.of([]), wallMillis: 0)) }
        #expect(places(report(bytes)) == ["result \(rogue + 1)"] && report(bytes).culprits.count == 1)
        let found = report(try broken(bytes, at: [altered]))
        #expect(places(found) == ["signatures \(altered + 1)", "result \(rogue + 1)"])
        // It rests on a record that was altered, so it accuses nobody.
        #expect(found.culprits.isEmpty)
    }

    @Test func eachCheatIsToldAndNothingElse() throws {
        let places = try [20, 60, 100].map { try acknowledgement($0) }
        var bytes = PlayedGame.long
        for place in places {
            bytes = try Forgery(bytes).changing(place) { _ in
                .claim(Claim(race: 9_999, reactionMicros: 300_000, clockMillis: 1))
            }
        }
        let found = report(bytes)
        #expect(self.places(found) == places.map { "races \($0 + 1)" })
        #expect(Set(found.culprits) == Set(places.map { forgery.events[$0].author }))
        #expect(found.checks.filter { $0.mark == .failed }.map(\.check) == [.races])
    }

    /// After a link that cannot be drawn with nothing in the file is a game any more, which is nobody else's fault.
    @Test func whatFollowsFromABrokenDrawIsNotListed() throws {
        let reveal = try forgery.index(5) { if case .reveal = $0.body { true } else { false } }
        let found = report(
            try forgery.changing(reveal) { body in
                guard case .reveal(var reveal) = body else { return body }
                reveal.link = other
                return .reveal(reveal)
            })
        #expect(places(found) == ["draws \(reveal + 1)"])
        #expect(found.culprits == [forgery.events[reveal].author])
        #expect(found.notes.count == 1 && found.notes[0].contains("may follow from it"), "\(found.notes)")
    }

    /// Each record altered, taken out, doubled, or moved: one fault, that one.
    @Test func oneFaultIsOneFault() throws {
        let game = try Forgery(PlayedGame.short)
        let events = game.events
        for place in events.indices {
            let altered = report(try broken(PlayedGame.short, at: [place]))
            #expect(places(altered) == ["signatures \(place + 1)"])
            let missing = report(game.written(Array(events[..<place] + events[(place + 1)...])))
            #expect(missing.faults.count <= 1, "without \(place): \(places(missing))")
            let doubled = report(game.written(Array(events[...place] + events[place...])))
            #expect(doubled.faults.count == 1, "twice \(place): \(places(doubled))")
            guard place + 1 < events.count else { continue }
            var swapped = events
            swapped.swapAt(place, place + 1)
            let turned = report(game.written(swapped))
            #expect(turned.faults.count == 1, "swapped \(place): \(turned.faults.map(\.reason))")
            var moved = events
            moved.append(moved.remove(at: place))
            let told = report(game.written(moved))
            #expect(told.faults.count == 1, "moved \(place): \(places(told))")
            for verdict in [altered, missing, doubled, told] {
                #expect(verdict.culprits.isEmpty, "\(place): \(verdict.faults.map(\.reason))")
            }
        }
    }

    @Test func whatStandsBeforeDamageIsTold() throws {
        var bytes = try broken(PlayedGame.short, at: [9])
        var reader = TranscriptReader(bytes)
        _ = try reader.marker()
        while let record = try reader.next() { if record.number == 25 { bytes[record.offset] = 0xff } }
        let found = report(bytes)
        guard case .malformed(25, _, _) = found.verdict else { return #expect(found.verdict == .verified) }
        #expect(places(found) == ["signatures 10"])
        #expect(found.text().contains("Faults\n  record 10, "))
    }

    @Test func theListIsBoundedAndSaysHowManyMore() throws {
        let limit = AuditReport.faultLimit
        for count in [limit, limit + 1, limit + 5] {
            let altered = Array(5..<5 + count)
            let found = report(try broken(PlayedGame.long, at: altered))
            #expect(places(found) == altered.prefix(limit).map { "signatures \($0 + 1)" })
            #expect(found.unlistedFaults == count - limit)
            #expect(found.text().contains("  and \(count - limit) more\n") == (count > limit))
            #expect(found.checks[1].words.hasSuffix("(and \(count - 1) more)"))
        }
    }
}
