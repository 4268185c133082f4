public import SnapProtocol

/// What a person does at a surface.
public enum SurfaceInput: Hashable, Sendable {
    case command(Command)
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
    /// Hands the terminal back as it was found; `resume` takes it again.
    func suspend()
    /// Takes the terminal again, whatever others have done to it meanwhile.
    func resume()
    /// Shows a happening; `peer` is as it is after it.
    func show(_ notice: Notice, peer: Peer, now: Instant)
    /// A line about the world around the table: the network, files.
    func tell(_ line: String)
    /// The game's transcript is complete and kept at `path` (nil: not kept).
    func finished(game: UInt64, digest: String, transcript path: String?, peer: Peer)
}

extension TableSurface {
    // Most have no terminal of their own.
    public func suspend() {}
    public func resume() {}
}
