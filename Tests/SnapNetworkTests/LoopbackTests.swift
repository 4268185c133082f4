import SnapNetwork
import Testing

/// On the host's own loopback, by groups of their own: nothing leaves the host.
@Suite struct LoopbackTests {
    @Test func twoFindEachOtherAndAnswerByUnicast() throws {
        let settings = configuration(distinct: 1)
        let ann = try NetworkPort(settings)
        let ben = try NetworkPort(settings)
        #expect(ann.ownPort != ben.ownPort)
        #expect(ann.send(octets("beacon"), to: .discovery) == 1)
        let first = try #require(try hear([ben]) { !$0[0].isEmpty }[0].first)
        #expect(texts([first]) == ["beacon"])
        #expect(first.way == .discovery && first.viaMulticast && !first.isOwn)
        #expect(first.from == Endpoint(address: 0x7F00_0001, port: ann.ownPort).raw)
        #expect(first.interfaceIndex == ben.interfaces.first?.index)
        #expect(ben.send(octets("answer"), to: .address(first.from)) == 1)
        let second = try #require(try hear([ann]) { !$0[0].isEmpty }[0].first)
        #expect(texts([second]) == ["answer"])
        #expect(second.way == .unicast && !second.viaMulticast)
        #expect(ben.isOwn(second.from) && !ann.isOwn(second.from))
        #expect(ann.statistics().unicastHeard == 1)
        #expect(ben.statistics().heardFromOthers == 1)
        #expect(ann.drainProblems().isEmpty && ben.drainProblems().isEmpty)
    }

    @Test func fourOnOneHostEachHearEachOnce() throws {
        let settings = configuration(distinct: 2)
        let ports = try (0..<4).map { _ in try NetworkPort(settings) }
        for (place, port) in ports.enumerated() { port.send(octets("\(place)"), to: .discovery) }
        let heard = try hear(ports) { $0.allSatisfy { $0.count >= 3 } }
        for place in 0..<4 {
            #expect(texts(heard[place]).sorted() == (0..<4).filter { $0 != place }.map(String.init))
        }
        // Unicast to one reaches that one alone, which a shared port would not do.
        ports[0].send(octets("you"), to: .address(Endpoint(address: 0x7F00_0001, port: ports[2].ownPort).raw))
        let answers = try hear(ports, millis: 100)
        #expect(answers.map(texts) == [[], [], ["you"], []])
    }

    @Test func knowsItsOwn() throws {
        let port = try NetworkPort(configuration(distinct: 3))
        port.send(octets("echo"), to: .discovery)
        let own = try #require(try hear([port], includingOwn: true) { !$0[0].isEmpty }[0].first)
        #expect(own.isOwn && port.isOwn(own.from))
        port.send(octets("echo"), to: .discovery)
        #expect(try hear([port], millis: 50)[0].isEmpty)
        let counts = port.statistics()
        #expect(counts.droppedOwn == 2 && counts.heardFromOthers == 0)
        #expect(counts.interfaces.map(\.heardOwn) == [2])
        #expect(counts.interfaces.map(\.sent) == [2])
        #expect(!port.isOwn(Endpoint(address: 0x7F00_0001, port: port.ownPort &+ 1).raw))
        #expect(!port.isOwn(Endpoint(address: 0x0101_0101, port: port.ownPort).raw))
        #expect(port.isOwn(port.ownEndpoints[0].raw))
        #expect(!port.isOwn(.max))
    }

    @Test func tablesAreApart() throws {
        let settings = configuration(distinct: 4)
        let group = settings.discoveryGroup + 0x100
        let ports = try (0..<3).map { _ in try NetworkPort(settings) }
        try ports[0].openTable(group: group)
        try ports[1].openTable(group: group)
        try ports[2].openTable(group: group + 1)
        #expect(ports[0].send(octets("table"), to: .table) == 1)
        let heard = try hear(ports, millis: 100)
        #expect(heard.map(texts) == [[], ["table"], []])
        #expect(heard[1].first?.way == .table)
        // Moving to another table leaves the first.
        try ports[1].openTable(group: group + 1)
        ports[0].send(octets("old"), to: .table)
        ports[2].send(octets("new"), to: .table)
        #expect(try hear(ports, millis: 100).map(texts) == [[], ["new"], []])
        ports[1].closeTable()
        #expect(ports[1].send(octets("none"), to: .table) == 0)
        #expect(ports[1].statistics().refusedNoDestination == 1)
        ports[2].send(octets("late"), to: .table)
        #expect(try hear(ports, millis: 50).map(texts) == [[], [], []])
    }

