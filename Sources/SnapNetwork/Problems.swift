/// Troubles of single interfaces, each told once while it lasts.
struct Problems {
    enum Kind: Equatable {
        case join, forbidden, tooLarge, watch, list
    }

    /// Lines not yet drained, and troubles remembered as told; the oldest goes first. Interfaces come and go by the
    /// hundred on hosts with containers.
    static let kept = 64

    private var told: [(interface: UInt32, kind: Kind)] = []
    private var lines: [String] = []

    mutating func tell(_ kind: Kind, on interface: UInt32, _ line: @autoclosure () -> String) {
        guard !told.contains(where: { $0.interface == interface && $0.kind == kind }) else { return }
        if told.count == Self.kept { told.removeFirst() }
        told.append((interface, kind))
        tell(line())
    }

    mutating func tell(_ line: String) {
        if lines.count == Self.kept { lines.removeFirst() }
        lines.append(line)
    }

    /// The trouble is over, or its interface changed: if it comes again it is told again.
    mutating func forget(_ interface: UInt32, _ kind: Kind? = nil) {
        told.removeAll { $0.interface == interface && (kind == nil || $0.kind == kind) }
    }

    mutating func drain() -> [String] {
        defer { lines = [] }
        return lines
    }
}
