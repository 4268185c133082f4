internal import SnapCrypto

/// What a peer knows of another beyond its log: when it was heard, where it is, how far it is.
struct Contact: Sendable {
    let key: PublicKey
    var address: PeerAddress?
    var addressHeardAt: Instant?
    /// Last time a fresh message of its own came in.
    var heardAt: Instant?
    /// Last time it handed a probe of ours back: it is alive and not a replay.
    var echoedAt: Instant?
    /// The process of the peer that was heard last, by the seq of its first event.
    var epoch: UInt64 = 0
    var lastProbe: UInt64 = 0
    var lastProbeAt: Instant?
    /// As it last said: see `Heartbeat.state`.
    var state: UInt64 = 0
    /// The highest seq that it holds of each author, as its last heartbeat said.
    var holds: [(author: PublicKey, seq: UInt64)] = []
    var path = PathEstimate()
    var answeredAt: Instant?
    var answers = Allowance(most: Timing.askerBytes.most, perSecond: Timing.askerBytes.perSecond)
    /// The last of its remarks that came, by the process that said it and the probe.
    var remarked: (epoch: UInt64, probe: UInt64) = (0, 0)
    /// What it may still say, and change its mind about pauses, so that people are told.
    var remarks = Allowance(most: Timing.remarks.most, perSecond: Timing.remarks.perSecond)
    /// When it was first told as being at the table.
    var listedAt: Instant?
    /// First listed long after somebody whose JOIN its own claims to precede: seated after those who were there.
    var isLate = false
    /// Told to the people here as being at the table.
    var isListed = false
    /// Told as silent.
    var isAwaited = false

    init(key: PublicKey) { self.key = key }

    /// In a game, by its own word.
    var isPlaying: Bool { state == 1 || state >= 3 }

    func holding(of author: PublicKey) -> UInt64 { holds.first { $0.author == author }?.seq ?? 0 }
}

/// One gap in a member's log that is being asked for.
struct Gap: Sendable {
    var author: PublicKey
    var attempts = 0
    var since: Instant
    var askAt: Instant
}
