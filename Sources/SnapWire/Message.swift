/// The plaintext of a sealed datagram.
///
/// Wire form: a CBOR array of two, `[1, [event bstr, ...]]`, `[2, heartbeat bstr]` or `[3, remark bstr]`.
public enum Message: Hashable, Sendable {
    /// 1...`Limits.messageEvents` events as bytes, decoded one by one by the receiver.
    case events([[UInt8]])
    /// A signed heartbeat as bytes.
    case heartbeat([UInt8])
    /// A signed remark as bytes.
    case remark([UInt8])

    /// Octets that are left for events in one datagram after seal and framing; an event of n octets takes n + 3.
    public static let eventRoom = 1100

    public func encode() -> [UInt8] {
        var writer = CBORWriter(reserving: Limits.datagram)
        writer.array(2)
        switch self {
        case .events(let events):
            writer.unsigned(1)
            writer.array(events.count)
            for event in events { writer.byteString(event) }
        case .heartbeat(let bytes):
            writer.unsigned(2)
            writer.byteString(bytes)
        case .remark(let bytes):
            writer.unsigned(3)
            writer.byteString(bytes)
        }
        return writer.bytes
    }

    /// Strict decoding of the frame; what is inside is decoded by `Event`, `Heartbeat` and `Remark`.
    public static func decode(_ bytes: [UInt8]) throws(WireError) -> Message {
        guard bytes.count <= Limits.datagram else {
            throw WireError(.tooManyBytes(limit: Limits.datagram), at: 0, in: "message")
        }
        var reader = CBORReader(bytes)
        try reader.array(2, "message")
        let at = reader.offset
        let message: Message
        switch try reader.unsigned(in: 0...UInt64.max, "message.kind") {
        case 1:
            var events: [[UInt8]] = []
            for _ in 0..<(try reader.array(1...Limits.messageEvents, "message.events")) {
                events.append(try reader.byteString(limit: Limits.event, "message.event"))
            }
            message = .events(events)
        case 2: message = .heartbeat(try reader.byteString(limit: Limits.event, "message.heartbeat"))
        case 3: message = .remark(try reader.byteString(limit: Limits.event, "message.remark"))
        case let kind: throw WireError(.unknownKind(kind), at: at, in: "message.kind")
        }
        try reader.finish("message")
        return message
    }

    /// As few messages as hold all `events` in their order, each within one datagram.
    ///
    /// An event of more than `Limits.event` octets, which nobody would take, is left out.
    public static func packing(_ events: [[UInt8]]) -> [Message] {
        var messages: [Message] = []
        var batch: [[UInt8]] = []
        var room = eventRoom
        for event in events where event.count <= Limits.event {
            let cost = event.count + 3
            if cost > room || batch.count == Limits.messageEvents {
                messages.append(.events(batch))
                batch = []
                room = eventRoom
            }
            batch.append(event)
            room -= cost
        }
        if !batch.isEmpty { messages.append(.events(batch)) }
        return messages
    }
}
