import SnapNetwork
import Testing

@testable import SnapWeb

/// A web server under test, and what came of the requests to it. Its clock stands still until it is told otherwise.
final class Service {
    final class Notes {
        var requests: [WebRequest] = []
        var state = "{}"
        var usedTokens = 0
        var micros: UInt64 = 1_000_000
        var reply: ((WebRequest) -> WebReply)?
        var response: (WebRequest) -> WebResponse = { $0.method == .post ? .done : .json("{\"path\":\"\($0.path)\"}") }
    }
    let notes = Notes()
    let server: WebServer
    private(set) var cookie = ""
    /// What the paths of the page begin with; empty before the link was used.
    private(set) var place = ""

    init(limits: WebLimits = WebLimits(), port: UInt16 = 0) throws {
        let notes = notes
        server = try WebServer(
            port: port, limits: limits, clock: { notes.micros },
            handle: {
                notes.requests.append($0)
                return notes.reply?($0) ?? .now(notes.response($0))
            },
            greeting: { WebEvent(name: "state", data: notes.state) }, onUsedToken: { notes.usedTokens += 1 })
    }

    deinit { server.stop() }

    var host: String { "127.0.0.1:\(server.port)" }
    var origin: String { "http://\(host)" }
    var token: String { String(server.urls[0].suffix(32)) }

    /// Runs the server until `isDone`, at most two seconds; whether it came to that.
    @discardableResult
    func run(until isDone: () -> Bool) -> Bool {
        let end = Clock.monotonicMicros() + 2_000_000
        while Clock.monotonicMicros() < end {
            server.run()
            if isDone() { return true }
        }
        return false
    }

    /// Gives the server the time for whatever it has to do.
    func settle() { for _ in 0..<20 { server.run() } }

    func connect() -> Client { Client(port: server.port) }

    /// Asks on a connection and waits for the answer.
    func ask(_ request: String, on client: Client? = nil, hasBody: Bool = true) throws -> Answer {
        let client = client ?? connect()
        client.forget()
        client.send(request)
        run {
            client.take()
            return Answer(client.text, hasBody: hasBody) != nil || client.isClosed
        }
        return try #require(
            Answer(client.text, hasBody: hasBody), "no answer to \(request.prefix(300)): \(client.text)")
    }

    /// A request as the page's browser makes it, by a path of the page (the link's is none); a nil value leaves a header out.
    func request(
        _ method: String, _ target: String, _ changed: [String: String?] = [:], body: String? = nil
    ) -> String {
        var headers: [(String, String)] = [("Host", host), ("Sec-Fetch-Site", "same-origin")]
        if !cookie.isEmpty { headers.append(("Cookie", cookie)) }
        if let body {
            headers += [
                ("Origin", origin), ("Content-Type", "application/json"), ("Content-Length", "\(body.utf8.count)"),
            ]
        }
        for (name, value) in changed.sorted(by: { $0.key < $1.key }) {
            headers.removeAll { $0.0 == name }
            if let value { headers.append((name, value)) }
        }
        let isWithin = target.hasPrefix("/") && !target.hasPrefix("/?token=")
        return "\(method) \(isWithin ? place : "")\(target) HTTP/1.1\r\n"
            + headers.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
            + (body ?? "")
    }

    /// Comes by the link, as a browser does.
    func enter() throws {
        let answer = try ask(request("GET", "/?token=\(token)"))
        #expect(answer.status == 303)
        cookie = String(try #require(answer.header("set-cookie")).prefix { $0 != ";" })
        place = String(try #require(answer.header("location")).dropLast())
    }

    /// Opens a stream and waits for the greeting.
    func openStream(lastID: String? = nil, on client: Client? = nil) throws -> Client {
        let client = client ?? connect()
        client.send(request("GET", "/events", lastID.map { ["Last-Event-ID": $0] } ?? [:]))
        let came = run {
            client.take()
            return client.text.contains("event: state") || client.isClosed
        }
        try #require(came && !client.isClosed, "\(client.text)")
        return client
    }
}
