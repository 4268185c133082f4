internal import SnapCrypto
internal import SnapWire

/// Events that wait to be sent at the end of a step, and those that are sent again.
struct Outbox: Sendable {
    struct Repeat: Sendable {
        var at: Instant
        var event: [UInt8]
    }
    /// Repeats waiting; beyond it the oldest are dropped (the repair carries them).
    static let repeatLimit = 128

    var queued: [Event] = []
    /// Others' race events, relayed once.
    var echoes: [[UInt8]] = []
    var repeats: [Repeat] = []
    /// What one says, until its last sending.
    var remarks: [Repeat] = []

    mutating func queue(_ event: Event) { queued.append(event) }
}

extension Body {
    /// Whether a race or a draw waits for events of this kind: they go out three times and are relayed.
    var isUrgent: Bool {
        switch self {
        case .flip, .reveal, .claim, .witness, .tie: true
        default: false
        }
    }
}

extension Peer {
    /// Sends what the step produced.
    mutating func flush(at now: Instant) {
        let queued = outbox.queued
        outbox.queued = []
        send(queued.map(\.bytes), to: .everyone)
        for event in queued where event.body.isUrgent && play != nil {
            sendToRoster([event.bytes])
            for delay in Timing.repeatMicros where outbox.repeats.count < Outbox.repeatLimit {
                outbox.repeats.append(Outbox.Repeat(at: now + delay, event: event.bytes))
            }
        }
        send(outbox.echoes, to: .everyone)
        outbox.echoes = []
        var due: [[UInt8]] = []
        outbox.repeats.removeAll { item in
            guard item.at <= now else { return false }
            due.append(item.event)
            return true
        }
        if !due.isEmpty {
            send(due, to: .everyone)
            sendToRoster(due)
        }
        for item in outbox.repeats { wakeAt(item.at) }
        sendRemarks(at: now)
    }

    private mutating func sendToRoster(_ events: [[UInt8]]) {
        guard let play else { return }
        for key in play.fold.roster where key != me {
            if let address = contact(key)?.address { send(events, to: .one(address)) }
        }
    }

    /// Packs, seals and sends.
    mutating func send(_ events: [[UInt8]], to destination: Destination) {
        guard !events.isEmpty else { return }
        for message in Message.packing(events) { send(message, to: destination) }
    }

    mutating func send(_ message: Message, to destination: Destination) {
        let nonce = random.bytes(SealingKey.nonceLength)
        guard let datagram = try? Datagram.seal(message, with: configuration.secret, nonce: nonce) else {
            drops.malformed += 1
            return
        }
        effects.append(.send(datagram, to: destination))
    }
}
