import Foundation
import Glibc
import SnapNetwork
import Testing

@testable import SnapWeb

/// Streams of events, and visitors who go, stay too long, or are too many.
@Suite(.serialized) struct StreamTests {
    /// Sockets of the server's port that somebody holds open, at either end (proc(5), /proc/net/tcp): other tests of this process have others.
    private func sockets(of port: UInt16) throws -> Int {
        let digits = String(port, radix: 16, uppercase: true)
        let end = ":" + String(repeating: "0", count: 4 - digits.count) + digits
        var count = 0
        for file in ["/proc/self/net/tcp", "/proc/self/net/tcp6"] {
            guard let table = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
            for line in table.split(separator: "\n").dropFirst() {
                let fields = line.split(separator: " ")
                guard fields.count > 9, fields[1].hasSuffix(end) || fields[2].hasSuffix(end) else { continue }
                if fields[9] != "0" { count += 1 }
            }
        }
        return count
    }

    @Test func whoComesBackGetsWhatItMissed() throws {
        let service = try Service()
        try service.enter()
        for number in 1...3 {
            service.server.publish(event: "happening", data: "h\(number)")
            service.server.publish(event: "state", data: "old", isKept: false)
        }
        service.notes.state = "now"
        let back = try service.openStream(lastID: "1")
        #expect(!back.text.contains("h1") && !back.text.contains("old"))
        let second = try #require(back.text.utf8Range(of: "id: 3\nevent: happening\ndata: h2\n\n"))
        let third = try #require(back.text.utf8Range(of: "id: 5\nevent: happening\ndata: h3\n\n"))
        let state = try #require(back.text.utf8Range(of: "id: 6\nevent: state\ndata: now\n\n"))
        #expect(second.upperBound <= third.lowerBound && third.upperBound <= state.lowerBound)
        for lastID in [nil, "7", "x", "-1", "99999999999999999999"] {
            let fresh = try Service()
            try fresh.enter()
            fresh.server.publish(event: "happening", data: "h1")
            #expect(try !fresh.openStream(lastID: lastID).text.contains("h1"))
        }
    }

    @Test func anEventIsSentAtOnce() throws {
        let service = try Service()
        try service.enter()
        let client = try service.openStream()
        var took: [UInt64] = []
        for number in 1...200 {
            client.forget()
            let begin = Clock.monotonicMicros()
            service.server.publish(
                event: "state", data: String(repeating: "x", count: 12_000) + "\(number).", isKept: false)
            client.take()
            #expect(client.text.contains("x\(number)."))
            took.append(Clock.monotonicMicros() - begin)
        }
        took.sort()
        print("publish of 12 kB to the client's socket: median \(took[100]) us, slowest \(took[199]) us")
        #expect(took[100] < 20_000)
        var asked: [UInt64] = []
        let poster = service.connect()
        for _ in 1...200 {
            let handled = service.notes.requests.count
            let request = service.request("POST", "/act", body: "{\"do\":\"turn\"}")
            let begin = Clock.monotonicMicros()
            poster.send(request)
            service.run { service.notes.requests.count > handled }
            asked.append(Clock.monotonicMicros() - begin)
            service.run {
                poster.take()
                return Answer(poster.text) != nil
            }
            #expect(!poster.isClosed)
            poster.forget()
        }
        asked.sort()
        print("POST to the handler: median \(asked[100]) us, slowest \(asked[199]) us")
        #expect(asked[100] < 20_000)
    }

    @Test func streamsThatCloseLeaveNothing() throws {
        let service = try Service()
        try service.enter()
        try autoreleased { _ = try service.openStream() }
        service.run { service.server.connections == 0 }
        let before = try sockets(of: service.server.port)
        #expect(before > 0)
        for _ in 0..<500 {
            try autoreleased { _ = try service.openStream() }
            #expect(service.run { service.server.connections == 0 })
        }
        #expect(service.server.streams == 0)
        #expect(try sockets(of: service.server.port) == before)
    }

    private func autoreleased(_ body: () throws -> Void) rethrows { try body() }

