import SnapCrypto
import Testing

@testable import SnapWire

@Suite struct TranscriptTests {
    private enum Ending: Equatable {
        case clean(records: Int)
        case fault(TranscriptReader.Fault)
    }

    private func read(_ bytes: [UInt8]) -> Ending {
        var reader = TranscriptReader(bytes)
        do throws(TranscriptReader.Fault) {
            _ = try reader.marker()
            var records = 0
            while let record = try reader.next() {
                records += 1
                #expect(record.number == records)
                #expect(Array(bytes[record.offset..<record.offset + record.event.bytes.count]) == record.event.bytes)
            }
            return .clean(records: records)
        } catch {
            return .fault(error)
        }
    }

    private func sample(_ seed: UInt64, kinds: [UInt64]) -> (bytes: [UInt8], starts: [Int]) {
        var samples = Samples(seed: seed)
        var bytes = Transcript.marker(table: Samples.table, game: 3)
        var starts = [0]
        for kind in kinds {
            starts.append(bytes.count)
            bytes += samples.event(kind, by: Samples.key(1)).bytes
        }
        return (bytes, starts)
    }

    @Test func marker() throws {
        let bytes = Transcript.marker(table: Samples.table, game: 3)
        #expect(
            Hex.encode(bytes)
                == "846f736e6170207472616e7363726970740150000102030405060708090a0b0c0d0e0f03")
        var reader = TranscriptReader(bytes)
        #expect(try reader.marker() == TranscriptReader.Marker(table: Samples.table, game: 3))
        #expect(try reader.next() == nil)
    }

    @Test func wholeTranscriptsRoundTrip() throws {
        var samples = Samples(seed: 14)
        let events = samples.list(30) { $0.event(1 + $0.random.below(14), by: Samples.key(2)).bytes }
        let bytes = Transcript.bytes(table: Samples.table, game: 1, events: events)
        var reader = TranscriptReader(bytes)
        _ = try reader.marker()
        var back: [[UInt8]] = []
        while let record = try reader.next() { back.append(record.event.bytes) }
        #expect(back == events)
        #expect(reader.offset == bytes.count)
    }

    /// Scenario 40: cut at every byte, the torn record and its offset are named.
    @Test func cutAnywhereIsTorn() {
        let (bytes, starts) = sample(15, kinds: Array(1...14))
        for count in 0..<bytes.count {
            let record = starts.lastIndex { $0 <= count }!
            let cut = Array(bytes.prefix(count))
            if count > 0, starts[record] == count {
                #expect(read(cut) == .clean(records: record - 1), "\(count)")
            } else {
                #expect(read(cut) == .fault(.torn(record: record, offset: starts[record])), "\(count)")
            }
        }
    }

    /// No flipped byte passes; before the last record none looks like a torn end.
    @Test func flippedBytesAreNamed() throws {
        let (bytes, starts) = sample(16, kinds: [1, 3, 4, 8, 11, 7, 14])
        for index in bytes.indices {
            let record = starts.lastIndex { $0 <= index }!
            for bit in [index % 8, (index + 5) % 8] {
                var flipped = bytes
                flipped[index] ^= 1 << bit
                switch read(flipped) {
                case .clean:
                    var reader = TranscriptReader(flipped)
                    let marker = try reader.marker()
                    if record == 0 {
                        // Another table or game: the events' own table and START tell.
                        #expect(marker != TranscriptReader.Marker(table: Samples.table, game: 3))
                        continue
                    }
                    var damaged: Event?
                    for _ in 0..<record { damaged = try reader.next()?.event }
                    #expect(damaged?.hasValidSignature() == false, "byte \(index)")
                case .fault(.torn(let number, _)):
                    #expect(record == starts.count - 1 && number == record, "byte \(index) bit \(bit)")
                case .fault(.malformed(let number, let error)):
                    #expect(number == record, "byte \(index) bit \(bit): \(error)")
                    #expect(error.offset >= starts[record], "byte \(index)")
                }
            }
        }
    }

    /// A payload length that was damaged to reach beyond the file is damage, for the payload ends before it.
    @Test func damagedLengthIsNotTorn() throws {
        let (bytes, starts) = sample(17, kinds: [8])
        let head = starts[1] + 43
        #expect(bytes[head] == 0x59 || bytes[head] == 0x58)
        var longer = bytes
        longer.replaceSubrange(head..<head + (bytes[head] == 0x59 ? 3 : 2), with: [0x59, 0x03, 0x90])
        guard case .fault(.malformed(record: 1, _)) = read(longer) else {
            Issue.record("\(read(longer))")
            return
        }
        // One that no event may have is refused by the limit.
        longer.replaceSubrange(head..<head + 3, with: [0x5b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
        let error = WireError(.tooLong(limit: Limits.event - Envelope.overhead), at: head, in: "event")
        #expect(read(longer) == .fault(.malformed(record: 1, error)))
    }

    @Test func otherFilesAreNoTranscripts() {
        #expect(read([]) == .fault(.torn(record: 0, offset: 0)))
        #expect(
            read(Array("#!/bin/sh\n".utf8))
                == .fault(.malformed(record: 0, WireError(.badHeader, at: 0, in: "transcript"))))
        var future = Transcript.marker(table: Samples.table, game: 1)
        future[17] = 2
        #expect(
            read(future)
                == .fault(.malformed(record: 0, WireError(.badVersion(got: 2), at: 17, in: "transcript.version"))))
    }
}
