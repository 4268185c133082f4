import Glibc
import SnapRules
import Testing

@testable import SnapNode

private let file = ".config/snap/settings.json"

@Suite struct FilesSettingsTests {
    @Test func standardsWithoutAFile() throws {
        let scratch = Scratch()
        let settings = try SettingsFile.load(from: scratch.places)
        #expect(settings.rules == HouseRules())
        #expect(settings.playerName == DeviceName.current)
        #expect(scratch.names() == [], "looking must not write")
    }

    @Test func everyRuleCanBeSetAndHasAMeaning() throws {
        for rule in HouseRules.ranges {
            let setting = try #require(Setting.named(rule.name))
            #expect(setting.meaning != "a house rule", "\(rule.name) has no meaning of its own")
            #expect(setting.allowed == rule.allowed)
        }
        for setting in Setting.all where setting.kind != .playerName {
            #expect(setting.value(of: setting.standard) != nil, "\(setting.name)")
        }
        #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
    }

    @Test func zeroIsLegalAndNotUnset() throws {
        let scratch = Scratch()
        #expect(
            try SettingsFile.update(in: scratch.places) { settings throws(SettingsError) in
                try settings.set("matchBonus", to: "0")
                try settings.set("turnLimit", to: "0")
            })
        let settings = try SettingsFile.load(from: scratch.places)
        #expect(settings.rules.matchBonus == 0)
        #expect(settings.rules.turnLimitMillis == 0)
        #expect(settings.isSet(try Settings.setting("matchBonus")))
        #expect(try scratch.read(file) == "{\n  \"matchBonus\": 0,\n  \"turnLimit\": 0\n}\n")
    }

    @Test func keepsWhatItDoesNotKnow() throws {
        let scratch = Scratch()
        try scratch.write(file, #"{"theme":{"b":1.50,"a":null},"flipCost":3,"later":[1]}"#, mode: 0o640)
        #expect(
            try SettingsFile.update(in: scratch.places) { settings throws(SettingsError) in
                try settings.set("flipCost", to: "10")
            })
        let written = try JSONValue.parse(Array(try scratch.read(file).utf8))
        #expect(written.compact == #"{"theme":{"b":1.50,"a":null},"flipCost":10,"later":[1]}"#)
        #expect(try scratch.mode(file) == 0o640, "the rights stay")
        #expect(try SettingsFile.update(in: scratch.places) { settings throws(SettingsError) in settings.resetAll() })
        #expect(
            try JSONValue.parse(Array(try scratch.read(file).utf8)).compact
                == #"{"theme":{"b":1.50,"a":null},"later":[1]}"#)
    }

    @Test func writesOnlyWhatChanges() throws {
        let scratch = Scratch()
        #expect(
            try !SettingsFile.update(in: scratch.places) { settings throws(SettingsError) in
                try settings.set("matchBonus", to: "4")
                try settings.set("name", to: " ")
            })
        #expect(scratch.names() == [])
        // A file laid out by hand stays as it is, too.
        try scratch.write(file, #"{ "matchBonus":4 }"#)
        #expect(
            try !SettingsFile.update(in: scratch.places) { settings throws(SettingsError) in
                try settings.set("matchBonus", to: "4")
            })
        #expect(try scratch.read(file) == #"{ "matchBonus":4 }"#)
        #expect(scratch.names(".config/snap") == ["settings.json"], "nothing temporary is left")
    }

    @Test(arguments: [
        ("matchBonus", "11", "0...10 points"), ("matchBonus", "-1", "0...10 points"),
        ("matchBonus", "4.0", "0...10 points"), ("matchBonus", "", "0...10 points"),
        ("matchBonus", "٤", "0...10 points"), ("flipCost", "99999999999999999999999", "0...10 points"),
        ("volume", "101", "0...100 %"), ("sound", "yes", "on or off"), ("recycle", "Shuffled", "shuffled or in-order"),
        ("name", "a\u{202E}b", "1...24 characters"), ("name", String(repeating: "a", count: 25), "1...24 characters"),
        ("keySnap", "ab", "one visible character"), ("keySnap", "\u{1B}", "one visible character"),
        ("keySnap", "Enter", "cannot both be the key Enter"), ("keyTurn", "S", "cannot both be the key S"),
        ("keySnap", "Q", "keySnap cannot be the key Q, which leaves the table"),
        ("keyTurn", "n", "keyTurn cannot be the key n, which declines a start"),
        ("keyTurn", "?", "which shows the keys"), ("keySnap", "h", "which shows the keys"),
        ("matchbonus", "1", "did you mean matchBonus?"), ("nothing", "1", "lists them"),
    ])
    func refusesWithWhatIsAllowed(name: String, value: String, said: String) throws {
        let scratch = Scratch()
        let error = try #require(throws: SettingsError.self) {
            try SettingsFile.update(in: scratch.places) { settings throws(SettingsError) in
                try settings.set(name, to: value)
            }
        }
        #expect(error.description.contains(said), "\(error)")
        #expect(error.description.unicodeScalars.allSatisfy(Printable.isInert))
        #expect(scratch.names() == [])
    }

    @Test func aCallIsNotEnter() throws {
        var settings = Settings()
        try settings.set("keyTurn", to: "f")
        let error = try #require(throws: SettingsError.self) { try settings.set("keySnap", to: "Enter") }
        #expect(error.description == "keySnap cannot be the key Enter, which starts and accepts a game")
        try settings.set("keySnap", to: "Space")
        #expect(settings.keys == TableKeys(snap: "Space", turn: "f"))
    }

    @Test func boundsOfEveryNumber() throws {
        for setting in Setting.all {
            guard case .number(let range, _) = setting.kind else { continue }
            var settings = Settings()
            try settings.set(setting.name, to: String(range.lowerBound))
            #expect(settings.text(setting) == String(range.lowerBound))
            try settings.set(setting.name, to: String(range.upperBound))
            #expect(settings.text(setting) == String(range.upperBound))
            #expect(throws: SettingsError.self) { try settings.set(setting.name, to: String(range.upperBound + 1)) }
            #expect(settings.text(setting) == String(range.upperBound), "refused, so unchanged")
        }
    }

    @Test(arguments: [
        ("{\n  \"matchBonus\": 4,\n}", "line 3, column 1"), ("[]", "not an object"), ("", "line 1, column 1"),
        (#"{"matchBonus": 11}"#, "0...10 points"), (#"{"matchBonus": "4"}"#, "0...10 points"),
        (#"{"matchBonus": 4.5}"#, "0...10 points"), (#"{"matchBonus": null}"#, "0...10 points"),
        (#"{"sound": "on"}"#, "on or off"), (#"{"name": "a\u001bb"}"#, "1...24 characters"),
        (#"{"keySnap": "Enter"}"#, "both be the key"),
    ])
    func leavesABrokenFileAlone(text: String, said: String) throws {
        let scratch = Scratch()
        try scratch.write(file, text)
        for attempt in 0..<2 {
            let error = try #require(throws: FileError.self) {
                if attempt == 0 {
                    _ = try SettingsFile.load(from: scratch.places)
                } else {
                    _ = try SettingsFile.update(in: scratch.places) { settings throws(SettingsError) in
                        try settings.set("flipCost", to: "2")
                    }
                }
            }
            #expect(error.kind == .broken)
            #expect(error.description.contains(scratch.path + "/" + file))
            #expect(error.description.contains(said), "\(error)")
            #expect(error.description.contains("snap settings reset"))
        }
        #expect(try scratch.read(file) == text)
    }

    @Test func movesABrokenFileAside() throws {
        let scratch = Scratch()
        #expect(try SettingsFile.setBrokenAside(in: scratch.places) == nil)
        for (text, name) in [("one", "settings.json.broken"), ("two", "settings.json.broken.2")] {
            try scratch.write(file, text)
            #expect(try SettingsFile.setBrokenAside(in: scratch.places) == scratch.path + "/.config/snap/" + name)
            #expect(try scratch.read(".config/snap/" + name) == text)
        }
        #expect(scratch.names(".config/snap") == ["settings.json.broken", "settings.json.broken.2"])
    }

    @Test func writesThroughALink() throws {
        let scratch = Scratch()
        try scratch.write("dotfiles/snap.json", "{}")
        try Directory.make(scratch.path + "/.config/snap")
        try #require(unsafe symlink(scratch.path + "/dotfiles/snap.json", scratch.path + "/" + file) == 0)
        #expect(
            try SettingsFile.update(in: scratch.places) { settings throws(SettingsError) in
                try settings.set("flipCost", to: "0")
            })
        #expect(try scratch.read("dotfiles/snap.json") == "{\n  \"flipCost\": 0\n}\n")
    }

    @Test func namesOfHosts() {
        #expect(DeviceName.name(ofHost: "kitchen.example.org") == "kitchen")
        #expect(DeviceName.name(ofHost: "") == "Player")
        #expect(DeviceName.name(ofHost: "\u{1B}[2J") == "Player")
        #expect(DeviceName.name(ofHost: String(repeating: "h", count: 64)) == String(repeating: "h", count: 24))
    }
}
