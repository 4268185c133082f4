public import SnapNetwork
public import SnapProtocol

/// Listens for beacons before a table is joined.
public final class NetworkWatch {
    private let port: NetworkPort
    public private(set) var directory = TableDirectory()

    public init(port: NetworkPort) { self.port = port }

    public static func now() -> Instant { Instant(micros: Int64(Clock.monotonicMicros())) }

    /// Listens until `done` or for `micros`; false on a signal. Throws where waiting itself fails. `patienceMicros`: while there is no network the
    /// time does not begin, for so long at most.
    public func listen(
        _ micros: Int64, patienceMicros: Int64 = 0, signals: SignalWatch, tell: (String) -> Void,
        until done: (TableDirectory) -> Bool
    ) throws(NetworkError) -> Bool {
        let poller = try Poller()
        try poller.add(port.descriptor)
        if signals.descriptor >= 0 { try poller.add(signals.descriptor) }
        let start = NetworkWatch.now()
        var end = start + micros
        while true {
            if !port.hasNetwork { end = max(end, min(NetworkWatch.now(), start + patienceMicros) + micros) }
            // Looked at before what has come is taken: a busy computer may wake this process only after the end.
            let isLast = NetworkWatch.now() >= end
            _ = port.receive { arrival in
                if arrival.way == .discovery { directory.take(arrival.bytes, at: NetworkWatch.now()) }
            }
            for line in port.drainProblems() { tell(line) }
            if done(directory) || isLast { return true }
            // Wakes now and then, so that an interface that comes up is tried.
            let until = min(end, NetworkWatch.now() + 250_000)
            let ready = try poller.wait(untilMicros: UInt64(max(0, until.micros)))
            guard ready.contains(signals.descriptor) else { continue }
            switch signals.take() {
            case .end?: return false
            case .stop?: signals.stop()
            case .goOn?, nil: break
            }
        }
    }
}
