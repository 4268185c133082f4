public import SnapCrypto
public import SnapProtocol

/// What a person does at a surface.
public enum SurfaceInput: Hashable, Sendable {
    case command(Command)
    /// Turn a card where a game is played, else as `start`: what the table is at decides, when the order is taken.
    case goOn
    /// Start the game, accept the open proposal, or ask for the next game: whichever is open.
    case start
    /// Leave the table now.
    case quit
    /// Nothing more will come (the input is closed).
    case closed
}

/// One way of showing a table and taking orders from a person: lines, a full screen, a page.
public protocol TableSurface: AnyObject {
    /// Becomes readable when the person has done something; nil: nobody is there.
    var descriptor: Int32? { get }
    func read() -> [SurfaceInput]
    /// Whether nobody can see it any more: its reader has closed it.
    var isGone: Bool { get }
    /// Why results were lost, other than that their reader has gone; nil: none were.
    var lost: String? { get }
    /// Hands the terminal back as it was found; `resume` takes it again.
    func suspend()
    /// Takes the terminal again, whatever others have done to it meanwhile.
    func resume()
    /// Shows a happening; `peer` is as it is after it.
    func show(_ notice: Notice, peer: Peer, now: Instant)
    /// The game went on without this peer: what is shown until `catchUp` happened long ago.
    func fallBehind()
    /// Shows where the game stands: after coming back to a seat, and once what was missed is known.
    func catchUp(with peer: Peer)
    /// Called several times a second: the time for what was held back so that it is said at once.
    func attend(to peer: Peer, at now: Instant)
    /// A line about the world around the table: the network, files.
    func tell(_ line: String)
    /// The game was left while it stood still, since those awaited were not heard; what was played of it is kept at `path` (nil: not kept).
    func unfinished(game: UInt64, awaited: [PublicKey], transcript path: String?, peer: Peer)
    /// The game's transcript is complete and kept at `path` (nil: not kept).
    func finished(game: UInt64, digest: String, transcript path: String?, peer: Peer)
}

extension TableSurface {
    public var lost: String? { nil }
    // Most have no terminal of their own.
    public func suspend() {}
    public func resume() {}
    // Whoever shows every happening has nothing to sum up.
    public func fallBehind() {}
    public func catchUp(with peer: Peer) {}
    public func attend(to peer: Peer, at now: Instant) {}
}
