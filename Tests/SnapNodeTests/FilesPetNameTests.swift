import Glibc
import SnapCrypto
import Testing

@testable import SnapNode

private let file = ".config/snap/names.json"

/// Names given to others.
@Suite struct FilesPetNameTests {
    private let ann = PublicKey(words: (1, 2, 3, 4))
    private let ben = PublicKey(words: (2, 2, 3, 4))

    @Test func areKeptAndTakenAway() throws {
        let scratch = Scratch()
        #expect(try PetNames.load(from: scratch.places) == PetNames())
        #expect(try PetNames.set("my sister", for: ann, in: scratch.places))
        #expect(try !PetNames.set("my sister", for: ann, in: scratch.places))
        #expect(try PetNames.set("Ben from work", for: ben, in: scratch.places))
        let names = try PetNames.load(from: scratch.places)
        #expect(names[ann] == "my sister" && names.all.map(\.identity) == [ann, ben])
        #expect(try scratch.mode(file) == 0o600)
        #expect(scratch.names(".config/snap") == ["names.json"], "nothing temporary is left")
        #expect(try PetNames.set(nil, for: ann, in: scratch.places))
        #expect(try PetNames.load(from: scratch.places).all.map(\.name) == ["Ben from work"])
    }

    @Test func standBesideTheClaimedNameOnly() throws {
        let scratch = Scratch()
        _ = try PetNames.set("my sister", for: ann, in: scratch.places)
        let names = try PetNames.load(from: scratch.places)
        #expect(names.introduced("Ann", ann) == "Ann (\(ann.short)) [my sister]")
        #expect(names.introduced("Ann", ben) == "Ann (\(ben.short))")
        // Nobody can claim to have been given a name, nor what looks like it.
        #expect(names.introduced("Ben [my sister]", ben) == "Ben \\u{5B}my sister] (\(ben.short))")
        #expect(names.claimed("\u{FF3B}x\u{3010}") == "\\u{FF3B}x\\u{3010}")
        // Who has given none cannot be deceived so.
        #expect(PetNames().claimed("[x]") == "[x]")
    }

