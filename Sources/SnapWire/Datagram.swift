internal import SnapCrypto

/// A sealed datagram: version (1 octet), table tag (8), nonce (24), then ciphertext and its tag of XChaCha20-Poly1305, with
/// version and table tag as associated data (Protocol.md, *Datagrams*).
public enum Datagram {
    public static let version: UInt8 = 1
    /// Octets before the ciphertext.
    public static let headerLength = 1 + TableSecret.tagLength + SealingKey.nonceLength
    /// The most octets of plaintext: 1151.
    public static let room = Limits.datagram - headerLength - SealingKey.overhead

    /// `nonce`: 24 octets, random for each datagram. `tooManyBytes` for a message that does not fit `Limits.datagram`.
    public static func seal(_ message: Message, with secret: TableSecret, nonce: [UInt8]) throws(WireError) -> [UInt8] {
        try sealBytes(message.encode(), with: secret, nonce: nonce)
    }

    /// What a datagram says to this table. See `openBytes(_:with:)` for what is refused; offsets of a fault in the message
    /// count from the start of the plaintext.
    public static func open(_ bytes: [UInt8], with secret: TableSecret) throws(WireError) -> Message {
        try Message.decode(openBytes(bytes, with: secret))
    }

    /// Seals any plaintext of at most `room` octets.
    public static func sealBytes(
        _ plaintext: [UInt8], with secret: TableSecret, nonce: [UInt8]
    ) throws(WireError) -> [UInt8] {
        guard plaintext.count <= room else {
            throw WireError(.tooManyBytes(limit: Limits.datagram), at: 0, in: "datagram")
        }
        let associated = [version] + secret.tag
        let sealed: [UInt8]
        do throws(CryptoError) {
            sealed = try secret.sealingKey.seal(plaintext, associated: associated, nonce: nonce)
        } catch {
            // The nonce's length is all that a made key can refuse.
            throw WireError(.badLength(expected: SealingKey.nonceLength), at: associated.count, in: "datagram.nonce")
        }
        return associated + nonce + sealed
    }

    /// The plaintext of a datagram of this table.
    ///
    /// In this order: `tooManyBytes`, `badVersion`, `badTag` (another table's, found by comparing 8 octets), `truncated`, and
    /// only then the seal: `badSeal`.
    public static func openBytes(_ bytes: [UInt8], with secret: TableSecret) throws(WireError) -> [UInt8] {
        guard bytes.count <= Limits.datagram else {
            throw WireError(.tooManyBytes(limit: Limits.datagram), at: 0, in: "datagram")
        }
        guard let first = bytes.first else { throw WireError(.truncated, at: 0, in: "datagram.version") }
        guard first == version else {
            throw WireError(.badVersion(got: UInt64(first)), at: 0, in: "datagram.version")
        }
        let tagEnd = 1 + TableSecret.tagLength
        guard bytes.count >= tagEnd else { throw WireError(.truncated, at: bytes.count, in: "datagram.tag") }
        guard bytes[1..<tagEnd].elementsEqual(secret.tag) else { throw WireError(.badTag, at: 1, in: "datagram.tag") }
        guard bytes.count >= headerLength + SealingKey.overhead else {
            throw WireError(.truncated, at: bytes.count, in: "datagram.seal")
        }
        let plaintext = secret.sealingKey.open(
            Array(bytes[headerLength...]), associated: Array(bytes[..<tagEnd]),
            nonce: Array(bytes[tagEnd..<headerLength]))
        guard let plaintext else { throw WireError(.badSeal, at: headerLength, in: "datagram.seal") }
        return plaintext
    }
}
