public import SnapCrypto

/// What somebody says at the table: signed, and in no log (Protocol.md, *Remark*).
public struct Remark: Hashable, Sendable {
    public var author: PublicKey
    public var table: TableID
    /// As in the author's heartbeats.
    public var epoch: UInt64
    /// The author's clock on the same base as the probes of its heartbeats, strictly rising: it tells remarks apart, and old from new.
    public var probe: UInt64
    /// Valid by `Remark.isValid`.
    public var text: String

    public init(author: PublicKey, table: TableID, epoch: UInt64, probe: UInt64, text: String) {
        self.author = author
        self.table = table
        self.epoch = epoch
        self.probe = probe
        self.text = text
    }

    /// 1...`Limits.remarkBytes` octets of UTF-8 and no scalar that a name may not have.
    public static func isValid(_ text: String) -> Bool {
        let octets = text.utf8.count
        return octets >= 1 && octets <= Limits.remarkBytes && !text.unicodeScalars.contains(where: NameRules.isRefused)
    }

    /// A tagged COSE_Sign1 with its own external_aad, signed as `key` whatever `author` says.
    ///
    /// Fields outside their bounds make a remark that `decode` refuses.
    public func signed(by key: SigningKey) -> [UInt8] {
        var writer = CBORWriter(reserving: 48 + text.utf8.count)
        writer.array(4)
        writer.byteString(table.bytes)
        writer.unsigned(epoch)
        writer.unsigned(probe)
        writer.text(text)
        return Envelope.seal(writer.bytes, for: .remark, by: key)
    }

    /// Strict decoding without the signature check: a remark comes several times, and only the first is worth one.
    public static func decode(_ bytes: [UInt8]) throws(WireError) -> Remark {
        var whole = CBORReader(bytes)
        let (author, payload) = try Envelope.read(&whole, limit: Limits.event, "remark")
        try whole.finish("remark")
        var reader = CBORReader(bytes, from: payload.lowerBound, to: payload.upperBound)
        try reader.array(4, "remark")
        let table = try TableID.read(&reader, "remark.table")
        let epoch = try reader.unsigned(in: 1...Limits.counter, "remark.epoch")
        let probe = try reader.unsigned(in: 0...UInt64.max, "remark.probe")
        let at = reader.offset
        let text = try reader.text(limit: Limits.remarkBytes, "remark.text")
        guard isValid(text) else { throw WireError(.refusedName, at: at, in: "remark.text") }
        try reader.finish("remark")
        return Remark(author: author, table: table, epoch: epoch, probe: probe, text: text)
    }

    /// Whether `bytes`, which `decode` has taken, bear the signature of this remark's author.
    public func isSigned(in bytes: [UInt8]) -> Bool { Envelope.isSigned(bytes, by: author, for: .remark) }
}
