internal import CSystem

extension NetworkPort {
    /// Sends one datagram, never blocking and never repeating. To a group it leaves once by each usable interface, with
    /// that interface's primary address as its source. The result is by how many interfaces it left (unicast: 0 or 1);
    /// what did not leave is counted by cause, and told where the player can mend it.
    @discardableResult
    public func send(_ bytes: [UInt8], to destination: Destination) -> Int {
        guard bytes.count <= configuration.datagramMax, !bytes.isEmpty else {
            counts.count(.tooLarge)
            return 0
        }
        switch destination {
        case .discovery: return multicast(bytes, to: discovery.group)
        case .table:
            guard let table else {
                counts.count(.noDestination)
                return 0
            }
            return multicast(bytes, to: table.group)
        case .address(let raw): return unicast(bytes, to: raw)
        }
    }

    private func multicast(_ bytes: [UInt8], to group: UInt32) -> Int {
        var left = 0
        if interfaces.isEmpty { counts.count(.unreachable) }
        for interface in interfaces {
            guard let source = interface.addresses.first?.address else { continue }
            let to = Endpoint(address: group, port: configuration.port)
            let result = put(bytes, to: to, by: interface.index, from: source)
            if result == 0 {
                left += 1
                counts.on(interface.name) { $0.sent &+= 1 }
            } else {
                counts.on(interface.name) { $0.refused &+= 1 }
                refused(Errno(-result), on: interface.index, called: interface.name)
            }
        }
        return left
    }

    private func unicast(_ bytes: [UInt8], to raw: UInt64) -> Int {
        guard let to = Endpoint(raw: raw), to.isOneHost, let index = route(to.address) else {
            counts.count(.noDestination)
            return 0
        }
        let result = put(bytes, to: to, by: index, from: 0)
        guard result == 0 else {
            refused(Errno(-result), on: index, called: "To \(IPv4.text(to.address))")
            return 0
        }
        counts.unicastSent &+= 1
        return 1
    }

    /// The interface to force for `address`; 0: the kernel's choice. Nil where the chosen interfaces do not lead there.
    private func route(_ address: UInt32) -> UInt32? {
        guard !configuration.interfaceNames.isEmpty else { return 0 }
        let isLoopback = address >> 24 == IPv4.loopbackNetwork
        if let link = interfaces.first(where: { $0.addresses.contains { $0.covers(address) } }) { return link.index }
        // Beyond the link: by a gateway of a chosen interface, never out of the loopback.
        return isLoopback ? nil : interfaces.first { !$0.isLoopback }?.index
    }

    private func put(_ bytes: [UInt8], to: Endpoint, by index: UInt32, from source: UInt32) -> Int32 {
        unsafe bytes.withUnsafeBufferPointer {
            unsafe snap_send(unicast.number, $0.baseAddress, $0.count, to.address, to.port, index, source)
        }
    }

    private func refused(_ errno: Errno, on index: UInt32, called name: String) {
        let cause = NetworkStatistics.Refusal(errno)
        counts.count(cause)
        switch cause {
        case .forbidden:
            problems.tell(
                .forbidden, on: index,
                "\(name): sending is forbidden, most likely by this computer's firewall. Let UDP port "
                    + "\(configuration.port) pass in both directions, e.g. `ufw allow \(configuration.port)/udp`.")
        case .tooLarge:
            problems.tell(
                .tooLarge, on: index,
                "\(name): datagrams of \(configuration.datagramMax) octets do not fit the link. Raise its MTU to 1280 "
                    + "(`ip link set dev NAME mtu 1280`), or leave it out with `--interface`.")
        case .busy, .unreachable, .noDestination: break
        }
    }
}
