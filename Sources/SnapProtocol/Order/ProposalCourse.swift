public import SnapCrypto
public import SnapWire

/// What the ACCEPTs, BEGINs and WITHDRAWs of one START come to (Protocol.md, *Lobby and start*). The live peer, the simulator and the auditor
/// ask this very value.
///
/// Events are given with `read`, each author's in the order of its log and none before what its heads name.
public struct ProposalCourse: Sendable {
    /// Why an event of this proposal is nothing, or must not have been written.
    public enum Fault: Sendable {
        /// An ACCEPT without one path a seat.
        case pathCount
        case acceptAfterWithdrawal
        case secondAccept
        case foreignBegin
        case secondBegin
        /// A BEGIN that does not name, or does not acknowledge, the first ACCEPT of each seat.
        case beginUnfounded
        /// A WITHDRAW by one that had acknowledged BEGIN, while nobody else had withdrawn.
        case lateWithdrawal
    }

    /// The first WITHDRAW of a seat.
    private struct Withdrawal: Sendable {
        var seat: Int
        var seq: UInt64
        /// The highest seq of the proposer that its author had acknowledged by its events before.
        var acknowledged: UInt64
    }

    public let start: Event
    public let content: Start
    /// By seat: the ACCEPT that counts.
    public private(set) var accepts: [Event?]
    /// The BEGIN that counts, whether or not it takes effect.
    public private(set) var begin: Event?
    /// At most one a seat.
    private var withdrawals: [Withdrawal] = []

    /// Nil if `start` is no START.
    public init?(start: Event) {
        guard case .start(let content) = start.body else { return nil }
        self.start = start
        self.content = content
        accepts = content.roster.map { _ in nil }
    }

    /// Reads an event; one of another kind, of another START or by somebody who is not in the roster is passed over.
    ///
    /// `acknowledged`: the highest seq of START's author that the event's author had acknowledged by its events before this one; of the
    /// proposer itself the seq before. Asked only for a WITHDRAW.
    public mutating func read(_ event: Event, acknowledged: () -> UInt64) -> Fault? {
        guard let seat = content.roster.firstIndex(of: event.author) else { return nil }
        switch event.body {
        case .accept(let accept) where accept.start == start.hash: return read(accept, event, seat: seat)
        case .begin(let begin) where begin.start == start.hash: return read(begin, event)
        case .withdraw(start.hash): return withdraw(seat, event, acknowledged: acknowledged())
        default: return nil
        }
    }

    private mutating func read(_ accept: Accept, _ event: Event, seat: Int) -> Fault? {
        guard accept.paths.count == content.roster.count else { return .pathCount }
        guard !hasWithdrawn(event.author) else { return .acceptAfterWithdrawal }
        guard accepts[seat] == nil else { return .secondAccept }
        accepts[seat] = event
        return nil
    }

    private mutating func read(_ begin: Begin, _ event: Event) -> Fault? {
        guard event.author == start.author else { return .foreignBegin }
        guard self.begin == nil else { return .secondBegin }
        guard begin.accepts.map({ Optional($0) }) == accepts.map({ $0?.hash }) else { return .beginUnfounded }
        // What BEGIN names it must also acknowledge: else it would count or not by what had arrived before it.
        let isCovered = accepts.allSatisfy { accept in
            guard let accept else { return false }
            return accept.author == event.author
                || event.heads.contains { $0.author == accept.author && $0.seq >= accept.seq }
        }
        guard isCovered else { return .beginUnfounded }
        self.begin = event
        return nil
    }

    private mutating func withdraw(_ seat: Int, _ event: Event, acknowledged: UInt64) -> Fault? {
        let others = withdrawals.contains { $0.seat != seat }
        if !withdrawals.contains(where: { $0.seat == seat }) {
            withdrawals.append(Withdrawal(seat: seat, seq: event.seq, acknowledged: acknowledged))
        }
        guard let begin, acknowledged >= begin.seq, !others else { return nil }
        return .lateWithdrawal
    }

    /// Whose WITHDRAW was read first: those of others may only have followed.
    var firstToWithdraw: PublicKey? { withdrawals.first.map { content.roster[$0.seat] } }

    /// Whether `key` has withdrawn, whatever came of it.
    public func hasWithdrawn(_ key: PublicKey) -> Bool { withdrawals.contains { content.roster[$0.seat] == key } }

    /// Whether anybody but `key` has withdrawn.
    func isWithdrawn(butBy key: PublicKey) -> Bool { withdrawals.contains { content.roster[$0.seat] != key } }

    /// Whether somebody withdrew without having acknowledged BEGIN before: within `cut`, seqs by seat, where that is given.
    public func isDead(within cut: [UInt64]? = nil) -> Bool {
        withdrawals.contains { withdrawal in
            if let cut, withdrawal.seq > cut[withdrawal.seat] { return false }
            guard let begin else { return true }
            return withdrawal.acknowledged < begin.seq
        }
    }

    /// Whether BEGIN, which `order` has just taken, takes effect: what lies beyond the cut of a view that was decided does not count.
    public func takesEffect(in order: GameLogs) -> Bool { begin != nil && !isDead(within: order.decision?.cut) }
}
