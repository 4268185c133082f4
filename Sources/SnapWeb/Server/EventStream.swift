internal import CMicrohttpd
internal import Glibc
internal import SnapNetwork

/// One reader of events: what waits to be sent to it. Its connection sleeps while nothing does.
@safe final class EventStream {
    private enum Course { case open, ending, dropped }

    private let connection: OpaquePointer
    let socket: Int32
    private let poller: Poller
    private let limits: WebLimits
    private let clock: () -> UInt64
    private var waiting: [UInt8]
    private var taken = 0
    private var course = Course.open
    private(set) var isAsleep = false
    private(set) var progressMicros: UInt64

    init(
        connection: OpaquePointer, socket: Int32, poller: Poller, limits: WebLimits, clock: @escaping () -> UInt64,
        first: [UInt8]
    ) {
        unsafe self.connection = unsafe connection
        self.socket = socket
        self.poller = poller
        self.limits = limits
        self.clock = clock
        waiting = first
        progressMicros = clock()
        // What the kernel holds for a reader that does not read counts for nobody; small, it is noticed soon.
        var octets: Int32 = 65_536
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &octets, socklen_t(MemoryLayout<Int32>.size))
    }

    var unsentOctets: Int { waiting.count - taken }
    var isOpen: Bool { course == .open }

    /// Lets octets follow what waits. Too many, and the stream is dropped.
    func append(_ octets: [UInt8], now: UInt64) {
        guard course == .open else { return }
        if unsentOctets == 0 { progressMicros = now }
        guard unsentOctets + octets.count <= limits.streamOctets else { return drop() }
        if taken > 0 {
            waiting.removeFirst(taken)
            taken = 0
        }
        waiting += octets
        wake()
    }

    /// Closes it after what waits.
    func end() {
        guard course == .open else { return }
        course = .ending
        wake()
    }

    /// Closes it at once: its reader has gone, or does not read.
    func drop() {
        guard course != .dropped else { return }
        course = .dropped
        waiting = []
        taken = 0
        snap_web_hang_up(socket)
        wake()
    }

    /// Called by the daemon when the connection can take octets; the number given, or one of the two ends.
    func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
        if course == .dropped { return Int(snap_web_end_with_error()) }
        guard unsentOctets > 0 else {
            if course == .ending { return Int(snap_web_end_of_stream()) }
            sleep()
            return 0
        }
        let count = min(room.count, unsentOctets)
        unsafe room.copyBytes(from: waiting[taken..<taken + count])
        taken += count
        progressMicros = clock()
        if taken == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            taken = 0
        }
        return count
    }

    private func sleep() {
        isAsleep = true
        unsafe MHD_suspend_connection(connection)
        // The daemon does not look at a sleeping connection; its reader may go meanwhile. Where the descriptor cannot be added, the
        // next sign of life finds that out.
        try? poller.add(socket)
    }

    private func wake() {
        guard isAsleep else { return }
        isAsleep = false
        poller.remove(socket)
        unsafe MHD_resume_connection(connection)
    }
}
