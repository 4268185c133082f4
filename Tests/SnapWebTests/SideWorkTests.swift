import Glibc
import SnapNetwork
import Synchronization
import Testing

@testable import SnapWeb

/// Answers that take long.
@Suite struct SideWorkTests {
    /// What the work waits for.
    private final class Gatekeeper: Sendable {
        private let isOpen = Atomic(false)
        func open() { isOpen.store(true, ordering: .releasing) }
        func wait() { while !isOpen.load(ordering: .acquiring) { usleep(500) } }
    }

    private func service(_ keeper: Gatekeeper) throws -> Service {
        let service = try Service()
        try service.enter()
        service.notes.reply = { request in
            guard request.path == "/slow" else { return .now(.done) }
            return .later {
                keeper.wait()
                return .json("{\"slow\":true}")
            }
        }
        return service
    }

    @Test func nobodyElseWaitsForIt() throws {
        let keeper = Gatekeeper()
        let service = try service(keeper)
        let slow = service.connect()
        slow.send(service.request("GET", "/slow"))
        let stream = try service.openStream()
        #expect(try service.ask(service.request("POST", "/act", body: "{}")).status == 204)
        service.server.publish(event: "state", data: "on it goes", isKept: false)
        stream.take()
        #expect(stream.text.contains("on it goes"))
        slow.take()
        #expect(slow.received.isEmpty && !slow.isClosed)
        let poller = try Poller()
        try poller.add(service.server.descriptor)
        service.settle()
        #expect(try poller.wait(untilMicros: 0).isEmpty)
        keeper.open()
        // The server is waited for by its descriptor alone.
        #expect(try poller.wait(untilMicros: Clock.monotonicMicros() + 5_000_000) == [service.server.descriptor])
        service.run {
            slow.take()
            return Answer(slow.text) != nil
        }
        #expect(Answer(slow.text)?.body == "{\"slow\":true}")
        #expect(Answer(slow.text)?.header("x-content-type-options") == "nosniff")
        // The connection goes on.
        #expect(try service.ask(service.request("GET", "/slow"), on: slow).body == "{\"slow\":true}")
    }

    @Test func manyAreAnsweredEach() throws {
        let keeper = Gatekeeper()
        let service = try service(keeper)
        let clients = (0..<20).map { _ in service.connect() }
        for (number, client) in clients.enumerated() {
            client.send(service.request("GET", "/slow"))
            service.run { service.notes.requests.count == number + 1 }
            if number.isMultiple(of: 3) { client.reset() }
        }
        // Who has gone keeps no place, though what it asked for was not made.
        #expect(service.run { service.server.connections == 13 })
        keeper.open()
        let rest = clients.enumerated().filter { !$0.offset.isMultiple(of: 3) }.map(\.element)
        #expect(
            service.run {
                for client in rest { client.take() }
                return rest.allSatisfy { Answer($0.text)?.status == 200 }
            })
    }

    @Test func theEndComesWhileSomebodyWaits() throws {
        let keeper = Gatekeeper()
        let service = try service(keeper)
        let clients = (0..<3).map { _ in service.connect() }
        for client in clients { client.send(service.request("GET", "/slow")) }
        service.run { service.notes.requests.count == 3 }
        service.server.stop()
        for client in clients {
            client.take()
            #expect(client.isClosed && (client.text.isEmpty || Answer(client.text)?.status == 503))
        }
        keeper.open()
    }
}
