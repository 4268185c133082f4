import Glibc
import SnapNetwork
import Testing

@_silgen_name("setfsuid") private func setfsuid(_ user: UInt32) -> Int32

/// In network namespaces that the tests make themselves and that vanish with them.
@Suite(.enabled(if: Namespace.isAvailable, "\(Namespace.reason)"))
struct NamespaceTests {
    @Test func meetsWhereOnlyTheLoopbackIsUp() throws {
        let space = try Namespace()
        try space.ip("link set lo up")
        let (heard, problems) = try space.run {
            let ports = try (0..<2).map { _ in try NetworkPort() }
            ports[0].send(octets("hello"), to: .discovery)
            let heard = try hear(ports) { !$0[1].isEmpty }
            return (heard.map(texts), ports[0].drainProblems())
        }
        #expect(heard == [[], ["hello"]])
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("Only players on this computer can be found") == true)
    }

    @Test func waitsForANetworkThatComesAndGoes() throws {
        let space = try Namespace()
        let ports = try space.run { try (0..<2).map { _ in try NetworkPort() } }
        let told = try space.run { ports[0].drainProblems() }
        #expect(told.count == 1 && told.first?.hasPrefix("No network: not even the loopback is up") == true)
        #expect(try space.run { ports[0].send([1], to: .discovery) } == 0)
        for round in ["first", "again"] {
            try space.ip("link set lo up")
            let heard = try space.run {
                for port in ports { _ = try follow(port) { !$0.interfaces.isEmpty } }
                ports[0].send(octets(round), to: .discovery)
                return try hear(ports) { !$0[1].isEmpty }.map(texts)
            }
            #expect(heard == [[], [round]])
            try space.ip("link set lo down")
            #expect(try space.run { try follow(ports[0]) { $0.interfaces.isEmpty } })
        }
        #expect(try space.run { ports[0].interfacesGeneration } == 4)
    }

    @Test func sharesThePortBetweenTwoUsers() throws {
        let space = try Namespace()
        try space.ip("link set lo up")
        let heard = try space.run {
            let root = try NetworkPort()
            // The kernel keeps the maker's file-system user as a socket's owner, and that is what binding compares.
            _ = setfsuid(65_534)
            let nobody = Result { try NetworkPort() }
            _ = setfsuid(0)
            let ports = [root, try nobody.get()]
            ports[0].send(octets("to nobody"), to: .discovery)
            ports[1].send(octets("to root"), to: .discovery)
            return try hear(ports) { $0.allSatisfy { !$0.isEmpty } }.map(texts)
        }
        #expect(heard == [["to root"], ["to nobody"]])
    }

    @Test func tellsOfAPortThatIsHeld() throws {
        let space = try Namespace()
        try space.ip("link set lo up")
        let thrown = try space.run { () -> NetworkError? in
            let holder = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
            defer { close(holder) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = Groups.port.bigEndian
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = unsafe withUnsafePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(holder, $0, length) }
            }
            guard bound == 0 else { throw Namespace.Failure(description: "bind failed") }
            do throws(NetworkError) {
                _ = try NetworkPort()
                return nil
            } catch { return error }
        }
        #expect(thrown == .portTaken(Groups.port))
        #expect(thrown?.description.contains("--port") == true)
    }

    @Test func crossesALinkWithoutADefaultRoute() throws {
        let link = try Link()
        let heard = try link.exchange("across")
        #expect(heard.multicast == ["across"])
        #expect(heard.answer == ["back"])
        #expect(heard.from == "10.9.0.1")
        #expect(try link.left.run { link.leftPort.drainProblems() } == [])
    }

    @Test func followsAnAddressThatChanges() throws {
        let link = try Link()
        #expect(try link.exchange("one").multicast == ["one"])
        try link.left.ip("link set v down")
        #expect(try link.left.run { try follow(link.leftPort) { $0.interfaces.map(\.name) == ["lo"] } })
        try link.left.ip("address flush dev v")
        try link.left.ip("address add 10.9.0.77/24 dev v")
        try link.left.ip("link set v up")
        let isBack = try link.left.run {
            try follow(link.leftPort) { $0.ownEndpoints.first?.address == 0x0A09_004D }
        }
        #expect(isBack)
        #expect(try link.right.run { try follow(link.rightPort) { $0.interfaces.count == 2 } })
        let heard = try link.exchange("two")
        #expect(heard.multicast == ["two"] && heard.answer == ["back"] && heard.from == "10.9.0.77")
        #expect(
            try link.left.run { link.leftPort.isOwn(Endpoint(address: 0x0A09_0001, port: link.leftPort.ownPort).raw) })
    }

    @Test func oneInterfaceThatVanishesStopsNoOther() throws {
        let link = try Link()
        for name in ["va", "vb"] {
            try link.left.ip("link add \(name) type veth peer name \(name)2")
            try link.left.ip("address add 10.8.\(name == "va" ? 1 : 2).1/24 dev \(name)")
            try link.left.ip("link set \(name)2 up")
            try link.left.ip("link set \(name) up")
        }
        #expect(try link.left.run { try follow(link.leftPort) { $0.interfaces.count == 4 } })
        try link.left.ip("link delete va")
        // Before the notice is read: the kernel refuses one interface, and the others still carry it.
        #expect(try link.left.run { link.leftPort.send(octets("first"), to: .discovery) } == 3)
        #expect(try link.left.run { link.leftPort.statistics().refusedUnreachable } == 1)
        #expect(try link.left.run { try follow(link.leftPort) { $0.interfaces.count == 3 } })
        let heard = try link.exchange("still")
        #expect(heard.multicast == ["first", "still"] && heard.answer == ["back"])
    }

    @Test func hostsWithTwoAddressesOnOneLanKnowThemselves() throws {
        let link = try Link()
        try link.left.ip("address add 10.9.0.2/24 dev v")
        try link.left.ip("address add 10.7.0.2/24 dev v")
        #expect(try link.left.run { try follow(link.leftPort) { $0.ownEndpoints.count == 4 } })
        let heardOfItself = try link.left.run {
            link.leftPort.send(octets("me"), to: .discovery)
            for endpoint in link.leftPort.ownEndpoints { link.leftPort.send(octets("me"), to: .address(endpoint.raw)) }
            return try hear([link.leftPort], millis: 100)[0].count
        }
        #expect(heardOfItself == 0)
        #expect(try link.exchange("x").multicast == ["me", "x"])
    }

    @Test func tellsOfAnInterfaceWithoutAddress() throws {
        let space = try Namespace()
        try space.ip("link set lo up")
        try space.ip("link add v type veth peer name w")
        try space.ip("link set w up")
        try space.ip("link set v up")
        try space.run { try awaitLink("v") }
        let told = try space.run { try NetworkPort().drainProblems() }
        #expect(told.count == 1)
        #expect(told.first?.contains("v has no IPv4 address, which Snap! needs") == true)
        let chosen = try space.run { try NetworkPort(NetworkConfiguration(interfaceNames: ["w"])).drainProblems() }
        #expect(
            chosen == [
                "No network as chosen: w has no IPv4 address, which Snap! needs. Waiting for it; `--interface` chooses "
                    + "another."
            ])
    }

    @Test func keepsToTheChosenInterface() throws {
        let link = try Link(leftInterfaces: ["lo"])
        #expect(try link.exchange("hidden", millis: 200).multicast.isEmpty)
        // Another player of the host who uses the link does not draw its traffic to this one.
        let heard = try link.left.run {
            let other = try NetworkPort()
            _ = try link.right.run { link.rightPort.send(octets("loud"), to: .discovery) }
            return try hear([link.leftPort, other], millis: 2000) { !$0[1].isEmpty }.map(texts)
        }
        #expect(heard == [[], ["loud"]])
        // Unicast from the link is dropped, and none goes out to it.
        let isDropped = try link.right.run {
            link.rightPort.send(
                octets("knock"), to: .address(Endpoint(address: 0x0A09_0001, port: link.leftPort.ownPort).raw))
        }
        #expect(isDropped == 1)
        #expect(try link.left.run { try hear([link.leftPort], millis: 100)[0] }.isEmpty)
        #expect(try link.left.run { link.leftPort.statistics().droppedInterface } == 1)
        #expect(try link.left.run { link.leftPort.send([1], to: .address(Endpoint("10.9.0.9:9")!.raw)) } == 0)
    }

    @Test func tellsOnceOfALinkTooNarrow() throws {
        let link = try Link()
        try link.left.ip("link set v mtu 1000")
        let (left, told, small) = try link.left.run {
            let port = link.leftPort
            let left = (0..<3).map { _ in port.send([UInt8](repeating: 1, count: 1200), to: .discovery) }
            return (left, port.drainProblems(), port.send([1], to: .discovery))
        }
        #expect(left == [1, 1, 1])
        #expect(small == 2)
        #expect(told.map { $0.prefix(38) } == ["v: datagrams of 1200 octets do not fit"])
    }

    @Test func guardLetsOwnNamespacesPass() throws {
        let here = try #require(NamespaceGuard.current())
        let space = try Namespace()
        #expect(try space.run { NamespaceGuard.refusal(of: [], outer: here) } == nil)
        #expect(try space.run { NamespaceGuard.current() } != here)
    }
}
