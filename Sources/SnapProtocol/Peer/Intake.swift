internal import SnapCrypto
internal import SnapWire

extension Peer {
    /// Opens a datagram and keeps what is new. False if it changed nothing.
    mutating func receive(_ bytes: [UInt8], from source: PeerAddress, at now: Instant) -> Bool {
        let message: Message
        do {
            message = try Datagram.open(bytes, with: configuration.secret)
        } catch {
            switch error.reason {
            case .badVersion: drops.otherVersion += 1
            case .badSeal: drops.sealed += 1
            default: drops.malformed += 1
            }
            return false
        }
        switch message {
        case .events(let events):
            var changed = false
            for bytes in events where receive(event: bytes, at: now) { changed = true }
            return changed
        case .heartbeat(let bytes):
            guard let heartbeat = open(heartbeat: bytes), heartbeat.table == log.table else {
                drops.malformed += 1
                return false
            }
            return receive(heartbeat, from: source, at: now)
        case .remark(let bytes):
            receive(remark: bytes, at: now)
            return false
        }
    }

    /// Decodes a heartbeat whose signature holds; one that somebody in this process has signed or checked is not checked again.
    private func open(heartbeat bytes: [UInt8]) -> Heartbeat? {
        let mark = Peer.mark(ofHeartbeat: bytes)
        if configuration.verified.contains(mark) { return try? Heartbeat.decode(bytes) }
        guard let heartbeat = try? Heartbeat.open(bytes) else { return nil }
        configuration.verified.insert(mark)
        return heartbeat
    }

    /// What stands for a signed heartbeat in `VerifiedSet`: never the hash of an event, whatever the octets are.
    static func mark(ofHeartbeat bytes: [UInt8]) -> Digest { Digest.of(Array("heartbeat".utf8) + bytes) }

    private mutating func receive(event bytes: [UInt8], at now: Instant) -> Bool {
        if log.isHeld(Digest.of(bytes)) { return false }
        guard let event = try? Event.decode(bytes) else {
            drops.malformed += 1
            return false
        }
        if lobby.strangers.contains(event.author) {
            drops.otherVersion += 1
            return false
        }
        if case .join = event.body, log.place(of: event.author) == nil { welcome(event, at: now) }
        switch log.receive(event, at: now) {
        case nil:
            updateContact(event.author) { $0.heardAt = now }
            return true
        case .fork?: return true
        case .unknownAuthor?:
            drops.unknownAuthor += 1
            return false
        default:
            drops.refused += 1
            return false
        }
    }

    /// Makes room for a newcomer whose JOIN holds by itself.
    private mutating func welcome(_ event: Event, at now: Instant) {
        guard case .join(let join) = event.body, event.table == log.table, log.isSigned(event),
            join.isCertified(table: log.table, sessionKey: event.author)
        else { return }
        makeRoom(at: now, forJoin: true)
        if log.makePlace(for: event.author) != nil, contact(event.author) == nil {
            contacts.append(Contact(key: event.author))
        }
        stir(at: now)
    }

    /// Acknowledges what can be; the first receipt of a race event is relayed.
    mutating func take(at now: Instant) {
        alignLog()
        noteProofs(at: now)
        let acknowledged = log.acknowledge(at: now)
        noteFloods()
        drops.refused += acknowledged.refused.count
        show(contested: acknowledged.contested, at: now)
        for case (let event, .otherVersion) in acknowledged.refused { turnAway(event) }
        for event in acknowledged.taken {
            effects.append(.store(event: event.bytes))
            notice(taken: event, at: now)
            _ = play?.order.hold(event)
            if event.body.isOrdered, phase == .seated {
                acknowledgeAt = min(acknowledgeAt ?? now + Timing.acknowledgeMicros, now + Timing.acknowledgeMicros)
                stir(at: now)
            }
            if let play, event.body.isUrgent, play.fold.roster.count >= 3, play.fold.seat(of: event.author) != nil,
                play.mySeat != nil
            {
                outbox.echoes.append(event.bytes)
            }
        }
    }

    /// Somebody whose JOIN is of another version of the protocol: nothing of it is kept or asked for any more (Protocol.md, *Version*).
    private mutating func turnAway(_ event: Event) {
        guard case .join(let join) = event.body, !lobby.strangers.contains(event.author) else { return }
        if lobby.strangers.count == LobbyState.strangerLimit { lobby.strangers.removeFirst() }
        lobby.strangers.append(event.author)
        forget(event.author)
        effects.append(.notice(.otherVersion(event.author, name: join.name, version: join.version)))
    }

    /// Makes its place free for another.
    mutating func forget(_ key: PublicKey) {
        contacts.removeAll { $0.key == key }
        if let place = log.place(of: key) { log.forget(place: place) }
        gaps.removeAll { $0.author == key }
    }

    /// Says once who writes faster than its allowance: the rest waits until that has grown.
    private mutating func noteFloods() {
        for key in log.takeNewFloods() { effects.append(.notice(.floods(key))) }
    }

    func contact(_ key: PublicKey) -> Contact? { contacts.first { $0.key == key } }

    /// When it was heard last. Without copying what else is known of it.
    func heardAt(_ key: PublicKey) -> Instant? {
        guard let index = contacts.firstIndex(where: { $0.key == key }) else { return nil }
        return contacts[index].heardAt
    }

    mutating func updateContact(_ key: PublicKey, _ change: (inout Contact) -> Void) {
        guard let index = contacts.firstIndex(where: { $0.key == key }) else { return }
        change(&contacts[index])
    }
}