    @Test func whoNeverReadsIsDropped() throws {
        let service = try Service()
        try service.enter()
        let deaf = try service.openStream(on: Client(port: service.server.port, room: 4096))
        let good = try service.openStream()
        let data = String(repeating: "y", count: 10_000)
        for _ in 0..<100 {
            service.server.publish(event: "state", data: data, isKept: false)
            good.take()
        }
        service.settle()
        #expect(service.server.streams == 1 && service.server.connections == 1)
        good.forget()
        service.server.publish(event: "happening", data: "last")
        good.take()
        #expect(good.text.contains("last") && !good.isClosed)
        withExtendedLifetime(deaf) {}
    }

    @Test func heartbeats() throws {
        let service = try Service()
        try service.enter()
        let client = try service.openStream()
        client.forget()
        service.notes.micros += 4_900_000
        service.server.attend()
        client.take()
        #expect(client.text.isEmpty)
        service.notes.micros += 100_000
        service.server.attend()
        client.take()
        // An event without a number; its data is not empty, else no browser hands it out.
        #expect(client.text.contains("event: alive\ndata: 1\n\n") && !client.text.contains("id:"))
    }

    @Test func tooManyStreams() throws {
        let service = try Service()
        try service.enter()
        let open = try (0..<4).map { _ in try service.openStream() }
        #expect(try service.ask(service.request("GET", "/events")).status == 503)
        // By this the page learns why it was refused.
        #expect(try service.ask(service.request("HEAD", "/events"), hasBody: false).status == 503)
        #expect(try service.ask(service.request("POST", "/act", body: "{}")).status == 204)
        withExtendedLifetime(open) {}
    }

    /// Any program of this computer can hold connections; the person gets in all the same.
    @Test func whoHoldsConnectionsKeepsNobodyOut() throws {
        let service = try Service()
        try service.enter()
        let first = service.connect()
        _ = try service.ask(service.request("GET", "/"), on: first)
        service.run { service.server.connections == 1 }
        let idle = (1..<64).map { _ in service.connect() }
        service.run { service.server.connections == 64 }
        #expect(service.server.connections == 64)
        let beyond = service.connect()
        #expect(try service.ask(service.request("GET", "/"), on: beyond).status == 200)
        idle[0].take()
        idle[1].take()
        #expect(idle[0].isClosed && !idle[1].isClosed && service.server.connections == 64)
        #expect(try service.ask(service.request("GET", "/"), on: first).status == 200)
        let more = (1..<200).map { _ in service.connect() }
        service.settle()
        #expect(service.server.connections <= 64)
        #expect(try service.ask(service.request("GET", "/")).status == 200)
        #expect(try service.ask(service.request("GET", "/"), on: beyond).status == 200)
        // Who only holds a connection loses it.
        service.notes.micros += 5_000_000
        service.server.attend()
        #expect(service.run { service.server.connections == 2 })
        #expect(try service.ask(service.request("GET", "/"), on: first).status == 200)
        withExtendedLifetime((idle, more)) {}
    }

