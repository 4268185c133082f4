import Glibc
import Synchronization
import Testing

@testable import SnapNode

@Suite struct FilesPlacesTests {
    private func places(_ variables: [String: String]) -> Places { Places { variables[$0] } }

    @Test func followsXDGAndIgnoresRelativePaths() throws {
        let scratch = Scratch()
        let set = places(["HOME": scratch.path, "XDG_DATA_HOME": "/data/", "XDG_CONFIG_HOME": "relative"])
        #expect(try set.identityFile() == "/data/snap/identity.key")
        #expect(try set.settingsFile() == scratch.path + "/.config/snap/settings.json")
        #expect(try set.sessions() == scratch.path + "/.local/state/snap/sessions")
        #expect(try places(["XDG_DATA_HOME": "/"]).transcripts() == "/snap/transcripts")
    }

    @Test(arguments: [
        ("", "HOME is not set"), ("here", "HOME is not an absolute path"), ("/nonexistent", "HOME is no directory"),
        ("/dev/null", "HOME is no directory"),
    ])
    func saysWhatIsWrongWithHome(home: String, said: String) throws {
        let error = try #require(throws: FileError.self) { try places(["HOME": home]).transcripts() }
        #expect(error.kind == .homeless)
        #expect(error.description == said + ". Set HOME or XDG_DATA_HOME to a directory of yours.")
    }

    @Test func settingsAreStandardsWithoutAHome() throws {
        #expect(try SettingsFile.load(from: places([:])) == Settings())
        #expect(try SettingsFile.load(from: places(["XDG_CONFIG_HOME": "/dev/null"])) == Settings())
        let error = try #require(throws: FileError.self) {
            try SettingsFile.update(in: places(["XDG_CONFIG_HOME": "/dev/null"])) { settings throws(SettingsError) in
                try settings.set("flipCost", to: "2")
            }
        }
        #expect(error.description.hasPrefix("/dev/null/snap: cannot make the directory"), "\(error)")
    }

    @Test func makesDirectoriesForTheirOwnerAlone() throws {
        let scratch = Scratch()
        let old = umask(0)
        defer { umask(old) }
        try Directory.make(scratch.path + "/a/b/c")
        for name in ["a", "a/b", "a/b/c"] { #expect(try scratch.mode(name) == 0o700) }
        try Directory.make(scratch.path + "/a/b/c")
    }
}

@Suite struct FilesTranscriptTests {
    @Test func neverWritesOverATranscript() throws {
        let scratch = Scratch()
        for (index, name) in ["", ".2", ".3"].enumerated() {
            let file = try TranscriptFile.create(
                in: scratch.places, epochSeconds: 1_796_000_000, table: "4HMA-SW95", game: 1)
            #expect(file.path.hasSuffix("/.local/share/snap/transcripts/2026-11-30-4HMA-SW95-1\(name).snap"))
            try file.append([UInt8(index)], durably: false)
        }
        #expect(try scratch.read(".local/share/snap/transcripts/2026-11-30-4HMA-SW95-1.snap") == "\0")
        #expect(try scratch.mode(".local/share/snap/transcripts/2026-11-30-4HMA-SW95-1.snap") == 0o600)
    }

    @Test func growsAndLosesOnlyATornTail() throws {
        let scratch = Scratch()
        let file = try TranscriptFile.create(in: scratch.places, epochSeconds: 0, table: "A", game: 7)
        #expect(file.path.hasSuffix("1970-01-01-A-7.snap"))
        try file.append([1, 2, 3], durably: true)
        try file.append([4, 5], durably: true)
        #expect(try file.contents(limit: 5) == [1, 2, 3, 4, 5])
        #expect(throws: FileError.self) { try file.contents(limit: 4) }

        let again = try TranscriptFile.reopen(file.path)
        try again.dropTornTail(after: 6)
        try again.dropTornTail(after: -1)
        #expect(try again.length() == 5)
        try again.dropTornTail(after: 3)
        try again.append([9], durably: false)
        #expect(try again.contents(limit: 9) == [1, 2, 3, 9])
        #expect(throws: FileError.self) { try TranscriptFile.reopen(file.path + "x") }
    }

    @Test func aFullDiskIsSaid() throws {
        let full = AppendFile(try Descriptor("/dev/full", O_RDWR | O_APPEND))
        let error = try #require(throws: FileError.self) { try full.append([1], durably: false) }
        #expect(error.description == "/dev/full: cannot write: No space left on device. Make room on the disk.")
    }

    /// What write(2) may do: take a part, be interrupted, take nothing. `takes`: octets, or the error.
    private func writing(_ takes: [Int]) -> Descriptor.Writing {
        let left = Mutex(takes[...])
        return { raw, bytes in
            guard let next = left.withLock({ $0.popFirst() }) else { return Descriptor.writing(raw, bytes) }
            guard next < 0 else { return Descriptor.writing(raw, bytes.prefix(next)) }
            errno = Int32(-next)
            return -1
        }
    }

    private func appended(_ takes: [Int]) throws -> (bytes: [UInt8], error: FileError?) {
        let scratch = Scratch()
        try scratch.write("log", [1, 2, 3])
        let file = AppendFile(
            try Descriptor(scratch.path + "/log", O_RDWR | O_APPEND), writing: writing(takes))
        var fault: FileError?
        do { try file.append([4, 5, 6, 7, 8], durably: true) } catch { fault = error }
        let bytes = try file.contents(limit: 100)
        // Whatever came of it, the next octets stand behind whole records.
        let again = AppendFile(try Descriptor(scratch.path + "/log", O_RDWR | O_APPEND))
        try again.append([9], durably: false)
        #expect(try again.contents(limit: 100) == bytes + [9])
        return (bytes, fault)
    }

    @Test(arguments: [
        [], [1], [4], [1, 1, 1, 1, 1], [-Int(EINTR)], [2, -Int(EINTR), 1, -Int(EINTR), -Int(EINTR), 2],
    ])
    func shortWritesAddUp(takes: [Int]) throws {
        let (bytes, error) = try appended(takes)
        #expect(bytes == [1, 2, 3, 4, 5, 6, 7, 8] && error == nil)
    }

    @Test(arguments: [
        ([-Int(ENOSPC)], "No space left on device. Make room on the disk."),
        ([3, -Int(ENOSPC)], "No space left on device. Make room on the disk."),
        ([1, -Int(EINTR), 1, -Int(EDQUOT)], "Disk quota exceeded. Make room on the disk."),
        ([4, -Int(EFBIG)], "File too large. A limit forbids so long a file: see `ulimit -f`."),
        ([2, -Int(EIO)], "Input/output error."), ([2, 0], "Input/output error."),
    ])
    func aPartThatWasWrittenIsTakenOffAgain(takes: [Int], words: String) throws {
        let (bytes, error) = try appended(takes)
        #expect(bytes == [1, 2, 3])
        #expect(error?.description.hasSuffix("/log: cannot write: \(words)") == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        (Int64(-1), "1969-12-31"), (-86_400, "1969-12-31"), (-86_401, "1969-12-30"), (951_782_400, "2000-02-29"),
        (951_868_800, "2000-03-01"), (4_107_542_399, "2100-02-28"), (4_107_542_400, "2100-03-01"),
        (253_402_300_799, "9999-12-31"), (1_792_886_399, "2026-10-24"),
    ])
    func dates(seconds: Int64, date: String) { #expect(TranscriptFile.date(epochSeconds: seconds) == date) }
}
