import Glibc
import Testing

@testable import SnapNode

/// Hosts with odd networks, and tables whose players come and go (field scenarios 1, 3, 9, 14, 20, 21 and 44).
@Suite(.enabled(if: LiveHost.isAvailable, LiveHost.reason), .live) struct LiveLanTests {
    private static let code = "4HMA-SW95"
    private static let common = "--bot average --ui none --json"

    private func listed(on host: LiveHost) async throws -> [JSONValue] {
        let list = try LiveSnap("list --json", on: host)
        #expect(try await list.process.end(within: 20) == .init(code: 0), "\(list.err)")
        return list.lines
    }

    /// A virtual adapter has the default route and leads nowhere; the game is on another interface.
    @Test func theLanIsFoundBesideAVirtualAdapter() async throws {
        let hosts = try await LiveHost.lan(2)
        for host in hosts {
            try await host.shell(
                """
                ip link add docker0 type bridge; ip address add 172.17.0.1/16 dev docker0; ip link set docker0 up
                ip link add idle type veth peer name idle0; ip link set idle0 up
                ip link set idle master docker0; ip link set idle up
                ip route add default via 172.17.0.2 dev docker0
                """)
        }
        let new = try LiveSnap(
            "new --code \(Self.code) --start-when 2 --rule timeLimit=4 " + Self.common, on: hosts[0])
        #expect(try await eventually(within: 10) { !new.out.isEmpty })
        let clock = ContinuousClock()
        let start = clock.now
        let join = try LiveSnap("join \(Self.code) " + Self.common, on: hosts[1])
        #expect(try await eventually(within: 10) { join.last("snap.seated/1") != nil }, "\(join.out)\(join.err)")
        #expect(clock.now - start < .seconds(5))
        for snap in [new, join] {
            #expect(try await snap.process.end(within: 40) == .init(code: 0), "\(snap.out)\(snap.err)")
        }
        #expect(new.last("snap.result/1")?["digest"] == join.last("snap.result/1")?["digest"])
    }

    @Test func withoutAnyNetworkItSaysSoAndWaits() async throws {
        let host = try await LiveHost()
        try await host.shell("ip link set lo down")
        let new = try LiveSnap("new --code \(Self.code) --start-when 2 --rule timeLimit=4 " + Self.common, on: host)
        #expect(try await eventually(within: 20) { new.err.contains("No network") }, "\(new.out)\(new.err)")
        let join = try LiveSnap("join \(Self.code) " + Self.common, on: host)
        #expect(try await eventually(within: 20) { join.err.contains("No network") }, "\(join.out)\(join.err)")
        // Longer than it waits for a table where there is a network.
        pause(4)
        #expect(new.process.look() == nil && join.process.look() == nil, "\(join.err)")
        // It comes late, and nobody needs to start again.
        try await host.shell("ip link set lo up")
        for snap in [new, join] {
            #expect(try await snap.process.end(within: 40) == .init(code: 0), "\(snap.out)\(snap.err)")
        }
    }

    @Test func onlyIPv6IsSaidInOneLine() async throws {
        let host = try await LiveHost()
        try await host.shell(
            """
            ip link set lo down
            ip link add v type veth peer name w; ip link set w up; ip link set v up; sleep 2
            """)
        let list = try LiveSnap("list", on: host)
        #expect(try await list.process.end(within: 20) == .init(code: 0))
        #expect(list.err.contains("no IPv4 address, which Snap! needs"), "\(list.err)")
    }

    @Test func aHostWithTwoAddressesSeesItselfOnce() async throws {
        let hosts = try await LiveHost.lan(1)
        try await hosts[0].shell("ip address add 10.9.0.77/24 dev eth0; ip address add 10.8.0.1/24 dev eth0")
        let new = try LiveSnap("new --code \(Self.code) --start-when 2 " + Self.common, on: hosts[0])
        #expect(try await eventually(within: 10) { !new.out.isEmpty })
        pause(3)
        #expect(new.all("snap.seated/1").isEmpty && new.all("snap.begin/1").isEmpty, "\(new.out)")
        let tables = try await listed(on: hosts[0])
        #expect(tables.count == 1 && tables[0]["seated"]?.count == 1)
        #expect(tables.first?["players"]?.elements.count == 1)
    }

    /// Killed hosts are forgotten in 3.5 s; the same code can be had again at once, and shows as one table.
    @Test func ghostsFade() async throws {
        let host = try await LiveHost()
        let home = Scratch()
        let ghost = try LiveSnap("new --code \(Self.code) --interface lo " + Self.common, on: host, home: home)
        #expect(try await eventually(within: 10) { !ghost.out.isEmpty })
        #expect(try await listed(on: host).count == 1)
        ghost.process.send(SIGKILL)
        #expect(try await ghost.process.end(within: 10) == .init(signal: SIGKILL))
        let again = try LiveSnap(
            "new --code \(Self.code) --start-when 2 --interface lo --rule timeLimit=4 " + Self.common, on: host,
            home: home)
        #expect(try await eventually(within: 10) { again.all("snap.table/1").count == 1 })
        let tables = try await listed(on: host)
        #expect(tables.count == 1, "\(tables) \(String(describing: again.process.look())) \(again.out) \(again.err)")
        let join = try LiveSnap("join \(Self.code) --interface lo " + Self.common, on: host)
        for snap in [again, join] {
            #expect(try await snap.process.end(within: 40) == .init(code: 0), "\(snap.out)\(snap.err)")
        }
        pause(3.5)
        #expect(try await listed(on: host).isEmpty)
    }

    /// The table went down whole. Who comes back alone is told so after a while, keeps the seat, and plays on when another has come back, too.
    @Test func whoComesBackAloneIsToldSo() async throws {
        let host = try await LiveHost()
        let homes = [Scratch(), Scratch()]
        let arguments = [
            "new --code \(Self.code) --start-when 2 --interface lo --rule timeLimit=6 ",
            "join \(Self.code) --interface lo ",
        ]
        func play(_ index: Int) throws -> LiveSnap {
            try LiveSnap(arguments[index] + Self.common, on: host, home: homes[index])
        }
        let first = try (0...1).map { try play($0) }
        for snap in first {
            #expect(try await eventually(within: 20) { snap.all("snap.turn/1").count > 1 }, "\(snap.out)\(snap.err)")
        }
        for snap in first {
            snap.process.send(SIGKILL)
            #expect(try await snap.process.end(within: 10) == .init(signal: SIGKILL))
        }
        let clock = ContinuousClock()
        let start = clock.now
        let alone = try play(1)
        #expect(try await alone.process.end(within: 40) == .init(code: 69), "\(alone.out)\(alone.err)")
        #expect(clock.now - start >= .seconds(14), "it waits as long as it says")
        #expect(alone.err.contains("nobody else of table \(Self.code) was heard within 15 s."), "\(alone.err)")
        #expect(alone.err.contains("Your seat is kept"), "\(alone.err)")
        let again = try (0...1).map { try play($0) }
        for snap in again {
            #expect(try await snap.process.end(within: 40) == .init(code: 0), "\(snap.out)\(snap.err)")
            #expect(snap.last("snap.result/1")?["digest"] == again[0].last("snap.result/1")?["digest"])
        }
        #expect(again[0].last("snap.result/1") != nil)
    }

    /// Whoever started the table leaves, in order or not: those who wait are told, and can start.
    @Test(arguments: [SIGTERM, SIGKILL]) func theFirstLeavesTheLobby(signal: Int32) async throws {
        let host = try await LiveHost()
        let first = try LiveSnap("new --code \(Self.code) --interface lo " + Self.common, on: host)
        #expect(try await eventually(within: 10) { !first.out.isEmpty })
        let new = "new --code \(Self.code) --start-when 4 --interface lo --rule timeLimit=4 " + Self.common
        let others = try (0..<2).map { _ in try LiveSnap(new, on: host) }
        for other in others {
            #expect(try await eventually(within: 10) { other.last("snap.seated/1")?["seated"]?.count == 3 })
        }
        first.process.send(signal)
        for other in others {
            // 3 s without a sign, and what a busy host adds.
            #expect(
                try await eventually(within: 6) { !other.all("snap.unseated/1").isEmpty }, "\(other.out)\(other.err)")
            let gone = try #require(other.last("snap.unseated/1"))
            #expect(gone["reason"]?.text == (signal == SIGKILL ? "lost" : "left"))
            #expect(gone["player"]?["key"] == first.last("snap.table/1")?["key"])
        }
        let more = try (0..<2).map { _ in try LiveSnap(new, on: host) }
        for snap in others + more {
            #expect(try await snap.process.end(within: 40) == .init(code: 0), "\(snap.out)\(snap.err)")
            #expect(snap.last("snap.begin/1")?["seats"]?.elements.count == 4)
            #expect(snap.last("snap.result/1")?["digest"] == others[0].last("snap.result/1")?["digest"])
        }
    }

    /// Two processes of one user: the second plays under an identity of its own, and no file suffers.
    @Test func twoProcessesOfOneHome() async throws {
        let host = try await LiveHost()
        let home = Scratch()
        func play(_ how: String) throws -> LiveSnap {
            try LiveSnap(
                how + " --interface lo " + Self.common, on: host, home: home,
                output: .file(home.path + "/out-\(how.prefix(3))"), messages: .file(home.path + "/err-\(how.prefix(3))")
            )
        }
        let new = try play("new --code \(Self.code) --start-when 2 --rule timeLimit=4")
        #expect(try await eventually(within: 10) { LiveProcess.text(of: home.path + "/out-new") != "" })
        let join = try play("join \(Self.code)")
        for snap in [new, join] { #expect(try await snap.process.end(within: 40) == .init(code: 0)) }
        #expect(
            (LiveProcess.text(of: home.path + "/err-joi") ?? "").contains(
                "another snap of yours is using your identity"))
        let directory = home.path + "/.local/share/snap/transcripts"
        let transcripts = try Scratch.names(directory).map { try LiveSnap.bytes(directory + "/" + $0) }
        #expect(transcripts.count == 2 && transcripts[0] == transcripts[1])
        // Nothing that a killed process left behind is in the way of the next.
        let killed = try play("new --code \(Self.code)")
        pause(0.5)
        killed.process.send(SIGKILL)
        _ = try await killed.process.end(within: 10)
        let next = try LiveSnap("solo --bot average --ui none --rule timeLimit=2", home: home)
        #expect(try await next.process.end(within: 40) == .init(code: 0))
        #expect(!next.err.contains("temporary identity"), "\(next.err)")
    }
}
