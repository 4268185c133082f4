internal import CSystem

extension NetworkPort {
    /// Hands over what has come: at most `most` datagrams, the sockets sharing that alike, so that a flood on one
    /// leaves the others their part; `descriptor` stays readable while more waits. Follows changes of the interfaces
    /// first. One's own are dropped unless `includingOwn`. The result is how many were handed over.
    @discardableResult
    public func receive(upTo most: Int = 96, includingOwn: Bool = false, _ handle: (Arrival) -> Void) -> Int {
        followChanges()
        var sources: [(descriptor: Int32, way: Arrival.Way)] = [
            (unicast.number, .unicast), (discovery.descriptor, .discovery),
        ]
        if let table { sources.insert((table.descriptor, .table), at: 1) }
        firstTurn = (firstTurn + 1) % sources.count
        let share = max(1, most / sources.count)
        var taken = 0
        // All is read before any is handed over: whoever handles one may open or close a table.
        var good: [Arrival] = []
        for offset in sources.indices {
            let source = sources[(firstTurn + offset) % sources.count]
            var left = min(share, most - taken)
            while left > 0 {
                let arrivals = batch(from: source.descriptor, way: source.way, upTo: left)
                taken += arrivals.read
                left -= arrivals.read
                good += arrivals.good.filter { includingOwn || !$0.isOwn }
                if arrivals.read == 0 { break }
            }
        }
        for arrival in good { handle(arrival) }
        return good.count
    }

    /// One system call's worth. What is no good is counted and dropped here.
    private func batch(from descriptor: Int32, way: Arrival.Way, upTo most: Int) -> (read: Int, good: [Arrival]) {
        let stride = configuration.datagramMax
        var found = [snap_arrival](repeating: snap_arrival(), count: Int(SNAP_BATCH_MAX))
        let wanted = Int32(min(most, found.count))
        let read = unsafe buffer.withUnsafeMutableBufferPointer { room in
            unsafe found.withUnsafeMutableBufferPointer {
                unsafe snap_receive(descriptor, room.baseAddress, stride, wanted, $0.baseAddress)
            }
        }
        guard read >= 0 else {
            counts.receiveErrors &+= 1
            return (0, [])
        }
        var good: [Arrival] = []
        for place in 0..<min(Int(read), found.count) where accepts(found[place], way: way) {
            let start = place * stride
            let arrival = Arrival(
                bytes: Array(buffer[start..<start + min(Int(found[place].length), stride)]),
                from: Endpoint(address: found[place].source, port: found[place].source_port).raw, way: way,
                interfaceIndex: found[place].interface_index,
                isOwn: isOwn(Endpoint(address: found[place].source, port: found[place].source_port).raw))
            count(arrival)
            good.append(arrival)
        }
        return (Int(read), good)
    }

    private func accepts(_ row: snap_arrival, way: Arrival.Way) -> Bool {
        if row.truncated != 0 {
            counts.droppedTooLarge &+= 1
        } else if row.length == 0 {
            counts.droppedEmpty &+= 1
        } else if !Endpoint(address: row.source, port: row.source_port).isOneHost {
            counts.droppedSource &+= 1
        } else if way == .unicast && !isChosen(row) {
            counts.droppedInterface &+= 1
        } else {
            return true
        }
        return false
    }

    /// Where the player chose interfaces, unicast must come by one of them, or to an address of one (two players of one
    /// host meet on the loopback whatever address they use). Multicast comes by memberships, so it needs no such check.
    private func isChosen(_ row: snap_arrival) -> Bool {
        if configuration.interfaceNames.isEmpty { return true }
        return interfaces.contains { interface in
            interface.index == row.interface_index
                || interface.addresses.contains { $0.address == row.destination }
        }
    }

    private func count(_ arrival: Arrival) {
        if arrival.isOwn { counts.droppedOwn &+= 1 }
        guard arrival.viaMulticast else {
            if !arrival.isOwn { counts.unicastHeard &+= 1 }
            return
        }
        let name = interfaces.first { $0.index == arrival.interfaceIndex }?.name ?? "?"
        counts.on(name) {
            if arrival.isOwn { $0.heardOwn &+= 1 } else { $0.heard &+= 1 }
        }
    }
}
