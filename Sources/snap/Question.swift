internal import Glibc
internal import SnapNetwork
internal import SnapNode

/// Asks the person on standard input; a signal that ends the program ends the question too.
struct Question {
    /// What is kept of a line.
    private static let lineLimit = 256

    let signals: SignalWatch
    private var waiting: [UInt8] = []

    init(signals: SignalWatch) { self.signals = signals }

    /// The next line; nil where the input has ended or the program is to end. Throws where waiting itself fails.
    mutating func answer() throws(NetworkError) -> String? {
        let poller = try Poller()
        try poller.add(0)
        if signals.descriptor >= 0 { try poller.add(signals.descriptor) }
        while true {
            if let end = waiting.firstIndex(of: 10) {
                defer { waiting.removeFirst(end + 1) }
                return String(decoding: waiting[..<end].prefix(Question.lineLimit), as: UTF8.self)
            }
            let ready = try poller.wait(untilMicros: Clock.monotonicMicros() + 60_000_000)
            if ready.contains(signals.descriptor) {
                switch signals.take() {
                case .end?: return nil
                case .stop?: signals.stop()
                case .goOn?, nil: break
                }
            }
            guard ready.contains(0) else { continue }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(0, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return nil }
            // A line without an end is no answer; what is beyond the limit of it is dropped.
            waiting += buffer[..<count]
            if waiting.count > 65_536 { waiting = [10] }
        }
    }
}
