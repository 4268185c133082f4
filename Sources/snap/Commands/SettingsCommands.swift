internal import SnapNode

/// `snap settings ...`.
struct SettingsCommands {
    let places: Places
    let console: Console

    func list() throws {
        let settings = try SettingsFile.load(from: places)
        for error in settings.unknown { console.say("In your settings file \(error)") }
        if console.manner.isJSON {
            let values = Setting.all.map { JSONMember($0.name, settings.value($0)) }
            console.json(["schema": "snap.settings/1", "path": filePath, "settings": .object(values)])
            return
        }
        let shown = Setting.all.map { ($0, shownValue($0, settings)) }
        let nameWidth = Setting.all.map(\.name.count).max() ?? 0
        let valueWidth = shown.map(\.1.count).max() ?? 0
        for (setting, value) in shown {
            let allowed = setting.kind == .playerName ? "" : " (\(setting.allowed))"
            console.result("\(pad(setting.name, nameWidth))  \(pad(value, valueWidth))  \(setting.meaning)\(allowed)")
        }
        console.say("Change one:  snap settings set NAME VALUE")
    }

    func get(_ name: String?) throws {
        guard let name else { return try list() }
        let setting = try named(name)
        show(setting, try SettingsFile.load(from: places))
    }

    func set(_ name: String, to text: String) throws {
        let setting = try named(name)
        let isChanged = try update { settings throws(SettingsError) in try settings.set(setting.name, to: text) }
        try say(setting, isChanged)
    }

    func reset(_ name: String?) throws {
        if let name {
            let setting = try named(name)
            let isChanged = try update { settings throws(SettingsError) in try settings.reset(setting.name) }
            return try say(setting, isChanged)
        }
        if let aside = try SettingsFile.setBrokenAside(in: places) {
            console.say("The settings file could not be understood; it is now \(Printable(aside))")
        }
        let isChanged = try update { settings throws(SettingsError) in settings.resetAll() }
        console.say(isChanged ? "All settings are back to the standard." : "All settings are at the standard.")
        if console.manner.isJSON { try list() }
    }

    func path() throws {
        let path = try places.settingsFile()
        if console.manner.isJSON {
            console.json(["schema": "snap.path/1", "path": .string(path)])
        } else {
            console.result(path)
        }
    }

    private func say(_ setting: Setting, _ isChanged: Bool) throws {
        let settings = try SettingsFile.load(from: places)
        if console.manner.isJSON { return show(setting, settings) }
        let value = shownValue(setting, settings)
        console.say("\(setting.name) is \(isChanged ? "now" : "already") \(value)")
    }

    private func show(_ setting: Setting, _ settings: Settings) {
        if console.manner.isJSON {
            console.json(
                [
                    "schema": "snap.setting/1", "name": .string(setting.name), "value": settings.value(setting),
                    "isSet": .bool(settings.isSet(setting)), "allowed": .string(setting.allowed),
                ])
        } else {
            console.result(setting.kind == .playerName ? settings.playerName : settings.text(setting))
        }
    }

    private func shownValue(_ setting: Setting, _ settings: Settings) -> String {
        if setting.kind == .playerName {
            return settings.isSet(setting) ? settings.playerName : "\(settings.playerName) (this device)"
        }
        return settings.text(setting)
    }

    private var filePath: JSONValue { (try? places.settingsFile()).map { .string($0) } ?? .null }

    private func named(_ name: String) throws(UsageError) -> Setting {
        do {
            return try Settings.setting(name)
        } catch {
            throw usage(error)
        }
    }

    private func update(_ change: (inout Settings) throws(SettingsError) -> Void) throws -> Bool {
        do {
            return try SettingsFile.update(in: places, change)
        } catch let error as SettingsError {
            throw usage(error)
        }
    }

    private func usage(_ error: SettingsError) -> UsageError {
        UsageError(
            problem: "\(error)", command: Definitions.parser.find(["settings"]) ?? Definitions.commands[0])
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
