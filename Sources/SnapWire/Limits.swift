/// Every bound of the wire format. Protocol.md lists the same table.
public enum Limits {
    /// Octets of a datagram, seal included.
    public static let datagram = 1200
    /// Octets of one event.
    public static let event = 1024
    /// Octets of one beacon, and items of one in whatever version.
    public static let beacon = 512
    public static let beaconItems = 32
    /// Heads of one event, entries of one heartbeat.
    public static let heads = 8
    public static let seats = 4
    public static let depth = 8
    public static let nameBytes = 96
    /// Seen characters of a name.
    public static let nameCharacters = 24
    /// Octets of what is said in one remark.
    public static let remarkBytes = 400
    public static let ruleValues = 10
    /// Highest value of one rule.
    public static let ruleValue: UInt64 = (1 << 32) - 1
    /// Events in one message.
    public static let messageEvents = 32
    /// Highest seq, index, race, game: far above use, far below overflow.
    public static let counter: UInt64 = 1 << 32
    public static let lamport: UInt64 = 1 << 48
    /// How far ahead of one's own an event's Lamport time may be.
    public static let lamportAhead: UInt64 = 1 << 20
    /// One hour.
    public static let reactionMicros: UInt64 = 3_600_000_000
    public static let arrivalMicros: Int64 = 3_600_000_000
    public static let rttMicros: UInt64 = 60_000_000
    /// How long a probe may have been held.
    public static let holdMicros: UInt64 = 1 << 48
    public static let millis: UInt64 = 1 << 48
    /// Events of one transcript and octets of one transcript.
    public static let transcriptEvents = 200_000
    public static let transcriptBytes = 256 << 20
    public static let chainLength = 65_536
}
