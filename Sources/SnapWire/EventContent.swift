internal import SnapCrypto

extension Event {
    /// What is signed: the payload (Protocol.md, *Events*), an array of six.
    struct Content {
        var table: TableID
        var seq: UInt64
        var previous: Digest
        var lamport: UInt64
        /// Ascending by author.
        var heads: [Head]
        var body: Body
    }
}

extension Event.Content {
    var encoded: [UInt8] {
        var writer = CBORWriter(reserving: 512)
        writer.array(6)
        writer.byteString(table.bytes)
        writer.unsigned(seq)
        writer.octets(previous)
        writer.unsigned(lamport)
        writer.array(heads.count)
        for head in heads {
            writer.array(3)
            writer.octets(head.author)
            writer.unsigned(head.seq)
            writer.octets(head.hash)
        }
        body.write(to: &writer)
        return writer.bytes
    }

    static func read(_ reader: inout CBORReader, author: PublicKey) throws(WireError) -> Event.Content {
        try reader.array(6, "event")
        let table = try TableID.read(&reader, "event.table")
        let seq = try reader.unsigned(in: 1...Limits.counter, "event.seq")
        let previousAt = reader.offset
        let previous = try reader.octets("event.previous", as: Digest.self)
        guard (seq == 1) == (previous == Digest(words: (0, 0, 0, 0))) else {
            throw WireError(.outOfRange, at: previousAt, in: "event.previous")
        }
        let lamport = try reader.unsigned(in: 1...Limits.lamport, "event.lamport")
        let heads = try readHeads(&reader, author: author)
        let body = try Body.read(&reader, author: author)
        return Event.Content(
            table: table, seq: seq, previous: previous, lamport: lamport, heads: heads, body: body)
    }

    private static func readHeads(_ reader: inout CBORReader, author: PublicKey) throws(WireError) -> [Head] {
        var heads: [Head] = []
        for _ in 0..<(try reader.array(0...Limits.heads, "event.heads")) {
            let at = reader.offset
            try reader.array(3, "event.head")
            let key = try reader.octets("head.author", as: PublicKey.self)
            if let last = heads.last, last.author >= key {
                throw WireError(last.author == key ? .duplicate : .misordered, at: at, in: "event.heads")
            }
            guard key != author else { throw WireError(.outOfRange, at: at, in: "head.author") }
            let seq = try reader.unsigned(in: 1...Limits.counter, "head.seq")
            heads.append(Head(author: key, seq: seq, hash: try reader.octets("head.hash")))
        }
        return heads
    }
}
