import Foundation
import SnapCrypto
import SnapWire
import Testing

@testable import SnapAudit
@testable import SnapSimulator

/// The transcripts under Tests/Transcripts (`tools/corpus` makes them), and what must be said of each for ever.
///
/// SNAP_MUTATIONS=N damages so many instead of a few; SNAP_SEED chooses how.
@Suite struct CorpusTests {
    struct Entry: Sendable, CustomTestStringConvertible {
        var file: String
        /// As in verdicts.txt, without the file.
        var words: String
        var bytes: [UInt8]
        var testDescription: String { file }
    }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Transcripts")

    static let entries: [Entry] = {
        let lines = (try? String(contentsOf: folder.appendingPathComponent("verdicts.txt"), encoding: .utf8)) ?? ""
        return lines.split(separator: "\n").compactMap { (line: Substring) -> Entry? in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2, let data = try? Data(contentsOf: folder.appendingPathComponent(parts[0]))
            else { return nil }
            return Entry(file: parts[0], words: parts[1], bytes: Array(data))
        }
    }()

    static let figures: [String] = {
        let text = (try? String(contentsOf: folder.appendingPathComponent("figures.txt"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }()

    /// What is said of each, in the form of verdicts.txt.
    static func words(_ opinion: SecondOpinionTests.Opinion) -> String {
        // "CHECK record N offset N proven by KEY".
        let fault = opinion.fault.split(separator: " ")
        let place = fault.count > 5 ? " \(fault[0]) \(fault[2]) \(fault[4]) \(fault[5])" : ""
        return "\(opinion.verdict) \(opinion.digest)\(place)"
    }

    @Test func everyFileHasItsVerdict() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".snap") }
        #expect(files.count >= 40)
        #expect(files.sorted() == Self.entries.map(\.file).sorted())
    }

    @Test(arguments: entries) func theVerdictIsTheSameForEver(_ entry: Entry) {
        let item = CorpusItem(file: entry.file, bytes: entry.bytes)
        #expect(item.line == "\(entry.file) \(entry.words)")
        #expect(item.figures == Self.figures.filter { $0.hasPrefix(entry.file + " ") })
    }

