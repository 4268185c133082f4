internal import SnapWire

/// How much of what others can make a peer keep it keeps just now, against the bounds (Protocol.md, *Limits*).
public struct PeerLoad: Hashable, Sendable {
    public let name: String
    public let count: Int
    public let limit: Int
}

extension Peer {
    /// The first amount above its limit; nil: all is well. For simulators and diagnostics.
    public var excess: PeerLoad? {
        func check(_ name: String, _ count: Int, _ limit: Int) -> PeerLoad? {
            count > limit ? PeerLoad(name: name, count: count, limit: limit) : nil
        }
        for place in log.members.indices {
            if let excess = check("waiting events", log.members[place].waiting.count, MemberLog.waitingLimit) {
                return excess
            }
        }
        return check("members", log.members.count, EventLog.memberLimit)
            ?? check("contacts", contacts.count, EventLog.memberLimit)
            ?? check("gaps", gaps.count, EventLog.memberLimit)
            ?? check("repeats", outbox.repeats.count, Outbox.repeatLimit)
            ?? check("strangers", lobby.strangers.count, LobbyState.strangerLimit)
            ?? check("proposals", lobby.proposals.count, LobbyState.proposalLimit)
    }
}
