internal import SnapCrypto
internal import SnapProtocol
internal import SnapWire

/// What a run did, in lines for people: each event where it is written, each notice, each command.
extension Simulation {
    /// `line` is only made where somebody listens.
    func trace(_ seat: Int, _ line: @autoclosure () -> String) {
        guard let tell else { return }
        tell("\(now) us seat \(seat): \(line())")
    }

    /// An event, if the seat wrote it itself.
    func trace(_ seat: Int, stored bytes: [UInt8]) {
        guard tell != nil, let event = try? Event.decode(bytes), event.author == seats[seat].peer.me else { return }
        let heads = event.heads.map { "\(name(of: $0))" }.joined(separator: " ")
        trace(seat, "writes \(event.seq) at \(event.lamport) \(event.hash.short) [\(heads)] \(event.body)")
    }

    private func name(of head: Head) -> String {
        let seat = seats.firstIndex { $0.peer.me == head.author }
        return "\(seat.map(String.init) ?? "?"):\(head.seq)"
    }
}
