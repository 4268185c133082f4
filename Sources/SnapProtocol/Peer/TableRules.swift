internal import SnapCrypto
public import SnapRules
internal import SnapWire

/// The house rules of a table (Protocol.md, *Lobby and start*): everyone is told them, and a start goes by them whoever proposes it.
extension Peer {
    /// By the word of the first player, in the order of joining, who has given one; nil: nobody has.
    public var tableRules: HouseRules? { ruler.map(\.rules) }

    private var ruler: (key: PublicKey, rules: HouseRules)? {
        for key in seated {
            guard let place = log.place(of: key), let wire = log.members[place].rules,
                let rules = try? HouseRules(wire: wire)
            else { continue }
            return (key, rules)
        }
        return nil
    }

    /// Says by which rules this peer plays here: those that it was given, else, once, those of the table.
    mutating func tellRules(at now: Instant) {
        if let place = log.place(of: me) {
            let said = log.members[place].rules
            let wanted = configuration.tableRules ?? (said == nil ? tableRules : nil)
            if let wanted, wanted.wire != said { write(.rules(wanted.wire), at: now) }
        }
        noteRules()
    }

    mutating func noteRules() {
        guard let ruler, ruler.rules != lobby.toldRules else { return }
        let isKnown = lobby.toldRules == nil && lastGame != nil
        lobby.toldRules = ruler.rules
        // Who comes back after a game has played by them.
        guard !isKnown else { return }
        effects.append(.notice(.tableRules(ruler.rules, mine: ruler.key == me)))
    }
}
