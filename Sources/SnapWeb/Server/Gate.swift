/// The head of a request, as it came.
struct RequestHead {
    var method: String
    var target: [UInt8]
    var headers: [(name: [UInt8], value: [UInt8])]

    /// The values of a header; `name` in lower case.
    func values(_ name: String) -> [[UInt8]] {
        headers.filter {
            $0.name.count == name.utf8.count && zip($0.name, name.utf8).allSatisfy { Self.lower($0) == $1 }
        }
        .map(\.value)
    }

    /// The octets of the body, where one header alone says it, in at most 18 decimal digits.
    var length: UInt64? {
        let lengths = values("content-length")
        return lengths.count == 1 && values("transfer-encoding").isEmpty ? Self.number(lengths[0]) : nil
    }

    /// A decimal number of at most 18 digits.
    static func number(_ text: [UInt8]) -> UInt64? {
        guard (1...18).contains(text.count), text.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return text.reduce(0) { $0 * 10 + UInt64($1 - 48) }
    }

    static func lower(_ octet: UInt8) -> UInt8 { (65...90).contains(octet) ? octet + 32 : octet }
}

/// What becomes of a request whose head has come.
enum Admission {
    case refused(WebResponse)
    /// Somebody comes by a link; whether its token is good is not judged here.
    case token([UInt8])
    case request(WebRequest)
    /// To be answered when its body has come, of so many octets.
    case act(length: Int)
    /// A stream of events, from the one after `lastID`.
    case events(lastID: UInt64?)
}

/// Who is let in, by the head of a request alone. Whoever made a browser ask (a page of another site, be it under a name that was bent
/// to this computer, or of another port of it) is told from this server's own page by what browsers say of that.
struct Gate {
    /// As it must stand in `Host`.
    let authority: [UInt8]
    /// What the path of all that needs the cookie begins with: nobody can guess it. Browsers send a cookie to every port of this computer,
    /// so other servers on it would be given one for "/", and could set another in its place. What they still can do is fill the browser's
    /// store of cookies until it forgets this one; then the page says that a fresh link is needed.
    let place: String
    let cookieName: [UInt8]
    let cookie: [UInt8]
    let bodyOctets: Int

    func admit(_ head: RequestHead) -> Admission {
        let refuse = { (status: UInt32, words: String) -> Admission in
            .refused(
                head.method == "POST"
                    ? RefusalPage.object(status: status, words) : RefusalPage.response(status: status, words))
        }
        guard head.values("host") == [authority] else {
            return refuse(421, "This is not the address of the page. Use the link that snap shows in its terminal.")
        }
        let isReading = head.method == "GET" || head.method == "HEAD"
        guard let asked = RequestTarget(head.target) else {
            return isReading || head.method == "POST" ? refuse(404, "There is no such page here.") : notAllowed(nil)
        }
        // A link is opened by other programs and from files: from elsewhere, as a browser sees it.
        if asked.path == "/", head.method == "GET", let token = asked.query["token"],
            isOwn(head, alsoTyped: true) || isVisit(head)
        {
            return .token(Array(token.utf8))
        }
        guard let target = asked.below(place) else {
            if isReading { return .refused(RefusalPage.noCookie) }
            return head.method == "POST" && asked.path == "/act" ? refuse(403, Self.unknown) : notAllowed(asked)
        }
        if isReading, target.path != "/act" { return admitReading(head, target) }
        guard head.method == "POST", target.path == "/act" else { return notAllowed(target) }
        guard isCookieThere(head) else {
            return refuse(403, Self.unknown)
        }
        guard head.values("origin") == [Array("http://".utf8) + authority], isOwn(head, alsoTyped: false) else {
            return refuse(403, "Only the page itself gives orders.")
        }
        guard head.values("content-type").count == 1, isJSON(head.values("content-type")[0]) else {
            return refuse(415, "An order is JSON.")
        }
        guard target.query.isEmpty else { return refuse(400, "An order has no query.") }
        guard let length = head.length else { return refuse(411, "An order says its length.") }
        guard length <= UInt64(bodyOctets) else { return refuse(413, "An order has at most \(bodyOctets) octets.") }
        return .act(length: Int(length))
    }

    private func admitReading(_ head: RequestHead, _ target: RequestTarget) -> Admission {
        guard isOwn(head, alsoTyped: true) else {
            if target.path == "/", isVisit(head) { return .refused(RefusalPage.onward) }
            return .refused(RefusalPage.response(status: 403, "Only the page itself may read this."))
        }
        guard isCookieThere(head) else { return .refused(RefusalPage.noCookie) }
        guard target.path == "/events" else {
            return .request(WebRequest(method: .get, path: target.path, query: target.query))
        }
        return .events(lastID: head.values("last-event-id").first.flatMap(RequestHead.number))
    }

    private static let unknown = "This page is no longer known here. Open the link that snap shows in its terminal."

    private func notAllowed(_ target: RequestTarget?) -> Admission {
        let allowed = target?.path == "/act" ? "POST" : "GET, HEAD"
        return .refused(RefusalPage.response(status: 405, "That is not how to ask for it.").with("Allow", allowed))
    }

    /// Whether the page itself asks, as far as the browser tells; `alsoTyped`: or the person, by the address line.
    private func isOwn(_ head: RequestHead, alsoTyped: Bool) -> Bool {
        let origins = head.values("origin")
        guard origins.isEmpty || origins == [Array("http://".utf8) + authority] else { return false }
        return head.values("sec-fetch-site").allSatisfy { site in
            site == Array("same-origin".utf8) || alsoTyped && site == Array("none".utf8)
        }
    }

    /// Whether a window is to show what is asked for.
    private func isVisit(_ head: RequestHead) -> Bool {
        head.values("sec-fetch-mode") == [Array("navigate".utf8)]
            && head.values("sec-fetch-dest") == [Array("document".utf8)]
    }

    private func isJSON(_ type: [UInt8]) -> Bool {
        let kind = type.prefix { $0 != UInt8(ascii: ";") }.map(RequestHead.lower)
        return kind.elementsEqual("application/json".utf8)
            || kind.elementsEqual("application/json ".utf8)
    }

    /// Other servers of this computer may set cookies of the same name for all of it, so one good one is enough.
    private func isCookieThere(_ head: RequestHead) -> Bool {
        var isThere = false
        for line in head.values("cookie") {
            for pair in line.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                guard sides.count == 2, sides[0].elementsEqual(cookieName) else { continue }
                if Secret.isEqual(sides[1], cookie) { isThere = true }
            }
        }
        return isThere
    }
}
