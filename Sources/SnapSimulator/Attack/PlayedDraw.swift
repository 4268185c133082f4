internal import SnapCrypto
internal import SnapProtocol
internal import SnapRules
internal import SnapWire

/// One card of a game that was played, with everything that any seat ever revealed for it.
struct PlayedDraw {
    let formula: DrawFormula
    /// Cards that it could be, ascending: what counting the seen cards gives.
    var candidates: [Card]
    /// By seat; nil: that seat had left.
    var links: [Link?]
    var flipper: Int
    var card: Card
}

/// A game as the attacker looks at it afterwards: it plays the transcript again and keeps each draw.
struct PlayedGame {
    private(set) var draws: [PlayedDraw] = []
    let roster: [PublicKey]
    let id: Digest

    /// Nil where the bytes hold no game that began.
    init?(transcript: [UInt8]) {
        var events: [Event] = []
        var reader = TranscriptReader(transcript)
        guard (try? reader.marker()) != nil else { return nil }
        while let record = try? reader.next() { events.append(record.event) }
        guard let (start, begin, accepts) = PlayedGame.opening(of: events),
            var fold = try? GameFold(start: start, accepts: accepts), var replay = GameLogs(start: start)
        else { return nil }
        id = start.hash
        roster = replay.roster
        for event in events { _ = replay.hold(event) }
        var hasBegun = false
        while case .event(let event)? = replay.take() {
            if event.hash == begin.hash { hasBegun = true }
            if hasBegun { apply(event, to: &fold) }
        }
    }

    /// In a run without cheaters the last BEGIN is the one that took effect.
    private static func opening(of events: [Event]) -> (start: Event, begin: Event, accepts: [Event])? {
        for begin in events.reversed() {
            guard case .begin(let body) = begin.body, let start = events.first(where: { $0.hash == body.start }) else {
                continue
            }
            let accepts = body.accepts.compactMap { hash in events.first { $0.hash == hash } }
            return (start, begin, accepts)
        }
        return nil
    }

    private mutating func apply(_ event: Event, to fold: inout GameFold) {
        let candidates = fold.game?.drawCandidates ?? []
        var links = fold.openDraw?.links ?? []
        // The link of this very event is the last one.
        if let seat = fold.seat(of: event.author), links.indices.contains(seat), links[seat] == nil {
            links[seat] = PlayedGame.link(in: event.body)
        }
        for case .resolved(let index, let seat, let card) in fold.apply(event) {
            draws.append(
                PlayedDraw(
                    formula: DrawFormula(game: fold.gameID, index: index), candidates: candidates, links: links,
                    flipper: seat, card: card))
        }
    }

    private static func link(in body: Body) -> Link? {
        switch body {
        case .reveal(let reveal): reveal.link
        case .leave(let leave): leave.open?.link
        default: nil
        }
    }
}
