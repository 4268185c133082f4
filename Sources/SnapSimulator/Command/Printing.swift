public import SnapCrypto

/// Adds up reports, in the order of their seeds.
public struct Tally: Sendable {
    public private(set) var runs = 0
    public private(set) var violations = 0
    public private(set) var turns = 0
    public private(set) var races = 0
    public private(set) var gamesBegun = 0
    public private(set) var gamesFinished = 0
    public private(set) var drops = 0
    public private(set) var copies = 0
    public private(set) var copiesLost = 0
    public private(set) var virtualMicros: Int64 = 0
    public private(set) var faults = FaultCounts()
    public private(set) var turnLatency = LatencyHistogram()
    /// Over the hashes of all runs.
    public private(set) var hash = Digest(words: (0, 0, 0, 0))

    public init() {}

    public mutating func add(_ report: SimulationReport) {
        runs += 1
        if report.violation != nil { violations += 1 }
        turns += report.turns
        races += report.races
        gamesBegun += report.gamesBegun
        gamesFinished += report.gamesFinished
        drops += report.drops
        copies += report.copies
        copiesLost += report.copiesLost
        virtualMicros += report.virtualMicros
        faults.add(report.faults)
        turnLatency.add(report.turnLatency)
        hash = Digest.of(hash.bytes + report.hash.bytes)
    }

    /// For people, one line.
    public var line: String {
        let latency = [50, 99].map { turnLatency.percentile($0).map { "\(Double($0) / 1_000) ms" } ?? "unknown" }
        return
            "\(runs) runs, \(violations) violations: \(turns) turns, \(races) races with calls, \(gamesBegun) games, "
            + "\(gamesFinished) played to the end, \(drops) members dropped that were there, \(virtualMicros / 1_000_000) s of play, "
            + "\(copies) datagrams carried, \(copiesLost) lost; "
            + "a turn is agreed on after \(latency[0]) (median), \(latency[1]) (99 %); hash \(hash.short)"
    }

    /// What happened to them, a line a kind; nil: nothing.
    public var faultText: String? { faults.isEmpty ? nil : "What happened in these runs:\n" + faults.text }

    public var json: String {
        "{\"schema\":\"snap.simulations/1\",\"runs\":\(runs),\"violations\":\(violations),\"turns\":\(turns),"
            + "\"races\":\(races),\"gamesBegun\":\(gamesBegun),\"gamesFinished\":\(gamesFinished),\"drops\":\(drops),"
            + "\"virtualMicros\":\(virtualMicros),\"copies\":\(copies),\"copiesLost\":\(copiesLost),"
            + "\"faults\":\(faults.json),\"turnLatencyMicros\":{\"p50\":\(turnLatency.percentile(50) ?? 0),"
            + "\"p99\":\(turnLatency.percentile(99) ?? 0)},\"hash\":\"\(hash)\"}"
    }
}

extension SimulationReport {
    /// One line that says what differed and how to see it again; nil if everything held.
    public func complaint(_ options: SimulationOptions) -> String? {
        guard let violation else { return nil }
        var options = options
        options.seed = seed
        let place = violation.seat.map { ", seat \($0)" } ?? ""
        return "VIOLATION of \(violation.invariant.rawValue), seed \(seed), \(players) players, "
            + "\(violation.atMicros) us\(place): \(violation.what)  [\(options.command)]"
    }

    public func json(_ options: SimulationOptions) -> String {
        var text =
            "{\"schema\":\"snap.simulation/1\",\"seed\":\(seed),\"players\":\(players),\"turns\":\(turns),"
            + "\"races\":\(races),\"gamesBegun\":\(gamesBegun),\"gamesFinished\":\(gamesFinished),\"drops\":\(drops),\"steps\":\(steps),"
            + "\"datagrams\":\(datagrams),\"copies\":\(copies),\"copiesLost\":\(copiesLost),"
            + "\"virtualMicros\":\(virtualMicros),\"faults\":\(faults.json),\"hash\":\"\(hash)\""
        if let violation, let complaint = complaint(options) {
            text +=
                ",\"violation\":\"\(violation.invariant.rawValue)\",\"complaint\":\(SimulationReport.quoted(complaint))"
        }
        return text + "}"
    }

    /// A JSON string (RFC 8259, section 7).
    static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            default:
                if scalar.value < 0x20 {
                    let hex = String(scalar.value, radix: 16)
                    out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                } else {
                    out.unicodeScalars.append(scalar)
                }
            }
        }
        return out + "\""
    }
}
