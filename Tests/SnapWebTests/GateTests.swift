import Testing

@testable import SnapWeb

/// Field scenario 53: pages of other sites, under bent names or not, and whoever else has no business here.
@Suite struct GateTests {
    /// Each is refused with this status, and neither is anything handled nor the link used up.
    private func expect(
        _ status: Int, _ method: String, _ target: String, _ changed: [String: String?] = [:], body: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let service = try Service()
        try service.enter()
        let token = service.token
        let request = service.request(method, target, changed, body: body)
        let answer = try service.ask(request, hasBody: method != "HEAD")
        #expect(answer.status == status, sourceLocation: sourceLocation)
        #expect(answer.header("set-cookie") == nil, sourceLocation: sourceLocation)
        #expect(service.notes.requests.isEmpty, sourceLocation: sourceLocation)
        #expect(service.server.streams == 0, sourceLocation: sourceLocation)
        #expect(service.token == token, sourceLocation: sourceLocation)
        // All was well but for what was changed.
        _ = try service.ask(service.request("POST", "/act", body: "{}"))
        #expect(service.notes.requests.count == 1, sourceLocation: sourceLocation)
    }

    @Test(arguments: ["evil.example", "127.0.0.1.evil.example", "localhost", "127.0.0.1", "127.0.0.1:1", "[::1]"])
    func anotherHost(host: String) throws {
        for suffix in ["", ":PORT"] {
            let service = try Service()
            try service.enter()
            let token = service.token
            var name = host + suffix.replacing("PORT", with: "\(service.server.port)")
            if name == service.host { name = "X" + name }
            for request in [
                service.request("GET", "/", ["Host": name]), service.request("GET", "/events", ["Host": name]),
                service.request("GET", "/?token=\(token)", ["Host": name]),
                service.request("POST", "/act", ["Host": name, "Origin": "http://\(name)"], body: "{}"),
            ] {
                #expect(try service.ask(request).status == 421)
            }
            #expect(service.notes.requests.isEmpty && service.token == token && service.server.streams == 0)
        }
    }

    @Test func noHostOrTwo() throws {
        let service = try Service()
        try service.enter()
        let none = service.connect()
        none.send(service.request("GET", "/", ["Host": nil]))
        service.run {
            none.take()
            return none.isClosed || Answer(none.text) != nil
        }
        // Refused by the library before it is shown to us.
        #expect(none.text.isEmpty || [400, 421].contains(Answer(none.text)?.status ?? 0))
        let old = service.request("GET", "/", ["Host": nil]).replacing("HTTP/1.1", with: "HTTP/1.0")
        #expect(try service.ask(old).status == 421)
        let two = service.request("GET", "/").replacing("Host:", with: "Host: \(service.host)\r\nHost:")
        #expect([400, 421].contains(try service.ask(two).status))
        #expect(service.notes.requests.isEmpty)
    }

    @Test(arguments: ["http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:80", "", nil])
    func anotherOrigin(origin: String?) throws {
        try expect(403, "POST", "/act", ["Origin": origin], body: "{}")
    }

    @Test func theOriginOfAnotherPort() throws {
        try expect(403, "POST", "/act", ["Origin": "http://127.0.0.1:8080"], body: "{}")
        try expect(403, "GET", "/settings", ["Origin": "http://127.0.0.1:8080", "Sec-Fetch-Site": nil])
    }

    @Test(arguments: ["cross-site", "same-site", "none", "nonsense"]) func anotherSite(site: String) throws {
        try expect(403, "POST", "/act", ["Sec-Fetch-Site": site], body: "{}")
        guard site != "none" else { return }
        for path in ["/", "/events", "/settings", "/main.js"] {
            try expect(403, "GET", path, ["Sec-Fetch-Site": site])
        }
        let visit = ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
        try expect(403, "GET", "/transcript?file=x", visit)
        try expect(403, "GET", "/", visit.merging(["Sec-Fetch-Dest": "iframe"]) { $1 })
    }