    @Test(arguments: [
        ("[]", "one JSON object"), ("{", "line 1, column 2"), (#"{"1a2b": "Ann"}"#, "is no public key"),
        (#"{"KEY": 5}"#, "none that can be given"), (#"{"KEY": "a\u202Eb"}"#, "none that can be given"),
        (#"{"KEY": ""}"#, "none that can be given"),
    ])
    func whatCannotBeUnderstoodIsRefusedAndStays(text: String, said: String) throws {
        let scratch = Scratch()
        let written = text.replacing("KEY", with: ann.hex)
        try scratch.write(file, written)
        let error = try #require(throws: FileError.self) { try PetNames.load(from: scratch.places) }
        #expect(error.kind == .broken && error.description.contains(said), "\(error)")
        #expect(throws: FileError.self) { try PetNames.set("x", for: ben, in: scratch.places) }
        #expect(try scratch.read(file) == written)
    }

    @Test func areNoneWhereThereIsNoPlace() throws {
        #expect(try PetNames.load(from: Places { _ in nil }) == PetNames())
    }
}

/// The identity taken elsewhere and back.
@Suite struct FilesIdentityFileTests {
    private let key = ".local/share/snap/identity.key"
    private func bytes(_ fill: UInt8) -> (Int) -> [UInt8] { { [UInt8](repeating: fill, count: $0) } }

    @Test func isExportedOnceForItsOwnerOnly() throws {
        let scratch = Scratch()
        let before = umask(0)
        defer { umask(before) }
        let exported = try IdentityFile.export(from: scratch.places, to: scratch.path + "/me.key", entropy: bytes(7))
        #expect(try scratch.mode("me.key") == 0o600)
        #expect(exported == (try SigningKey(seed: bytes(7)(32))).publicKey)
        let text = try scratch.read("me.key")
        #expect(text.contains(exported.hex))
        for name in ["me.key", "linked"] {
            if name == "linked" { try #require(unsafe symlink("nowhere", scratch.path + "/linked") == 0) }
            let error = try #require(throws: FileError.self) {
                try IdentityFile.export(from: scratch.places, to: scratch.path + "/" + name)
            }
            #expect(error.kind == .system(EEXIST))
        }
        #expect(try scratch.read("me.key") == text && !scratch.names().contains("nowhere"))
        #expect(throws: FileError.self) {
            try IdentityFile.export(from: scratch.places, to: scratch.path + "/no/such/directory")
        }
    }

    @Test func comesBackAndTheOldOneStaysBeside() throws {
        let scratch = Scratch()
        let first = try IdentityFile.export(from: scratch.places, to: scratch.path + "/me.key", entropy: bytes(7))
        let change = try IdentityFile.reset(in: scratch.places, entropy: bytes(9))
        let old = try #require(change.kept)
        #expect(old == scratch.path + "/" + key + ".old" && change.key != first)
        #expect(try scratch.mode(key) == 0o600 && scratch.mode(key + ".old") == 0o600)
        #expect(try Identity.shown(in: scratch.places).key.publicKey == change.key)

        let back = try #require(try IdentityFile.take(from: scratch.path + "/me.key", in: scratch.places))
        #expect(back.key == first && back.kept == scratch.path + "/" + key + ".old.2")
        #expect(try Identity.shown(in: scratch.places).key.publicKey == first)
        #expect(try IdentityFile.take(from: scratch.path + "/me.key", in: scratch.places) == nil)
        #expect(try IdentityFile.take(from: old, in: scratch.places) == nil, "a copy of the key itself will do")
        let again = try #require(try IdentityFile.take(from: old + ".2", in: scratch.places))
        #expect(again.key == change.key)
        #expect(
            scratch.names(".local/share/snap")
                == ["identity.key", "identity.key.old", "identity.key.old.2", "identity.key.old.3"])
    }

    @Test func isCheckedWholeBeforeAnythingIsChanged() throws {
        let scratch = Scratch()
        _ = try IdentityFile.export(from: scratch.places, to: scratch.path + "/me.key", entropy: bytes(7))
        let mine = try IdentityFile.reset(in: scratch.places, entropy: bytes(9)).key
        let text = try scratch.read("me.key")
        let files = scratch.names(".local/share/snap")
        // Cut anywhere, or with any digit of its keys changed.
        var broken = (0..<text.utf8.count - 1).map { String(text.prefix($0)) }
        for place in text.indices where text[place].isHexDigit && text[place].isNumber {
            let digit = text[place] == "0" ? "1" : "0"
            broken.append(String(text[..<place]) + digit + String(text[text.index(after: place)...]))
        }
        broken.append(String(repeating: "x", count: 5_000))
        for wrong in broken where wrong.utf8.count != 32 {
            // The last brace may be all that is missing to be whole.
            try scratch.write("bad.key", wrong)
            #expect(throws: FileError.self, "\(wrong)") {
                try IdentityFile.take(from: scratch.path + "/bad.key", in: scratch.places)
            }
        }
        #expect(throws: FileError.self) { try IdentityFile.take(from: scratch.path, in: scratch.places) }
        #expect(try Identity.shown(in: scratch.places).key.publicKey == mine)
        #expect(scratch.names(".local/share/snap") == files)
    }

    @Test func isNotChangedWhileItIsPlayedWith() throws {
        let scratch = Scratch()
        let playing = try Identity.own(in: scratch.places)
        let error = try #require(throws: FileError.self) { try IdentityFile.reset(in: scratch.places) }
        #expect(error.kind == .busy)
        #expect(scratch.names(".local/share/snap") == ["identity.key"])
        #expect(try Identity.shown(in: scratch.places).key.publicKey == playing.key.publicKey)
        withExtendedLifetime(playing) {}
    }

    @Test func aBrokenKeyIsKeptTooAndALinkIsNotFollowed() throws {
        let scratch = Scratch()
        try scratch.write(key, "broken")
        let change = try IdentityFile.reset(in: scratch.places)
        #expect(change.kept != nil)
        #expect(try scratch.read(key + ".old") == "broken")
        try scratch.write("elsewhere", "not mine")
        try #require(unsafe unlink(scratch.path + "/" + key) == 0)
        try #require(unsafe symlink(scratch.path + "/elsewhere", scratch.path + "/" + key) == 0)
        let second = try IdentityFile.reset(in: scratch.places)
        #expect(try scratch.read("elsewhere") == "not mine")
        #expect(try Identity.shown(in: scratch.places).key.publicKey == second.key)
    }
}
