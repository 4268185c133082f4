import SnapNode
import Testing

/// Every object that the program prints is in README.md, field by field.
@Suite struct JSONDocumentTests {
    private static let root = String(#filePath.split(separator: "/Tests/SnapNodeTests/")[0])

    private static func text(_ path: String) throws -> String {
        try #require(LiveProcess.text(of: root + "/" + path), "\(path)")
    }

    /// By schema, the fields of its row in README.md.
    private static func documented() throws -> [String: Set<String>] {
        var rows: [String: Set<String>] = [:]
        for line in try text("README.md").split(separator: "\n") where line.hasPrefix("| `snap.") {
            let cells = line.split(separator: "|")
            let schema = cells[0].split(separator: "`")[1]
            let parts = cells[2].split(separator: "`", omittingEmptySubsequences: false)
            rows[String(schema)] = Set(parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
        }
        return rows
    }

    /// By schema, the keys beside it in the literal that the source makes the object from.
    private static func written(in source: String) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for part in source.split(separator: "\"schema\": \"").dropFirst() {
            guard let quote = part.firstIndex(of: "\"") else { continue }
            var fields: Set<String> = []
            var depth = 0
            var rest = part[part.index(after: quote)...]
            while depth >= 0, let character = rest.popFirst() {
                switch character {
                case "[", "(", "{": depth += 1
                case "]", ")", "}": depth -= 1
                case "\"":
                    guard let end = rest.firstIndex(of: "\"") else { return found }
                    let word = String(rest[..<end])
                    rest = rest[rest.index(after: end)...]
                    if depth == 0, rest.hasPrefix(":") { fields.insert(word) }
                default: break
                }
            }
            found[String(part[..<quote]), default: []].formUnion(fields)
        }
        // One that is put together member by member is alone in its file.
        let members = source.split(separator: "JSONMember(\"").dropFirst().compactMap {
            $0.split(separator: "\"").first
        }
        if let part = source.split(separator: "JSONMember(\"schema\", \"").dropFirst().first,
            let schema = part.split(separator: "\"").first
        {
            found[String(schema)] = Set(members.map(String.init)).subtracting(["schema"])
        }
        return found
    }

    @Test func everyFieldIsInTheReadme() throws {
        let documented = try Self.documented()
        let files = [
            "SnapWords/GameJSON.swift", "SnapWords/NoticeJSON.swift", "SnapTerminal/Replay/ReplayScript.swift",
            "snap/AuditCommand.swift", "snap/AuditComparison.swift", "snap/AuditJSON.swift", "snap/AuditPlayer.swift",
            "snap/Commands/IdentityCommands.swift", "snap/Commands/SettingsCommands.swift",
            "snap/NetworkCommands.swift", "snap/Shell.swift", "snap/Transcripts/EventFields.swift",
            "snap/Transcripts/TranscriptFacts.swift",
        ]
        var written: [String: Set<String>] = [:]
        for file in files {
            written.merge(Self.written(in: try Self.text("Sources/" + file))) { $0.union($1) }
        }
        #expect(Set(documented.keys).symmetricDifference(written.keys) == [])
        // What a replay adds to each is told once, with `snap.replay-end/1`.
        written["snap.begin/1"]?.remove("clockMillis")
        for (schema, fields) in written.sorted(by: { $0.key < $1.key }) {
            #expect(documented[schema] == fields, "\(schema)")
        }
    }

    /// What is printed, lest an object be made elsewhere.
    @Test func whatAGamePrintsIsInTheReadme() async throws {
        let documented = try Self.documented()
        let snap = try LiveSnap(
            "solo --opponents 3 --bot average --level child --json --rule timeLimit=5 --rule turnPause=100")
        #expect(try await snap.process.end(within: 40) == .init(code: 0))
        #expect(snap.last("snap.result/1") != nil)
        for line in snap.lines {
            let schema = try #require(line["schema"]?.text)
            #expect(documented[schema] == Set(line.members.map(\.key)).subtracting(["schema"]), "\(line.compact)")
        }
    }
}
