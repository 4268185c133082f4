/// A request that may be answered: it came to this computer by its own name, from the page itself, with the cookie.
public struct WebRequest: Hashable, Sendable {
    public enum Method: Hashable, Sendable {
        /// Also HEAD, whose answer is sent without its body. Must change nothing.
        case get
        /// Only to `/act`, with a body of JSON by its type; whether it is JSON is for who reads it.
        case post
    }
    public let method: Method
    /// Begins with "/"; letters, digits, ".", "-", "_" and "/" only, as it came: no part is "." or "..".
    public let path: String
    /// The query's fields, decoded; no control characters. A name that comes twice makes the request a bad one.
    public let query: [String: String]
    /// At most `WebLimits.bodyOctets`.
    public let body: [UInt8]

    public init(method: Method, path: String, query: [String: String] = [:], body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }
}

/// What a handler makes of a request.
public enum WebReply: Sendable {
    case now(WebResponse)
    /// Made by another thread, since it would take long; nobody but who asked waits for it.
    case later(@Sendable () -> WebResponse)
}

/// An answer. The server adds the headers that every answer has.
public struct WebResponse: Hashable, Sendable {
    /// What a document may load and run (CSP).
    public enum Policy: Hashable, Sendable {
        /// The page: only what this server serves, nothing inline.
        case page
        /// A document that holds everything itself: its own styles, and no script at all.
        case document
    }
    public var status: UInt32
    /// The media type; nil: no body.
    public var type: String?
    public var body: [UInt8]
    public var policy = Policy.page
    /// To be kept under this name rather than shown; nil: shown.
    public var fileName: String?
    /// Headers of this answer alone: name and value, without control characters.
    var headers: [(name: String, value: String)] = []

    public init(status: UInt32 = 200, type: String?, body: [UInt8]) {
        self.status = status
        self.type = type
        self.body = body
    }

    /// A body of JSON.
    public static func json(_ text: String, status: UInt32 = 200) -> WebResponse {
        WebResponse(status: status, type: "application/json", body: Array(text.utf8))
    }

    /// Done, and nothing to say.
    public static let done = WebResponse(status: 204, type: nil, body: [])

    /// To who waits for something while the program ends.
    static let closing = RefusalPage.response(status: 503, "Snap! is ending.")

    public static let notFound = RefusalPage.response(status: 404, "There is no such page here.")

    public static func == (a: WebResponse, b: WebResponse) -> Bool {
        a.status == b.status && a.type == b.type && a.body == b.body && a.policy == b.policy && a.fileName == b.fileName
            && a.headers.elementsEqual(b.headers) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(body)
    }

    func with(_ name: String, _ value: String) -> WebResponse {
        var copy = self
        copy.headers.append((name, value))
        return copy
    }

    /// All headers, those of every answer included. To what is no HTTP at all the library answers itself, without them, in words that repeat
    /// nothing of what was sent.
    var allHeaders: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = [
            ("Content-Security-Policy", policy.text), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ]
        if let type { all.append(("Content-Type", type)) }
        if let fileName { all.append(("Content-Disposition", "attachment; filename=\"\(Self.plain(fileName))\"")) }
        return all + headers
    }

    /// Without what could end the quotation or the header.
    private static func plain(_ name: String) -> String {
        String(name.unicodeScalars.map { ("!"..."~").contains($0) && $0 != "\"" && $0 != "\\" ? Character($0) : "_" })
    }
}

extension WebResponse.Policy {
    var text: String {
        let rest = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return switch self {
        case .page:
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \(rest)"
        case .document: "default-src 'none'; style-src 'unsafe-inline'; \(rest); sandbox"
        }
    }
}
