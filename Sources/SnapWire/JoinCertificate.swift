public import SnapCrypto

/// The version of the protocol that this code speaks: Protocol.md, *Version*.
public let protocolVersion: UInt64 = 1

extension Join {
    /// What the identity signs: a deterministic CBOR array led by the label "snap join 1", then the table, the session's
    /// key, the name and the version. So a certificate holds for one session at one table under one name.
    public static func certificateText(
        table: TableID, sessionKey: PublicKey, name: String, version: UInt64
    ) -> [UInt8] {
        var writer = CBORWriter(reserving: 176)
        writer.array(5)
        writer.text("snap join 1")
        writer.byteString(table.bytes)
        writer.octets(sessionKey)
        writer.text(name)
        writer.unsigned(version)
        return writer.bytes
    }

    /// A JOIN of this protocol's version. `name` must keep `NameRules`, or decoding will refuse the event.
    public static func certified(
        by identity: SigningKey, table: TableID, sessionKey: PublicKey, name: String
    ) -> Join {
        let text = certificateText(table: table, sessionKey: sessionKey, name: name, version: protocolVersion)
        return Join(
            identity: identity.publicKey, name: name, version: protocolVersion, certificate: identity.sign(text))
    }

    /// Whether the identity vouches for `sessionKey` (the event's author) at `table`. Of any version.
    public func isCertified(table: TableID, sessionKey: PublicKey) -> Bool {
        let text = Join.certificateText(table: table, sessionKey: sessionKey, name: name, version: version)
        return identity.verifies(certificate, of: text)
    }
}
