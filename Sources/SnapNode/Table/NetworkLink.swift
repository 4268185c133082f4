public import SnapNetwork
public import SnapProtocol

/// The table's group on the local network.
public final class NetworkLink: TableLink {
    private let port: NetworkPort
    /// Datagrams taken by one `receive`.
    private static let batch = 64

    /// `port`: with the table's group open.
    public init(port: NetworkPort) { self.port = port }

    public var descriptor: Int32? { port.descriptor }

    public func send(_ bytes: [UInt8], to destination: SnapProtocol.Destination, from seat: Int) {
        switch destination {
        case .everyone: _ = port.send(bytes, to: .table)
        case .one(let address): _ = port.send(bytes, to: .address(address.raw))
        }
    }

    public func receive() -> [Delivery] {
        var deliveries: [Delivery] = []
        _ = port.receive(upTo: NetworkLink.batch) { arrival in
            guard arrival.way != .discovery else { return }
            deliveries.append(Delivery(seat: 0, bytes: arrival.bytes, from: PeerAddress(raw: arrival.from)))
        }
        return deliveries
    }

    public func problems() -> [String] { port.drainProblems() }
}
