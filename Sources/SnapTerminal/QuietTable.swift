public import SnapCrypto
public import SnapNode
public import SnapProtocol
internal import SnapRules
public import SnapWords

/// `--ui none`: nothing is shown but how each game ended.
public final class QuietTable: TableSurface {
    private let output: Int32
    private let messages: Int32
    private let wording: Wording
    private var fate: StandardStream.Fate?

    public init(output: Int32, messages: Int32, wording: Wording) {
        self.output = output
        self.messages = messages
        self.wording = wording
    }

    public var descriptor: Int32? { nil }
    public func read() -> [SurfaceInput] { [] }
    /// The game's end is in the transcript too.
    public var isGone: Bool { false }
    public var lost: String? { if case .lost(let why)? = fate { why } else { nil } }
    public func tell(_ line: String) { _ = StandardStream.write(line + "\n", to: messages) }

    public func show(_ notice: Notice, peer: Peer, now: Instant) {
        switch notice {
        case .refused(let reason) where peer.phase == .left: tell(wording.refusal(reason))
        case .otherVersion(let key, let name, let version):
            tell(wording.otherVersion(key, name: name, version: version))
        case .void: tell("This game is void: players have signed what cannot both be true.")
        default: break
        }
    }

    public func unfinished(game: UInt64, awaited: [PublicKey], transcript path: String?, peer: Peer) {
        _ = StandardStream.write(wording.unfinished(awaited, at: peer) + "\n", to: output)
        if let path { _ = StandardStream.write("Transcript: \(Printable(path))\n", to: output) }
    }

    public func finished(game: UInt64, digest: String, transcript path: String?, peer: Peer) {
        guard let outcome = peer.lastGame?.game?.outcome else { return }
        let transcript = path.map { "Transcript: \(Printable($0))\n" } ?? ""
        fate = fate ?? StandardStream.write(wording.winners(outcome, at: peer) + "\n" + transcript, to: output)
    }
}
