/// Fork proofs at the end of a transcript (Protocol.md, *Container*): a fixed item, then the events of the proofs, two each.
extension Transcript {
    static let proofLabel = "snap proofs"

    /// What stands between the game and the proofs: an array of one text.
    public static let proofMark: [UInt8] = {
        var writer = CBORWriter()
        writer.array(1)
        writer.text(proofLabel)
        return writer.bytes
    }()

    /// The whole section; nothing where there are no proofs. `proofs`: two events each, in their order.
    public static func proofSection(_ proofs: [[Event]]) -> [UInt8] {
        proofs.isEmpty ? [] : proofMark + proofs.flatMap { $0.flatMap(\.bytes) }
    }
}

extension TranscriptReader {
    /// Two events that are said to prove a fork; nothing of that is checked.
    public struct Proof: Hashable, Sendable {
        public var first: Record
        public var second: Record
    }

    /// The next proof, once `next` has given nil; nil where no more follow. A section without a proof, or that ends within one, is torn.
    public mutating func nextProof() throws(Fault) -> Proof? {
        guard let start = proofsOffset else { return nil }
        let isFirst = offset == start + Transcript.proofMark.count
        // Cut there, what is left is whole: a mark with no proof behind it is not.
        let torn = Fault.torn(record: number, offset: isFirst ? start : offset)
        do throws(Fault) {
            guard let first = try nextEvent() else {
                if isFirst { throw torn }
                return nil
            }
            guard let second = try nextEvent() else { throw torn }
            return Proof(first: first, second: second)
        } catch {
            guard case .torn = error else { throw error }
            throw torn
        }
    }
}
