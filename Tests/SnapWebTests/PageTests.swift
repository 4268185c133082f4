import Foundation
import SnapCrypto
import SnapNode
import SnapProtocol
import SnapRules
import Testing

@testable import SnapWeb

/// Keeps what was published.
private final class Record: PageServer {
    var events: [(event: String, data: JSONValue)] = []
    var descriptor: Int32 { -1 }
    func run() {}
    func attend() {}
    func publish(event: String, data: String) {
        events.append((event, (try? JSONValue.parse(Array(data.utf8))) ?? .null))
    }
}

/// A directory of its own, removed at the end.
private final class Home {
    let path = FileManager.default.temporaryDirectory.path + "/snap-page-" + UUID().uuidString
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    var places: Places { Places { $0 == "HOME" ? self.path : nil } }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// What a page shows, and what becomes of orders.
@Suite struct PageTests {
    private static func page(_ home: Home) throws -> (Page, Record) {
        let record = Record()
        let identity = try SigningKey(seed: [UInt8](repeating: 7, count: 32)).publicKey
        return (
            Page(
                server: record, places: home.places, owner: Page.Owner(identity: identity),
                settings: try SettingsFile.load(from: home.places)), record
        )
    }

    @Test func aStateIsSentOnceForEachChange() throws {
        let home = try Home()
        let (page, record) = try Self.page(home)
        page.show(tables: [], place: "lo 127.0.0.1", isLooking: false)
        page.show(tables: [], place: "lo 127.0.0.1", isLooking: false)
        #expect(record.events.map(\.event) == ["state"])
        page.say(["The table is full."])
        page.show(tables: [], place: "lo 127.0.0.1", isLooking: false)
        #expect(record.events.count == 2)
        #expect(record.events[1].data["home"]?["said"] == ["The table is full."])
        page.show(table: ["game": ["turns": 3]], timeLeftMillis: 5_000)
        // Time goes by without a word.
        page.show(table: ["game": ["turns": 3]], timeLeftMillis: 4_000)
        #expect(record.events.count == 3)
        #expect(record.events[2].data["table"]?["game"]?["timeLeftMillis"] == 5_000)
        #expect(try JSONValue.parse(Array(page.state.utf8))["table"]?["game"]?["timeLeftMillis"] == 4_000)
        page.close(["Bye."])
        #expect(record.events.last?.data["screen"] == "closed")
        // What is no more is not shown.
        #expect(record.events.last?.data["table"] == .null)
    }

    @Test func aResultIsSeenWhenTheProgramHasEnded() throws {
        let home = try Home()
        let (page, record) = try Self.page(home)
        page.show(table: ["game": .null, "result": ["words": "You win."]], timeLeftMillis: nil)
        page.close([])
        #expect(record.events.last?.data["screen"] == "closed")
        #expect(record.events.last?.data["table"]?["result"]?["words"] == "You win.")
        let (left, told) = try Self.page(home)
        left.show(table: ["game": .null, "result": ["words": "You win."]], timeLeftMillis: nil)
        left.show(tables: [], place: nil, isLooking: false)
        left.close([])
        #expect(told.events.last?.data["table"] == .null)
    }

    @Test(arguments: [
        ("timeLimit", "60", "60", "seconds"), ("timeLimit", "0", "none", ""), ("turnLimit", "0", "never", ""),
        ("matchBonus", "0", "0", "points"), ("recycle", "in-order", "in-order", ""),
    ]) func aRuleIsSaidInWords(name: String, value: String, shown: String, unit: String) throws {
        let rule = try #require(HouseRules.ranges.first { $0.name == name })
        #expect(TableState.shown(value, rule) == (shown, unit))
    }

