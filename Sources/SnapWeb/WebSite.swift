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
    private let shelf: Library
    weak var page: Page?
    weak var server: WebServer?

    init(library: Library) { shelf = library }

    /// What a page that opens is given first.
    var greeting: WebEvent? { page.map { WebEvent(name: "state", data: $0.state) } }

    func answer(_ request: WebRequest) -> WebReply {
        guard let page else { return .now(.notFound) }
        switch (request.method, request.path) {
        case (.post, _):
            guard let fault = page.order(request.body) else { return .now(.done) }
            return .now(.fault(400, fault.words))
        case (.get, "/settings"): return .now(.json(page.settingsJSON.compact))
        case (.get, "/transcripts"), (.get, "/scores"), (.get, "/audit"), (.get, "/replay"), (.get, "/report"),
            (.get, "/transcript"):
            // Files, and much reckoning: a table must not stand still for it.
            return .later { [shelf] in shelf.answer(request) }
        case (.get, let path): return .now(asset(path == "/" ? "index.html" : String(path.dropFirst())))
        }
    }

    private func asset(_ name: String) -> WebResponse {
        guard let asset = PageFiles.named(name) else { return .notFound }
        return WebResponse(type: asset.type, body: asset.octets)
    }
}
