internal import SnapCrypto
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// What a guest's event says: things that could be true, and things near them.
extension HostileTable {
    mutating func body(_ whims: inout Whims) -> Body {
        let index = whims.number(near: peers[0].fold?.openDraw?.index ?? peers[0].fold?.nextIndex ?? 0)
        let race = whims.number(near: peers[0].fold?.race?.index ?? 0)
        switch whims.below(18) {
        case 0: return .ack
        case 1:
            return .flip(
                Flip(
                    index: index, link: link(.card, index, &whims),
                    state: whims.flag() ? digest(&whims) : peers[0].fold?.digest ?? digest(&whims),
                    clockMillis: whims.number(near: UInt64(1_000))))
        case 2, 3: return .reveal(Reveal(index: index, link: link(.card, index, &whims)))
        case 4:
            return .claim(
                Claim(race: race, reactionMicros: whims.number(near: UInt64(200_000)), clockMillis: 1_000))
        case 5, 6: return .witness(witness(race, &whims))
        case 7: return .tie(Tie(race: race, link: link(.tie, race, &whims)))
        case 8: return .time(Time(clockMillis: whims.number(near: UInt64(4_000))))
        case 9:
            return .end(End(state: peers[0].fold?.digest ?? digest(&whims), wallMillis: whims.number(near: UInt64(0))))
        case 10:
            // After it nothing counts any more.
            guard whims.below(4) == 0 else { return .ack }
            let open = whims.flag() ? IndexedLink(index: index, link: link(.card, index, &whims)) : nil
            return .leave(Leave(open: open))
        case 11: return start(&whims)
        case 12: return accept(&whims)
        case 13:
            return .begin(Begin(start: digest(&whims), accepts: (0..<2 + whims.below(3)).map { _ in digest(&whims) }))
        case 14: return .withdraw(start: digest(&whims))
        case 15: return .promise(Promise(id: ballot(&whims), accused: whims.flag() ? peers[whims.below(3)].me : nil))
        case 16: return .rules((0..<Limits.ruleValues).map { _ in whims.number(near: UInt64(500)) & Limits.ruleValue })
        default:
            if whims.flag() { return .accepted(Accepted(id: ballot(&whims), proposal: digest(&whims))) }
            let cut = tails.map { whims.number(near: $0?.seq ?? 0) }
            return .propose(
                Propose(id: ballot(&whims), lost: whims.flag() ? peers[whims.below(3)].me : nil, cut: cut))
        }
    }

    func digest(_ whims: inout Whims) -> Digest {
        let place = whims.below(HostileTable.kept + 1)
        guard hashes.indices.contains(hashes.count - 1 - place) else { return Digest(words: (1, 2, 3, 4)) }
        return hashes[hashes.count - 1 - place]
    }

    private func ballot(_ whims: inout Whims) -> BallotID {
        BallotID(
            game: whims.number(near: peers[0].fold?.start.game ?? 1), view: whims.number(near: UInt64(1)),
            ballot: whims.number(near: UInt64(1)))
    }

    private func link(_ kind: Chain.Kind, _ index: UInt64, _ whims: inout Whims) -> Link {
        if whims.below(16) == 15 { return Link(words: (index, 0, 0, 0)) }
        if let link = peers[HostileTable.guest].link(kind, at: index) { return link }
        let chain = kind == .card ? forged?.card : forged?.tie
        return chain?.link(at: index) ?? Link(words: (0, index, 0, 0))
    }

    private func witness(_ race: UInt64, _ whims: inout Whims) -> Witness {
        let seats = 3
        let claims = (0..<seats).filter { _ in whims.flag() }.map {
            ClaimArrival(seat: UInt64($0), micros: whims.number(near: Int64(200_000)))
        }
        let settles = peers[0].fold?.race?.evidence.settling.isEmpty == false
        return Witness(
            race: race, closed: whims.flag(), rttMicros: (0..<seats).map { _ in whims.number(near: UInt64(300)) },
            links: (0..<seats).map { _ in whims.flag() ? nil : whims.number(near: Int64(100)) },
            settling: settles != (whims.below(16) == 0) ? (0..<seats).map { _ in whims.number(near: Int64(-100)) } : [],
            claims: claims)
    }

    private func start(_ whims: inout Whims) -> Body {
        var roster = peers.map(\.me)
        if whims.flag() { roster.removeLast() } else if whims.flag() { roster.swapAt(0, whims.below(3)) }
        var rules = HouseRules().wire
        if whims.flag() { rules[whims.below(rules.count)] = whims.number(near: UInt64(1)) }
        let game = whims.number(near: peers[0].nextGame)
        return .start(
            Start(
                game: game, roster: roster, firstSeat: whims.flag() ? UInt64(whims.below(4)) : nil, rules: rules,
                wallMillis: 0))
    }

    private mutating func accept(_ whims: inout Whims) -> Body {
        let start = digest(&whims)
        if forged?.start != start {
            func chain(_ kind: Chain.Kind) -> Chain {
                Chain(game: start, key: guestKey.publicKey, kind: kind, secret: [1, 2, 3], length: 256)
            }
            forged = (start, chain(.card), chain(.tie))
        }
        let paths = (0..<3).map { _ in
            Path(
                rttMicros: whims.number(near: UInt64(300)), spreadMicros: whims.number(near: UInt64(300)),
                jitterMicros: whims.number(near: UInt64(100)))
        }
        let none = Link(words: (0, 0, 0, 0))
        return .accept(
            Accept(
                start: start, cardAnchor: forged?.card.anchor ?? none, tieAnchor: forged?.tie.anchor ?? none,
                paths: paths))
    }
}
