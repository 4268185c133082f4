public import SnapWire

/// Where a seat keeps what it must not lose. Errors are told once and keeping goes off; play goes on.
public protocol Keeping: AnyObject {
    func store(event: [UInt8])
    func transcript(game: UInt64, bytes: [UInt8])
    /// The transcript from its start, in place of what there is.
    func transcriptAgain(game: UInt64, bytes: [UInt8])
    /// Where the transcript of that game is, if it is kept.
    func transcriptPath(game: UInt64) -> String?
    /// The events of an earlier process at this table, oldest first; none for a new seat.
    func restored() -> [Event]
    /// Whether what `restored` gave is all that was written, as far as that can be known.
    var isWhole: Bool { get }
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
    public func transcriptAgain(game: UInt64, bytes: [UInt8]) {}
    public func transcriptPath(game: UInt64) -> String? { nil }
    public func restored() -> [Event] { [] }
    public var isWhole: Bool { true }
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

    public func restored() -> [Event] {
        var events: [Event] = []
        if let session, session.isContinued { attempt { () throws(FileError) in events = try session.events() } }
        return events
    }

    public var isWhole: Bool { session?.isWhole ?? true }

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
                if let file = try goOn(game: game, from: bytes) {
                    files.append((game, file))
                    return
                }
                let file = try TranscriptFile.create(
                    in: places, epochSeconds: epochSeconds(), table: table, game: game)
                files.append((game, file))
                try session?.note(transcript: file.path, game: game)
                try file.append(bytes, durably: false)
            }
        }
    }

    /// The transcript that an earlier process began, brought to `bytes`: what it has of them stays, a torn end goes.
    private func goOn(game: UInt64, from bytes: [UInt8]) throws(FileError) -> AppendFile? {
        guard let session, session.isContinued, let name = try session.transcript(game: game),
            let file = try? TranscriptFile.reopen("\(try places.transcripts())/\(name)")
        else { return nil }
        try bring(file, to: bytes)
        return file
    }

    private func bring(_ file: AppendFile, to bytes: [UInt8]) throws(FileError) {
        let held = try file.contents(limit: Limits.transcriptBytes)
        let same = zip(held, bytes).prefix { $0 == $1 }.count
        try file.dropTornTail(after: same)
        try file.append(Array(bytes[same...]), durably: false)
    }

    public func transcriptAgain(game: UInt64, bytes: [UInt8]) {
        guard let file = files.first(where: { $0.game == game })?.file else {
            return transcript(game: game, bytes: bytes)
        }
        if !isBroken { attempt { () throws(FileError) in try bring(file, to: bytes) } }
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
            // Without a whole log a restart could write a second version of an event that was sent: so there must be none.
            session?.remove()
            let line = "\(error) Play goes on; nothing more of it is kept."
            if !told.contains(line) {
                told.append(line)
                failed.append(line)
            }
        }
    }
}
