/// Says once, to who sits alone at a table for long, what of its network speaks for others being there unheard.
struct LonelyTable {
    /// Others take a few seconds to come; a firewall is there at once.
    static let afterMicros: Int64 = 15_000_000

    private var sinceMicros: Int64?
    private var isOver = false

    /// `sent`, `heard`: datagrams of this table to and from others. nil: there is nothing to say.
    mutating func look(isAlone: Bool, sent: UInt64, heard: UInt64, port: UInt16, atMicros now: Int64) -> String? {
        guard !isOver else { return nil }
        // Who has met somebody has a network that works.
        guard isAlone else {
            isOver = true
            return nil
        }
        let since = sinceMicros ?? now
        sinceMicros = since
        guard now - since >= LonelyTable.afterMicros, sent > 0 else { return nil }
        isOver = true
        let mend = "Let UDP port \(port) pass in both directions, e.g. `ufw allow \(port)/udp`."
        if heard == 0 {
            return "Nobody is heard at this table: \(sent) datagrams sent, 0 heard on UDP port \(port). If others are "
                + "there already, a firewall or the access point keeps you apart. \(mend)"
        }
        return "Others are heard at this table (\(heard) datagrams), but nobody answers: most likely a firewall of "
            + "theirs keeps this computer out. On theirs: \(mend)"
    }
}
