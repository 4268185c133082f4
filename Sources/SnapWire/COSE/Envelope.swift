internal import SnapCrypto

/// The one shape of COSE_Sign1 (RFC 9052) that the protocol speaks: Protocol.md, *COSE profile*.
///
///     tag 18, array of 4:
///       bstr { 1: -8, 4: author's key (32 octets) }, {}, payload bstr, signature bstr of 64 octets
///
/// All but the payload has a fixed length, so the parts are found without searching.
enum Envelope {
    /// What a signature is for; part of what is signed, so that none passes for another.
    enum Purpose {
        case event, heartbeat, beacon, remark
        /// The external_aad, ASCII.
        var text: String {
            switch self {
            case .event: "snap event 1"
            case .heartbeat: "snap heartbeat 1"
            case .beacon: "snap beacon 1"
            case .remark: "snap remark 1"
            }
        }
    }

    /// Tag 18, array of 4, byte string of 38, map of 2, alg: EdDSA, kid: byte string of 32.
    private static let prefix: [UInt8] = [0xd2, 0x84, 0x58, 0x26, 0xa2, 0x01, 0x27, 0x04, 0x58, 0x20]
    private static let protected = 2..<42
    private static let payloadStart = 43
    private static let signatureItem = 66

    /// Octets that an envelope adds to a payload of 256 octets or more; two less or one less for a shorter one.
    static let overhead = payloadStart + 3 + signatureItem

    static func seal(_ payload: [UInt8], for purpose: Purpose, by key: SigningKey) -> [UInt8] {
        var writer = CBORWriter(reserving: payload.count + overhead)
        writer.raw(prefix)
        writer.raw(key.publicKey.bytes)
        writer.map(0)
        writer.byteString(payload)
        let toSign = signatureInput(writer.bytes, payloadEnd: writer.bytes.count, purpose)
        writer.byteString(key.sign(toSign))
        return writer.bytes
    }

    /// Sig_structure of RFC 9052 section 4.4: the items of the message are copied as they stand.
    private static func signatureInput(_ bytes: [UInt8], payloadEnd: Int, _ purpose: Purpose) -> [UInt8] {
        var writer = CBORWriter(reserving: bytes.count + 32)
        writer.array(4)
        writer.text("Signature1")
        writer.raw(bytes[protected])
        writer.byteString(Array(purpose.text.utf8))
        writer.raw(bytes[payloadStart..<payloadEnd])
        return writer.bytes
    }

    /// Reads as far as the payload's head: the author and the payload's declared length, of which nothing need be there.
    static func readFront(
        _ reader: inout CBORReader, limit: Int, _ field: String
    ) throws(WireError) -> (author: PublicKey, payloadCount: Int) {
        try reader.expect([prefix[0]], else: .badTag, field)
        try reader.expect([prefix[1]], else: .wrongType(expected: "array of 4"), field)
        try reader.expect(Array(prefix[2..<6]), else: .badHeader, field)
        try reader.expect([prefix[6]], else: .badAlgorithm, field)
        try reader.expect([prefix[7]], else: .badHeader, field)
        let author = try reader.octets(field, as: PublicKey.self)
        try reader.expect([0xa0], else: .badHeader, field)
        return (author, try reader.byteStringHead(limit: max(0, limit - overhead), field))
    }

    /// Finds author and payload of the one envelope that is next in `reader`; reads on to its end. No signature check.
    ///
    /// `.truncated` is thrown only where all that is there could begin an envelope of at most `limit` octets.
    static func read(
        _ reader: inout CBORReader, limit: Int, _ field: String
    ) throws(WireError) -> (author: PublicKey, payload: Range<Int>) {
        let (author, count) = try readFront(&reader, limit: limit, field)
        let start = reader.offset
        guard reader.left >= count else { throw WireError(.truncated, at: start, in: field) }
        reader.skip(count)
        let end = reader.offset
        try reader.expect([0x58, 0x40], else: .badLength(expected: 64), field)
        guard reader.left >= 64 else { throw WireError(.truncated, at: end, in: field) }
        reader.skip(64)
        return (author, start..<end)
    }

    /// Whether the signature of `bytes`, which `read` has taken whole, is `author`'s.
    static func isSigned(_ bytes: [UInt8], by author: PublicKey, for purpose: Purpose) -> Bool {
        let payloadEnd = bytes.count - signatureItem
        guard payloadEnd > payloadStart else { return false }
        let signature = Array(bytes[(payloadEnd + 2)...])
        return author.verifies(signature, of: signatureInput(bytes, payloadEnd: payloadEnd, purpose))
    }
}
