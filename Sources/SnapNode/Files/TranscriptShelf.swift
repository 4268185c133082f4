internal import Glibc
public import SnapCrypto
public import SnapWire

/// The transcripts that this user keeps.
public enum TranscriptShelf {
    public struct Entry: Hashable, Sendable {
        public let path: String
        /// `2026-11-30`, from the name of the file; nil where it is named otherwise.
        public let date: String?
        /// From the name of the file: a transcript itself names its table by a digest only.
        public let code: TableCode?
        /// Octets.
        public let length: Int
        let writtenSeconds: Int
        let writtenNanos: Int
    }

    /// All files `*.snap`, the newest first: by the date in the name, then by when they were written, then by name.
    public static func entries(in places: Places) throws(FileError) -> [Entry] {
        let directory = try places.transcripts()
        var entries: [Entry] = []
        for name in try Directory.names(directory) where name.hasSuffix(".snap") {
            let path = "\(directory)/\(name)"
            var status = stat()
            guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            let (date, code) = parts(of: name)
            entries.append(
                Entry(
                    path: path, date: date, code: code, length: Int(status.st_size),
                    writtenSeconds: status.st_mtim.tv_sec, writtenNanos: status.st_mtim.tv_nsec))
        }
        return entries.sorted { a, b in
            (a.date ?? "", a.writtenSeconds, a.writtenNanos, a.path)
                > (b.date ?? "", b.writtenSeconds, b.writtenNanos, b.path)
        }
    }

    /// The octets of one of them, as far as a transcript can go.
    public static func read(_ entry: Entry) throws(FileError) -> [UInt8] {
        try Descriptor(entry.path, O_RDONLY).read(limit: Limits.transcriptBytes)
    }

    /// `DATE-CODE-GAME.snap`, as `TranscriptFile` names them.
    static func parts(of name: String) -> (date: String?, code: TableCode?) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 5, [4, 2, 2] == parts[..<3].map(\.utf8.count),
            parts[..<3].allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return (nil, nil) }
        return (parts[..<3].joined(separator: "-"), try? TableCode(parts[3...4].joined(separator: "-")))
    }

    /// A transcript begins with its players' JOINs; these octets hold as many as it can have.
    private static let frontLength = 8_192

    /// Whom one has played with or looked on at: identities and what they called themselves, from the transcripts that can be read,
    /// the newest first, each pair once. Only players whom their identities vouch for.
    public static func players(in places: Places) throws(FileError) -> [(identity: PublicKey, name: String)] {
        struct Player: Hashable {
            var identity: PublicKey
            var name: String
        }
        var seen: Set<Player> = []
        var players: [(identity: PublicKey, name: String)] = []
        for entry in try entries(in: places) {
            guard let bytes = try? Descriptor(entry.path, O_RDONLY).readFront(frontLength) else { continue }
            var reader = TranscriptReader(bytes)
            guard (try? reader.marker()) != nil else { continue }
            while let record = try? reader.next(), case .join(let join) = record.event.body {
                guard record.event.hasValidSignature(),
                    join.isCertified(table: record.event.table, sessionKey: record.event.author),
                    seen.insert(Player(identity: join.identity, name: join.name)).inserted
                else { continue }
                players.append((join.identity, join.name))
            }
        }
        return players
    }
}
