/// One connection, from its making to its end, and the request on it.
final class Visitor {
    let socket: Int32
    /// The daemon that it came by.
    let daemon: Int
    /// When it is closed if nothing else happens; nil: never.
    var deadlineMicros: UInt64?
    /// Whether a request on it had the cookie.
    var isTrusted = false
    /// Whether a request has begun on it.
    var hasAsked = false
    var stream: EventStream?

    /// The target of the request, as it came; nil between requests.
    var target: [UInt8]?
    var isHeadSeen = false
    /// What is judged when the library asks for the answer.
    var head: RequestHead?
    /// What is answered once the body has come.
    var answer: WebResponse?
    /// Octets of the body that are taken.
    var bodyRoom = 0
    var body: [UInt8] = []

    init(socket: Int32, daemon: Int) {
        self.socket = socket
        self.daemon = daemon
    }

    func begin(_ target: [UInt8]) {
        endRequest()
        self.target = target
    }

    func endRequest() {
        target = nil
        isHeadSeen = false
        head = nil
        answer = nil
        bodyRoom = 0
        body = []
        stream = nil
    }
}
