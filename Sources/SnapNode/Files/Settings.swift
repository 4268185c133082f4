public import SnapRules

/// What a player has set. Settings that this version does not know are kept as they are.
public struct Settings: Hashable, Sendable {
    /// The file as a value, members in the file's order.
    private(set) var members: [JSONMember]

    /// Everything at its standard.
    public init() { members = [] }

    /// Refuses a document that is no object, or in which a known setting has a value that is not allowed.
    init(document: JSONValue) throws(SettingsError) {
        guard case .object(let members) = document else { throw .notAnObject }
        self.members = members
        for setting in Setting.all {
            guard let value = document[setting.name] else { continue }
            guard setting.text(of: value) != nil else {
                throw .value(name: setting.name, value: Settings.shown(value), allowed: setting.allowed)
            }
        }
        try checkKeys()
    }

    var document: JSONValue { .object(members) }

    /// Text as it is, without the quotes of JSON.
    private static func shown(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.compact }
    }

    /// Names in the file that are no setting, and what was perhaps meant: they are kept, and do nothing.
    public var unknown: [SettingsError] {
        members.filter { Setting.named($0.key) == nil }.map { member in
            .unknown(name: member.key, near: Spelling.near(member.key, in: Setting.all.map(\.name)))
        }
    }

    /// Whether the player has set it, even to what is the standard.
    public func isSet(_ setting: Setting) -> Bool { document[setting.name] != nil }

    /// The value as a person writes it: what was set, else the standard.
    public func text(_ setting: Setting) -> String {
        document[setting.name].flatMap { setting.text(of: $0) } ?? setting.standard
    }

    /// The value as JSON, of the type that the file has; null for a name that was never set.
    public func value(_ setting: Setting) -> JSONValue { setting.value(of: text(setting)) ?? .null }

    /// Sets `name` to what `text` stands for. Throws, and changes nothing, where it is not allowed. A value that is in
    /// force already changes nothing either. An empty player's name is the name of the device: the setting is dropped.
    public mutating func set(_ name: String, to text: String) throws(SettingsError) {
        let setting = try Settings.setting(name)
        if setting.kind == .playerName, text.allSatisfy(\.isWhitespace) { return try reset(name) }
        guard let value = setting.value(of: text) else {
            throw .value(name: name, value: text, allowed: setting.allowed)
        }
        guard value != self.value(setting) else { return }
        var changed = self
        if let index = members.firstIndex(where: { $0.key == name }) {
            changed.members[index].value = value
        } else {
            changed.members.append(JSONMember(name, value))
        }
        try changed.checkKeys()
        self = changed
    }

    /// Back to the standard.
    public mutating func reset(_ name: String) throws(SettingsError) {
        let setting = try Settings.setting(name)
        var changed = self
        changed.members.removeAll { $0.key == setting.name }
        try changed.checkKeys()
        self = changed
    }

    /// Everything that this version knows back to the standard.
    public mutating func resetAll() { members.removeAll { Setting.named($0.key) != nil } }

    /// The setting called `name`.
    public static func setting(_ name: String) throws(SettingsError) -> Setting {
        guard let setting = Setting.named(name) else {
            throw .unknown(name: name, near: Spelling.near(name, in: Setting.all.map(\.name)))
        }
        return setting
    }

    /// What the player is called: the setting, else the name of this device.
    public var playerName: String {
        let name = Setting.named("name").map(text) ?? ""
        return name.isEmpty ? DeviceName.current : name
    }

    /// The player's proposal for tables that it starts.
    public var rules: HouseRules {
        var rules = HouseRules()
        for rule in HouseRules.ranges {
            guard let setting = Setting.named(rule.name) else { continue }
            // Both sides check by the same ranges, so what a setting allows a rule takes.
            try? rules.set(name: rule.name, value: text(setting))
        }
        return rules
    }

    /// The keys that the player plays by.
    public var keys: TableKeys {
        var keys = TableKeys()
        if let setting = Setting.named("keySnap") { keys.snap = text(setting) }
        if let setting = Setting.named("keyTurn") { keys.turn = text(setting) }
        return keys
    }

    /// One key cannot do two things.
    private func checkKeys() throws(SettingsError) {
        let keys = keys
        if keys.snap.lowercased() == keys.turn.lowercased() { throw .sameKey("keySnap", "keyTurn", key: keys.turn) }
        for (name, key, turns) in [("keySnap", keys.snap, false), ("keyTurn", keys.turn, true)] {
            guard let does = TableKeys.order(of: key, turns: turns) else { continue }
            throw .takenKey(name, key: key, does: does)
        }
    }
}

/// Why a setting was refused; the description says what is allowed.
public enum SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknown(name: String, near: [String])
    case value(name: String, value: String, allowed: String)
    case sameKey(String, String, key: String)
    /// The key has another order already.
    case takenKey(String, key: String, does: String)
    case notAnObject

    public var description: String {
        switch self {
        case .unknown(let name, let near):
            let hint = near.isEmpty ? "`snap settings` lists them" : "did you mean \(near.joined(separator: " or "))?"
            return "no setting is called \"\(Printable(name, limit: 40))\"; \(hint)"
        case .value(let name, let value, let allowed):
            return "\(name) cannot be \"\(Printable(value, limit: 100))\"; allowed: \(allowed)"
        case .sameKey(let name, let other, let key):
            return "\(name) and \(other) cannot both be the key \(key)"
        case .takenKey(let name, let key, let does):
            return "\(name) cannot be the key \(key), which \(does)"
        case .notAnObject: return "not an object: it must begin with { and end with }"
        }
    }
}
