/// The keys by which a person plays (settings keySnap and keyTurn): one visible character each, or Space, Enter or Tab. Case does not matter.
public struct TableKeys: Hashable, Sendable {
    public var snap: String
    public var turn: String

    public init(snap: String = "s", turn: String = "Enter") {
        self.snap = snap
        self.turn = turn
    }

    /// The keys that have an order of their own at every table, and what that order does.
    public static let fixed: [(key: String, does: String)] = [
        ("n", "declines a start"), ("q", "leaves the table"), ("?", "shows the keys"), ("h", "shows the keys"),
    ]

    /// What `key` does already, so that it cannot call Snap! (`turns` false) or turn a card; nil: nothing.
    static func order(of key: String, turns: Bool) -> String? {
        // Enter goes on: it turns, and between games it starts and accepts. A call must not do that by chance.
        if key == "Enter", !turns { return "starts and accepts a game" }
        return fixed.first { $0.key == key.lowercased() }?.does
    }
}
