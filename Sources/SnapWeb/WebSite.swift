public import SnapCrypto
public import SnapNode

/// All that one player's browser can ask for: the page, its events, the games that were played.
public final class WebSite {
    public let page: Page
    private let server: WebServer
    private let router: Router
    private let opening: Opening

    /// Serves at once, on a port that is free. `onOpened`: the link was used; where a new one is that opens the page elsewhere.
    public init(
        places: Places, identity: PublicKey, settings: Settings, verified: VerifiedSet,
        onOpened: @escaping (_ next: String) -> Void
    ) throws {
        let router = Router(library: Library(places: places, owner: identity, verified: verified))
        let opening = Opening(places: places)
        server = try WebServer(
            handle: { router.answer($0) }, greeting: { router.greeting },
            onUsedToken: {
                opening.close()
                if let link = router.server?.urls.first { onOpened(link) }
            })
        page = Page(server: server, places: places, owner: Page.Owner(identity: identity), settings: settings)
        router.page = page
        router.server = server
        self.router = router
        self.opening = opening
    }

    /// What opens the page, once.
    public var link: String { server.urls.first ?? "" }

    /// Starts a browser where there is a display; why not, in words, where that fails.
    public func open(_ variable: (String) -> String?) -> String? {
        guard Opening.hasDisplay(variable) else { return nil }
        return opening.open(link, variable)
    }
}

/// Answers requests that the server lets through.
final class Router {
    private let library: Library
    weak var page: Page?
    weak var server: WebServer?

    init(library: Library) { self.library = library }

    /// What a page that opens is given first.
    var greeting: WebEvent? { page.map { WebEvent(name: "state", data: $0.state) } }

    func answer(_ request: WebRequest) -> WebResponse {
        guard let page else { return .notFound }
        switch (request.method, request.path) {
        case (.post, _):
            guard let fault = page.order(request.body) else { return .done }
            return refusal(400, fault.words)
        case (.get, "/settings"): return .json(page.settingsJSON.compact)
        case (.get, "/transcripts"): return listed { () throws(FileError) in try library.transcripts() }
        case (.get, "/scores"): return listed { () throws(FileError) in try library.scores() }
        case (.get, "/audit"): return file(request) { library.audit($0).map { .json($0.compact) } }
        case (.get, "/report"):
            return file(request) { name in
                library.report(name).map { text in
                    var response = WebResponse(type: "text/html; charset=utf-8", body: Array(text.utf8))
                    response.policy = .document
                    return response
                }
            }
        case (.get, "/transcript"):
            return file(request) { name in
                library.bytes(of: name).map { bytes in
                    var response = WebResponse(type: "application/octet-stream", body: bytes)
                    response.fileName = name
                    return response
                }
            }
        case (.get, let path): return asset(path == "/" ? "index.html" : String(path.dropFirst()))
        }
    }

    private func refusal(_ status: UInt32, _ words: String) -> WebResponse {
        .json((["error": .string(words)] as JSONValue).compact, status: status)
    }

    private func listed(_ list: () throws(FileError) -> JSONValue) -> WebResponse {
        do { return .json(try list().compact) } catch { return refusal(500, "\(error)") }
    }

    private func file(_ request: WebRequest, _ answer: (String) -> WebResponse?) -> WebResponse {
        guard let name = request.query["file"] else { return refusal(400, "Which transcript? file=NAME says so.") }
        return answer(name) ?? refusal(404, "There is no transcript called \"\(Printable(name, limit: 100))\".")
    }

    private func asset(_ name: String) -> WebResponse {
        guard let asset = PageFiles.named(name) else { return .notFound }
        return WebResponse(type: asset.type, body: asset.octets)
    }
}
