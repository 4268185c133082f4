public import SnapCrypto
public import SnapNode
public import SnapProtocol
internal import SnapRules
public import SnapWords

/// A table on the page. Happenings go out in the step in which they come, the whole state once after it.
public final class WebTable: TableSurface {
    public let page: Page
    private let wording: Wording
    private var place: TablePlace
    private var result: JSONValue?
    private var isChanged = true
    private var isBehind = false
    private var isLeaving = false
    private var lookedAt: Instant?
    /// What changes without a notice, such as how far others are, is looked at so often, microseconds.
    static let lookMicros: Int64 = 500_000

    public init(page: Page, wording: Wording, place: TablePlace) {
        self.page = page
        self.wording = wording
        self.place = place
    }

    public var descriptor: Int32? { page.descriptor }
    public var isGone: Bool { false }

    public func read() -> [SurfaceInput] {
        page.run()
        return page.takeOrders().compactMap { order in
            guard case .table(let input) = order else { return nil }
            if input == .quit { isLeaving = true }
            isChanged = true
            return input
        }
    }

    public func attend(to peer: Peer, at now: Instant) {
        page.attend()
        guard isChanged || lookedAt.map({ now - $0 >= WebTable.lookMicros }) ?? true else { return }
        isChanged = false
        lookedAt = now
        let state = TableState(peer: peer, wording: wording, place: place, result: result, isLeaving: isLeaving)
        page.show(table: state.json, timeLeftMillis: peer.timeLeftMicros(at: now).map { $0 / 1_000 })
    }

    public func show(_ notice: Notice, peer: Peer, now: Instant) {
        isChanged = true
        switch notice {
        case .proposed(let key, _, let rules, let roster, let isMine):
            place.proposal = TablePlace.Proposal(by: key, rules: rules, roster: roster, isMine: isMine)
        case .proposalClosed: place.proposal = nil
        case .began:
            place.proposal = nil
            result = nil
        default: break
        }
        let lines = words(notice, peer)
        if let value = NoticeJSON.value(notice, at: peer, wording) {
            tell(value, lines)
        } else if !lines.isEmpty {
            tell(["schema": "snap.say/1"], lines)
        }
    }

    private func words(_ notice: Notice, _ peer: Peer) -> [String] {
        switch notice {
        case .listed(let key, _):
            return key == peer.me ? [] : ["\(wording.introduction(key, at: peer)) is at the table."]
        case .proposed(let key, _, _, _, let isMine):
            if place.isAlone { return [] }
            return isMine
                ? ["You propose to start. Waiting for the others' answers."]
                : ["\(wording.introduction(key, at: peer)) proposes to start."]
        case .game(let happening):
            return wording.teller(at: peer).linesBesideTheTable(happening, (peer.fold ?? peer.lastGame)?.game)
        case .tableRules where place.isAlone: return []
        case .began(let game, _): return ["Game \(game) begins. Dealing..."]
        default: return wording.lines(notice, at: peer)
        }
    }

    private func tell(_ value: JSONValue, _ lines: [String]) {
        var members = value.members
        members.append(JSONMember("say", .array(lines.map { .string($0) })))
        if isBehind { members.append(JSONMember("late", true)) }
        page.tell(.object(members))
    }

    public func fallBehind() { isBehind = true }

    public func catchUp(with peer: Peer) {
        isBehind = false
        isChanged = true
    }

    public func tell(_ line: String) { tell(["schema": "snap.say/1"], [line]) }

    public func unfinished(game: UInt64, awaited: [PublicKey], transcript path: String?, peer: Peer) {
        isChanged = true
        tell(
            NoticeJSON.unfinished(game: game, awaited: awaited, transcript: path, at: peer),
            [wording.unfinished(awaited, at: peer)])
    }

    public func finished(game: UInt64, digest: String, transcript path: String?, peer: Peer) {
        isChanged = true
        result = TableState.result(of: peer, wording, game: game, digest: digest, transcript: path)
        if let value = NoticeJSON.finished(game: game, digest: digest, transcript: path, at: peer, wording) {
            tell(value, [])
        }
    }
}
