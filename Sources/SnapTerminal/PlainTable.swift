public import SnapCrypto
public import SnapNode
public import SnapProtocol
internal import SnapRules
public import SnapWords

/// `--ui plain`: one line a happening, for terminals, screen readers and pipes.
///
/// On a terminal keys act at once; from a pipe lines are read.
public final class PlainTable: TableSurface {
    private let wording: Wording
    private let input: Int32?
    private let output: Int32
    private var reader: OrderReader
    private let mode: KeyMode?
    private var fate: StandardStream.Fate?
    private var isLeaving = false
    private var isPlaying = false
    /// That the game stands still was said, and it does so still.
    private var isToldSuspended = false
    /// What happened while this peer was not there is not shown.
    private var isBehind = false
    private var turns = TurnWatch()
    /// Who came, not told yet: several that come together are told in one line.
    private var arrived: [PublicKey] = []
    private var tellArrivedAt: Instant?
    /// Has no seat: the game is not this person's to start, nor the cards to turn.
    private var looksOn = false
    /// What "?" adds in a game.
    private var standing = ""
    private var timeLeftMicros: Int64?
    private var isPauseAsked = false
    /// Whose remarks are not shown: everybody's, or these.
    private var isAllMuted = false
    private var muted: Set<PublicKey> = []
    /// Those of whom that can be asked, as they are called here.
    private var others: [(key: PublicKey, name: String)] = []
    /// The table's time when it was looked at last.
    private var clock: Instant?
    /// What a press was answered last, and when: a key that is held down is answered once.
    private var lastAnswer: (fault: PressFault, at: Instant)?
    static let answerAgainMicros: Int64 = 1_000_000
    static let gatherMicros: Int64 = 300_000
    /// Shown before the first line of play and on "?".
    private let code: String?

    /// `input` nil: nobody gives orders. `code`: as shown to people; nil for a table that cannot be joined.
    public init(input: Int32?, output: Int32, wording: Wording, code: String?, keys: TableKeys = TableKeys()) {
        self.input = input
        self.output = output
        self.wording = wording
        self.code = code
        let isKeys = input.map { StandardStream.isTerminal($0) } ?? false
        reader = OrderReader(isKeys: isKeys, keys: keys)
        mode = isKeys ? input.map { KeyMode($0) } : nil
    }

    public var descriptor: Int32? { input }

    public var isGone: Bool { fate != nil }
    public var lost: String? { if case .lost(let why)? = fate { why } else { nil } }
    public func suspend() { mode?.restore() }
    // A line that is being typed is the terminal's own.
    public func resume() { if !reader.isSaying { mode?.apply() } }

    public func read() -> [SurfaceInput] {
        guard let input, let bytes = StandardStream.read(input) else {
            guard reader.isSaying else { return [.closed] }
            return act(.said("")).map { [$0] } ?? []
        }
        return reader.take(bytes).compactMap { act($0) }
    }

    private func act(_ order: Order) -> SurfaceInput? {
        if isLeaving {
            isLeaving = false
            if case .leave = order { return .quit }
            if case .unknown("y") = order { return .quit }
            if case .unknown("Y") = order { return .quit }
            line("Staying.")
            // A call does not wait for answers; what else was pressed only meant no.
            if case .input(.command(.snap)) = order { return .command(.snap) }
            return nil
        }
        switch order {
        case .input(let input): return input
        case .goOn:
            guard isPlaying, turnKey != "Enter" else { return .goOn }
            return act(.unknown("Enter"))
        case .leave:
            isLeaving = true
            line("Leave the table? y = yes, any other key = no")
            return nil
        case .help:
            help()
            if isPlaying, !standing.isEmpty { line(standing + timeLeft()) }
            return nil
        case .pause: return .command(isPauseAsked ? .resume : .pause)
        case .say:
            guard !looksOn, code != nil else { return act(.unknown("c")) }
            line("What do you want to say? Enter sends it; an empty line says nothing.")
            mode?.restore()
            reader.beginSaying()
            return nil
        case .said(let text):
            reader.endSaying()
            mode?.apply()
            if text.isEmpty { line("Nothing said.") }
            return text.isEmpty ? nil : .command(.say(text))
        case .mute(let name):
            mute(name)
            return nil
        case .unknown(let text):
            line("\"\(Printable(text, limit: 40))\" means nothing here. ? shows what does.")
            return nil
        }
    }

