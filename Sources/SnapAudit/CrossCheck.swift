public import SnapCrypto
internal import SnapWire

/// Compares transcripts of one table, or of several: forks, how far those of one game agree, and what one lacks of what another has
/// (Protocol.md, *Several transcripts*).
///
/// Only events whose signature holds count, so nobody can be accused by a forged file; it is looked at only where something depends on it. What
/// follows a broken record is not looked at. Work and memory are bounded by what `add` takes.
public struct CrossCheck {
    /// So many octets of events that differ from each other are held.
    public static let byteLimit = 32 << 20
    /// So many transcripts of one game.
    public static let gameLimit = 64

    fileprivate struct Name: Hashable {
        var author: PublicKey
        var seq: UInt64
    }
    private struct Sighting {
        var transcript: Int
        var record: TranscriptReader.Record
    }
    /// The transcripts of one game.
    fileprivate struct Group {
        var marker: TranscriptReader.Marker
        var transcripts: [Int] = []
        /// Hashes of the records of the first, and of each how many there are and how far they are the first one's.
        var first: [Digest] = []
        var counts: [Int] = []
        var agreeing: [Int] = []
        /// Of each, the first record that is not the first one's.
        var differing: [TranscriptReader.Record?] = []
        /// Of each, the authors of the JOINs that it begins with.
        var players: [[PublicKey]] = []
        /// Which of `transcripts` has an event; read by key only.
        var holders: [Name: UInt64] = [:]
        /// In the order of their first events, each with the seqs of its events.
        var authors: [(key: PublicKey, seqs: [UInt64])] = []
        var places: [PublicKey: Int] = [:]
    }

    private let verified: VerifiedSet
    private let byteLimit: Int
    private var heldBytes = 0
    /// Transcripts given so far.
    public private(set) var count = 0
    private var seen: [Name: Sighting] = [:]
    private var forked: Set<PublicKey> = []
    private var forks: [Fork] = []
    private var groups: [Group] = []

    public init(verified: VerifiedSet = VerifiedSet()) {
        self.init(verified: verified, byteLimit: CrossCheck.byteLimit)
    }

    init(verified: VerifiedSet, byteLimit: Int) {
        self.verified = verified
        self.byteLimit = byteLimit
    }

    /// The next transcript; false if it could not be compared, or not all of it: there is too much of it, or it is none.
    public mutating func add(_ bytes: [UInt8]) -> Bool {
        defer { count += 1 }
        var reader = TranscriptReader(bytes)
        guard let marker = try? reader.marker() else { return false }
        let place = groups.firstIndex { $0.marker == marker } ?? groups.count
        if place == groups.count { groups.append(Group(marker: marker)) }
        guard groups[place].transcripts.count < CrossCheck.gameLimit else { return false }
        groups[place].begin(count)
        while let record = CrossCheck.next(&reader) {
            let isNew = !meet(record)
            if isNew { heldBytes += record.event.bytes.count }
            // What stands in a proof is no part of the game.
            if reader.proofsOffset == nil { groups[place].note(record) }
            guard heldBytes <= byteLimit else { return false }
        }
        return true
    }

    public func result() -> Comparison {
        Comparison(forks: forks, games: groups.map(compared))
    }

    /// The next event, of the game or of a proof behind it.
    private static func next(_ reader: inout TranscriptReader) -> TranscriptReader.Record? {
        guard let record = try? reader.next() else { return try? reader.nextEvent() }
        return record
    }

    private func isSigned(_ event: Event) -> Bool {
        guard verified.contains(event.hash) || event.hasValidSignature() else { return false }
        verified.insert(event.hash)
        return true
    }

