import Testing

@testable import SnapWeb

/// Coming in by the link.
@Suite struct EntryTests {
    @Test func theLinkOpensOnce() throws {
        let service = try Service()
        let token = service.token
        let answer = try service.ask(service.request("GET", "/?token=\(token)"))
        #expect(answer.status == 303)
        #expect(answer.header("location") == "/")
        let cookie = try #require(answer.header("set-cookie"))
        #expect(cookie.hasPrefix("snap-\(service.server.port)="))
        #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
        #expect(service.notes.usedTokens == 1)
        #expect(service.token != token)
        let again = try service.ask(service.request("GET", "/?token=\(token)"))
        #expect(again.status == 403)
        #expect(again.header("set-cookie") == nil)
        #expect(again.body.contains("terminal"))
        #expect(service.notes.usedTokens == 1)
        #expect(service.notes.requests.isEmpty)
    }

    @Test func theCookieOpensThePage() throws {
        let service = try Service()
        #expect(try service.ask(service.request("GET", "/")).status == 403)
        try service.enter()
        let answer = try service.ask(service.request("GET", "/"))
        #expect(answer.status == 200)
        #expect(service.notes.requests == [WebRequest(method: .get, path: "/")])
    }

    @Test func eventsCome() throws {
        let service = try Service()
        try service.enter()
        let client = try service.openStream()
        #expect(service.server.streams == 1)
        service.server.publish(event: "happening", data: "{\"a\":1}")
        client.take()
        #expect(client.text.contains("id: 1\nevent: happening\ndata: {\"a\":1}\n\n"))
    }
}
