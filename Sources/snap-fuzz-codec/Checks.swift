import SnapCrypto
import SnapWire

/// Fixed, so that a finding can be run again; whose key it is does not matter.
let key: SigningKey = {
    guard let key = try? SigningKey(seed: [UInt8](repeating: 7, count: 32)) else {
        preconditionFailure("a seed of 32 octets makes a key")
    }
    return key
}()

func checkTree(_ bytes: [UInt8]) {
    guard let value = try? CBORValue.decode(bytes) else { return }
    precondition(value.encoded == bytes, "a tree has two encodings")
}

/// Encoding signs, and with another key than the author's; so all is compared that is not the signature or the key.
func checkEvent(_ bytes: [UInt8]) {
    guard let event = try? Event.decode(bytes) else { return }
    precondition(event.bytes == bytes && bytes.count <= Limits.event, "an event is not its octets")
    let again = Event.signed(
        by: key, table: event.table, seq: event.seq, previous: event.previous, lamport: event.lamport,
        heads: event.heads, body: event.body)
    precondition(unsigned(again.bytes) == unsigned(bytes), "an event has two encodings")
}

/// All but the author's key and the signature.
func unsigned(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes[..<10] + bytes[42..<bytes.count - 64])
}

func checkMessage(_ bytes: [UInt8]) {
    guard let message = try? Message.decode(bytes) else { return }
    precondition(message.encode() == bytes, "a message has two encodings")
    switch message {
    case .events(let events):
        precondition(events.count <= Limits.messageEvents, "too many events")
        for event in events { checkEvent(event) }
    case .heartbeat(let signed), .remark(let signed): checkSigned(signed)
    }
}

func checkSigned(_ bytes: [UInt8]) {
    if let heartbeat = try? Heartbeat.decode(bytes) {
        precondition(unsigned(heartbeat.signed(by: key)) == unsigned(bytes), "a heartbeat has two encodings")
    }
    if let beacon = try? Beacon.decode(bytes) {
        precondition(unsigned(beacon.signed(by: key)) == unsigned(bytes), "a beacon has two encodings")
    }
    if let remark = try? Remark.decode(bytes) {
        precondition(Remark.isValid(remark.text), "a remark is taken that cannot be shown")
        precondition(unsigned(remark.signed(by: key)) == unsigned(bytes), "a remark has two encodings")
        _ = remark.isSigned(in: bytes)
    }
    // A signature that holds is not come by; that a wrong one is refused without a trap is what counts.
    _ = try? Heartbeat.open(bytes)
    _ = try? Beacon.open(bytes)
}

func checkTranscript(_ bytes: [UInt8]) {
    var reader = TranscriptReader(bytes)
    do throws(TranscriptReader.Fault) {
        let marker = try reader.marker()
        var whole = Transcript.marker(table: marker.table, game: marker.game)
        while let record = try reader.next() {
            precondition(record.offset == whole.count, "a record is not where it is said to be")
            whole += record.event.bytes
        }
        precondition(whole == bytes, "a transcript has two encodings")
    } catch {
        switch error {
        case .torn(_, let offset): precondition(offset <= bytes.count, "torn beyond the end")
        case .malformed(_, let fault): precondition(fault.offset <= bytes.count, "malformed beyond the end")
        }
    }
}

func check(_ bytes: [UInt8]) {
    checkTree(bytes)
    checkEvent(bytes)
    checkMessage(bytes)
    checkSigned(bytes)
    checkTranscript(bytes)
    _ = try? CoseSign1.verify(bytes, with: key.publicKey)
    let name = String(decoding: bytes, as: UTF8.self)
    if let clean = try? NameRules.clean(name) { precondition(NameRules.isValid(clean), "a clean name is refused") }
}
