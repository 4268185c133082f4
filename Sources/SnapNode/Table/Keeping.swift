/// Where a seat keeps what it must not lose. Errors are told once and keeping goes off; play goes on.
public protocol Keeping: AnyObject {
    func store(event: [UInt8])
    func transcript(game: UInt64, bytes: [UInt8])
    /// Where the transcript of that game is, if it is kept.
    func transcriptPath(game: UInt64) -> String?
    /// Lines to tell the person, each once.
    func problems() -> [String]
    /// The table was left in order: nothing to come back to.
    func close()
}

/// Keeps nothing: a computer opponent in one's own process.
public final class KeepingNothing: Keeping {
    public init() {}
    public func store(event: [UInt8]) {}
    public func transcript(game: UInt64, bytes: [UInt8]) {}
    public func transcriptPath(game: UInt64) -> String? { nil }
    public func problems() -> [String] { [] }
    public func close() {}
}

/// Keeps the session log and the transcripts in the player's directories.
public final class KeepingFiles: Keeping {
    private let places: Places
    private let table: String
    private let session: SessionDirectory?
    private let epochSeconds: () -> Int64
    private var files: [(game: UInt64, file: AppendFile)] = []
    private var failed: [String] = []
    private var told: [String] = []
    private var isBroken = false

    public init(
        places: Places, table: String, session: SessionDirectory?, epochSeconds: @escaping () -> Int64
    ) {
        self.places = places
        self.table = table
        self.session = session
        self.epochSeconds = epochSeconds
    }

    public func store(event: [UInt8]) {
        guard let session, !isBroken else { return }
        // Written before anything is sent; the page cache outlives this process, which is what a killed process needs.
        attempt { () throws(FileError) in try session.log.append(event, durably: false) }
    }

    public func transcript(game: UInt64, bytes: [UInt8]) {
        guard !isBroken else { return }
        attempt { () throws(FileError) in
            if let index = files.firstIndex(where: { $0.game == game }) {
                try files[index].file.append(bytes, durably: false)
            } else {
                let file = try TranscriptFile.create(
                    in: places, epochSeconds: epochSeconds(), table: table, game: game)
                files.append((game, file))
                try file.append(bytes, durably: false)
            }
        }
    }

    public func transcriptPath(game: UInt64) -> String? {
        guard !isBroken, let file = files.first(where: { $0.game == game })?.file else { return nil }
        attempt { () throws(FileError) in try file.sync() }
        return file.path
    }

    public func problems() -> [String] {
        defer { failed = [] }
        return failed
    }

    public func close() { session?.remove() }

    private func attempt(_ work: () throws(FileError) -> Void) {
        do {
            try work()
        } catch {
            isBroken = true
            let line = "\(error) Play goes on; nothing more of it is kept."
            if !told.contains(line) {
                told.append(line)
                failed.append(line)
            }
        }
    }
}
