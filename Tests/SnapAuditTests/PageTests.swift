import Foundation
import SnapCrypto
import SnapRules
import SnapWire
import Testing

@testable import SnapAudit

/// The report as a page: whole, inert, and the same every time.
@Suite struct PageTests {
    private func page(_ bytes: [UInt8]) -> String { audit(bytes, verified: PlayedGame.verified).page(file: "a.snap") }

    /// Start and end tags in order; what is wrong, if anything.
    private func imbalance(_ page: String) -> String? {
        var open: [Substring] = []
        var rest = page[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            guard let end = rest.firstIndex(of: ">") else { return "a tag without an end" }
            let tag = rest[..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("!") || tag.hasSuffix("/") { continue }
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { return "\(tag) closes another" }
            } else {
                let name = tag.prefix { $0 != " " && $0 != "\n" }
                if !["meta", "br"].contains(name) { open.append(name) }
            }
        }
        return open.isEmpty ? nil : "\(open) left open"
    }

    @Test func holdsAllOfTheReport() throws {
        let report = audit(PlayedGame.long, verified: PlayedGame.verified)
        let page = page(PlayedGame.long)
        #expect(imbalance(page) == nil)
        #expect(page.contains("VERIFIED</p>") && page.contains(report.digest.hex))
        for player in report.players {
            #expect(page.contains("<bdi>\(player.name)</bdi>"))
            #expect(page.contains("\(IdentityFingerprint(player.identity))") && page.contains(player.identity.hex))
        }
        for check in Check.allCases { #expect(page.contains(">\(check.rawValue)</th>")) }
        for line in AuditReport.notProven { #expect(page.contains(Markup.text(line))) }
        let last = try #require(page.range(of: "<h2>", options: .backwards))
        #expect(page[last.upperBound...].hasPrefix("Not proven</h2>"))
        // Each race has its picture.
        let game = try #require(report.game)
        #expect(page.components(separatedBy: "<figure id=\"race").count - 1 == game.races)
        #expect(game.moments.count { if case .turned = $0.kind { true } else { false } } == game.turns)
    }

    @Test func needsNothingElse() {
        let page = page(PlayedGame.long)
        for word in ["<script", "http:", "https:", "<link", "<img", "url(", "@import", "javascript:"] {
            #expect(!page.lowercased().contains(word), "\(word)")
        }
        #expect(page.contains("default-src 'none'"))
        #expect(page == self.page(PlayedGame.long))
    }

    @Test func tellsFaultsAndWhatIsCut() {
        var bytes = PlayedGame.short
        bytes[bytes.count - 1] ^= 1
        let bad = page(bytes)
        #expect(bad.contains("INVALID</p>") && bad.contains("<h2>Faults</h2>") && bad.contains("the file was altered"))
        let cut = page(Array(PlayedGame.short.dropLast(9)))
        #expect(cut.contains("INCONCLUSIVE</p>") && cut.contains("incomplete last record"))
        let none = page(Array("Hello".utf8))
        #expect(none.contains("MALFORMED</p>") && none.contains("Not proven"))
        for page in [bad, cut, none] { #expect(imbalance(page) == nil) }
    }

    @Test func whatAFileSaysIsInert() throws {
        var report = audit(PlayedGame.long, verified: PlayedGame.verified)
        let names = ["<b>A</b>&\"'", "שלום <i>", "</style><script>x()</script>"]
        for (seat, name) in names.enumerated() { report.players[seat].name = name }
        report.notes = ["record 3, שלום <i> (1a2b3c4d): <u>something</u>"]
        let page = report.page(file: "</title><script>\"'.snap")
        #expect(imbalance(page) == nil)
        for tag in ["<b>", "<i>", "<u>", "<script", "</style><"] { #expect(!page.contains(tag), "\(tag)") }
        #expect(page.contains("<bdi>&lt;b&gt;A&lt;/b&gt;&amp;&quot;&#39;</bdi>"))
        // A name that is written from the right stays within its bounds in the middle of words too.
        #expect(page.contains("record 3, <bdi>שלום &lt;i&gt;</bdi> (1a2b3c4d): &lt;u&gt;"))
    }

    @Test func picturesHoldWhateverIsClaimed() throws {
        for times: [Int64] in [
            [], [0], [Int64.min, Int64.max], [-5, 600_000_000], [250_000, 251_000], [1, 60_000_000],
        ] {
            let scale = Scale(times, from: 100, to: 300)
            for time in times + [Int64.min, Int64.max] { #expect((100...300).contains(scale.x(time)), "\(times)") }
            #expect((1...8).contains(scale.ticks.count), "\(times): \(scale.ticks)")
        }
        var report = audit(PlayedGame.short, verified: PlayedGame.verified)
        report.game?.durationMillis = UInt64.max >> 11
        report.game?.moments[0].clockMillis = UInt64.max
        report.players[0].statistics.reactionsMicros = [Int64.min, 0, Int64.max]
        #expect(imbalance(report.page(file: "x")) == nil)
    }
}
