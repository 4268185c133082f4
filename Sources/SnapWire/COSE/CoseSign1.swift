public import SnapCrypto

/// COSE_Sign1 (RFC 9052) with EdDSA over Ed25519 (RFC 9053 section 2.2), with any headers that need no understanding.
///
/// The protocol itself speaks one shape only (`Envelope`); this reader exists for messages of other makers.
public enum CoseSign1 {
    private static let alg = CBORValue.unsigned(1)
    private static let crit = CBORValue.unsigned(2)
    private static let kid = CBORValue.unsigned(4)

    /// The payload of `bytes`, a tagged message in deterministic CBOR, if `key` signed it.
    ///
    /// Refused: another tag or none, detached payload, another algorithm, an algorithm that is not protected, a label in
    /// both headers, critical headers, a signature that is not of 64 octets or not the key's.
    public static func verify(
        _ bytes: [UInt8], with key: PublicKey, externalAAD: [UInt8] = []
    ) throws(WireError) -> [UInt8] {
        guard case .tag(let number, let message) = try CBORValue.decode(bytes), number == 18 else {
            throw WireError(.badTag, at: 0, in: "cose")
        }
        guard case .array(let parts) = message, parts.count == 4 else {
            throw WireError(.wrongType(expected: "array of 4"), at: 1, in: "cose")
        }
        guard case .bytes(let protected) = parts[0], case .map(let open) = parts[1] else {
            throw WireError(.badHeader, at: 2, in: "cose.headers")
        }
        guard case .bytes(let payload) = parts[2] else {
            throw WireError(.wrongType(expected: "byte string"), at: 2, in: "cose.payload")
        }
        guard case .bytes(let signature) = parts[3] else {
            throw WireError(.wrongType(expected: "byte string"), at: 2, in: "cose.signature")
        }
        try checkHeaders(protected: protected, open: open)
        guard signature.count == 64 else { throw WireError(.badLength(expected: 64), at: 2, in: "cose.signature") }

        let structure = CBORValue.array([
            .text("Signature1"), .bytes(protected), .bytes(externalAAD), .bytes(payload),
        ])
        guard key.verifies(signature, of: structure.encoded) else {
            throw WireError(.badSignature, at: 2, in: "cose.signature")
        }
        return payload
    }

    private static func checkHeaders(protected: [UInt8], open: [CBORValue.Pair]) throws(WireError) {
        let header = protected.isEmpty ? CBORValue.map([]) : try CBORValue.decode(protected)
        guard case .map(let closed) = header else { throw WireError(.badHeader, at: 2, in: "cose.protected") }
        // RFC 9052 section 3: labels are integers or texts, and no label stands in both.
        for pair in closed + open {
            switch pair.key {
            case .unsigned, .negative, .text: break
            default: throw WireError(.badHeader, at: 2, in: "cose.headers")
            }
        }
        guard !open.contains(where: { header[$0.key] != nil }) else {
            throw WireError(.duplicate, at: 2, in: "cose.headers")
        }
        guard header[alg] == .integer(-8) else { throw WireError(.badAlgorithm, at: 2, in: "cose.protected") }
        let unprotected = CBORValue.map(open)
        guard header[crit] == nil, unprotected[crit] == nil else {
            throw WireError(.badHeader, at: 2, in: "cose.crit")
        }
        if let id = header[kid] ?? unprotected[kid] {
            guard case .bytes = id else { throw WireError(.badHeader, at: 2, in: "cose.kid") }
        }
    }
}
