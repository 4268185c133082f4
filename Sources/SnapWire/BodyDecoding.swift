internal import SnapCrypto

// What one body alone shows to be wrong is refused here; what needs the log or the game is judged there.

extension Body {
    /// Reads the body of an event by `author`.
    static func read(_ reader: inout CBORReader, author: PublicKey) throws(WireError) -> Body {
        let at = reader.offset
        let items = try reader.array(1...7, "body")
        let kind = try reader.unsigned(in: 0...UInt64.max, "body.kind")
        let expected: Int
        switch kind {
        case 7: expected = 1
        case 2, 6, 13, 18: expected = 2
        case 5, 9, 12, 14: expected = 3
        case 10: expected = 4
        case 1, 4, 8, 15, 17: expected = 5
        case 3, 16: expected = 6
        case 11: expected = 7
        default: throw WireError(.unknownKind(kind), at: at, in: "body.kind")
        }
        guard items == expected else { throw WireError(.badLength(expected: expected), at: at, in: "body") }
        switch kind {
        case 1: return .join(try Join.read(&reader))
        case 2: return .leave(try Leave.read(&reader))
        case 3: return .start(try Start.read(&reader, author: author))
        case 4: return .accept(try Accept.read(&reader))
        case 5: return .begin(try Begin.read(&reader))
        case 6: return .withdraw(start: try reader.octets("withdraw.start"))
        case 7: return .ack
        case 8: return .flip(try Flip.read(&reader))
        case 9: return .reveal(try Reveal.read(&reader))
        case 10: return .claim(try Claim.read(&reader))
        case 11: return .witness(try Witness.read(&reader))
        case 12: return .tie(try Tie.read(&reader))
        case 13: return .time(Time(clockMillis: try reader.unsigned(in: 0...Limits.millis, "time.clock")))
        case 14: return .end(try End.read(&reader))
        case 15:
            let id = try BallotID.read(&reader)
            let accused: PublicKey? =
                reader.null() ? nil : try reader.octets("promise.accused", as: PublicKey.self)
            return .promise(Promise(id: id, accused: accused))
        case 16: return .propose(try Propose.read(&reader))
        case 17:
            let id = try BallotID.read(&reader)
            return .accepted(Accepted(id: id, proposal: try reader.octets("accepted.proposal")))
        default: return .rules(try houseRules(&reader, "rules"))
        }
    }

    /// One value a rule; what they may be is for `HouseRules` to say.
    fileprivate static func houseRules(_ reader: inout CBORReader, _ field: String) throws(WireError) -> [UInt64] {
        try reader.array(Limits.ruleValues, field)
        var rules: [UInt64] = []
        for _ in 0..<Limits.ruleValues { rules.append(try reader.unsigned(in: 0...Limits.ruleValue, field)) }
        return rules
    }
}

extension Join {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> Join {
        let identity = try reader.octets("join.identity", as: PublicKey.self)
        let at = reader.offset
        let name = try reader.text(limit: Limits.nameBytes, "join.name")
        guard NameRules.isValid(name) else { throw WireError(.refusedName, at: at, in: "join.name") }
        let version = try reader.unsigned(in: 1...Limits.counter, "join.version")
        let certificate = try reader.byteString(exactly: 64, "join.certificate")
        return Join(identity: identity, name: name, version: version, certificate: certificate)
    }
}

extension Leave {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> Leave {
        if reader.null() { return Leave(open: nil) }
        try reader.array(2, "leave.open")
        let index = try reader.unsigned(in: 0...Limits.counter, "leave.index")
        return Leave(open: IndexedLink(index: index, link: try reader.octets("leave.link")))
    }
}

extension Start {
    fileprivate static func read(_ reader: inout CBORReader, author: PublicKey) throws(WireError) -> Start {
        let game = try reader.unsigned(in: 1...Limits.counter, "start.game")
        let at = reader.offset
        var roster: [PublicKey] = []
        for _ in 0..<(try reader.array(2...Limits.seats, "start.roster")) {
            let keyAt = reader.offset
            let key = try reader.octets("start.roster", as: PublicKey.self)
            guard !roster.contains(key) else { throw WireError(.duplicate, at: keyAt, in: "start.roster") }
            roster.append(key)
        }
        guard roster.contains(author) else { throw WireError(.outOfRange, at: at, in: "start.roster") }
        var firstSeat: UInt64?
        if !reader.null() {
            firstSeat = try reader.unsigned(in: 0...UInt64(roster.count - 1), "start.firstSeat")
        }
        let rules = try Body.houseRules(&reader, "start.rules")
        let wall = try reader.unsigned(in: 0...Limits.millis, "start.wall")
        return Start(game: game, roster: roster, firstSeat: firstSeat, rules: rules, wallMillis: wall)
    }
}

