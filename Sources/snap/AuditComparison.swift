internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapWire

/// Holds the transcripts of one table against each other. A session key serves one table, so files of others never collide.
struct AuditComparison {
    /// What was found of one table.
    private struct Table {
        /// In the order of the arguments: of copies the first.
        var paths: [String] = []
        var found: Comparison
    }

    private var tables: [Table] = []
    /// Paths of what could not be compared, though there are others of its table.
    private(set) var skipped: [String] = []
    /// Games of which several transcripts are the same to the byte.
    private var copies = 0

    var hasForks: Bool { tables.contains { !$0.found.forks.isEmpty } }

    /// Reads again what is not a copy. Nil where `isInterrupted` says so.
    init?(_ files: [AuditedFile], verified: VerifiedSet, isInterrupted: () -> Bool) {
        var places: [TableID: Int] = [:]
        var groups: [[AuditedFile]] = []
        for file in files {
            guard let table = file.eventsTable else { continue }
            if let place = places[table] {
                groups[place].append(file)
            } else {
                places[table] = groups.count
                groups.append([file])
            }
        }
        for group in groups where group.count > 1 {
            var seen: Set<Digest> = []
            var different: [AuditedFile] = []
            var copied: Set<UInt64> = []
            for file in group {
                guard let contents = file.contents else { continue }
                if seen.insert(contents).inserted {
                    different.append(file)
                } else if let game = file.game {
                    copied.insert(game)
                }
            }
            copies += copied.count
            guard different.count > 1 else { continue }
            var check = CrossCheck(verified: verified)
            var paths: [String] = []
            for file in different {
                if isInterrupted() { return nil }
                guard let bytes = AuditComparison.bytes(of: file), check.add(bytes) else {
                    skipped.append(file.path)
                    // It keeps its number in what is found.
                    if paths.count < check.count { paths.append(file.path) }
                    continue
                }
                paths.append(file.path)
            }
            tables.append(Table(paths: paths, found: check.result()))
        }
    }

    /// Nil where it is not what was audited any more.
    private static func bytes(of file: AuditedFile) -> [UInt8]? {
        if let kept = file.kept { return kept }
        guard file.isPlainFile,
            let again = try? AuditInput.contents(of: file.path, limit: Limits.transcriptBytes).bytes
        else { return nil }
        // A game that is still played has gone on since.
        let audited = Array(again.prefix(file.length))
        return Digest.of(audited) == file.contents ? audited : nil
    }

    private var games: [(paths: [String], game: ComparedGame)] {
        tables.flatMap { table in
            table.found.games.filter { $0.transcripts.count > 1 }.map { (table.paths, $0) }
        }
    }

    // MARK: For people

    func show(_ console: Console) {
        if hasForks { console.result("INVALID", .bad) }
        for table in tables {
            for fork in table.found.forks {
                console.result(fork.words)
                for (place, index) in fork.transcripts.enumerated() {
                    console.result("  transcript \(index + 1), byte \(fork.offsets[place]): \(table.paths[index])")
                    console.result("    \(fork.events[place].body.kindName), signed: \(hex(fork.events[place].bytes))")
                }
            }
        }
        for (paths, game) in games { show(game, paths, console) }
        var words: [String] = []
        if copies > 0 { words.append("the transcripts of \(counted(copies, "game")) are the same to the byte") }
        let same = games.count { $0.game.isSame }
        if same > 0 { words.append("those of \(counted(same, "game")) are the same but for what stands behind") }
        let other = games.count - same
        if other > 0 { words.append("those of \(counted(other, "game")) differ") }
        if words.isEmpty { words.append("no two of one game") }
        if !hasForks { words.append("nobody signed two events of one number") }
        console.result("Compared: \(words.joined(separator: "; ")).")
        if !skipped.isEmpty {
            console.say("Not compared, or not all of it: \(skipped.joined(separator: ", ")).")
        }
    }

    private func show(_ game: ComparedGame, _ paths: [String], _ console: Console) {
        guard !game.isSame else { return }
        console.result(
            "Game \(game.game) of table \(String(hex(game.table.bytes).prefix(8))), \(game.transcripts.count) transcripts: "
                + "the first \(counted(game.agreeing, "event")) \(game.agreeing == 1 ? "is" : "are") the same in all")
        for (place, index) in game.transcripts.enumerated() {
            var line = "  \(paths[index]): \(counted(game.counts[place], "event"))"
            if place > 0 {
                let first = paths[game.transcripts[0]]
                if let record = game.differing[place] {
                    line += ", from record \(record.number) on not as in \(first): there "
                    line += "\(record.event.body.kindName), number \(record.event.seq) of \(record.event.author.short)"
                } else if game.counts[place] < game.counts[0] {
                    line += ", as in \(first), which goes on"
                } else {
                    line += ", all as in \(first)"
                }
            }
            console.result(line)
            for lack in game.lacks where lack.transcript == index { console.result("    lacks \(lack.words)") }
        }
    }

    private func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private func hex(_ bytes: [UInt8]) -> String { Hex.encode(bytes) }

    // MARK: For programs

    /// One object, schema `snap.forks/1`.
    var json: JSONValue {
        [
            "schema": "snap.forks/1",
            "forks": .array(tables.flatMap { table in table.found.forks.map { json($0, table.paths) } }),
            "games": .array(games.map { json($0.game, $0.paths) }),
            "notCompared": .array(skipped.map { .string($0) }),
        ]
    }

    private func json(_ fork: Fork, _ paths: [String]) -> JSONValue {
        [
            "author": .string(fork.author.hex),
            "name": fork.name.map { .string($0) } ?? .null,
            "seq": .integer(fork.seq),
            "hashes": .array(fork.hashes.map { .string($0.hex) }),
            "events": .array(fork.events.map { .string(hex($0.bytes)) }),
            "files": .array(fork.transcripts.map { .string(paths[$0]) }),
            "records": .array(fork.records.map { .integer($0) }),
            "offsets": .array(fork.offsets.map { .integer($0) }),
        ]
    }

    private func json(_ game: ComparedGame, _ paths: [String]) -> JSONValue {
        [
            "table": .string(hex(game.table.bytes)),
            "game": .integer(game.game),
            "files": .array(game.transcripts.map { .string(paths[$0]) }),
            "records": .array(game.counts.map { .integer($0) }),
            "agreeing": .integer(game.agreeing),
            "lacks": .array(
                game.lacks.map { lack in
                    [
                        "file": .string(paths[lack.transcript]),
                        "author": .string(lack.author.hex),
                        "name": lack.name.map { .string($0) } ?? .null,
                        "first": .integer(lack.seqs.lowerBound),
                        "last": .integer(lack.seqs.upperBound),
                    ]
                }),
        ]
    }
}
