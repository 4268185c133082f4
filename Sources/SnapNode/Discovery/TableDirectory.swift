internal import SnapCrypto
public import SnapProtocol
public import SnapWire

/// A table that was heard of on the network.
public struct FoundTable: Hashable, Sendable {
    public var tag: [UInt8]
    /// nil: private; one must be told the code.
    public var code: TableCode?
    public var name: String
    public var isPlaying: Bool
    public var seated: Int
    public var seats: Int
    /// Names of those heard, as they call themselves.
    public var players: [String]
}

/// Gathers the beacons of the network into tables.
public struct TableDirectory: Sendable {
    /// A beacon that has not come again for this long is forgotten: three were missed.
    public static let freshMicros: Int64 = 3_500_000
    /// Senders remembered; beyond it new ones wait for old ones to fade.
    static let senderLimit = 256
    /// Signatures checked a second; beyond it beacons are dropped, so that a flood costs at most a fiftieth of a processor.
    static let checksPerSecond = 200

    private struct Sender: Sendable {
        var beacon: Beacon
        var heardAt: Instant
    }
    private var senders: [Sender] = []
    private var windowStart = Instant(micros: 0)
    private var checks = 0
    /// Somebody speaks another version of the protocol.
    public private(set) var hasHeardOtherVersion = false
    /// Beacons heard, good or bad.
    public private(set) var heard = 0

    public init() {}

    public mutating func take(_ bytes: [UInt8], at now: Instant) {
        heard += 1
        if now - windowStart >= 1_000_000 {
            windowStart = now
            checks = 0
        }
        guard checks < TableDirectory.checksPerSecond else { return }
        checks += 1
        let beacon: Beacon
        do {
            beacon = try Beacon.open(bytes)
        } catch {
            if case .badVersion = error.reason { hasHeardOtherVersion = true }
            return
        }
        senders.removeAll { now - $0.heardAt > TableDirectory.freshMicros }
        if let index = senders.firstIndex(where: { $0.beacon.author == beacon.author }) {
            senders[index] = Sender(beacon: beacon, heardAt: now)
        } else if senders.count < TableDirectory.senderLimit {
            senders.append(Sender(beacon: beacon, heardAt: now))
        }
    }

    /// The tables heard of lately, by code, then by tag.
    public func tables(at now: Instant) -> [FoundTable] {
        var tables: [FoundTable] = []
        for sender in senders.sorted(by: { $0.beacon.author < $1.beacon.author })
        where now - sender.heardAt <= TableDirectory.freshMicros {
            let beacon = sender.beacon
            // A code that does not lead to the tag cannot be told here without the key derivation; joining finds out.
            let index =
                tables.firstIndex { $0.tag == beacon.tag && $0.code == beacon.code }
                ?? {
                    tables.append(
                        FoundTable(
                            tag: beacon.tag, code: beacon.code, name: beacon.tableName, isPlaying: false, seated: 0,
                            seats: 2, players: []))
                    return tables.count - 1
                }()
            tables[index].isPlaying = tables[index].isPlaying || beacon.state == .playing
            tables[index].seated = max(tables[index].seated, Int(beacon.seated))
            tables[index].seats = max(tables[index].seats, Int(beacon.seats))
            tables[index].players.append(beacon.playerName)
        }
        return tables.sorted {
            ($0.code?.symbols ?? "~", $0.tag.map(Int.init).description)
                < ($1.code?.symbols ?? "~", $1.tag.map(Int.init).description)
        }
    }

    public func table(tag: [UInt8], at now: Instant) -> FoundTable? { tables(at: now).first { $0.tag == tag } }
}
