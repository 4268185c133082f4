import Glibc
import SnapCrypto
import SnapWire
import Testing

@testable import SnapNode

private let file = ".local/share/snap/identity.key"
private let seed = [UInt8](0..<32)

@Suite struct FilesIdentityTests {
    private func own(_ scratch: Scratch) throws -> Identity {
        try Identity.own(in: scratch.places) { count in Array(seed.prefix(count)) }
    }

    @Test func isMadeOnceAndKept() throws {
        let scratch = Scratch()
        let key = try {
            let identity = try own(scratch)
            #expect(identity.kind == .kept(path: scratch.path + "/" + file))
            return identity.key.publicKey
        }()
        #expect(try scratch.mode(file) == 0o600)
        #expect(try scratch.mode(".local/share/snap") == 0o700)
        #expect(scratch.names(".local/share/snap") == ["identity.key"], "nothing temporary is left")
        let again = try Identity.own(in: scratch.places) { [UInt8](repeating: 9, count: $0) }
        #expect(again.key.publicKey == key)
    }

    @Test func aSecondUserOfItIsAGuest() throws {
        let scratch = Scratch()
        let first = try own(scratch)
        let second = try Identity.own(in: scratch.places) { [UInt8](repeating: 9, count: $0) }
        #expect(second.kind == .guest(because: "another snap of yours is using your identity"))
        #expect(second.key.publicKey != first.key.publicKey)
        let shown = try Identity.shown(in: scratch.places)
        #expect(shown.key.publicKey == first.key.publicKey)
        withExtendedLifetime(first) {}
    }

    @Test func theLockEndsWithItsHolder() throws {
        let scratch = Scratch()
        for _ in 0..<3 {
            // As with the lock of a session, below.
            var rounds = 400
            while try own(scratch).kind != .kept(path: scratch.path + "/" + file), rounds > 0 {
                rounds -= 1
                pause(0.005)
            }
            #expect(rounds > 0)
        }
    }

    @Test(arguments: [
        (31, mode_t(0o600), "31 octets where a key has 32"), (33, 0o600, "33 octets"), (0, 0o600, "0 octets"),
        (32, 0o640, "chmod 600"), (32, 0o604, "chmod 600"), (32, 0o620, "chmod 600"),
    ])
    func refusesWithTheMend(length: Int, mode: mode_t, said: String) throws {
        let scratch = Scratch()
        try scratch.write(file, [UInt8](repeating: 7, count: length), mode: mode)
        let error = try #require(throws: FileError.self) { try own(scratch) }
        #expect(error.kind == .broken)
        #expect(error.description.contains(said), "\(error)")
        #expect(try scratch.read(file).utf8.count == length, "left as it is")
        #expect(try scratch.mode(file) == mode)
    }

    @Test func refusesLinksDirectoriesAndFifos() throws {
        let linked = Scratch()
        try linked.write("elsewhere", seed)
        try Directory.make(linked.path + "/.local/share/snap")
        try #require(unsafe symlink(linked.path + "/elsewhere", linked.path + "/" + file) == 0)
        let link = try #require(throws: FileError.self) { try own(linked) }
        #expect(link.kind == .broken)
        #expect(link.description.contains("is a symbolic link"))

        let directory = Scratch()
        try Directory.make(directory.path + "/" + file)
        #expect(try #require(throws: FileError.self) { try own(directory) }.kind == .broken)

        // Opening a fifo that nobody writes to must not wait.
        let fifo = Scratch()
        try Directory.make(fifo.path + "/.local/share/snap")
        try #require(unsafe mkfifo(fifo.path + "/" + file, 0o600) == 0)
        #expect(try #require(throws: FileError.self) { try own(fifo) }.kind == .broken)
    }

    @Test(arguments: ["", "/nonexistent", "/proc", "/dev/null"])
    func playsAsAGuestWhereNothingCanBeKept(base: String) throws {
        let places = Places { $0 == "XDG_DATA_HOME" && base != "/nonexistent" ? base : $0 == "HOME" ? base : nil }
        let identity = try Identity.own(in: places) { Array(seed.prefix($0)) }
        guard case .guest(let reason) = identity.kind else {
            Issue.record("kept where nothing can be kept: \(identity.kind)")
            return
        }
        #expect(reason.hasPrefix("your identity cannot be kept ("))
        #expect(throws: FileError.self) { try Identity.shown(in: places) }
    }
}

@Suite struct FilesSessionTests {
    private let identity = PublicKey(words: (0x0123_4567_89AB_CDEF, 2, 3, 4))

    /// `waits`: a lock that was given up may be held for a moment more by a process that another test starts, until that becomes
    /// its program.
    private func open(_ scratch: Scratch, _ fill: UInt8, waits: Bool = true) throws -> SessionDirectory {
        var rounds = waits ? 400 : 0
        while true {
            do {
                return try SessionDirectory(in: scratch.places, table: "4HMASW95", identity: identity) {
                    [UInt8](repeating: fill, count: $0)
                }
            } catch let error as FileError where error.kind == .busy && rounds > 0 {
                rounds -= 1
                pause(0.005)
            }
        }
    }

