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

    /// Says once by which rules this peer plays here: those of the table where it has some, else those that it was given.
    mutating func tellRules(at now: Instant) {
        if let place = log.place(of: me), log.members[place].rules == nil,
            let rules = tableRules ?? configuration.tableRules
        {
            write(.rules(rules.wire), at: now)
        }
        noteRules()
    }

    mutating func noteRules() {
        guard let ruler, ruler.rules != lobby.toldRules else { return }
        lobby.toldRules = ruler.rules
        effects.append(.notice(.tableRules(ruler.rules, mine: ruler.key == me)))
    }
}
