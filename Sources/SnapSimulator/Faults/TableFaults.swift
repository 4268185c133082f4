/// Kinds of faults of peers, clocks and whole paths, beside what `NetworkFaults` does to single datagrams.
public struct TableFaults: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A process ends, at any event of its own, at any point between what it keeps and sends; most come back.
    public static let crash = TableFaults(rawValue: 1 << 0)
    /// Groups that do not hear each other, one-way cuts.
    public static let partition = TableFaults(rawValue: 1 << 1)
    /// A process that gets no time for 0.2 to 3 s.
    public static let stall = TableFaults(rawValue: 1 << 2)
    /// Clocks that go at 0.9 to 1.1 of the true rate.
    public static let clock = TableFaults(rawValue: 1 << 3)
    /// Steps of the wall clock.
    public static let wall = TableFaults(rawValue: 1 << 4)
    /// A member that signs two versions of its log and gives each to some of the others.
    public static let equivocate = TableFaults(rawValue: 1 << 5)
    /// A member that withholds an event from one of the others.
    public static let selective = TableFaults(rawValue: 1 << 6)
    /// Somebody leaves, at any time.
    public static let leave = TableFaults(rawValue: 1 << 7)
    /// A member that acknowledges and votes, but does not do its part.
    public static let owe = TableFaults(rawValue: 1 << 8)
    /// Stalls of 200 ms at the most, over which nobody may be dropped. Not among `all`.
    public static let hiccup = TableFaults(rawValue: 1 << 9)

    /// Three or four groups of which none hears another.
    public static let shatter = TableFaults(rawValue: 1 << 10)
    /// A process ends when it writes an event of a certain kind, whenever that is, from its JOIN on.
    public static let ambush = TableFaults(rawValue: 1 << 11)

    static let names: [(name: String, fault: TableFaults)] = [
        ("crash", .crash), ("partition", .partition), ("stall", .stall), ("clock", .clock), ("wall", .wall),
        ("equivocate", .equivocate), ("selective", .selective), ("leave", .leave), ("owe", .owe), ("hiccup", .hiccup),
        ("shatter", .shatter), ("ambush", .ambush),
    ]
    static var everyName: String { names.map(\.name).joined(separator: ",") }
    public static let all: TableFaults = [
        .crash, .partition, .stall, .clock, .wall, .equivocate, .selective, .leave, .owe, .shatter, .ambush,
    ]

    /// `all`, `none`, or names with commas between them; nil for anything else.
    public init?(_ text: String) {
        self = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            if word == "all" {
                formUnion(.all)
            } else if let known = TableFaults.names.first(where: { $0.name == word }) {
                insert(known.fault)
            } else if word != "none" {
                return nil
            }
        }
    }

    /// As `init(_:)` reads it.
    public var words: String {
        if isEmpty { return "none" }
        if self == .all { return "all" }
        return TableFaults.names.filter { contains($0.fault) }.map(\.name).joined(separator: ",")
    }
}