extension Accept {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> Accept {
        let start = try reader.octets("accept.start", as: Digest.self)
        let cardAnchor = try reader.octets("accept.cardAnchor", as: Link.self)
        let tieAnchor = try reader.octets("accept.tieAnchor", as: Link.self)
        var paths: [Path] = []
        for _ in 0..<(try reader.array(2...Limits.seats, "accept.paths")) {
            try reader.array(3, "accept.path")
            let rtt = try reader.unsigned(in: 0...Limits.rttMicros, "accept.rtt")
            let spread = try reader.unsigned(in: 0...Limits.rttMicros, "accept.spread")
            let jitter = try reader.unsigned(in: 0...Limits.rttMicros, "accept.jitter")
            paths.append(Path(rttMicros: rtt, spreadMicros: spread, jitterMicros: jitter))
        }
        return Accept(start: start, cardAnchor: cardAnchor, tieAnchor: tieAnchor, paths: paths)
    }
}

extension Begin {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> Begin {
        let start = try reader.octets("begin.start", as: Digest.self)
        var accepts: [Digest] = []
        for _ in 0..<(try reader.array(2...Limits.seats, "begin.accepts")) {
            let at = reader.offset
            let hash = try reader.octets("begin.accepts", as: Digest.self)
            guard !accepts.contains(hash) else { throw WireError(.duplicate, at: at, in: "begin.accepts") }
            accepts.append(hash)
        }
        return Begin(start: start, accepts: accepts)
    }
}

extension Flip {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> Flip {
        let index = try reader.unsigned(in: 1...Limits.counter, "flip.index")
        let link = try reader.octets("flip.link", as: Link.self)
        let state = try reader.octets("flip.state", as: Digest.self)
        let clock = try reader.unsigned(in: 0...Limits.millis, "flip.clock")
        return Flip(index: index, link: link, state: state, clockMillis: clock)
    }
}

extension Reveal {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> Reveal {
        let index = try reader.unsigned(in: 0...Limits.counter, "reveal.index")
        return Reveal(index: index, link: try reader.octets("reveal.link"))
    }
}

extension Claim {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> Claim {
        let race = try reader.unsigned(in: 1...Limits.counter, "claim.race")
        let reaction = try reader.unsigned(in: 0...Limits.reactionMicros, "claim.reaction")
        let clock = try reader.unsigned(in: 0...Limits.millis, "claim.clock")
        return Claim(race: race, reactionMicros: reaction, clockMillis: clock)
    }
}

extension Witness {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> Witness {
        let race = try reader.unsigned(in: 1...Limits.counter, "witness.race")
        let closed = try reader.bool("witness.closed")
        let seats = try reader.array(2...Limits.seats, "witness.rtt")
        var rtt: [UInt64] = []
        for _ in 0..<seats { rtt.append(try reader.unsigned(in: 0...Limits.rttMicros, "witness.rtt")) }
        let links = try arrivals(&reader, seats...seats, "witness.links")
        let at = reader.offset
        let settling = try arrivals(&reader, 0...seats, "witness.settling")
        guard settling.isEmpty || settling.count == seats else {
            throw WireError(.badLength(expected: seats), at: at, in: "witness.settling")
        }
        var claims: [ClaimArrival] = []
        for _ in 0..<(try reader.array(0...seats, "witness.claims")) {
            let claimAt = reader.offset
            try reader.array(2, "witness.claim")
            let seat = try reader.unsigned(in: 0...UInt64(seats - 1), "witness.seat")
            if let last = claims.last, last.seat >= seat {
                throw WireError(last.seat == seat ? .duplicate : .misordered, at: claimAt, in: "witness.claims")
            }
            claims.append(ClaimArrival(seat: seat, micros: try reader.integer(in: arrivalRange, "witness.arrival")))
        }
        return Witness(
            race: race, closed: closed, rttMicros: rtt, links: links, settling: settling, claims: claims)
    }

    private static var arrivalRange: ClosedRange<Int64> { -Limits.arrivalMicros...Limits.arrivalMicros }

    private static func arrivals(
        _ reader: inout CBORReader, _ counts: ClosedRange<Int>, _ field: String
    ) throws(WireError) -> [Int64?] {
        var out: [Int64?] = []
        for _ in 0..<(try reader.array(counts, field)) {
            out.append(reader.null() ? nil : try reader.integer(in: arrivalRange, field))
        }
        return out
    }
}

extension Tie {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> Tie {
        let race = try reader.unsigned(in: 1...Limits.counter, "tie.race")
        return Tie(race: race, link: try reader.octets("tie.link"))
    }
}

extension End {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> End {
        let state = try reader.octets("end.state", as: Digest.self)
        return End(state: state, wallMillis: try reader.unsigned(in: 0...Limits.millis, "end.wall"))
    }
}

extension BallotID {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> BallotID {
        let game = try reader.unsigned(in: 1...Limits.counter, "ballot.game")
        let view = try reader.unsigned(in: 1...Limits.counter, "ballot.view")
        return BallotID(
            game: game, view: view, ballot: try reader.unsigned(in: 1...Limits.counter, "ballot.ballot"))
    }
}

extension Propose {
    fileprivate static func read(_ reader: inout CBORReader) throws(WireError) -> Propose {
        let id = try BallotID.read(&reader)
        let lost: PublicKey? = reader.null() ? nil : try reader.octets("propose.lost", as: PublicKey.self)
        var cut: [UInt64] = []
        for _ in 0..<(try reader.array(2...Limits.seats, "propose.cut")) {
            cut.append(try reader.unsigned(in: 1...Limits.counter, "propose.cut"))
        }
        return Propose(id: id, lost: lost, cut: cut)
    }
}
