import SnapCrypto
import Testing

@testable import SnapWire

/// The section of proofs behind a game, as octets.
@Suite struct ProofSectionTests {
    private func sample() -> (bytes: [UInt8], mark: Int, starts: [Int]) {
        var samples = Samples(seed: 5)
        var bytes = Transcript.marker(table: Samples.table, game: 3) + samples.event(7, by: Samples.key(1)).bytes
        let mark = bytes.count
        let events = samples.list(4) { $0.event(8, by: Samples.key(2)) }
        bytes += Transcript.proofSection([[events[0], events[1]], [events[2], events[3]]])
        var starts = [mark + Transcript.proofMark.count]
        for event in events { starts.append((starts.last ?? 0) + event.bytes.count) }
        return (bytes, mark, starts)
    }

    /// Proofs read, and the fault that ended it.
    private func read(_ bytes: [UInt8]) -> (proofs: [TranscriptReader.Proof], fault: TranscriptReader.Fault?) {
        var reader = TranscriptReader(bytes)
        var proofs: [TranscriptReader.Proof] = []
        do throws(TranscriptReader.Fault) {
            _ = try reader.marker()
            while try reader.next() != nil {}
            while let proof = try reader.nextProof() { proofs.append(proof) }
            return (proofs, nil)
        } catch {
            return (proofs, error)
        }
    }

    @Test func roundTrip() {
        let (bytes, mark, starts) = sample()
        #expect(Hex.encode(Transcript.proofMark) == "816b736e61702070726f6f6673")
        #expect(Transcript.proofSection([]).isEmpty)
        let (proofs, fault) = read(bytes)
        #expect(fault == nil)
        #expect(proofs.map(\.first.offset) == [starts[0], starts[2]])
        #expect(proofs.map(\.second.number) == [3, 5])
        var reader = TranscriptReader(bytes)
        #expect((try? reader.nextProof()) == .some(nil), "not before the game was read")
        #expect(read(Array(bytes[..<mark])).proofs.isEmpty)
    }

    /// Wherever it is cut, what is torn begins at the mark or at a proof, and without that the rest is whole.
    @Test func torn() {
        let (bytes, mark, starts) = sample()
        for end in (mark + 1)..<bytes.count where end != starts[2] {
            let (proofs, fault) = read(Array(bytes[..<end]))
            let start = end < starts[2] ? mark : starts[2]
            #expect(proofs.count == (end < starts[2] ? 0 : 1))
            guard case .torn(_, let offset) = fault else {
                Issue.record("cut at \(end): \(String(describing: fault))")
                continue
            }
            #expect(offset == start, "cut at \(end)")
            #expect(read(Array(bytes[..<offset])).fault == nil)
        }
        #expect(read(Array(bytes[..<starts[2]])).fault == nil)
    }

    /// A second mark, or anything else but events, is damage.
    @Test func malformed() {
        let (bytes, mark, starts) = sample()
        for at in [mark, mark + 5, starts[0], starts[2]] {
            var damaged = bytes
            damaged[at] ^= 0x10
            let fault = read(damaged).fault
            guard case .malformed? = fault else {
                Issue.record("\(at): \(String(describing: fault))")
                continue
            }
        }
        guard case .malformed? = read(bytes + Transcript.proofMark).fault else { return #expect(Bool(false)) }
    }
}
