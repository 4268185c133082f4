/// Plays races until so many are counted.
public enum Fairness {
    /// The same options give the same tally, whatever `jobs`, the number of tables at a time, at least 1.
    public static func measure(_ options: FairnessOptions, jobs: Int) async -> FairnessTally {
        let parts = UInt64(max(1, (options.races + FairnessOptions.racesAtATime - 1) / FairnessOptions.racesAtATime))
        let (tallies, sink) = AsyncStream.makeStream(of: FairnessTally.self)
        await Fleet.each(1...parts, jobs: jobs) { part in
            let before = Int(part - 1) * FairnessOptions.racesAtATime
            return measure(
                options, races: min(FairnessOptions.racesAtATime, options.races - before), seed: options.seed &+ part)
        } ended: {
            sink.yield($0)
        }
        sink.finish()
        var total = FairnessTally(players: options.players)
        for await tally in tallies { total.add(tally) }
        return total
    }

    /// One table after the other until `races` are counted. Where all are honest a game that comes to a stop is the last.
    static func measure(_ options: FairnessOptions, races: Int, seed: UInt64) -> FairnessTally {
        var tally = FairnessTally(players: options.players)
        var isStopped: Bool { options.cheat == nil && tally.stalls > 0 }
        // Each game counts some races but in the rarest of cases.
        for table in 0..<UInt64(races) where tally.races < races && !isStopped {
            guard let lobby = try? RaceTable(options, seed: seed &* 0xD134_2543_DE82_EF95 &+ table) else {
                preconditionFailure("libsodium takes seeds of 32 octets")
            }
            for game in 0..<FairnessOptions.gamesAtATable where tally.races < races && !isStopped {
                tally.add(lobby.played(game: game, races: races - tally.races))
            }
        }
        return tally
    }
}
