internal import CMicrohttpd
public import SnapNetwork

/// Serves the page of one peer to its own person: on 127.0.0.1, and on [::1] where that can be had, under the same port.
///
/// One thread uses it, and nothing in it waits: when `descriptor` is readable, `run` does what there is to do; `attend`, called several
/// times a second, does what only time brings. What `handle` is given has passed every check of `Gate`.
public final class WebServer {
    public private(set) var port: UInt16 = 0
    private let limits: WebLimits
    private let handle: (WebRequest) -> WebReply
    private let greeting: () -> WebEvent?
    private let onUsedToken: () -> Void
    private let clock: () -> UInt64

    private let poller: Poller
    /// Makes the descriptor readable when something is due that no socket tells of.
    private let due: Wakeup
    private let side: SideWork
    private var daemons: [Daemon] = []
    private var gates: [Gate] = []
    private var visitors: [Visitor] = []
    private var history: EventHistory
    private var heartbeatAtMicros: UInt64
    private var handledRequests = 0
    private var isRunning = false
    private var isStopping = false

    private let cookie = Secret.make()
    /// `Gate.place`.
    private let place = "/" + String(decoding: Secret.make(), as: UTF8.self)
    /// Opens the page once; then another takes its place.
    private var token = Secret.make()

    /// `port` 0: one that is free. `handle`: must not wait, nor take long. `greeting`: what a new stream is given after the events that it missed.
    /// `onUsedToken`: the link in `urls` was used, there is a fresh one now. `clock`: microseconds that never go back.
    public init(
        port: UInt16 = 0, limits: WebLimits = WebLimits(), clock: @escaping () -> UInt64 = Clock.monotonicMicros,
        handle: @escaping (WebRequest) -> WebReply, greeting: @escaping () -> WebEvent?,
        onUsedToken: @escaping () -> Void
    ) throws(WebError) {
        self.limits = limits
        self.clock = clock
        self.handle = handle
        self.greeting = greeting
        self.onUsedToken = onUsedToken
        history = EventHistory(events: limits.keptEvents, octets: limits.keptOctets)
        heartbeatAtMicros = clock() + limits.heartbeatMicros
        do {
            poller = try Poller()
            due = try Wakeup()
            side = try SideWork()
        } catch {
            throw .noDescriptors
        }
        guard let four = Daemon(index: 0, isVersion6: false, port: port, limits: limits, delegate: self) else {
            throw .cannotListen(port)
        }
        self.port = four.port
        daemons = [four]
        if let six = Daemon(index: 1, isVersion6: true, port: four.port, limits: limits, delegate: self) {
            daemons.append(six)
        }
        gates = authorities.map { authority in
            Gate(
                authority: Array(authority.utf8), place: place, cookieName: Array(cookieName.utf8), cookie: cookie,
                bodyOctets: limits.bodyOctets)
        }
        do {
            try poller.add(due.descriptor)
            try poller.add(side.descriptor)
            for daemon in daemons { try poller.add(daemon.descriptor) }
        } catch {
            throw .noDescriptors
        }
    }

    deinit { stop() }

    private var authorities: [String] { daemons.map { "\($0.index == 0 ? "127.0.0.1" : "[::1]"):\(port)" } }
    private var cookieName: String { "snap-\(port)" }

    /// Becomes readable when `run` has something to do, and when requests were handled elsewhere than in `run`.
    public var descriptor: Int32 { poller.descriptor }

    /// The addresses of the page, the preferred one first, each with the token that opens it; the token is the same, and opens once.
    public var urls: [String] {
        authorities.map { "http://\($0)/?token=\(String(decoding: token, as: UTF8.self))" }
    }

    /// How many event streams are open: whether anybody looks.
    public var streams: Int { visitors.count { $0.stream?.isOpen == true } }

    /// How many connections there are.
    public var connections: Int { visitors.count }

    /// Does what there is to do; what is left after many rounds makes the descriptor readable again.
    public func run() {
        guard !isRunning, !daemons.isEmpty else { return }
        isRunning = true
        due.clear()
        handOver()
        dropDeserted()
        var rounds = 0
        repeat {
            for daemon in daemons { daemon.run() }
            rounds += 1
        } while rounds < Self.roundsMax && daemons.contains(where: \.isDue)
        if rounds == Self.roundsMax { due.signal() }
        isRunning = false
        if isStopping { finish() }
    }

