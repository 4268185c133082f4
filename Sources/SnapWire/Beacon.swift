public import SnapCrypto

/// What a peer tells everyone on the network once a second, in plain: here is a table (Protocol.md, *Beacon*).
public struct Beacon: Hashable, Sendable {
    public enum State: UInt64, Sendable {
        case lobby = 0
        case playing = 1
    }
    /// The sender's session key at that table.
    public var author: PublicKey
    /// The table's public tag, 8 octets.
    public var tag: [UInt8]
    /// Nil where the table is private.
    public var code: TableCode?
    /// Keeps `NameRules`.
    public var tableName: String
    public var state: State
    /// How many are listed: 1...`Limits.seats`.
    public var seated: UInt64
    /// For how many there is room: 2...`Limits.seats`.
    public var seats: UInt64
    /// The sender's name; keeps `NameRules`.
    public var playerName: String
    /// The port of the sender's own socket, for repairs by unicast; nil: none.
    public var port: UInt16?
    public init(
        author: PublicKey, tag: [UInt8], code: TableCode?, tableName: String, state: State, seated: UInt64,
        seats: UInt64, playerName: String, port: UInt16?
    ) {
        self.author = author
        self.tag = tag
        self.code = code
        self.tableName = tableName
        self.state = state
        self.seated = seated
        self.seats = seats
        self.playerName = playerName
        self.port = port
    }

    /// A tagged COSE_Sign1 with its own external_aad, signed as `key` whatever `author` says; of this protocol's version.
    public func signed(by key: SigningKey) -> [UInt8] {
        var writer = CBORWriter(reserving: 256)
        writer.array(9)
        writer.unsigned(protocolVersion)
        writer.byteString(tag)
        writer.unsigned(orNull: code?.value)
        writer.text(tableName)
        writer.unsigned(state.rawValue)
        writer.unsigned(seated)
        writer.unsigned(seats)
        writer.text(playerName)
        writer.unsigned(orNull: port.map(UInt64.init))
        return Envelope.seal(writer.bytes, for: .beacon, by: key)
    }

    /// Strict decoding *and* signature check. `.badVersion` where another version of the protocol is spoken there.
    public static func open(_ bytes: [UInt8]) throws(WireError) -> Beacon {
        let beacon = try decode(bytes)
        guard Envelope.isSigned(bytes, by: beacon.author, for: .beacon) else {
            throw WireError(.badSignature, at: 0, in: "beacon")
        }
        return beacon
    }

    /// Strict decoding without the signature check: for the fuzzer, which cannot sign.
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> Beacon {
        var whole = CBORReader(bytes)
        let (author, payload) = try Envelope.read(&whole, limit: Limits.beacon, "beacon")
        try whole.finish("beacon")
        var reader = CBORReader(bytes, from: payload.lowerBound, to: payload.upperBound)
        // The version first: what follows may differ in another one.
        let at = reader.offset
        let items = try reader.array(1...Limits.beaconItems, "beacon")
        let version = try reader.unsigned(in: 0...UInt64.max, "beacon.version")
        guard version == protocolVersion else {
            throw WireError(.badVersion(got: version), at: at, in: "beacon.version")
        }
        guard items == 9 else { throw WireError(.badLength(expected: 9), at: at, in: "beacon") }
        let tag = try reader.byteString(exactly: 8, "beacon.tag")
        let code = reader.null() ? nil : try TableCode.read(&reader, "beacon.code")
        let tableName = try name(&reader, "beacon.tableName")
        let state: State = try reader.unsigned(in: 0...1, "beacon.state") == 0 ? .lobby : .playing
        let seated = try reader.unsigned(in: 1...UInt64(Limits.seats), "beacon.seated")
        let seats = try reader.unsigned(in: 2...UInt64(Limits.seats), "beacon.seats")
        let playerName = try name(&reader, "beacon.playerName")
        let port =
            reader.null() ? nil : try reader.unsigned(in: 1...UInt64(UInt16.max), "beacon.port")
        try reader.finish("beacon")
        return Beacon(
            author: author, tag: tag, code: code, tableName: tableName, state: state, seated: seated, seats: seats,
            playerName: playerName, port: port.map { UInt16(truncatingIfNeeded: $0) })
    }

    private static func name(_ reader: inout CBORReader, _ field: String) throws(WireError) -> String {
        let at = reader.offset
        let name = try reader.text(limit: Limits.nameBytes, field)
        guard NameRules.isValid(name) else { throw WireError(.refusedName, at: at, in: field) }
        return name
    }
}

extension TableCode {
    fileprivate static func read(_ reader: inout CBORReader, _ field: String) throws(WireError) -> TableCode {
        let at = reader.offset
        guard let code = TableCode(value: try reader.unsigned(in: 0...UInt64.max, field)) else {
            throw WireError(.outOfRange, at: at, in: field)
        }
        return code
    }
}