    @Test func browsersThatSayNothingOfSitesCanPlay() throws {
        let service = try Service()
        try service.enter()
        #expect(try service.ask(service.request("POST", "/act", ["Sec-Fetch-Site": nil], body: "{}")).status == 204)
        #expect(try service.ask(service.request("GET", "/", ["Sec-Fetch-Site": nil])).status == 200)
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "", nil])
    func anotherType(type: String?) throws {
        try expect(415, "POST", "/act", ["Content-Type": type], body: "{}")
    }

    @Test(arguments: ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get", "SNAP"]) func anotherMethod(method: String)
        throws
    {
        try expect(405, method, "/act")
        try expect(405, method, "/")
    }

    @Test func movesAreMadeByPostAlone() throws {
        try expect(405, "GET", "/act")
        try expect(405, "HEAD", "/act")
        try expect(405, "POST", "/settings", body: "{}")
        try expect(400, "POST", "/act?do=snap", body: "{}")
        let service = try Service()
        try service.enter()
        #expect(try service.ask(service.request("GET", "/act")).header("allow") == "POST")
        #expect(try service.ask(service.request("PUT", "/")).header("allow") == "GET, HEAD")
    }

    @Test(arguments: [
        nil, "snap=1", "snap-PORT=", "snap-PORT=00000000000000000000000000000000", "xCOOKIE", "COOKIEx", "COOKIE0",
    ])
    func noCookieOrAnother(cookie: String?) throws {
        let service = try Service()
        try service.enter()
        let given = cookie?.replacing("PORT", with: "\(service.server.port)").replacing("COOKIE", with: service.cookie)
        for request in [
            service.request("GET", "/", ["Cookie": given]), service.request("GET", "/events", ["Cookie": given]),
            service.request("GET", "/main.js", ["Cookie": given]), service.request("HEAD", "/", ["Cookie": given]),
            service.request("POST", "/act", ["Cookie": given], body: "{}"),
        ] {
            #expect(try service.ask(request, hasBody: !request.hasPrefix("HEAD")).status == 403)
        }
        #expect(service.notes.requests.isEmpty && service.server.streams == 0)
    }

    /// Other servers of the computer can set cookies of that name.
    @Test func anotherCookieOfTheNameDoesNoHarm() throws {
        let service = try Service()
        try service.enter()
        let both = "a=b; snap-\(service.server.port)=0; \(service.cookie); c"
        #expect(try service.ask(service.request("GET", "/", ["Cookie": both])).status == 200)
    }

    @Test(arguments: ["", "0", "00000000000000000000000000000000", "TOKEN0", "%00"]) func aWrongToken(token: String)
        throws
    {
        let service = try Service()
        let right = service.token
        let given = token.replacing("TOKEN", with: right)
        let answer = try service.ask(service.request("GET", "/?token=\(given)"))
        #expect([403, 404].contains(answer.status))
        #expect(answer.header("set-cookie") == nil)
        #expect(service.token == right && service.notes.usedTokens == 0)
    }

    @Test func onlyAVisitUsesTheLink() throws {
        let service = try Service()
        let token = service.token
        let target = "/?token=\(token)"
        #expect(try service.ask(service.request("HEAD", target), hasBody: false).status == 403)
        #expect(try service.ask(service.request("GET", target, ["Sec-Fetch-Site": "cross-site"])).status == 403)
        #expect(try service.ask(service.request("GET", target, ["Origin": "http://evil.example"])).status == 403)
        #expect(service.token == token)
        // As when the link is in a file that a browser has opened.
        let visit = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
        #expect(try service.ask(service.request("GET", target, visit)).status == 303)
        // The browser follows without the cookie, for which site that is; the page that it gets asks again by itself.
        let link = service.request("GET", "/?token=\(service.token)", visit)
        let place = try #require(try service.ask(link).header("location"))
        let onward = try service.ask(service.request("GET", place, visit))
        #expect(onward.status == 200)
        #expect(onward.body.contains("http-equiv=\"refresh\" content=\"0; url=./\""))
        #expect(service.notes.requests.isEmpty)
    }

    @Test(arguments: [
        "/../etc/passwd", "/./", "/a/../b", "/%2e%2e/", "/a%00b", "//evil.example/..", "http://evil.example/", "*", "a",
        "/\u{e9}", "/?a=%", "/?a=%zz", "/?a=1&a=2", "/?a=%ff", "/?a=%0a", "/?a=%1b", "/?%00",
    ]) func aTargetThatIsNone(target: String) throws {
        let service = try Service()
        try service.enter()
        let answer = try service.ask(service.request("GET", target))
        #expect([400, 404, 505].contains(answer.status), "\(answer.status)")
        #expect(service.notes.requests.isEmpty)
    }

    /// The library closes such a connection without a word.
    @Test func aRequestLineOfFourWords() throws {
        let service = try Service()
        try service.enter()
        let client = service.connect()
        client.send(service.request("GET", "/a b"))
        service.run {
            client.take()
            return client.isClosed
        }
        #expect(client.isClosed && !client.text.contains(" 200 "))
        #expect(service.notes.requests.isEmpty)
    }

    @Test func theQueryIsDecodedOnce() throws {
        let service = try Service()
        try service.enter()
        _ = try service.ask(service.request("GET", "/audit?file=2026-11-30%2DA%2525+b.snap&x&=y"))
        #expect(service.notes.requests.first?.path == "/audit")
        #expect(service.notes.requests.first?.query == ["file": "2026-11-30-A%25 b.snap", "x": "", "": "y"])
    }

    @Test func everyAnswerHasTheHeaders() throws {
        let service = try Service()
        try service.enter()
        let requests = [
            service.request("GET", "/"), service.request("HEAD", "/"), service.request("GET", "/x", ["Cookie": nil]),
            service.request("GET", "/?token=\(service.token)"), service.request("POST", "/act", body: "{}"),
            service.request("POST", "/act", ["Origin": nil], body: "{}"), service.request("PUT", "/"),
            service.request("GET", "/", ["Host": "evil"]), service.request("GET", "/%"),
            service.request("HEAD", "/events"),
        ]
        for request in requests {
            let answer = try service.ask(request, hasBody: !request.hasPrefix("HEAD"))
            #expect(
                answer.header("content-security-policy")
                    == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
            #expect(answer.header("x-content-type-options") == "nosniff")
            #expect(answer.header("referrer-policy") == "no-referrer")
            #expect(answer.header("cache-control") == "no-store")
            #expect(answer.header("cross-origin-resource-policy") == "same-origin")
            #expect(answer.header("access-control-allow-origin") == nil)
        }
    }

    @Test func aNameForAFileIsInert() throws {
        let service = try Service()
        try service.enter()
        service.notes.response = { _ in
            var response = WebResponse(type: "application/octet-stream", body: [1, 2, 3])
            response.fileName = "a\"b\r\nX: y\u{e9}.snap"
            response.policy = .document
            return response
        }
        let answer = try service.ask(service.request("GET", "/transcript"))
        #expect(answer.header("content-disposition") == "attachment; filename=\"a_b__X:_y_.snap\"")
        #expect(answer.header("x") == nil)
        #expect(answer.header("content-security-policy")?.hasSuffix("; sandbox") == true)
        #expect(answer.header("content-security-policy")?.contains("script-src") == false)
    }
}
