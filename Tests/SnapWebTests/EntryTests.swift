import Testing

@testable import SnapWeb

/// Coming in by the link.
@Suite struct EntryTests {
    @Test func theLinkOpensOnce() throws {
        let service = try Service()
        let token = service.token
        let answer = try service.ask(service.request("GET", "/?token=\(token)"))
        #expect(answer.status == 303)
        let place = try #require(answer.header("location"))
        #expect(place.utf8.count == 34 && place.hasPrefix("/") && place.hasSuffix("/"))
        let cookie = try #require(answer.header("set-cookie"))
        #expect(cookie.hasPrefix("snap-\(service.server.port)="))
        #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=\(place)"))
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

    /// Servers on other ports of this computer are sent the cookies that are for "/", and can set some.
    @Test func theCookieIsForAPathThatNobodyKnows() throws {
        let service = try Service()
        try service.enter()
        let other = try Service()
        try other.enter()
        #expect(service.place != other.place)
        for target in ["/", "/main.js", "/events", "/settings"] {
            let outside = service.request("GET", target).replacing(service.place, with: "")
            #expect(try service.ask(outside).status == 403)
            let elsewhere = service.request("GET", target).replacing(service.place, with: other.place)
            #expect(try service.ask(elsewhere).status == 403)
        }
        let order = service.request("POST", "/act", body: "{}").replacing(service.place, with: "")
        #expect(try service.ask(order).status == 403)
        #expect(service.notes.requests.isEmpty && service.server.streams == 0)
        // Another server's cookie of the same name, set for all paths, comes last.
        let both = service.request("GET", "/", ["Cookie": "\(service.cookie); snap-\(service.server.port)=0"])
        #expect(try service.ask(both).status == 200)
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
