import SnapAudit
import SnapCrypto
import SnapWire
import Testing

@Suite struct AuditTests {
    @Test func aPlayedGameIsVerified() throws {
        for (bytes, seats) in [(PlayedGame.short, 2), (PlayedGame.long, 3)] {
            let report = audit(bytes, verified: PlayedGame.verified)
            #expect(report.verdict == .verified && report.verdict.exitCode == 0)
            #expect(report.checks.map(\.check) == Check.allCases)
            #expect(report.checks.allSatisfy { $0.mark == .passed && !$0.words.isEmpty })
            #expect(report.players.count == seats && report.faults.isEmpty)
            #expect(report.digest == Digest.of(bytes))
            let cards = report.players.map(\.statistics.cards).reduce(0, +)
            #expect(cards == 52)
            let game = try #require(report.game)
            #expect(game.turns == report.players.map(\.statistics.turns).reduce(0, +))
            #expect(game.outcome != nil && game.races > 0)
        }
    }

    /// Three proposals at once, two of which come to nothing; and a second game, whose logs do not begin at their JOINs.
    @Test func everyGameOfATableIsVerified() throws {
        let games = PlayedGame.several
        #expect(games.count == 2)
        for (index, bytes) in games.enumerated() {
            let report = audit(bytes, verified: PlayedGame.verified)
            #expect(report.verdict == .verified, "\(report.text())")
            #expect(report.game?.game == UInt64(index + 1))
            let events = try Forgery(bytes).events
            let starts = events.filter { if case .start = $0.body { true } else { false } }
            #expect(starts.count == 3)
            // Whatever is cut off, what is left misleads nobody.
            var end = 0
            for event in events.prefix(40) {
                end += event.bytes.count
                let cut = Transcript.marker(table: event.table, game: UInt64(index + 1)).count + end
                #expect(
                    audit(Array(bytes[..<cut]), verified: PlayedGame.verified).verdict.exitCode == 2, "\(index): \(cut)"
                )
            }
        }
        #expect(forks(among: games, verified: PlayedGame.verified).isEmpty)
    }

    @Test func statisticsAreThoseOfTheGame() throws {
        let report = audit(PlayedGame.long, verified: PlayedGame.verified)
        let game = try #require(report.game)
        #expect(game.durationMillis >= 20_000 && game.durationMillis < 21_000)
        #expect(game.startedWallMillis == 1_796_029_200_000)
        for player in report.players {
            let numbers = player.statistics
            #expect(numbers.calls >= numbers.wins + numbers.wrongCalls)
            // Presses come some 300 ms after the card; the line is without jitter, so all measure the same.
            if let median = numbers.medianReactionMicros, let best = numbers.bestReactionMicros {
                #expect(best >= 290_000 && best <= median && median < 340_000)
            }
            #expect((numbers.meanResidualMicros ?? 0) < 2_000)
        }
        let wins = report.players.map(\.statistics.wins).reduce(0, +)
        #expect(wins > 0)
    }

    @Test func theReportSaysAllOfIt() {
        let report = audit(PlayedGame.long, verified: PlayedGame.verified)
        let text = report.text()
        #expect(text == audit(PlayedGame.long).text())
        #expect(text.hasPrefix("VERIFIED\n"))
        #expect(text.contains("2026-11-30T09:00:00.000Z"))
        #expect(text.contains(report.digest.hex))
        for check in Check.allCases { #expect(text.contains(check.rawValue)) }
        for player in report.players { #expect(text.contains(player.words)) }
        // The last paragraph says what is not proven.
        let last = text.split(separator: "\n\n").last
        #expect(last?.hasPrefix("Not proven\n") == true)
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
    }

    @Test func aFaultIsToldWithPlaceAndWhose() {
        var bytes = PlayedGame.short
        bytes[bytes.count - 1] ^= 1
        let report = audit(bytes, verified: PlayedGame.verified)
        let text = report.text()
        #expect(text.hasPrefix("INVALID\nrecord \(report.recordCount) at byte "))
        #expect(text.contains("[FAULT]"))
        // What rests on it is not called good.
        #expect(report.checks.filter { $0.mark == .passed }.map(\.check) == [.encoding])
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_001, "2000-02-29T00:00:00.001Z"),
            (1_796_029_200_000, "2026-11-30T09:00:00.000Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "10000-01-01T00:00:00.000Z"),
        ] as [(UInt64, String)])
    func wallTimesAreUTC(millis: UInt64, text: String) {
        #expect(WallTime.text(millis: millis) == text)
    }

    @Test func wallTimesAtTheBound() {
        #expect(WallTime.text(millis: UInt64.max).hasSuffix("Z"))
    }
}
