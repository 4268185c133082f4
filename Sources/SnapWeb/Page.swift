public import SnapCrypto
public import SnapNode
public import SnapRules
internal import SnapWire

/// The page of one player: what it shows now, and what was ordered on it. A table or the main screen shows through it.
public final class Page {
    /// What stands above every screen.
    public struct Owner: Sendable {
        public var identity: PublicKey
        public init(identity: PublicKey) { self.identity = identity }
    }

    private enum Screen: String {
        case home, table, closed
    }

    private let server: any PageServer
    private let places: Places
    private let owner: Owner
    private var settings: Settings
    private var screen = Screen.home
    private var home: JSONValue = .null
    private var table: JSONValue = .null
    private var timeLeftMillis: Int64?
    private var isShown = false
    private var orders: [PageOrder] = []
    /// Why the last table ended, or what else the main screen has to say.
    public private(set) var said: [String] = []
    /// Orders that wait; beyond it they are refused.
    static let ordersLimit = 64

    public init(server: any PageServer, places: Places, owner: Owner, settings: Settings) {
        self.server = server
        self.places = places
        self.owner = owner
        self.settings = settings
    }

    public var descriptor: Int32 { server.descriptor }
    public func run() { server.run() }
    public func attend() { server.attend() }

    /// Takes what was ordered since the last time, oldest first.
    public func takeOrders() -> [PageOrder] {
        defer { orders = [] }
        return orders
    }

    // MARK: What it shows

    /// A happening, told once.
    public func tell(_ value: JSONValue) { server.publish(event: "happening", data: value.compact) }

    /// What the main screen says until something else is said.
    public func say(_ lines: [String]) { said = lines }

    func show(table: JSONValue, timeLeftMillis: Int64?) {
        self.timeLeftMillis = timeLeftMillis
        guard screen != .table || table != self.table else { return }
        self.table = table
        show(.table)
    }

    /// The tables on the network. `place`: the interface; nil: no network. `isLooking`: a table that was asked for is being sought.
    public func show(tables: [FoundTable], place: String?, isLooking: Bool) {
        timeLeftMillis = nil
        table = .null
        let value: JSONValue = [
            "tables": .array(
                tables.map { table in
                    [
                        "code": table.code.map { .string($0.description) } ?? .null, "name": .string(table.name),
                        "playing": .bool(table.isPlaying), "seated": .integer(table.seated),
                        "seats": .integer(table.seats), "players": .array(table.players.map { .string($0) }),
                    ]
                }), "place": place.map { .string($0) } ?? .null, "said": .array(said.map { .string($0) }),
            "looking": .bool(isLooking),
        ]
        guard screen != .home || value != home || !isShown else { return }
        home = value
        show(.home)
    }

    /// The last thing that is shown: the program ends. A result that is shown stays, so that it can be looked at at leisure.
    public func close(_ lines: [String]) {
        said = lines
        home = ["said": .array(lines.map { .string($0) })]
        show(.closed)
        run()
    }

    private func show(_ screen: Screen) {
        isShown = true
        self.screen = screen
        publish()
    }

    private func publish() { server.publish(event: "state", data: state) }

    /// The whole of it, as every page gets it first.
    public var state: String {
        let left = timeLeftMillis.map { JSONValue.integer($0) } ?? .null
        let table: JSONValue =
            switch screen {
            case .home: .null
            case .table: table.setting("timeLeftMillis", to: left, in: "game")
            case .closed: (table["result"] ?? .null) == .null ? .null : table
            }
        let state: JSONValue = [
            "schema": "snap.page/1", "screen": .string(screen.rawValue),
            "me": [
                "name": .string(settings.playerName),
                "fingerprint": .string(IdentityFingerprint(owner.identity).description),
            ], "settings": shownSettings, "home": screen == .table ? .null : home, "table": table,
        ]
        return state.compact
    }

    /// What the page goes by itself.
    private var shownSettings: JSONValue {
        let names = ["sound", "volume", "motion", "fourColour", "keySnap", "keyTurn"]
        return .object(
            names.compactMap { name in Setting.named(name).map { JSONMember(name, settings.value($0)) } })
    }

    // MARK: What it is asked

    /// What a POST says; nil: it was taken.
    public func order(_ body: [UInt8]) -> PageFault? {
        do {
            let order = try PageOrder(body)
            if case .set(let name, let value) = order {
                try set(name, to: value)
            } else {
                guard orders.count < Page.ordersLimit else { throw PageFault("Too much at once. Once more, please.") }
                orders.append(order)
            }
            return nil
        } catch let fault as PageFault {
            return fault
        } catch {
            return PageFault("\(error)")
        }
    }

    private func set(_ name: String, to value: String) throws {
        do {
            _ = try SettingsFile.update(in: places) { settings throws(SettingsError) in
                try settings.set(name, to: value)
            }
        } catch let error as SettingsError {
            throw PageFault("\(error).")
        }
        settings = try SettingsFile.load(from: places)
        publish()
    }

    /// The settings in force.
    public var rules: HouseRules { settings.rules }
    public var playerName: String { settings.playerName }

    /// Every setting with what is allowed, for the settings screen.
    public var settingsJSON: JSONValue {
        [
            "settings": .array(
                Setting.all.map { setting in
                    var members: [JSONMember] = [
                        JSONMember("name", .string(setting.name)),
                        JSONMember("value", .string(settings.text(setting))),
                        JSONMember("standard", .string(setting.standard)),
                        JSONMember("meaning", .string(setting.meaning)),
                        JSONMember("allowed", .string(setting.allowed)),
                    ]
                    switch setting.kind {
                    case .playerName: members.append(JSONMember("kind", "name"))
                    case .onOff: members.append(JSONMember("kind", "onOff"))
                    case .key: members.append(JSONMember("kind", "key"))
                    case .words(let words):
                        members += [
                            JSONMember("kind", "words"), JSONMember("words", .array(words.map { .string($0) })),
                        ]
                    case .number(let range, let unit):
                        members += [
                            JSONMember("kind", "number"), JSONMember("least", .integer(range.lowerBound)),
                            JSONMember("most", .integer(range.upperBound)), JSONMember("unit", .string(unit)),
                        ]
                    }
                    return .object(members)
                }),
            "identity": [
                "name": .string(settings.playerName),
                "fingerprint": .string(IdentityFingerprint(owner.identity).description),
            ],
        ]
    }
}

extension JSONValue {
    /// With the member `key` of the object at `part` set or added; as it was where there is no such object.
    fileprivate func setting(_ key: String, to value: JSONValue, in part: String) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members.map { member in
                guard member.key == part, case .object(let inner) = member.value else { return member }
                return JSONMember(part, .object(inner.filter { $0.key != key } + [JSONMember(key, value)]))
            })
    }
}
