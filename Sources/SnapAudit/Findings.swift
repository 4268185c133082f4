internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// What an ignored event says of its author (Protocol.md, *Ignored events*).
///
/// Proven is what an honest player never sends, whatever it had or had not yet received. A REVEAL that meets a void turn, a
/// WITNESS of a claim whose author left, and whatever crosses the end of the game on its way, are honest.
struct Finding {
    let check: Check
    let isProven: Bool
    let reason: String

    init(of fault: GameFold.Fault, in body: Body, _ course: Course) {
        let what = body.word
        switch fault {
        case .notActive: self.init(.rules, true, "a FLIP out of turn")
        case .drawOpen: self.init(.rules, true, "a FLIP while a card is in flight")
        case .closedAlready: self.init(.races, true, "a \(what) after its author had closed that race")
        case .badLink:
            let check: Check = if case .tie = body { .races } else { .draws }
            self.init(check, true, "a \(what) with a link that does not lead to its author's anchor")
        case .notAMember: self.init(.rules, true, "a \(what) by one who has left")
        case .noCards: self.init(.races, true, "a CLAIM of a seat that held no card")
        case .duplicate: self.init(.rules, true, "a second \(what) where there can be only one")
        case .gameOver: self.init(.rules, false, "a \(what) that crossed the end of the game")
        case .wrongIndex: self.init(wrongIndex: body, course)
        case .noSuchDraw: self.init(noSuchDraw: body, course)
        case .badReference: self.init(badReference: body, course)
        }
    }

    init(_ check: Check, _ isProven: Bool, _ reason: String) {
        self.check = check
        self.isProven = isProven
        self.reason = reason
    }

    private init(wrongIndex body: Body, _ course: Course) {
        switch body {
        case .witness(let witness) where course.flipped.contains(witness.race):
            self.init(.races, false, "a WITNESS of race \(witness.race), which was over")
        case .witness(let witness):
            self.init(.races, true, "a WITNESS of race \(witness.race), which there is not")
        case .claim(let claim): self.init(.races, true, "a CLAIM of race \(claim.race), which there is not yet")
        default: self.init(.rules, true, "a \(body.word) with an index that is not the next")
        }
    }

    private init(noSuchDraw body: Body, _ course: Course) {
        guard case .reveal(let reveal) = body else {
            self.init(.draws, false, "a \(body.word) of no draw")
            return
        }
        if reveal.index == 0 || course.flipped.contains(reveal.index) {
            self.init(.draws, false, "a REVEAL for turn \(reveal.index), which had come to nothing")
        } else {
            self.init(.draws, true, "a REVEAL for turn \(reveal.index), for which nobody had asked")
        }
    }

    private init(badReference body: Body, _ course: Course) {
        switch body {
        case .tie where course.pools: self.init(.races, true, "a TIE in a game whose dead heats go to the pool")
        case .tie(let tie) where course.flipped.contains(tie.race):
            self.init(.races, false, "a TIE of race \(tie.race), which had no lottery any more")
        case .tie(let tie): self.init(.races, true, "a TIE of race \(tie.race), which there is not")
        case .witness: self.init(.races, true, "a WITNESS that does not fit the seats or the evidence of its race")
        case .time: self.init(.rules, true, "a TIME in a game without a limit")
        case .end: self.init(.result, true, "an END before the game was over")
        default: self.init(.rules, false, "a \(body.word) that refers to nothing")
        }
    }
}

extension Body {
    /// The name of the kind, as Protocol.md writes it.
    var word: String {
        switch self {
        case .join: "JOIN"
        case .leave: "LEAVE"
        case .start: "START"
        case .accept: "ACCEPT"
        case .begin: "BEGIN"
        case .withdraw: "WITHDRAW"
        case .ack: "ACK"
        case .flip: "FLIP"
        case .reveal: "REVEAL"
        case .claim: "CLAIM"
        case .witness: "WITNESS"
        case .tie: "TIE"
        case .time: "TIME"
        case .end: "END"
        case .promise: "PROMISE"
        case .propose: "PROPOSE"
        case .accepted: "ACCEPTED"
        case .rules: "RULES"
        }
    }
}

extension Body {
    /// Whether an event of this kind has a place in the order of the game; the others only acknowledge and vote.
    var isOrdered: Bool {
        if case .ack = self { return false }
        return !isVote
    }

    /// What its author's clock showed: milliseconds since BEGIN.
    var clockMillis: UInt64? {
        switch self {
        case .flip(let flip): flip.clockMillis
        case .claim(let claim): claim.clockMillis
        case .time(let time): time.clockMillis
        default: nil
        }
    }

    /// The state that the event signs.
    var signedState: Digest? {
        switch self {
        case .flip(let flip): flip.state
        case .end(let end): end.state
        default: nil
        }
    }
}
