internal import SnapCrypto
internal import SnapWire

/// The first two checks: whether the bytes are a transcript, and whether each event is its author's.
extension Auditor {
    /// Reads marker and events. False if the encoding is broken; a torn end is kept in mind.
    mutating func readRecords() -> Bool {
        var reader = TranscriptReader(bytes)
        do throws(TranscriptReader.Fault) {
            marker = try reader.marker()
            while let record = try reader.next() { records.append(record) }
            proofsAt = reader.proofsOffset
            while let proof = try reader.nextProof() { proofs.append(proof) }
        } catch {
            switch error {
            case .torn(_, let offset):
                proofsAt = reader.proofsOffset
                tornAt = offset
                settle(.encoding, .incomplete, "\(counted) whole; incomplete last record at offset \(offset)")
                lack("incomplete last record at offset \(offset)")
                return true
            case .malformed(let record, let error):
                blame(record: record, error)
                return false
            }
        }
        pass(.encoding, "\(counted) in \(bytes.count) bytes")
        return true
    }

    private var counted: String { records.count == 1 ? "1 event" : "\(records.count) events" }

    private mutating func blame(record: Int, _ error: WireError) {
        // A damaged game number in the marker takes the next octets for its own: then the first event, not it, looks broken.
        let first = Auditor.shortMarkerCount
        if record == 1, let marker, marker.game > 23, bytes.count >= first + 2, bytes[first] == 0xd2,
            bytes[first + 1] == 0x84
        {
            return refuse(record: 0, offset: first - 1, "the number of the game \(error.reason.words)")
        }
        refuse(
            record: record, offset: error.offset,
            record == 0 && error.offset == 0 ? "it \(error.reason.words)" : "\(error.field) \(error.reason.words)")
    }

    /// Octets of a marker whose game number takes one octet.
    private static let shortMarkerCount = 36
    /// Where the marker's table id begins.
    private static let markerTableOffset = 19
    /// Where its game number begins.
    private static let markerGameOffset = 35

    /// The marker names another game than the one that is in the file.
    mutating func refuseMarker(game: UInt64) {
        refuse(
            record: 0, offset: Auditor.markerGameOffset, "the format marker names another game than START, game \(game)"
        )
    }

    /// Whose record it claims to be, by a JOIN that is not checked yet.
    private func claimed(_ key: PublicKey) -> String {
        for record in records where record.event.author == key {
            if case .join(let join) = record.event.body {
                return "\(join.name) (\(join.identity.short)), whose name it bears"
            }
        }
        return "key \(key.short), which it bears"
    }

    mutating func checkSignatures() -> Bool {
        let all = records + proofs.flatMap { [$0.first, $0.second] }
        for record in all where !verified.contains(record.event.hash) {
            guard record.event.hasValidSignature() else {
                let key = record.event.author
                fail(
                    .signatures, record, proven: false,
                    "it is not signed by \(claimed(key)): it was altered after it was signed, or is forged"
                )
                return false
            }
            verified.insert(record.event.hash)
        }
        if let marker, let first = records.first, first.event.table != marker.table {
            refuse(
                record: 0, offset: Auditor.markerTableOffset, "the format marker names another table than the events")
            return false
        }
        for record in all where record.event.table != all[0].event.table {
            fail(.signatures, record, proven: false, "an event of another table")
            return false
        }
        pass(.signatures, "\(counted), all signed by their authors for one table")
        return true
    }
}
