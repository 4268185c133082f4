internal import SnapCrypto
public import SnapNetwork
public import SnapNode
public import SnapPlayers
internal import SnapProtocol
public import SnapWire

/// What was chosen on the main screen.
public enum MainChoice {
    case solo(opponents: Int, level: Level, rules: [PageOrder.RuleChange])
    case new(players: Int, isPrivate: Bool, rules: [PageOrder.RuleChange])
    /// A table that is there; nil: one's own seat at it waits.
    case join(TableCode, TableSecret, FoundTable?, watches: Bool)
    case quit
    /// By a signal.
    case interrupted
}

/// The page between tables: shows what is on the network and waits for a choice.
public final class MainScreen {
    /// What else decides whether a table can be joined.
    public struct Joining {
        /// Whether a seat of one's own waits there.
        public var isHeld: (TableCode, TableSecret) -> Bool
        /// Why it cannot be joined, in words; nil: it can. The table is nil where none answered in time.
        public var refusal: (TableCode, FoundTable?, TableDirectory, _ watches: Bool) -> String?

        public init(
            isHeld: @escaping (TableCode, TableSecret) -> Bool,
            refusal: @escaping (TableCode, FoundTable?, TableDirectory, _ watches: Bool) -> String?
        ) {
            self.isHeld = isHeld
            self.refusal = refusal
        }
    }

    private struct Sought {
        var code: TableCode
        var secret: TableSecret
        var watches: Bool
        var until: Instant
    }

    /// How long a table that was asked for is waited for, microseconds: three beacons.
    static let soughtMicros: Int64 = 3_500_000
    /// So often the list is looked at, microseconds.
    static let lookMicros: Int64 = 200_000

    private let page: Page
    private let port: NetworkPort?
    private let signals: SignalWatch
    private let joining: Joining
    private var directory = TableDirectory()
    private var sought: Sought?

    /// `port` nil: there is no network to look at.
    public init(page: Page, port: NetworkPort?, signals: SignalWatch, joining: Joining) {
        self.page = page
        self.port = port
        self.signals = signals
        self.joining = joining
    }

    /// Waits until the person has chosen. Throws where waiting itself fails.
    public func choose() throws(NetworkError) -> MainChoice {
        let poller = try Poller()
        try poller.add(page.descriptor)
        if let port { try poller.add(port.descriptor) }
        if signals.descriptor >= 0 { try poller.add(signals.descriptor) }
        while true {
            page.run()
            for order in page.takeOrders() {
                if let choice = take(order) { return choice }
            }
            listen()
            if let choice = lookForSought() { return choice }
            show()
            page.attend()
            let until = NetworkWatch.now() + MainScreen.lookMicros
            let ready = try poller.wait(untilMicros: UInt64(max(0, until.micros)))
            guard ready.contains(signals.descriptor) else { continue }
            switch signals.take() {
            case .end?: return .interrupted
            case .stop?: signals.stop()
            case .goOn?, nil: break
            }
        }
    }

    private func listen() {
        guard let port else { return }
        _ = port.receive { arrival in
            if arrival.way == .discovery { directory.take(arrival.bytes, at: NetworkWatch.now()) }
        }
        for line in port.drainProblems() { page.tell(["schema": "snap.say/1", "say": [.string(line)]]) }
    }

    private func show() {
        let shown = port?.interfaces.first { !$0.isLoopback } ?? port?.interfaces.first
        let place = shown.map { interface in
            "\(interface.name) \(interface.addresses.first.map { IPv4.text($0.address) } ?? "")"
        }
        page.show(
            tables: directory.tables(at: NetworkWatch.now()), place: place, isLooking: sought != nil)
    }

    private func take(_ order: PageOrder) -> MainChoice? {
        switch order {
        case .solo(let opponents, let level, let rules): return .solo(opponents: opponents, level: level, rules: rules)
        case .new(let players, let isPrivate, let rules):
            return .new(players: players, isPrivate: isPrivate, rules: rules)
        case .join(let code): return seek(code, watches: false)
        case .watch(let code): return seek(code, watches: true)
        case .quit: return .quit
        // Of the table that was left a moment ago; settings are seen to by the page.
        case .table, .set: return nil
        }
    }

    private func seek(_ code: TableCode, watches: Bool) -> MainChoice? {
        page.say([])
        do {
            let secret = try TableSecret.derive(code: code, passphrase: nil)
            if !watches, joining.isHeld(code, secret) { return .join(code, secret, nil, watches: false) }
            sought = Sought(
                code: code, secret: secret, watches: watches, until: NetworkWatch.now() + MainScreen.soughtMicros)
        } catch {
            page.say(["\(error)"])
        }
        return nil
    }

    private func lookForSought() -> MainChoice? {
        guard let sought else { return nil }
        let now = NetworkWatch.now()
        let table = directory.table(tag: sought.secret.tag, at: now)
        guard table != nil || now >= sought.until else { return nil }
        self.sought = nil
        if let why = joining.refusal(sought.code, table, directory, sought.watches) {
            page.say([why])
            return nil
        }
        return .join(sought.code, sought.secret, table, watches: sought.watches)
    }
}