    @Test func tooManyConnections() throws {
        var limits = WebLimits()
        limits.connections = 4
        let service = try Service(limits: limits)
        try service.enter()
        // Who came by the link has gone.
        service.run { service.server.connections == 0 }
        let own = (1...4).map { _ in service.connect() }
        for client in own { #expect(try service.ask(service.request("GET", "/"), on: client).status == 200) }
        let beyond = service.connect()
        service.run {
            beyond.take()
            return beyond.isClosed
        }
        #expect(beyond.isClosed && service.server.connections == 4)
        for client in own { #expect(try service.ask(service.request("GET", "/"), on: client).status == 200) }
    }

    @Test func whoSendsSlowlyIsCutOff() throws {
        let service = try Service()
        let slow = service.connect()
        for octet in service.request("GET", "/").utf8.prefix(40) {
            slow.send([octet])
            service.notes.micros += 1_000_000
            service.server.attend()
        }
        service.run {
            slow.take()
            return slow.isClosed
        }
        #expect(slow.isClosed && service.server.connections == 0)
        #expect(try service.ask(service.request("GET", "/")).status == 403)
    }

    @Test(arguments: [4096, 4097, 1 << 30]) func aBodyHasALimit(length: Int) throws {
        let service = try Service()
        try service.enter()
        let body = String(repeating: " ", count: min(length, 4097))
        let request = service.request("POST", "/act", ["Content-Length": "\(length)"], body: body)
        #expect(try service.ask(request).status == (length > 4096 ? 413 : 204))
        #expect(service.notes.requests.count == (length > 4096 ? 0 : 1))
        let chunked = service.request(
            "POST", "/act", ["Content-Length": nil, "Transfer-Encoding": "chunked"], body: "2\r\n{}\r\n0\r\n\r\n")
        #expect(try service.ask(chunked).status == 411)
    }

    @Test func aHeadHasALimit() throws {
        let service = try Service()
        let answer = try service.ask(service.request("GET", "/", ["X": String(repeating: "x", count: 40_000)]))
        #expect([413, 414, 431].contains(answer.status))
        #expect(try service.ask(service.request("GET", "/")).status == 403)
    }

    /// Field scenario 55. SIGPIPE acts as it does by default here, unless the process that runs the tests was started otherwise.
    @Test func whoResetsInMidResponseDoesNoHarm() throws {
        let service = try Service()
        try service.enter()
        service.notes.response = { _ in WebResponse(type: "text/plain", body: [UInt8](repeating: 65, count: 4 << 20)) }
        for _ in 0..<200 {
            let client = Client(port: service.server.port, room: 4096)
            client.send(service.request("GET", "/"))
            service.run {
                client.take()
                return !client.received.isEmpty
            }
            client.reset()
            service.settle()
        }
        #expect(service.run { service.server.connections == 0 })
        service.notes.response = { _ in .done }
        #expect(try service.ask(service.request("GET", "/")).status == 204)
    }

    @Test(arguments: 1...4) func anyOctetsAreSurvived(seed: UInt64) throws {
        let service = try Service()
        try service.enter()
        var state = seed &* 0x9e37_79b9_7f4a_7c15
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        let good = Array(service.request("POST", "/act", body: "{}").utf8)
        for _ in 0..<150 {
            let client = service.connect()
            var octets = random(3) == 0 ? (0..<random(600)).map { _ in UInt8(random(256)) } : good
            for _ in 0..<random(6) where !octets.isEmpty { octets[random(octets.count)] = UInt8(random(256)) }
            client.send(octets)
            service.settle()
            client.take()
            if random(2) == 0 { client.reset() }
        }
        #expect(service.run { service.server.connections == 0 })
        #expect(try service.ask(service.request("GET", "/")).status == 200)
    }

    @Test func thePageIsToldTheEnd() throws {
        let service = try Service()
        try service.enter()
        let client = try service.openStream()
        let sleeping = try service.openStream()
        service.server.publish(event: "state", data: "closed", isKept: false)
        service.server.stop()
        client.take()
        #expect(client.text.contains("closed") && client.isClosed)
        service.server.publish(event: "state", data: "x")
        service.server.run()
        #expect(service.server.streams == 0 && service.server.connections == 0)
        withExtendedLifetime(sleeping) {}
    }

    @Test func bothLoopbackAddressesServe() throws {
        let service = try Service()
        guard service.server.urls.count == 2 else { return }
        #expect(service.server.urls[1].hasPrefix("http://[::1]:\(service.server.port)/?token="))
        let host = "[::1]:\(service.server.port)"
        let client = Client(port: service.server.port, isVersion6: true)
        let answer = try service.ask(
            service.request("GET", "/?token=\(service.token)", ["Host": host]), on: client)
        #expect(answer.status == 303)
        #expect(
            try service.ask(service.request("GET", "/"), on: Client(port: service.server.port, isVersion6: true)).status
                == 421)
    }

    @Test func ordersThatCameElsewhereMakeTheDescriptorReadable() throws {
        let service = try Service()
        try service.enter()
        let stream = try service.openStream()
        let poller = try Poller()
        try poller.add(service.server.descriptor)
        service.settle()
        #expect(try poller.wait(untilMicros: 0).isEmpty)
        let client = service.connect()
        client.send(service.request("POST", "/act", body: "{}"))
        let handled = { service.notes.requests.count == 1 }
        for _ in 0..<1000 where !handled() { service.server.publish(event: "state", data: "x", isKept: false) }
        #expect(handled())
        #expect(try poller.wait(untilMicros: 0) == [service.server.descriptor])
        service.server.run()
        service.settle()
        #expect(try poller.wait(untilMicros: 0).isEmpty)
        withExtendedLifetime(stream) {}
    }
}