    /// What only time brings: signs of life, and the end of whoever takes too long.
    public func attend() {
        let now = clock()
        if now >= heartbeatAtMicros {
            heartbeatAtMicros = now + limits.heartbeatMicros
            for case let stream? in visitors.map(\.stream) where stream.unsentOctets == 0 {
                stream.append(Self.heartbeat, now: now)
            }
        }
        for visitor in visitors {
            if let stream = visitor.stream, stream.unsentOctets > 0, now > stream.progressMicros + limits.stalledMicros
            {
                stream.drop()
            }
            if let deadline = visitor.deadlineMicros, now >= deadline {
                visitor.deadlineMicros = nil
                visitor.hangUp()
            }
        }
        runElsewhere()
    }

    /// Sends an event to every stream, now. `isKept`: it is given later to who has missed it; not for what `greeting` tells anyway.
    public func publish(event name: String, data: String, isKept: Bool = true) {
        let octets = history.add(WebEvent(name: name, data: data), isKept: isKept)
        let now = clock()
        var isAnyone = false
        for case let stream? in visitors.map(\.stream) {
            stream.append(octets, now: now)
            isAnyone = true
        }
        if isAnyone { runElsewhere() }
    }

    /// Ends the streams after what was published, and closes everything. Nothing else has an effect afterwards.
    public func stop() {
        guard !isStopping else { return }
        isStopping = true
        // Not under the feet of a daemon that is calling.
        if !isRunning { finish() }
    }

    private func finish() {
        for visitor in visitors { visitor.stream?.end() }
        for _ in 0..<Self.roundsMax where visitors.contains(where: { $0.stream != nil }) {
            for daemon in daemons { daemon.run() }
        }
        for visitor in visitors {
            visitor.stream?.drop()
            if visitor.work != nil { answer(.closing, madeFor: visitor) }
        }
        for daemon in daemons {
            poller.remove(daemon.descriptor)
            daemon.stop()
        }
        daemons = []
        gates = []
        visitors = []
    }

    private func runElsewhere() {
        let handled = handledRequests
        run()
        // Whoever has to look after what was ordered waits for the descriptor.
        if handledRequests != handled { due.signal() }
    }

    /// Gives what was made elsewhere to who asked for it.
    private func handOver() {
        for (number, response) in side.take() {
            if let visitor = visitors.first(where: { $0.work == number }) { answer(response, madeFor: visitor) }
        }
    }

    /// The daemon asks for the answer as soon as the connection is awake.
    private func answer(_ response: WebResponse, madeFor visitor: Visitor) {
        if let work = visitor.work { side.forget(work) }
        visitor.work = nil
        poller.remove(visitor.socket)
        visitor.answer = response
        visitor.wake()
    }

    /// Who sleeps, with nothing to be sent, is heard of when it closes, or says what it has no business to.
    private func dropDeserted() {
        let ready = (try? poller.wait(untilMicros: 0)) ?? []
        for visitor in visitors where ready.contains(visitor.socket) {
            if let stream = visitor.stream, stream.isAsleep { stream.drop() }
            guard visitor.work != nil else { continue }
            visitor.hangUp()
            answer(.closing, madeFor: visitor)
        }
    }

    private static let roundsMax = 64
    /// An event, so that the page too notices when none comes; without a number, so that it is not counted among those missed.
    private static let heartbeat = Array("event: alive\ndata: 1\n\n".utf8)
    /// How soon a page asks again after its stream broke.
    private static let streamBegin = Array("retry: 500\n\n".utf8)
}

extension WebServer: DaemonDelegate {
    func isRoomForVisitor() -> Bool {
        guard !isStopping else { return false }
        guard visitors.count(where: { !$0.isHungUp }) >= limits.connections else { return true }
        // Who has held a connection longest without the cookie makes room, so that nobody keeps the person out by holding them all.
        guard let stranger = visitors.first(where: { !$0.isTrusted && !$0.isHungUp }) else { return false }
        stranger.hangUp()
        return true
    }

    func came(_ visitor: Visitor) {
        visitor.deadlineMicros = clock() + limits.strangerMicros
        visitors.append(visitor)
    }