    @Test func holdsTheLimitOfADatagram() throws {
        let settings = configuration(distinct: 5)
        var wide = settings
        wide.datagramMax = 1201
        let sender = try NetworkPort(wide)
        let hearer = try NetworkPort(settings)
        let most = [UInt8](repeating: 7, count: 1200)
        #expect(sender.send(most + [7], to: .discovery) == 1)
        #expect(sender.send(most + [7, 7], to: .discovery) == 0)
        #expect(sender.send([], to: .discovery) == 0)
        #expect(sender.send(most, to: .discovery) == 1)
        let heard = try hear([hearer]) { !$0[0].isEmpty }[0]
        #expect(heard.map(\.bytes) == [most])
        #expect(hearer.statistics().droppedTooLarge == 1)
        #expect(sender.statistics().refusedTooLarge == 2)
    }

    @Test func takesNoMoreThanAskedAndStarvesNobody() throws {
        let settings = configuration(distinct: 6)
        let sender = try NetworkPort(settings)
        let hearer = try NetworkPort(settings)
        for place in 0..<100 { sender.send([UInt8(place)], to: .discovery) }
        sender.send(octets("u"), to: .address(hearer.ownEndpoints[0].raw))
        var ways: [Arrival.Way] = []
        #expect(hearer.receive(upTo: 10) { ways.append($0.way) } == 6)
        #expect(ways.filter { $0 == .unicast }.count == 1)
        #expect(ways.filter { $0 == .discovery }.count == 5)
        var rest: [UInt8] = []
        while hearer.receive(upTo: 96, { rest += $0.bytes }) > 0 {}
        #expect(rest == Array(5..<100))
        #expect(hearer.receive(upTo: 0) { _ in } == 0)
    }

    @Test func staysOnTheChosenInterface() throws {
        let port = try NetworkPort(configuration(distinct: 7))
        for wrong in ["192.0.2.77:9", "0.0.0.0:9", "255.255.255.255:9", "239.1.1.1:9"] {
            let endpoint = try #require(Endpoint(wrong))
            #expect(port.send([1], to: .address(endpoint.raw)) == 0)
        }
        #expect(port.send([1], to: .address(.max)) == 0)
        #expect(port.statistics().refusedNoDestination == 5)
        #expect(port.interfaces.map(\.name) == ["lo"])
    }

    @Test func saysWhatIsWrong() throws {
        var settings = configuration(distinct: 8)
        settings.port = 0
        #expect(throws: NetworkError.portZero) { try NetworkPort(settings) }
        settings = configuration(distinct: 8)
        settings.discoveryGroup = 0x7F00_0001
        #expect(throws: NetworkError.notAGroup(0x7F00_0001)) { try NetworkPort(settings) }
        let port = try NetworkPort(configuration(distinct: 8))
        #expect(throws: NetworkError.self) { try port.openTable(group: port.configuration.discoveryGroup) }
        let missing = try NetworkPort(configuration(["no-such0"], distinct: 8))
        let lines = missing.drainProblems()
        #expect(lines.count == 1)
        #expect(lines.first?.contains("there is no interface no-such0 (up are: lo") == true)
        missing.refreshInterfaces()
        #expect(missing.drainProblems().isEmpty)
        #expect(missing.send([1], to: .discovery) == 0)
    }

    @Test func guardsRealNetworks() {
        #expect(NamespaceGuard.refusal(of: ["lo"]) == nil)
        let here = NamespaceGuard.current()
        #expect(here?.hasPrefix("net:[") == true)
        guard !NamespaceGuard.isOwn() else { return }
        #expect(NamespaceGuard.refusal(of: [])?.contains("every interface") == true)
        #expect(NamespaceGuard.refusal(of: ["lo", "eth0"])?.contains("lo, eth0") == true)
        #expect(NamespaceGuard.refusal(of: [], outer: here) != nil)
    }
}
