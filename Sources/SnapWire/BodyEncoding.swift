extension Body {
    /// The number that leads the wire form (Protocol.md, *Bodies*).
    public var kind: UInt64 {
        switch self {
        case .join: 1
        case .leave: 2
        case .start: 3
        case .accept: 4
        case .begin: 5
        case .withdraw: 6
        case .ack: 7
        case .flip: 8
        case .reveal: 9
        case .claim: 10
        case .witness: 11
        case .tie: 12
        case .time: 13
        case .end: 14
        case .promise: 15
        case .propose: 16
        case .accepted: 17
        case .rules: 18
        }
    }

    func write(to writer: inout CBORWriter) {
        switch self {
        case .join(let body): body.write(to: &writer)
        case .leave(let body): body.write(to: &writer)
        case .start(let body): body.write(to: &writer)
        case .accept(let body): body.write(to: &writer)
        case .begin(let body): body.write(to: &writer)
        case .withdraw(let start):
            writer.array(2)
            writer.unsigned(kind)
            writer.octets(start)
        case .ack:
            writer.array(1)
            writer.unsigned(kind)
        case .flip(let body):
            writer.array(5)
            writer.unsigned(kind)
            writer.unsigned(body.index)
            writer.octets(body.link)
            writer.octets(body.state)
            writer.unsigned(body.clockMillis)
        case .reveal(let body):
            writer.array(3)
            writer.unsigned(kind)
            writer.unsigned(body.index)
            writer.octets(body.link)
        case .claim(let body):
            writer.array(4)
            writer.unsigned(kind)
            writer.unsigned(body.race)
            writer.unsigned(body.reactionMicros)
            writer.unsigned(body.clockMillis)
        case .witness(let body): body.write(to: &writer)
        case .tie(let body):
            writer.array(3)
            writer.unsigned(kind)
            writer.unsigned(body.race)
            writer.octets(body.link)
        case .time(let body):
            writer.array(2)
            writer.unsigned(kind)
            writer.unsigned(body.clockMillis)
        case .end(let body):
            writer.array(3)
            writer.unsigned(kind)
            writer.octets(body.state)
            writer.unsigned(body.wallMillis)
        case .promise(let body):
            writer.array(5)
            writer.unsigned(kind)
            body.id.write(to: &writer)
            if let accused = body.accused { writer.octets(accused) } else { writer.null() }
        case .propose(let body): body.write(to: &writer)
        case .accepted(let body):
            writer.array(5)
            writer.unsigned(kind)
            body.id.write(to: &writer)
            writer.octets(body.proposal)
        case .rules(let values):
            writer.array(2)
            writer.unsigned(kind)
            writer.array(values.count)
            for value in values { writer.unsigned(value) }
        }
    }
}

extension BallotID {
    fileprivate func write(to writer: inout CBORWriter) {
        writer.unsigned(game)
        writer.unsigned(view)
        writer.unsigned(ballot)
    }
}

extension Propose {
    fileprivate func write(to writer: inout CBORWriter) {
        writer.array(6)
        writer.unsigned(16)
        id.write(to: &writer)
        if let lost { writer.octets(lost) } else { writer.null() }
        writer.array(cut.count)
        for seq in cut { writer.unsigned(seq) }
    }
}

extension Join {
    fileprivate func write(to writer: inout CBORWriter) {
        writer.array(5)
        writer.unsigned(1)
        writer.octets(identity)
        writer.text(name)
        writer.unsigned(version)
        writer.byteString(certificate)
    }
}

extension Leave {
    fileprivate func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.unsigned(2)
        guard let open else { return writer.null() }
        writer.array(2)
        writer.unsigned(open.index)
        writer.octets(open.link)
    }
}

extension Start {
    fileprivate func write(to writer: inout CBORWriter) {
        writer.array(6)
        writer.unsigned(3)
        writer.unsigned(game)
        writer.array(roster.count)
        for key in roster { writer.octets(key) }
        writer.unsigned(orNull: firstSeat)
        writer.array(rules.count)
        for value in rules { writer.unsigned(value) }
        writer.unsigned(wallMillis)
    }
}

extension Accept {
    fileprivate func write(to writer: inout CBORWriter) {
        writer.array(5)
        writer.unsigned(4)
        writer.octets(start)
        writer.octets(cardAnchor)
        writer.octets(tieAnchor)
        writer.array(paths.count)
        for path in paths {
            writer.array(3)
            writer.unsigned(path.rttMicros)
            writer.unsigned(path.spreadMicros)
            writer.unsigned(path.jitterMicros)
        }
    }
}

extension Begin {
    fileprivate func write(to writer: inout CBORWriter) {
        writer.array(3)
        writer.unsigned(5)
        writer.octets(start)
        writer.array(accepts.count)
        for hash in accepts { writer.octets(hash) }
    }
}

extension Witness {
    fileprivate func write(to writer: inout CBORWriter) {
        writer.array(7)
        writer.unsigned(11)
        writer.unsigned(race)
        writer.bool(closed)
        writer.array(rttMicros.count)
        for micros in rttMicros { writer.unsigned(micros) }
        writer.array(links.count)
        for micros in links { writer.integer(orNull: micros) }
        writer.array(settling.count)
        for micros in settling { writer.integer(orNull: micros) }
        writer.array(claims.count)
        for claim in claims {
            writer.array(2)
            writer.unsigned(claim.seat)
            writer.integer(claim.micros)
        }
    }
}
