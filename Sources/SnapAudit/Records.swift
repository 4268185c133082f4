internal import SnapCrypto
internal import SnapWire

/// The first two checks: whether the bytes are a transcript, and whether each event is its author's.
extension Auditor {
    /// Reads marker and events. Where the encoding is broken, what stands before is gone on with; false: nothing does. A torn end is kept
    /// in mind.
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
                return !records.isEmpty
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
        refuseMarker(at: Auditor.markerGameOffset, "the format marker names another game than START, game \(game)")
    }

    /// The marker does not fit the events: that is malformed, unless it was found after another fault, which the verdict is of.
    private mutating func refuseMarker(at offset: Int, _ reason: String) {
        if faults.isEmpty, !isMalformed { return refuse(record: 0, offset: offset, reason) }
        add(
            AuditFault(
                check: .encoding, record: 0, offset: offset, author: nil, name: nil, isProven: false, reason: reason))
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

    /// What is not its author's word for this table is set apart; the others are gone on with.
    mutating func checkSignatures() {
        let all = records + proofs.flatMap { [$0.first, $0.second] }
        for record in all where !verified.contains(record.event.hash) {
            guard record.event.hasValidSignature() else {
                let key = record.event.author
                fail(
                    .signatures, record, proven: false,
                    "it is not signed by \(claimed(key)): it was altered after it was signed, or is forged"
                )
                setApart(record)
                continue
            }
            verified.insert(record.event.hash)
        }
        guard let first = all.first(where: { !doubts.isUnsound($0) }) else { return }
        if let marker, first.event.table != marker.table {
            refuseMarker(at: Auditor.markerTableOffset, "the format marker names another table than the events")
        }
        for record in all where record.event.table != first.event.table && !doubts.isUnsound(record) {
            fail(.signatures, record, proven: false, "an event of another table")
            setApart(record)
        }
        pass(.signatures, "\(counted), all signed by their authors for one table")
    }

    private mutating func setApart(_ record: TranscriptReader.Record) {
        doubts.unsound.insert(record.number)
        // A proof takes nothing from the game.
        if record.number <= records.count { doubts.begin(at: record.number) }
    }
}
