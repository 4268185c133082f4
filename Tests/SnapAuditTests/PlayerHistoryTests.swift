import Foundation
import SnapAudit
import SnapCrypto
import SnapRules
import SnapWire
import Testing

/// One player's figures over many games.
@Suite struct PlayerHistoryTests {
    private let reports = PlayedGame.several.map { audit($0, verified: PlayedGame.verified) }

    private func history(_ reports: [AuditReport], _ sought: SoughtPlayer) throws -> PlayerHistory {
        var history = PlayerHistory()
        for report in reports {
            guard let share = PlayerShare(report, of: sought) else { continue }
            history.add(
                share, table: try #require(report.table), game: try #require(report.markedGame),
                isVerified: report.verdict == .verified)
        }
        return history
    }

    @Test func eachGameCountsOnce() throws {
        for player in reports[0].players {
            let sought = try #require(SoughtPlayer(player.identity.hex))
            let shares = reports.compactMap { PlayerShare($0, of: sought)?.statistics }
            let found = try history(reports + reports, sought)
            #expect(found.games == 2 && found.repeated == 2 && found.unverified == 0)
            #expect(found.identities == [player.identity] && found.names == [player.name])
            #expect(found.turns == shares.map(\.turns).reduce(0, +) && found.calls == shares.map(\.calls).reduce(0, +))
            #expect(found.wins == shares.map(\.wins).reduce(0, +))
            let all = shares.flatMap(\.reactionsMicros)
            #expect(!all.isEmpty && found.bestReactionMicros == all.min())
            // By another way: the mean of squares less the square of the mean.
            let mean = Double(all.reduce(0, +)) / Double(all.count)
            let variance = all.map { (Double($0) - mean) * (Double($0) - mean) }.reduce(0, +) / Double(all.count)
            #expect(abs(Double(try #require(found.deviationMicros)) - variance.squareRoot()) < 2)
            #expect(found.text().contains("2 games") && found.text().contains("2 transcripts more"))
        }
        let winners = try reports[0].players.map { player in
            try history([reports[0]], try #require(SoughtPlayer(player.identity.hex)))
        }
        #expect(winners.map { $0.won + $0.shared }.reduce(0, +) == reports[0].game?.outcome?.winners.count)
    }

    /// Of one game all figures are those of its audit.
    @Test func oneGameIsItsAudit() throws {
        let report = audit(PlayedGame.long, verified: PlayedGame.verified)
        for player in report.players {
            let found = try history([report], try #require(SoughtPlayer(player.identity.hex)))
            #expect(found.medianReactionMicros == player.statistics.medianReactionMicros)
            #expect(found.bestReactionMicros == player.statistics.bestReactionMicros)
            #expect(found.deviationMicros == player.statistics.deviationMicros)
        }
    }

    @Test func whatIsNotVerifiedDoesNotCount() throws {
        let cut = audit(Array(PlayedGame.several[0].dropLast(9)), verified: PlayedGame.verified)
        let sought = try #require(SoughtPlayer(reports[0].players[0].identity.hex))
        let found = try history([cut, reports[1]], sought)
        #expect(found.games == 1 && found.unverified == 1 && found.repeated == 0)
    }

    @Test func takesFingerprintsAndDigits() throws {
        let identity = reports[0].players[0].identity
        let other = reports[0].players[1].identity
        let print = IdentityFingerprint(identity).description
        for text in [
            print, print.lowercased(), print.replacing("-", with: ""), identity.hex, String(identity.hex.prefix(8)),
        ] {
            let sought = try #require(SoughtPlayer(text))
            #expect(sought.fits(identity) && !sought.fits(other), "\(text)")
        }
        for text in [
            "", "1234567", String(identity.hex.prefix(7)), identity.hex + "0", "ABCD-EFGHJ", "not a player", "1a2b3c4$",
        ] {
            #expect(SoughtPlayer(text) == nil, "\(text)")
        }
    }

    @Test func theProgramTellsThem() throws {
        let program = try AuditProgram()
        defer { program.remove() }
        let files = try PlayedGame.several.enumerated().map { try program.file("game\($0)", $1) }
        let cut = try program.file("cut", Array(PlayedGame.several[0].dropLast(9)))
        let player = reports[0].players[0]
        let print = IdentityFingerprint(player.identity)
        let all = (files + [files[0], cut]).joined(separator: " ")
        let told = try program.run("\"$SNAP\" audit --player \(print) \(all)")
        #expect(told.code == 2 && told.out.hasPrefix("INCONCLUSIVE  \(cut): "))
        #expect(told.out.contains("\(print) (\(player.identity.short)): \(player.name)\n  2 games, "))
        let line = try program.run("\"$SNAP\" audit --json --player \(print) \(files[0])").out
        let json = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(json["schema"] as? String == "snap.player/1" && json["games"] as? Int == 1)
        #expect(json["identity"] as? String == player.identity.hex)
        let nobody = try program.run("\"$SNAP\" audit --player 00000000 \(files[0])")
        #expect(nobody.code == 0 && nobody.out.hasPrefix("No game of this player"))
        #expect(try program.run("\"$SNAP\" audit --player Ann \(files[0])").code == 64)
    }
}
