/// The container of one game's events: a CBOR sequence (RFC 8742) of a marker and then events, with nothing between.
public enum Transcript {
    /// The version of the container.
    public static let version: UInt64 = 1

    static let label = "snap transcript"

    /// The first item: an array of label, version, table id and game number.
    public static func marker(table: TableID, game: UInt64) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(4)
        writer.text(label)
        writer.unsigned(version)
        writer.byteString(table.bytes)
        writer.unsigned(game)
        return writer.bytes
    }

    /// A whole transcript: the marker, then `events` in their order.
    public static func bytes(table: TableID, game: UInt64, events: [[UInt8]]) -> [UInt8] {
        var bytes = marker(table: table, game: game)
        for event in events { bytes += event }
        return bytes
    }
}

/// Reads a transcript record by record and tells a torn end from damage.
///
/// Call `marker()` first, then `next()` until it gives nil or throws. Nothing is allocated by a declared length, and a
/// record is never longer than `Limits.event`.
public struct TranscriptReader: Sendable {
    /// What the first item says.
    public struct Marker: Hashable, Sendable {
        public var table: TableID
        public var game: UInt64
    }

    /// One event as it lies in the file.
    public struct Record: Hashable, Sendable {
        /// 1 for the first event; the marker is record 0.
        public var number: Int
        /// Of its first octet.
        public var offset: Int
        public var event: Event
    }

    /// Why no record could be read.
    public enum Fault: Error, Hashable, Sendable {
        /// The file ends within the record that begins at `offset`; what there is of it is in order. Cutting the file at
        /// `offset` mends it.
        case torn(record: Int, offset: Int)
        /// The record is no part of a transcript; the error's offset is that of the file.
        case malformed(record: Int, WireError)
    }

    private let bytes: [UInt8]
    /// Where the next record begins.
    public private(set) var offset = 0
    private(set) var number = 0
    /// Where the section of proofs begins, once `next` has come to it; nil: none so far.
    public private(set) var proofsOffset: Int?

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// For a file of events without a marker, as a session log is: `next` may be called at once.
    public init(events bytes: [UInt8]) {
        self.bytes = bytes
        number = 1
    }

    public mutating func marker() throws(Fault) -> Marker {
        guard bytes.count <= Limits.transcriptBytes else {
            let error = WireError(.tooManyBytes(limit: Limits.transcriptBytes), at: 0, in: "transcript")
            throw .malformed(record: 0, error)
        }
        var reader = CBORReader(bytes)
        do throws(WireError) {
            let marker = try Marker.read(&reader)
            offset = reader.offset
            number = 1
            return marker
        } catch {
            throw error.reason == .truncated ? .torn(record: 0, offset: 0) : .malformed(record: 0, error)
        }
    }

    /// The next event of the game, its signature unchecked; nil at a clean end, or where the proofs begin.
    public mutating func next() throws(Fault) -> Record? {
        guard proofsOffset == nil else { return nil }
        let mark = Transcript.proofMark
        let ahead = bytes[offset...].prefix(mark.count)
        if !ahead.isEmpty, mark.starts(with: ahead) {
            guard ahead.count == mark.count else { throw .torn(record: number, offset: offset) }
            proofsOffset = offset
            offset += mark.count
            return nil
        }
        return try nextEvent()
    }

    /// The next event whatever it stands for: of the game, or, once `next` has come to them, of the proofs.
    public mutating func nextEvent() throws(Fault) -> Record? {
        guard offset < bytes.count else { return nil }
        guard number <= Limits.transcriptEvents else {
            let error = WireError(.tooLong(limit: Limits.transcriptEvents), at: offset, in: "transcript")
            throw .malformed(record: number, error)
        }
        var reader = CBORReader(bytes, from: offset)
        do throws(WireError) {
            _ = try Envelope.read(&reader, limit: Limits.event, "event")
        } catch {
            throw fault(for: error)
        }
        do throws(WireError) {
            let event = try Event.decode(Array(bytes[offset..<reader.offset]))
            defer {
                offset = reader.offset
                number += 1
            }
            return Record(number: number, offset: offset, event: event)
        } catch {
            // The whole envelope is there, so whatever is wrong inside is damage.
            throw .malformed(record: number, WireError(error.reason, at: offset + error.offset, in: error.field))
        }
    }

    /// An envelope that ends with the file is torn only if what there is of its payload begins an event: else a damaged
    /// length would pass for a torn end.
    private func fault(for error: WireError) -> Fault {
        guard error.reason == .truncated else { return .malformed(record: number, error) }
        let torn = Fault.torn(record: number, offset: offset)
        var reader = CBORReader(bytes, from: offset)
        guard let front = try? Envelope.readFront(&reader, limit: Limits.event, "event") else { return torn }
        // No overflow: the declared length is within `Limits.event`.
        let payloadEnd = reader.offset + front.payloadCount
        var payload = CBORReader(bytes, from: reader.offset, to: payloadEnd)
        do throws(WireError) {
            _ = try Event.Content.read(&payload, author: front.author)
            guard payload.offset == payloadEnd else { throw WireError(.trailing, at: payload.offset, in: "event") }
            return torn
        } catch {
            return error.reason == .truncated && payloadEnd > bytes.count ? torn : .malformed(record: number, error)
        }
    }
}

extension TranscriptReader.Marker {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> TranscriptReader.Marker {
        var fixed = CBORWriter()
        fixed.array(4)
        fixed.text(Transcript.label)
        try reader.expect(fixed.bytes, else: .badHeader, "transcript")
        let at = reader.offset
        let version = try reader.unsigned(in: 0...UInt64.max, "transcript.version")
        guard version == Transcript.version else {
            throw WireError(.badVersion(got: version), at: at, in: "transcript.version")
        }
        let table = try TableID.read(&reader, "transcript.table")
        let game = try reader.unsigned(in: 1...Limits.counter, "transcript.game")
        return TranscriptReader.Marker(table: table, game: game)
    }
}
