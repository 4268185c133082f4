internal import CMicrohttpd

/// One connection, from its making to its end, and the request on it.
@safe final class Visitor {
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
    /// What is being made for it elsewhere, by its number; its connection sleeps meanwhile.
    var work: UInt64?
    /// It was hung up on, and goes as soon as its daemon notices.
    private(set) var isHungUp = false
    private var sleeping: OpaquePointer?

    init(socket: Int32, daemon: Int) {
        self.socket = socket
        self.daemon = daemon
        unsafe sleeping = nil
    }

    func begin(_ target: [UInt8]) {
        endRequest()
        self.target = target
    }

    /// Lets the daemon forget the connection until what is made elsewhere is there.
    func sleep(_ connection: OpaquePointer, until work: UInt64) {
        self.work = work
        unsafe sleeping = connection
        unsafe MHD_suspend_connection(connection)
    }

    func wake() {
        guard let connection = unsafe sleeping else { return }
        unsafe sleeping = nil
        unsafe MHD_resume_connection(connection)
    }

    func hangUp() {
        isHungUp = true
        snap_web_hang_up(socket)
    }

    func endRequest() {
        target = nil
        isHeadSeen = false
        head = nil
        answer = nil
        bodyRoom = 0
        body = []
        stream = nil
        work = nil
    }
}
