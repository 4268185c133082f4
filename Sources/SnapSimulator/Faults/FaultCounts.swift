/// How often each fault really happened, over one run or many: so that a reader sees what was put to the test.
public struct FaultCounts: Hashable, Sendable {
    /// What is counted, in the order in which it is told; each by its details.
    public enum Group: String, CaseIterable, Sendable {
        /// A process ended while it wrote an event of that kind, or between two.
        case crash = "crashes at"
        case restart = "restarts with"
        case gone = "gone for good"
        /// The sizes of groups that did not hear each other, or which ways were cut.
        case cut = "cuts"
        case healed = "healed"
        case stall = "stalls"
        case clock = "clocks"
        case wall = "steps of the wall clock"
        case equivocate = "second logs"
        case withhold = "withheld from one"
        case owe = "not done"
        case leave = "left"
    }

    private var counts: [Group: [String: Int]] = [:]

    public init() {}

    public var isEmpty: Bool { counts.isEmpty }

    public subscript(_ group: Group, _ detail: String) -> Int { counts[group]?[detail] ?? 0 }

    mutating func add(_ group: Group, _ detail: String, times: Int = 1) {
        if times > 0 { counts[group, default: [:]][detail, default: 0] += times }
    }

    public mutating func add(_ other: FaultCounts) {
        for (group, details) in other.counts {
            for (detail, count) in details { add(group, detail, times: count) }
        }
    }

    private func details(_ group: Group) -> [(detail: String, count: Int)] {
        (counts[group] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// For people, a line a group.
    public var text: String {
        Group.allCases.filter { counts[$0] != nil }.map { group in
            "  \(group.rawValue): " + details(group).map { "\($0.detail) \($0.count)" }.joined(separator: ", ")
        }.joined(separator: "\n")
    }

    public var json: String {
        let groups = Group.allCases.filter { counts[$0] != nil }.map { group in
            "\"\(group)\":{" + details(group).map { "\"\($0.detail)\":\($0.count)" }.joined(separator: ",") + "}"
        }
        return "{" + groups.joined(separator: ",") + "}"
    }
}