    /// Compares an event with the one of its number that was seen; false if there was none.
    private mutating func meet(_ record: TranscriptReader.Record) -> Bool {
        let event = record.event
        let name = Name(author: event.author, seq: event.seq)
        let here = Sighting(transcript: count, record: record)
        guard let held = seen[name] else {
            seen[name] = here
            return false
        }
        guard held.record.event.hash != event.hash, !forked.contains(event.author), isSigned(event) else { return true }
        guard isSigned(held.record.event) else {
            seen[name] = here
            return true
        }
        forked.insert(event.author)
        forks.append(
            Fork(
                author: event.author, name: claimedName(of: event.author), seq: event.seq,
                events: [held.record.event, event], transcripts: [held.transcript, count],
                records: [held.record.number, record.number], offsets: [held.record.offset, record.offset]))
        return true
    }

    /// By its JOIN, if that is signed.
    private func claimedName(of key: PublicKey) -> String? {
        guard let join = seen[Name(author: key, seq: 1)]?.record.event, case .join(let body) = join.body, isSigned(join)
        else { return nil }
        return body.name
    }

    private func compared(_ group: Group) -> ComparedGame {
        ComparedGame(
            table: group.marker.table, game: group.marker.game, transcripts: group.transcripts,
            agreeing: group.agreeing.min() ?? 0, counts: group.counts, differing: group.differing,
            lacks: group.transcripts.indices.flatMap { lacks(of: $0, in: group) })
    }

    /// Stretches of logs that another transcript of the game has. Only of its own players' logs: anybody can put a stranger's events into a file.
    private func lacks(of place: Int, in group: Group) -> [ComparedGame.Lack] {
        var found: [ComparedGame.Lack] = []
        for author in group.authors where group.players[place].contains(author.key) {
            var open: ClosedRange<UInt64>?
            for seq in author.seqs.sorted() {
                let name = Name(author: author.key, seq: seq)
                let isHeld = (group.holders[name] ?? 0) >> UInt64(place) & 1 == 1
                guard !isHeld, let other = seen[name]?.record.event, isSigned(other) else { continue }
                if let stretch = open, stretch.upperBound + 1 == seq {
                    open = stretch.lowerBound...seq
                    found[found.count - 1].seqs = stretch.lowerBound...seq
                    continue
                }
                guard found.count < ComparedGame.lackLimit else { return found }
                open = seq...seq
                found.append(
                    ComparedGame.Lack(
                        transcript: group.transcripts[place], author: author.key, name: claimedName(of: author.key),
                        seqs: seq...seq))
            }
        }
        return found
    }
}

extension CrossCheck.Group {
    fileprivate mutating func begin(_ transcript: Int) {
        transcripts.append(transcript)
        counts.append(0)
        agreeing.append(0)
        differing.append(nil)
        players.append([])
    }

    /// The next record of the last transcript.
    fileprivate mutating func note(_ record: TranscriptReader.Record) {
        let place = transcripts.count - 1
        let event = record.event
        if case .join = event.body, players[place].count == counts[place], counts[place] < Limits.seats {
            players[place].append(event.author)
        }
        if place == 0 { first.append(event.hash) }
        if agreeing[place] == counts[place], counts[place] < first.count, first[counts[place]] == event.hash {
            agreeing[place] += 1
        } else if differing[place] == nil {
            differing[place] = record
        }
        counts[place] += 1
        let name = CrossCheck.Name(author: event.author, seq: event.seq)
        let isNew = holders[name] == nil
        holders[name, default: 0] |= 1 << UInt64(place)
        guard isNew else { return }
        if let index = places[event.author] {
            authors[index].seqs.append(event.seq)
        } else {
            places[event.author] = authors.count
            authors.append((event.author, [event.seq]))
        }
    }
}

/// Looks for forks in transcripts; at most one a log is told, in the order of the transcripts and their records.
public func forks(among transcripts: [[UInt8]], verified: VerifiedSet = VerifiedSet()) -> [Fork] {
    var check = CrossCheck(verified: verified, byteLimit: Int.max)
    for bytes in transcripts { _ = check.add(bytes) }
    return check.result().forks
}