    @Test func ordersWaitUpToTheirLimit() throws {
        let home = try Home()
        let (page, _) = try Self.page(home)
        for _ in 0..<Page.ordersLimit { #expect(page.order(Array(#"{"do":"turn"}"#.utf8)) == nil) }
        #expect(page.order(Array(#"{"do":"turn"}"#.utf8)) != nil)
        #expect(page.takeOrders() == Array(repeating: .table(.command(.turn)), count: Page.ordersLimit))
        #expect(page.takeOrders() == [])
        #expect(page.order(Array(#"{"do":"turn"}"#.utf8)) == nil)
    }

    @Test func aSettingIsKeptAndShownAtOnce() throws {
        let home = try Home()
        let (page, record) = try Self.page(home)
        #expect(page.order(Array(#"{"do":"set","name":"volume","value":"35"}"#.utf8)) == nil)
        #expect(record.events.last?.data["settings"]?["volume"] == 35)
        #expect(try SettingsFile.load(from: home.places).text(try Settings.setting("volume")) == "35")
        let fault = page.order(Array(#"{"do":"set","name":"volume","value":"101"}"#.utf8))
        #expect(fault?.words.contains("0...100") == true)
        #expect(try SettingsFile.load(from: home.places).text(try Settings.setting("volume")) == "35")
        #expect(page.takeOrders() == [])
    }

    @Test func filesAreReadBesideTheTable() throws {
        let home = try Home()
        let (page, _) = try Self.page(home)
        let owner = try SigningKey(seed: [UInt8](repeating: 7, count: 32)).publicKey
        let router = Router(library: Library(places: home.places, owner: owner, verified: VerifiedSet()))
        router.page = page
        for path in ["/transcripts", "/scores", "/audit", "/report", "/transcript"] {
            guard case .later(let work) = router.answer(WebRequest(method: .get, path: path)) else {
                Issue.record("\(path) keeps the table waiting")
                continue
            }
            #expect(work().status == (path.hasSuffix("s") ? 200 : 400), "\(path)")
        }
        for path in ["/", "/main.js", "/settings"] {
            guard case .now(let response) = router.answer(WebRequest(method: .get, path: path)) else {
                Issue.record("\(path) is not there at once")
                continue
            }
            #expect(response.status == 200)
        }
    }

    @Test func theLibraryReadsWhatIsListedAndNothingElse() throws {
        let home = try Home()
        let shelf = home.path + "/.local/share/snap/transcripts"
        try FileManager.default.createDirectory(atPath: shelf, withIntermediateDirectories: true)
        let source = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        try FileManager.default.copyItem(
            atPath: source + "/Transcripts/honest-2.snap", toPath: shelf + "/2026-11-30-4HMA-SW95-1.snap")
        let identity = try SigningKey(seed: [UInt8](repeating: 7, count: 32)).publicKey
        let library = Library(places: home.places, owner: identity, verified: VerifiedSet())
        let listed = try library.transcripts()
        guard case .array(let files)? = listed["transcripts"] else { return #expect(Bool(false)) }
        #expect(files.map { $0["file"] } == ["2026-11-30-4HMA-SW95-1.snap"])
        let verdict = try #require(library.audit("2026-11-30-4HMA-SW95-1.snap"))
        #expect(verdict["verdict"] == "VERIFIED")
        guard case .array(let checks)? = verdict["checks"] else { return #expect(Bool(false)) }
        #expect(!checks.isEmpty && checks.allSatisfy { $0["mark"] == "ok" })
        #expect(library.report("2026-11-30-4HMA-SW95-1.snap")?.contains("VERIFIED") == true)
        guard case .array(let games)? = try library.scores()["games"] else { return #expect(Bool(false)) }
        #expect(games.count == 1 && games[0]["mine"] == .null)
        guard case .string(let date)? = games[0]["date"] else { return #expect(Bool(false)) }
        #expect(date.count == 16 && date.dropFirst(10).first == " ")
        for name in ["", ".", "..", "../identity.key", "/etc/passwd", "2026-11-30-4HMA-SW95-1.snap/", "nothing.snap"] {
            #expect(library.bytes(of: name) == nil, "\(name)")
            #expect(library.audit(name) == nil && library.report(name) == nil)
        }
    }
}
