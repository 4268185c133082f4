/// One event for a page: its name and its data, which is text of one line or more.
public struct WebEvent: Hashable, Sendable {
    public let name: String
    public let data: String

    public init(name: String, data: String) {
        self.name = name
        self.data = data
    }

    /// As it is sent (HTML, section 9.2.6).
    func octets(id: UInt64) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(data.utf8.count + 64)
        out += "id: \(id)\nevent: ".utf8
        out += name.utf8.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        out += "\ndata: ".utf8
        var last: UInt8 = 0
        for octet in data.utf8 {
            // All three ends of a line count as one.
            switch (octet, last) {
            case (UInt8(ascii: "\n"), UInt8(ascii: "\r")): break
            case (UInt8(ascii: "\n"), _), (UInt8(ascii: "\r"), _): out += "\ndata: ".utf8
            default: out.append(octet)
            }
            last = octet
        }
        out += "\n\n".utf8
        return out
    }
}

/// The last events, for who comes back after having missed some.
struct EventHistory {
    private(set) var lastID: UInt64 = 0
    private var kept: [(id: UInt64, octets: [UInt8])] = []
    private var keptOctets = 0
    private let events: Int
    private let octets: Int

    init(events: Int, octets: Int) {
        self.events = events
        self.octets = octets
    }

    /// Numbers an event and gives it as it is sent. `isKept`: it is no summary that a later one supersedes.
    mutating func add(_ event: WebEvent, isKept: Bool) -> [UInt8] {
        lastID += 1
        let sent = event.octets(id: lastID)
        guard isKept else { return sent }
        kept.append((lastID, sent))
        keptOctets += sent.count
        while let first = kept.first, kept.count > events || keptOctets > octets {
            keptOctets -= first.octets.count
            kept.removeFirst()
        }
        return sent
    }

    /// What was kept of that after the event `id`; nothing for who saw none, or one that there has not been.
    func since(_ id: UInt64?) -> [UInt8] {
        guard let id, id <= lastID else { return [] }
        return kept.filter { $0.id > id }.flatMap(\.octets)
    }
}