    private func timeLeft() -> String {
        timeLeftMicros.map { "   Time left: \(wording.minutes($0))" } ?? ""
    }

    private func mute(_ name: String?) {
        guard let name else {
            isAllMuted.toggle()
            return line(isAllMuted ? "You are shown no more of what others say." : "You are shown what others say.")
        }
        guard let other = others.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            let names = others.map(\.name).joined(separator: ", ")
            return line(
                "Nobody here is called \"\(Printable(name, limit: 40))\"."
                    + (names.isEmpty ? "" : " There are: \(names)."))
        }
        let isMuted = muted.insert(other.key).inserted
        if !isMuted { muted.remove(other.key) }
        line("You are shown \(isMuted ? "no more of " : "")what \(other.name) says.")
    }

    /// An empty line is Enter, whatever the keys are.
    private var turnKey: String { reader.isKeys ? reader.keys.turn : "Enter" }

    /// Lines that fit 80 columns.
    private func help() {
        let snapKey = reader.keys.snap + ([reader.keys.snap, turnKey].contains("Space") ? "" : " or Space")
        if looksOn { return line(reader.isKeys ? "q = leave   ? = help" : "Type \"leave\" or \"help\".") }
        switch (isPlaying, reader.isKeys) {
        case (true, true):
            line("\(turnKey) = turn your card   \(snapKey) = Snap!   q = leave   ? = help")
            line("p = ask for a pause, or go on" + (code == nil ? "" : "   c = say something   m = mute the others"))
        case (true, false):
            line("Type an empty line or \"turn\" to turn your card, \"snap\", \"leave\" or \"help\".")
            line(
                "\"pause\" asks for a pause, \"resume\" goes on"
                    + (code == nil ? "." : ", \"say TEXT\" speaks, \"mute NAME\" mutes."))
        case (false, true): line("Enter = start or accept   n = decline   c = say something   q = leave   ? = help")
        case (false, false): line("Type \"start\", \"accept\", \"decline\", \"say TEXT\", \"leave\" or \"help\".")
        }
        if let code, !isPlaying { line("Others on this network join with:  \(wording.program) join \(code)") }
    }

    public func tell(_ line: String) { self.line(line) }

    private func line(_ text: String) {
        if fate == nil { fate = StandardStream.write(text + "\n", to: output) }
    }

    public func fallBehind() { isBehind = true }

    public func catchUp(with peer: Peer) {
        isBehind = false
        note(peer)
        guard let game = peer.fold?.game, game.outcome == nil else { return }
        line("Game \(peer.gameNumber ?? 1) goes on.   \(wording.tops(game, at: peer))")
        if input != nil, peer.mySeat != nil { help() }
        turns = TurnWatch()
        sayTurn(peer)
    }

    /// Whether a game is played is the peer's to say: it may have begun before this process did.
    private func note(_ peer: Peer) {
        isPlaying = peer.isPlaying
        looksOn = peer.configuration.watches
        isPauseAsked = peer.pauseAskers.contains(peer.me)
        others = peer.members.filter { !$0.isMe }.map { ($0.key, wording.name($0.key, at: peer)) }
        standing = (peer.fold?.game).map { wording.tops($0, at: peer) } ?? ""
    }

    public func attend(to peer: Peer, at now: Instant) {
        clock = now
        timeLeftMicros = peer.timeLeftMicros(at: now)
        if let tellArrivedAt, now >= tellArrivedAt { tellArrived(peer) }
    }

    /// Who has come to the table since the last time, and who is there now.
    private func tellArrived(_ peer: Peer) {
        tellArrivedAt = nil
        let came = arrived
        arrived = []
        // Faces seen again in the middle of a game are no news, nor are those that went at once.
        guard !isPlaying, came.contains(where: { key in peer.members.contains { $0.key == key } }) else { return }
        let seats = "(\(peer.members.count) of \(peer.configuration.capacity))"
        if came.count == 1 {
            line("\(wording.introduction(came[0], at: peer)) is at the table \(seats).")
        } else {
            let names = peer.members.map { $0.isMe ? "you" : wording.introduction($0.key, at: peer) }.joined(
                separator: ", ")
            line("At the table: \(names) \(seats).")
        }
        sayStart(peer)
    }

    private func sayStart(_ peer: Peer) {
        guard input != nil, code != nil, !looksOn, !isPlaying, peer.members.count > 1, !peer.isProposalOpen,
            !peer.isInProposal
        else { return }
        line("Enter starts the game.")
    }

    public func show(_ notice: Notice, peer: Peer, now: Instant) {
        note(peer)
        if case .listed(let key, _) = notice {
            arrived.append(key)
            tellArrivedAt = tellArrivedAt ?? now + PlainTable.gatherMicros
            return
        }
        if tellArrivedAt != nil { tellArrived(peer) }
        switch notice {
        case .listed: break
        // The game tells of it, with what becomes of the cards.
        case .proposed(let key, _, let rules, let roster, let isMine):
            let names = roster.map { wording.introduction($0, at: peer) }.joined(separator: ", ")
            if isMine {
                // Alone, the game starts by itself and all accept at once.
                guard code != nil else { return }
                line("You propose to start: \(names). House rules: \(wording.differences(of: rules)).")
                line("Waiting for their answers.")
            } else {
                line("\(wording.introduction(key, at: peer)) proposes to start: \(names).")
                line("House rules: \(wording.differences(of: rules)).")
                if input != nil { line("Enter accepts, n declines.") }
            }
        case .proposalClosed:
            tellLines(notice, peer)
            sayStart(peer)
        case .tableRules(let rules, let isMine):
            // Who starts a table as usual need not be told so, and who plays alone has given them.
            if code != nil, !isMine || rules != HouseRules() { tellLines(notice, peer) }
        case .began(let game, _):
            turns = TurnWatch()
            if !isBehind { line("Game \(game) begins. Dealing...") }
            if input != nil, !isBehind { help() }
        case .game(.rules(.over)): tellLines(notice, peer)
        case .game where isBehind: break
        case .game(let happening):
            turns.note(happening)
            tellLines(notice, peer)
            sayTurn(peer)
        case .pressIgnored(let fault, let after): answer(fault, afterMicros: after)
        case .waiting:
            tellLines(notice, peer)
            if peer.isSuspended, !isToldSuspended {
                isToldSuspended = true
                line("The game stands still until you hear each other again. q leaves it unfinished.")
            }
        case .heardAgain:
            tellLines(notice, peer)
            isToldSuspended = isToldSuspended && peer.isSuspended
        // One's own line stands there as it was typed.
        case .said(let key, _):
            if key == peer.me ? !reader.isKeys && input != nil : isAllMuted || muted.contains(key) { return }
            tellLines(notice, peer)
        case .pause, .paused: tellLines(notice, peer)
        case .resumed:
            tellLines(notice, peer)
            turns = TurnWatch()
            sayTurn(peer)
        case .unlisted, .forked, .otherVersion, .dropped, .floods, .void, .finished, .refused: tellLines(notice, peer)
        }
    }

    private func tellLines(_ notice: Notice, _ peer: Peer) {
        for text in wording.lines(notice, at: peer) { line(text) }
    }

    private func answer(_ fault: PressFault, afterMicros: Int64?) {
        let text = wording.ignored(fault, afterMicros: afterMicros)
        guard let now = clock else { return line(text) }
        let isRepeated = lastAnswer.map { $0.fault == fault && now - $0.at < PlainTable.answerAgainMicros } ?? false
        lastAnswer = (fault, now)
        if !isRepeated { line(text) }
    }

    private func sayTurn(_ peer: Peer) {
        guard !isBehind, let fold = peer.fold, let active = turns.turn(in: fold) else { return }
        let own = input == nil ? "Your turn." : "Your turn: \(turnKey) turns your card."
        line(wording.teller(at: peer).turn(active, own: own))
    }

    public func unfinished(game: UInt64, awaited: [PublicKey], transcript path: String?, peer: Peer) {
        line(wording.unfinished(awaited, at: peer))
        if let path { line("What was played of it can be checked:  snap audit \(Printable(path))") }
    }

    public func finished(game: UInt64, digest: String, transcript path: String?, peer: Peer) {
        guard let state = peer.lastGame?.game else { return }
        let own = state.seats.indices.first { wording.isMine($0, at: peer) }.map { wording.name(seat: $0, at: peer) }
        for text in wording.teller(at: peer).results(state, own: own ?? "") { line(text) }
        if let path { line("Anyone can check this game:  \(wording.program) audit \(Printable(path))") }
        if input != nil, peer.phase == .seated, !looksOn { line("Enter asks for the next game, q leaves.") }
    }
}
