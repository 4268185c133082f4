public import SnapCrypto
internal import SnapRules
internal import SnapWire

/// One person (or computer player) at the table, as others see it.
public struct MemberView: Hashable, Sendable {
    /// The session key: what events are signed with.
    public var key: PublicKey
    public var identity: PublicKey
    public var name: String
    public var isMe: Bool
    /// Least round-trip time of the last probes, microseconds; nil for oneself and while unknown.
    public var rttMicros: Int64?
    /// Games won at this table since this peer sat down.
    public var gamesWon: Int
    /// Silent for 1.5 s in a game that waits for it.
    public var isAwaited: Bool
}

/// What surfaces and shells may look at.
extension Peer {
    /// Those seated or waiting in the lobby, in joining order; the peer itself among them.
    public var members: [MemberView] { seated.compactMap { member($0) } }

    /// Anyone whose JOIN is held, present or gone.
    public func member(_ key: PublicKey) -> MemberView? {
        guard let place = log.place(of: key), let join = log.members[place].join else { return nil }
        let contact = contact(key)
        let path = contact?.path
        return MemberView(
            key: key, identity: join.identity, name: join.name, isMe: key == me,
            rttMicros: path?.isKnown == true ? path?.rttMicros : nil,
            gamesWon: lobby.wins.first { $0.key == key }?.games ?? 0, isAwaited: contact?.isAwaited ?? false)
    }

    /// The members of the running game that are silent, in the order of seats; none for who looks on.
    public var awaited: [PublicKey] {
        guard let play, play.isMember else { return [] }
        return play.fold.roster.enumerated().filter { seat, key in
            play.isLiving(seat) && contact(key)?.isAwaited ?? false
        }.map(\.element)
    }
    /// Whether so many are silent that the game can neither go on nor lose one: it waits until they are heard again.
    public var isSuspended: Bool {
        guard let play, !awaited.isEmpty else { return false }
        let living = play.fold.roster.indices.count { play.isLiving($0) }
        return awaited.count > 1 || living - awaited.count < 2
    }

    /// The game that is being played, as far as it is final; nil in the lobby.
    public var fold: GameFold? { play?.fold }
    /// The peer's own seat in that game.
    public var mySeat: Int? { play?.mySeat }
    /// K of the last resolved draw by the peer's own clock; nil in the lobby.
    public var knowableAt: Instant? { play?.knowable }
    /// Whether the turn is this peer's and it has not asked to turn yet.
    public var isTurnOpen: Bool {
        guard let play, let seat = play.mySeat, let game = play.fold.game, game.outcome == nil else { return false }
        return game.active == seat && play.fold.openDraw == nil && !play.wantsTurn && play.pause.since == nil
            && awaitedFlip(play) == nil
    }
    /// When anybody of the table was heard last.
    public var lastHeardAt: Instant? { contacts.compactMap(\.heardAt).max() }
    /// Whether everyone who joined has left in order.
    public var isEmpty: Bool { log.members.allSatisfy { $0.join == nil || $0.hasLeft } }
    /// The number of that game.
    public var gameNumber: UInt64? { play?.fold.start.game }
    /// Whether this process has heard anybody else at this table, but for those who only look on.
    public var hasHeardOthers: Bool { contacts.contains { $0.heardAt != nil && $0.state != 2 } }
    /// Whether somebody else's proposal waits for this peer's answer.
    public var isProposalOpen: Bool {
        play == nil && lobby.mine == nil && lobby.proposals.contains { isOpen($0) && $0.start.author != me }
    }
    /// Whether the peer is in a proposal that has not begun.
    public var isInProposal: Bool { lobby.mine != nil }
    /// The number that the next game at this table has.
    public var nextGame: UInt64 { lobby.nextGame }
    /// How many events of the other players this peer lacks, by their own word. Those who are lost do not count: nobody must be believed
    /// who claims more than it shows.
    public var eventsBehind: UInt64 {
        contacts.reduce(0) { sum, contact in
            guard let place = log.place(of: contact.key), !log.members[place].hasLeft else { return sum }
            if let fold, fold.seat(of: contact.key).map({ !fold.present[$0] }) ?? true { return sum }
            let said = contact.holding(of: contact.key)
            let held = log.members[place].count
            return said > held ? sum + (said - held) : sum
        }
    }
    /// Events applied in the running game, for comparing peers: how many, and the last.
    public var lastApplied: Digest? { play?.lastApplied?.hash }
}
