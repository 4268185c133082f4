internal import SnapCrypto
internal import SnapProtocol
internal import SnapRules

/// Where the guest may turn against the others: points of one honest course, from the lobby to the end of a game.
extension HostileTable {
    static let moments: [HostileTable] = {
        do { return try HostileTable.course() } catch { preconditionFailure("an honest course fails: \(error)") }
    }()

    private static func course() throws -> [HostileTable] {
        var table = try HostileTable()
        var moments: [HostileTable] = []
        for seat in table.peers.indices { try table.step(seat, .tick) }
        try table.pass(400_000)
        moments.append(table)
        var rules = HouseRules()
        rules.turnPauseMillis = 100
        rules.turnLimitMillis = 150
        rules.falseStartMillis = 50
        rules.timeLimitMillis = 4_000
        rules.chainLength = 256
        try table.step(0, .command(.propose(rules)))
        // Before the guest has heard of it.
        moments.append(table)
        try table.pass(3_000)
        moments.append(table)
        for round in 0..<24 {
            try table.pass(197_000)
            // A wrong call now and then, and two at a time: races with and without a lottery.
            if round % 5 == 2 { try table.step(1, .command(.snap)) }
            if round % 10 == 7 { try table.step(0, .command(.snap)) }
            moments.append(table)
            try table.deliver()
        }
        return moments
    }
}
