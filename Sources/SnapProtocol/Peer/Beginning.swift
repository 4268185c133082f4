internal import SnapCrypto
internal import SnapRules
internal import SnapWire

/// How a proposal that all have accepted becomes a game (Protocol.md, *Lobby and start*).
extension Peer {
    /// This peer's chains for the game of a proposal: a function of the session, so that a restart finds them again.
    func chains(of proposal: Proposal) -> (card: Chain, tie: Chain) {
        let start = proposal.start.hash
        func chain(_ kind: Chain.Kind) -> Chain {
            let secret = Digest.keyed(
                Array("snap chain 1".utf8) + start.bytes + [UInt8(kind.rawValue)], key: configuration.chainSecret,
                length: 32)
            return Chain(game: start, key: me, kind: kind, secret: secret, length: Int(proposal.rules.chainLength))
        }
        return (chain(.card), chain(.tie))
    }

    mutating func beginWhenAccepted(at now: Instant) {
        guard let mine = lobby.mine, let index = lobby.proposal(mine) else { return }
        let proposal = lobby.proposals[index]
        guard proposal.start.author == me, proposal.begin == nil, !proposal.isDead else { return }
        let hashes = proposal.accepts.compactMap { $0?.hash }
        guard hashes.count == proposal.body.roster.count else { return }
        let event = write(.begin(Begin(start: mine, accepts: hashes)), at: now)
        notice(taken: event, at: now)
    }

    /// A proposal whose BEGIN is held leaves the lobby: from here on its members watch each other. The game itself begins when BEGIN is final or
    /// decided (`Play.isPastBegin`). A dead one is entered where votes of it are held: whoever cast them cannot go back before the decision.
    mutating func enterGame(at now: Instant) {
        for proposal in lobby.proposals {
            guard let begin = proposal.begin, !proposal.isOver, proposal.body.game >= lobby.nextGame,
                var order = GameLogs(start: proposal.start)
            else { continue }
            let isMember = proposal.body.roster.contains(me)
            let isMine = lobby.mine == proposal.start.hash && lobby.chains != nil
            // Whoever is not listed, or not at the table, looks on; a newcomer first learns whether it may stay.
            let isSettled = phase == .watching || now - (startedAt ?? now) > Timing.listenMicros + Timing.arrivalMicros
            guard isMine || (isMember && proposal.isDead) || (isSettled && lobby.mine == nil && !isMember) else {
                continue
            }
            for (seat, key) in order.roster.enumerated() where isForker(key) { order.noteFork(of: seat) }
            // In the order of Lamport time, so that nothing is held before what it names: votes count by what precedes them.
            var events: [Event] = []
            for (seat, key) in order.roster.enumerated() {
                guard let place = log.place(of: key) else { continue }
                events += log.members[place].events.filter { $0.seq > order.base[seat] }
            }
            for event in events.sorted(by: { Position($0) < Position($1) }) { _ = order.hold(event) }
            guard !proposal.isDead || !order.votes.isEmpty else { continue }
            let accepts = proposal.accepts.compactMap { $0 }
            guard let fold = try? GameFold(start: proposal.start, accepts: accepts) else { continue }
            let chains = isMine ? lobby.chains : isMember ? chains(of: proposal) : nil
            play = Play(fold: fold, order: order, begin: begin, me: me, chains: chains, at: now)
            stir(at: now)
            return
        }
    }
}
