internal import SnapCrypto
internal import SnapRules
internal import SnapWire

/// What goes on between games (Protocol.md, *Lobby and start*).
struct LobbyState: Sendable {
    /// Proposals remembered at a time: one open per member, and the last closed ones.
    static let proposalLimit = 24
    /// Of them by one author, without BEGIN and not withdrawn from.
    static let openLimit = 2

    var proposals: [Proposal] = []
    /// The one that this peer is in: its own, or one that it accepted.
    var mine: Digest?
    var chains: (card: Chain, tie: Chain)?
    /// Number of the next game and, from the second on, the key whose seat started the last one, with that roster.
    var nextGame: UInt64 = 1
    var lastStart: (starter: PublicKey, roster: [PublicKey])?
    /// The table's rules as the person here was told them.
    var toldRules: HouseRules?
    var isRefused = false
    /// Whether the first look at who is here, some time after the JOIN, is done.
    var hasLookedRound = false
    /// Those whose JOIN is of another version of the protocol, the latest last.
    static let strangerLimit = 64
    var strangers: [PublicKey] = []
    /// Games won at this table.
    var wins: [(key: PublicKey, games: Int)] = []

    func proposal(_ hash: Digest) -> Int? { proposals.firstIndex { $0.start.hash == hash } }
}

extension Peer {
    /// Those at the table, the peer itself included, in joining order.
    var seated: [PublicKey] {
        let listed = log.members.filter { member in
            member.key == me || (contact(member.key)?.isListed ?? false)
        }
        return listed.filter { !$0.hasLeft && $0.join != nil && $0.proof == nil }
            .sorted { first, second in
                let one = lateness(first.key)
                let other = lateness(second.key)
                return one != other ? one < other : Position(first.events[0]) < Position(second.events[0])
            }.map(\.key)
    }

    /// When somebody was listed who comes after those who were there; 0 for everyone else.
    private func lateness(_ key: PublicKey) -> Int64 {
        guard let contact = contact(key), contact.isLate else { return 0 }
        return max(1, contact.listedAt?.micros ?? 1)
    }

    /// Whether a JOIN claims to stand before that of somebody who was listed here long before it came. An honest one is above all that its author
    /// heard before, so it takes nobody's seat.
    private func isLate(_ join: Event, at now: Instant) -> Bool {
        contacts.contains { contact in
            guard contact.isListed, let listedAt = contact.listedAt, now - listedAt > Timing.lateMicros,
                let place = log.place(of: contact.key), let earlier = log.members[place].events.first
            else { return false }
            return Position(join) < Position(earlier)
        } || isBeforeMine(join, at: now)
    }

    private func isBeforeMine(_ join: Event, at now: Instant) -> Bool {
        guard epoch == 1, let startedAt, now - startedAt > Timing.lateMicros, let place = log.place(of: me),
            let mine = log.members[place].events.first
        else { return false }
        return Position(join) < Position(mine)
    }

    mutating func watchLobby(at now: Instant) {
        guard phase != .arriving else { return }
        // Who has left is not told who comes and goes after it.
        if phase != .left { listPlayers(at: now) }
        guard play == nil, phase != .left else { return }
        guard phase == .seated else {
            noteRules()
            return enterGame(at: now)
        }
        refuseIfFull(at: now)
        guard phase == .seated else { return }
        tellRules(at: now)
        closeProposals(at: now)
        preferSmallest(at: now)
        for proposal in lobby.proposals where isOpen(proposal) && !proposal.isShown { show(proposal) }
        if configuration.acceptsByItself || mineIsOwn { acceptOpenProposal(at: now, quietly: true) }
        beginWhenAccepted(at: now)
        enterGame(at: now)
    }

    private mutating func listPlayers(at now: Instant) {
        for index in contacts.indices {
            let key = contacts[index].key
            guard let place = log.place(of: key), let join = log.members[place].join else { continue }
            let isForker = log.members[place].proof != nil
            let here = isFresh(contacts[index], at: now) && !log.members[place].hasLeft && !isForker
            if here, !contacts[index].isListed {
                contacts[index].isListed = true
                if contacts[index].listedAt == nil {
                    contacts[index].isLate = isLate(log.members[place].events[0], at: now)
                    contacts[index].listedAt = now
                }
                effects.append(.notice(.listed(key, name: join.name)))
            } else if !here, contacts[index].isListed, play == nil || log.members[place].hasLeft {
                contacts[index].isListed = false
                let departure: Departure = log.members[place].hasLeft ? .left : isForker ? .barred : .lost
                effects.append(.notice(.unlisted(key, name: join.name, departure)))
            }
            if here, let echoed = contacts[index].echoedAt { wakeAt(echoed + (Timing.listedMicros + 1)) }
        }
    }

    /// A joiner that finds the table full, a game going on, or only another version of the protocol, says so and goes.
    private mutating func refuseIfFull(at now: Instant) {
        guard !lobby.isRefused, lobby.mine == nil, let startedAt, epoch == 1 else { return }
        let decides = startedAt + (Timing.listenMicros + Timing.arrivalMicros)
        guard now >= decides else { return wakeAt(decides) }
        let isExpected = lobby.proposals.contains { $0.body.roster.contains(me) }
        let playing = lastGame == nil && !isExpected && contacts.contains { $0.isListed && $0.isPlaying }
        let place = seated.firstIndex(of: me) ?? 0
        // Who was here before stays, whoever comes.
        let isFirstLook = !lobby.hasLookedRound
        lobby.hasLookedRound = true
        if isFirstLook, seated.count == 1, !lobby.strangers.isEmpty {
            lobby.isRefused = true
            effects.append(.notice(.refused(.versionDiffers)))
            leave(at: now)
        } else if playing {
            lobby.isRefused = true
            effects.append(.notice(.refused(.alreadyPlaying)))
            leave(at: now)
        } else if place >= configuration.capacity {
            lobby.isRefused = true
            effects.append(.notice(.refused(.tableFull)))
            leave(at: now)
        }
    }

    mutating func refuse(_ refusal: Refusal) { effects.append(.notice(.refused(refusal))) }
}