    func went(_ visitor: Visitor) {
        if let work = visitor.work { side.forget(work) }
        visitor.endRequest()
        visitors.removeAll { $0 === visitor }
    }

    func began(_ visitor: Visitor) {
        // The first request's time has been running since the connection was made.
        if visitor.hasAsked {
            visitor.deadlineMicros = clock() + (visitor.isTrusted ? limits.requestMicros : limits.strangerMicros)
        }
        visitor.hasAsked = true
    }

    func completed(_ visitor: Visitor) {
        visitor.endRequest()
        visitor.deadlineMicros = clock() + (visitor.isTrusted ? limits.idleMicros : limits.strangerMicros)
    }

    func headCame(_ head: RequestHead, of visitor: Visitor, on connection: OpaquePointer) -> Bool {
        switch gates[visitor.daemon].admit(head) {
        case .refused(let response):
            // A short body is let pass first, so that the connection can go on.
            if head.method == "POST", let length = head.length, (1...UInt64(limits.bodyOctets)).contains(length) {
                visitor.answer = response
                return true
            }
            return unsafe answer(response, visitor, on: connection)
        case .token(let given):
            guard Secret.isEqual(given, token) else {
                return unsafe answer(RefusalPage.noCookie, visitor, on: connection)
            }
            token = Secret.make()
            visitor.isTrusted = true
            defer { onUsedToken() }
            return unsafe answer(letIn, visitor, on: connection)
        case .request(let request):
            visitor.isTrusted = true
            switch handled(request) {
            case .now(let response): return unsafe answer(response, visitor, on: connection)
            case .later(let work):
                visitor.deadlineMicros = nil
                unsafe visitor.sleep(connection, until: side.begin(work))
                // The daemon does not see meanwhile that it has gone.
                try? poller.add(visitor.socket)
                return true
            }
        case .act(let length):
            visitor.isTrusted = true
            visitor.bodyRoom = length
            visitor.deadlineMicros = clock() + limits.requestMicros
            return true
        case .events(let lastID):
            visitor.isTrusted = true
            guard streams < limits.streams else { return unsafe answer(tooManyStreams, visitor, on: connection) }
            if head.method == "HEAD" {
                return unsafe answer(WebResponse(type: "text/event-stream", body: []), visitor, on: connection)
            }
            return unsafe begin(visitor, after: lastID, on: connection)
        }
    }

    func bodyCame(_ visitor: Visitor, on connection: OpaquePointer) -> Bool {
        if let response = visitor.answer { return unsafe answer(response, visitor, on: connection) }
        guard visitor.work == nil else { return true }
        switch handled(WebRequest(method: .post, path: "/act", body: visitor.body)) {
        case .now(let response): return unsafe answer(response, visitor, on: connection)
        // An order is taken at once or not at all.
        case .later(let work): return unsafe answer(work(), visitor, on: connection)
        }
    }

    private var letIn: WebResponse {
        let value = String(decoding: cookie, as: UTF8.self)
        return WebResponse(status: 303, type: nil, body: []).with("Location", "\(place)/")
            .with("Set-Cookie", "\(cookieName)=\(value); HttpOnly; SameSite=Strict; Path=\(place)/")
    }

    private var tooManyStreams: WebResponse {
        RefusalPage.response(
            status: 503, "The page is open in \(limits.streams) other tabs already: close one of them.")
    }

    private func handled(_ request: WebRequest) -> WebReply {
        handledRequests &+= 1
        return handle(request)
    }

    private func answer(_ response: WebResponse, _ visitor: Visitor, on connection: OpaquePointer) -> Bool {
        visitor.deadlineMicros = clock() + limits.answerMicros
        return unsafe Answering.send(response, on: connection)
    }

    private func begin(_ visitor: Visitor, after lastID: UInt64?, on connection: OpaquePointer) -> Bool {
        var first = Self.streamBegin + history.since(lastID)
        if let greeting = greeting() { first += greeting.octets(id: history.lastID) }
        let stream = unsafe EventStream(
            connection: connection, socket: visitor.socket, poller: poller, limits: limits, clock: clock, first: first)
        visitor.stream = stream
        visitor.deadlineMicros = nil
        return unsafe Answering.stream(stream, on: connection)
    }
}