    /// By figures.txt, of each cheat: who is marked by it. `Cheater` and `Player` are what they called themselves.
    @Test func eachCheatShowsAsFarAsItCan() throws {
        let marks = Dictionary(
            grouping: Self.figures.map { $0.split(separator: " ").map(String.init) }, by: { $0[0] }
        ).mapValues { lines in
            let cheater = lines.filter { $0[2].hasPrefix("Cheater") }.compactMap(\.last)
            let others = lines.filter { $0[2].hasPrefix("Player") }.compactMap(\.last)
            return Set(cheater.map { "cheater \($0)" } + others.map { "other \($0)" })
        }
        let cheats = marks.filter { $0.key.hasPrefix("cheat-") }
        #expect(
            Set(cheats.keys.map { $0.split(separator: "-").dropFirst().dropLast().joined(separator: "-") })
                == Set(Cheat.Kind.allCases.map(\.rawValue)))
        // What Protocol.md says under "What a cheat gains".
        let expected: [String: Set<String>] = [
            "cheat-late-3": ["cheater late", "other -"],
            "cheat-backdate-3": ["cheater differing", "other -"],
            "cheat-backdate-2": ["cheater disputed", "other -"],
            "cheat-false-witness-2": ["cheater -", "other disputed"],
            "cheat-fixed-delay-3": ["cheater -", "other -"],
            "cheat-echo-3": ["cheater together", "other -"],
            "cheat-spoil-3": ["cheater differing,together", "other -"],
            "cheat-false-start-3": ["cheater differing", "other -"],
            "cheat-foul-claim-3": ["cheater differing", "other -"],
            "cheat-withhold-tie-3": ["cheater -", "other -"],
            "cheat-withhold-link-3": ["cheater -", "other -"],
            "cheat-selective-2": ["cheater late", "other late,disputed"],
            "cheat-re-roll-3": ["cheater late", "other -"],
            "cheat-pair-3": ["cheater -", "other differing"],
        ]
        for (name, expected) in expected { #expect(cheats[name + ".snap"] == expected, "\(name)") }
        // Nobody who does not cheat, nor is at a table with a cheater, is marked.
        for (file, found) in marks where !file.hasPrefix("cheat-") { #expect(found == ["other -"], "\(file)") }
    }

    /// A game of the corpus played again, from the seed that `tools/corpus` found.
    @Test func aCheatedGameCanBePlayedAgain() throws {
        let recipe = try #require(Recipe.cheats.first { $0.name == "cheat-late-3" })
        let facts = try #require(recipe.make(from: 11_667))
        #expect(facts.transcript.seed == 11_667)
        #expect(Self.entries.first { $0.file == "cheat-late-3.snap" }?.bytes == facts.transcript.bytes)
    }

    /// The second auditor says the same.
    @Test func theOtherAuditorAgrees() throws {
        guard let opinions = try SecondOpinionTests().python(Self.entries.map(\.bytes)) else { return }
        for (entry, opinion) in zip(Self.entries, opinions) {
            let own = SecondOpinionTests.Opinion(audit(entry.bytes, verified: PlayedGame.verified))
            #expect(own == opinion, "\(entry.file): audit.py says \(opinion), snap \(own)")
            if !opinion.fault.isEmpty { #expect(Self.words(opinion) == entry.words) }
        }
    }

    @Test func bothAgreeOnDamage() throws {
        let seed = ProcessInfo.processInfo.environment["SNAP_SEED"] ?? "1"
        print("SNAP_SEED=\(seed)")
        var random = SeededRandom(seed: Digest.of(Array("mutations \(seed)".utf8)).bytes)
        let whole = Self.entries.filter { $0.bytes.count > 5_000 }
        var files: [(name: String, bytes: [UInt8])] = []
        for number in 0..<SecondOpinionTests.count("SNAP_MUTATIONS", 12) {
            let entry = whole[Int(random.below(UInt64(whole.count)))]
            let mutation = Mutation(entry.bytes, &random)
            files.append(("mutation \(number) of \(entry.file): \(mutation.words)", mutation.bytes))
        }
        guard let opinions = try SecondOpinionTests().python(files.map(\.bytes)) else { return }
        for (file, opinion) in zip(files, opinions) {
            let own = SecondOpinionTests.Opinion(audit(file.bytes, verified: PlayedGame.verified))
            #expect(own == opinion, "\(file.name): audit.py says \(opinion), snap \(own)")
            #expect(own.verdict != "VERIFIED", "\(file.name)")
        }
    }
}

/// A transcript that somebody altered without knowing any key.
private struct Mutation {
    var bytes: [UInt8]
    var words: String

    init(_ whole: [UInt8], _ random: inout SeededRandom) {
        bytes = whole
        let records = Mutation.offsets(whole)
        func anywhere() -> Int { Int(random.below(UInt64(whole.count))) }
        // A record, by the octets from its beginning to the next one's.
        let number = Int(random.below(UInt64(records.count - 2)))
        let record = records[number]..<records[number + 1]
        switch random.below(6) {
        case 0:
            let place = anywhere()
            bytes[place] ^= UInt8(1 + random.below(255))
            words = "octet \(place)"
        case 1:
            let place = anywhere()
            bytes.removeSubrange(place...)
            words = "cut at \(place)"
        case 2:
            bytes.removeSubrange(record)
            words = "without the record at \(record.lowerBound)"
        case 3:
            bytes.insert(contentsOf: whole[record], at: record.upperBound)
            words = "the record at \(record.lowerBound) twice"
        case 4:
            let next = record.upperBound..<records[number + 2]
            bytes.replaceSubrange(record.lowerBound..<next.upperBound, with: whole[next] + whole[record])
            words = "the records at \(record.lowerBound) and \(next.lowerBound) exchanged"
        default:
            let place = anywhere()
            let count = Int(1 + random.below(9))
            bytes.insert(contentsOf: (0..<count).map { _ in UInt8(random.below(256)) }, at: place)
            words = "\(count) octets more at \(place)"
        }
    }

    private static func offsets(_ bytes: [UInt8]) -> [Int] {
        var reader = TranscriptReader(bytes)
        guard (try? reader.marker()) != nil else { return [] }
        var offsets: [Int] = []
        while let record = try? reader.next() { offsets.append(record.offset) }
        return offsets
    }
}
