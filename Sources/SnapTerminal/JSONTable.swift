public import SnapCrypto
public import SnapNode
public import SnapProtocol
internal import SnapRules
public import SnapWords

/// `--json`: one object a line on standard output, each with its `schema`; for programs and tests.
public final class JSONTable: TableSurface {
    private let output: Int32
    private let wording: Wording
    private let messages: Int32
    private var fate: StandardStream.Fate?
    /// A person's surface beside it, if there is one: it reads the orders and shows its lines on standard error.
    private let person: PlainTable?

    public init(output: Int32, messages: Int32, wording: Wording, person: PlainTable?) {
        self.output = output
        self.messages = messages
        self.wording = wording
        self.person = person
    }

    public var descriptor: Int32? { person?.descriptor }
    public func read() -> [SurfaceInput] { person?.read() ?? [] }
    public var isGone: Bool { fate != nil || (person?.isGone ?? false) }
    public var lost: String? { if case .lost(let why)? = fate { why } else { nil } }

    public func suspend() { person?.suspend() }
    public func resume() { person?.resume() }

    public func attend(to peer: Peer, at now: Instant) { person?.attend(to: peer, at: now) }
    public func fallBehind() { person?.fallBehind() }
    public func catchUp(with peer: Peer) { person?.catchUp(with: peer) }

    public func emit(_ value: JSONValue) {
        if fate == nil { fate = StandardStream.write(value.compact + "\n", to: output) }
    }

    public func tell(_ line: String) {
        if let person { person.tell(line) } else { _ = StandardStream.write(line + "\n", to: messages) }
    }

    public func show(_ notice: Notice, peer: Peer, now: Instant) {
        person?.show(notice, peer: peer, now: now)
        if let value = NoticeJSON.value(notice, at: peer, wording) { emit(value) }
        if case .otherVersion(let key, let name, let version) = notice, person == nil {
            tell(wording.otherVersion(key, name: name, version: version))
        }
    }

    public func unfinished(game: UInt64, awaited: [PublicKey], transcript path: String?, peer: Peer) {
        person?.unfinished(game: game, awaited: awaited, transcript: path, peer: peer)
        emit(NoticeJSON.unfinished(game: game, awaited: awaited, transcript: path, at: peer))
    }

    public func finished(game: UInt64, digest: String, transcript path: String?, peer: Peer) {
        person?.finished(game: game, digest: digest, transcript: path, peer: peer)
        if let value = NoticeJSON.finished(game: game, digest: digest, transcript: path, at: peer, wording) {
            emit(value)
        }
    }
}