    @Test func comesBackWithTheSameKeyAndLog() throws {
        let scratch = Scratch()
        let key = try {
            let session = try open(scratch, 1)
            #expect(!session.isContinued)
            #expect(session.path.hasSuffix("/.local/state/snap/sessions/4HMASW95-01234567"))
            try session.log.append(try Self.leave(by: session.key), durably: true)
            return session.key.publicKey
        }()
        let again = try open(scratch, 2)
        #expect(again.isContinued)
        #expect(again.key.publicKey == key)
        #expect(try again.events().map(\.author) == [key])
        again.remove()
        #expect(scratch.names(".local/state/snap/sessions") == [])
    }

    private static func leave(by key: SigningKey) throws -> [UInt8] {
        Event.signed(
            by: key, table: try TableSecret(master: [UInt8](repeating: 7, count: 32)).id, seq: 2,
            previous: Digest.of([]), lamport: 2, heads: [], body: .leave(Leave(open: nil))
        ).bytes
    }

    /// What was in the page cache only is gone where the computer was started anew, and half a record shows that something is missing.
    @Test func knowsWhenItsLogMayLackSomething() throws {
        let scratch = Scratch()
        let log = ".local/state/snap/sessions/4HMASW95-01234567/events.log"
        let boot = ".local/state/snap/sessions/4HMASW95-01234567/boot"
        let first = try {
            let session = try open(scratch, 1)
            #expect(session.isWhole)
            try session.log.append(try Self.leave(by: session.key), durably: true)
            return session.key.publicKey
        }()
        try {
            let session = try open(scratch, 2)
            #expect(try session.events().count == 1)
            #expect(session.isWhole)
            try session.log.append([0xD2, 0x84], durably: true)
        }()
        try {
            let session = try open(scratch, 3)
            #expect(try session.events().count == 1)
            #expect(!session.isWhole)
        }()
        #expect(try open(scratch, 4).isWhole)
        try scratch.write(boot, "another start\n")
        let last = try open(scratch, 5)
        #expect(!last.isWhole)
        #expect(last.key.publicKey == first)
        #expect(scratch.names(String(log.dropLast(11))).contains("boot"))
        last.remove()
        #expect(scratch.names(".local/state/snap/sessions") == [])
    }

    /// The directory copied, as with a whole home: each process goes on with a transcript of its own.
    @Test func aCopyWritesNotIntoTheTranscriptOfTheOther() throws {
        let scratch = Scratch()
        let copy = Scratch()
        func keeping(_ home: Scratch, _ session: SessionDirectory) -> KeepingFiles {
            KeepingFiles(places: home.places, table: "4HMA-SW95", session: session, epochSeconds: { 0 })
        }
        let session = try open(scratch, 1)
        try session.log.append(try Self.leave(by: session.key), durably: true)
        let first = keeping(scratch, session)
        first.transcript(game: 1, bytes: [1, 2, 3])
        let directory = "/.local/state/snap/sessions/4HMASW95-01234567"
        try Directory.make(copy.path + directory)
        for name in ["session.key", "events.log", "transcripts", "boot"] {
            let bytes = Array(try #require(LiveProcess.text(of: scratch.path + directory + "/" + name)).utf8)
            let whole = name == "session.key" ? [UInt8](repeating: 1, count: 32) : bytes
            try copy.write(
                String((directory + "/" + name).dropFirst()),
                name == "events.log" ? try Self.leave(by: session.key) : whole)
        }
        let other = try open(copy, 1)
        #expect(other.isContinued)
        let second = keeping(copy, other)
        second.transcript(game: 1, bytes: [1, 2, 3, 4])
        first.transcript(game: 1, bytes: [5])
        let mine = try #require(first.transcriptPath(game: 1))
        let theirs = try #require(second.transcriptPath(game: 1))
        #expect(theirs.hasPrefix(copy.path) && mine.hasPrefix(scratch.path))
        #expect(LiveProcess.text(of: mine) == "\u{1}\u{2}\u{3}\u{5}")
        #expect(LiveProcess.text(of: theirs) == "\u{1}\u{2}\u{3}\u{4}")
    }

    /// Under one key its heartbeats could not be told from those of a process before that had said nothing else.
    @Test func beginsUnderAnotherKeyWhereNothingWasWritten() throws {
        let scratch = Scratch()
        let other = try SigningKey(seed: [UInt8](repeating: 9, count: 32))
        let key = try {
            let session = try open(scratch, 1)
            // An event that it had acknowledged before it joined.
            try session.log.append(try Self.leave(by: other), durably: true)
            return session.key.publicKey
        }()
        let again = try open(scratch, 2)
        #expect(!again.isContinued)
        #expect(again.key.publicKey != key)
        #expect(try again.events().isEmpty)
    }

    @Test func isUsedByOneProcessAtATime() throws {
        let scratch = Scratch()
        let first = try open(scratch, 1)
        let error = try #require(throws: FileError.self) { try open(scratch, 2, waits: false) }
        #expect(error.kind == .busy)
        withExtendedLifetime(first) {}
    }

    @Test(arguments: ["", "../x", "a/b", "4HMA-SW95", "é"])
    func takesOnlyACodeForAName(table: String) {
        let scratch = Scratch()
        #expect(throws: FileError.self) {
            try SessionDirectory(in: scratch.places, table: table, identity: identity) {
                [UInt8](repeating: 0, count: $0)
            }
        }
    }
}
