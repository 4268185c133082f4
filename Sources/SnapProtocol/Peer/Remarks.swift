internal import SnapCrypto
internal import SnapWire

/// What people say to each other (Protocol.md, *Remarks*): no part of any log, so of no transcript.
extension Peer {
    mutating func say(_ text: String, at now: Instant) {
        guard Remark.isValid(text) else { return refuse(.unsayable) }
        guard remarks.available(at: now) >= 1 else { return refuse(.saysTooMuch) }
        remarks.spend(1)
        let remark = Remark(author: me, table: log.table, epoch: epoch, probe: nextProbe(at: now), text: text)
        let bytes = remark.signed(by: configuration.sessionKey)
        for delay in [0] + Timing.remarkRepeatMicros {
            outbox.remarks.append(Outbox.Repeat(at: now + delay, event: bytes))
        }
        effects.append(.notice(.said(me, text)))
    }

    mutating func sendRemarks(at now: Instant) {
        for item in outbox.remarks where item.at <= now { send(.remark(item.event), to: .everyone) }
        outbox.remarks.removeAll { $0.at <= now }
        for item in outbox.remarks { wakeAt(item.at) }
    }

    /// Tells what a player at the table says now. What was said to others before, or came already, is passed over.
    mutating func receive(remark bytes: [UInt8], at now: Instant) {
        guard let remark = try? Remark.decode(bytes), remark.table == log.table else {
            drops.malformed += 1
            return
        }
        guard let index = contacts.firstIndex(where: { $0.key == remark.author }),
            let place = log.place(of: remark.author), log.members[place].join != nil, log.members[place].proof == nil,
            !log.members[place].hasLeft
        else {
            drops.unknownAuthor += 1
            return
        }
        guard isNew(remark, from: contacts[index], at: now) else { return }
        guard remark.isSigned(in: bytes) else {
            drops.malformed += 1
            return
        }
        contacts[index].remarked = (remark.epoch, remark.probe)
        guard contacts[index].remarks.available(at: now) >= 1 else {
            drops.refused += 1
            return
        }
        contacts[index].remarks.spend(1)
        effects.append(.notice(.said(remark.author, remark.text)))
    }

    /// Whether a remark comes from the process that is heard now, later than its last one, and was made about now by that one's clock.
    private func isNew(_ remark: Remark, from contact: Contact, at now: Instant) -> Bool {
        guard remark.epoch == contact.epoch, (remark.epoch, remark.probe) > contact.remarked, isFresh(contact, at: now),
            let heardAt = contact.lastProbeAt
        else { return false }
        let present = contact.lastProbe &+ UInt64(bitPattern: now - heardAt)
        let ahead = Int64(bitPattern: remark.probe &- present)
        return ahead >= -Timing.remarkAgeMicros && ahead <= Timing.remarkAgeMicros
    }
}
