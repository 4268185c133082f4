internal import CMicrohttpd
internal import Glibc

/// What a daemon tells of its connections. Each is called from `Daemon.run` only.
protocol DaemonDelegate: AnyObject {
    func isRoomForVisitor() -> Bool
    func came(_ visitor: Visitor)
    func went(_ visitor: Visitor)
    /// The first line of a request has come.
    func began(_ visitor: Visitor)
    /// Whether to go on with the connection.
    func headCame(_ head: RequestHead, of visitor: Visitor, on connection: OpaquePointer) -> Bool
    func bodyCame(_ visitor: Visitor, on connection: OpaquePointer) -> Bool
    /// The answer was sent, or cannot be.
    func completed(_ visitor: Visitor)
}

/// One listening address: libmicrohttpd 0.9.75 without threads of its own.
@safe final class Daemon {
    let index: Int
    private var daemon: OpaquePointer?
    private weak let delegate: (any DaemonDelegate)?

    /// Nil where it cannot listen. `port` 0: the system chooses.
    init?(index: Int, isVersion6: Bool, port: UInt16, limits: WebLimits, delegate: any DaemonDelegate) {
        self.index = index
        self.delegate = delegate
        unsafe daemon = nil
        var calls = unsafe snap_web_calls()
        unsafe calls.accept = { context, _, _ in
            guard let delegate = unsafe Daemon.from(context)?.delegate, delegate.isRoomForVisitor() else {
                return MHD_Result.NO
            }
            return MHD_Result.YES
        }
        unsafe calls.connection = { context, connection, slot, code in
            guard let daemon = unsafe Daemon.from(context), let connection = unsafe connection, let slot = unsafe slot
            else {
                return
            }
            unsafe daemon.notify(connection, slot, code)
        }
        unsafe calls.target = { context, uri, connection in
            guard let daemon = unsafe Daemon.from(context), let uri = unsafe uri,
                let visitor = unsafe Daemon.visitor(of: connection)
            else { return nil }
            visitor.begin(
                unsafe Array(UnsafeBufferPointer(start: uri, count: strlen(uri))).map { UInt8(bitPattern: $0) })
            daemon.delegate?.began(visitor)
            return nil
        }
        unsafe calls.request = { context, connection, _, method, _, upload, size, _ in
            guard let daemon = unsafe Daemon.from(context), let connection = unsafe connection, let size = unsafe size,
                let method = unsafe method
            else { return MHD_Result.NO }
            return unsafe daemon.take(connection, method: method, upload: upload, size: size)
                ? MHD_Result.YES : MHD_Result.NO
        }
        unsafe calls.completed = { context, connection, _, _ in
            guard let daemon = unsafe Daemon.from(context), let visitor = unsafe Daemon.visitor(of: connection) else {
                return
            }
            daemon.delegate?.completed(visitor)
        }
        unsafe calls.context = Unmanaged.passUnretained(self).toOpaque()
        // Its own limit leaves room for those that are being closed: what goes beyond ours is closed at once rather than left to wait.
        unsafe daemon = snap_web_start(
            isVersion6 ? 1 : 0, port, calls, limits.connectionOctets, UInt32(limits.connections + 64))
        guard unsafe daemon != nil else { return nil }
    }

    deinit { stop() }

    var port: UInt16 { unsafe daemon.map { unsafe snap_web_port($0) } ?? 0 }
    var descriptor: Int32 { unsafe daemon.map { unsafe snap_web_descriptor($0) } ?? -1 }
    /// Whether `run` has something to do that the descriptor does not tell.
    var isDue: Bool { unsafe daemon.map { unsafe snap_web_is_due($0) != 0 } ?? false }

    /// Does what can be done without waiting.
    func run() {
        guard let daemon = unsafe daemon else { return }
        _ = unsafe MHD_run(daemon)
    }

    /// Closes all connections. None may sleep.
    func stop() {
        guard let ending = unsafe daemon else { return }
        unsafe MHD_stop_daemon(ending)
        unsafe daemon = nil
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Daemon? {
        unsafe context.map { unsafe Unmanaged<Daemon>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func visitor(of connection: OpaquePointer?) -> Visitor? {
        guard let connection = unsafe connection, let context = unsafe snap_web_socket_context(connection) else {
            return nil
        }
        return unsafe Unmanaged<Visitor>.fromOpaque(context).takeUnretainedValue()
    }

    private func notify(
        _ connection: OpaquePointer, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        _ code: MHD_ConnectionNotificationCode
    ) {
        if code == .CONNECTION_NOTIFY_STARTED {
            let visitor = Visitor(socket: unsafe snap_web_socket(connection), daemon: index)
            unsafe slot.pointee = Unmanaged.passRetained(visitor).toOpaque()
            delegate?.came(visitor)
        } else if let context = unsafe slot.pointee {
            unsafe slot.pointee = nil
            let visitor = unsafe Unmanaged<Visitor>.fromOpaque(context).takeRetainedValue()
            delegate?.went(visitor)
        }
    }

    /// Called first when the head has come, then for each part of the body, then with nothing.
    private func take(
        _ connection: OpaquePointer, method: UnsafePointer<CChar>, upload: UnsafePointer<CChar>?,
        size: UnsafeMutablePointer<Int>
    ) -> Bool {
        guard let delegate, let visitor = unsafe Daemon.visitor(of: connection) else { return false }
        guard visitor.isHeadSeen else {
            visitor.isHeadSeen = true
            let head = RequestHead(
                method: unsafe String(cString: method), target: visitor.target ?? [],
                headers: unsafe Daemon.headers(of: connection))
            // The library closes a connection whose answer is given before it has asked for the body, be there none.
            let isBodiless = head.values("content-length").isEmpty && head.values("transfer-encoding").isEmpty
            if isBodiless {
                visitor.head = head
                return true
            }
            return unsafe delegate.headCame(head, of: visitor, on: connection)
        }
        if let head = visitor.head {
            visitor.head = nil
            return unsafe delegate.headCame(head, of: visitor, on: connection)
        }
        guard unsafe size.pointee > 0 else { return unsafe delegate.bodyCame(visitor, on: connection) }
        let count = min(unsafe size.pointee, visitor.bodyRoom)
        if let upload = unsafe upload, count > 0 {
            unsafe visitor.body += UnsafeRawBufferPointer(start: upload, count: count)
            visitor.bodyRoom -= count
        }
        unsafe size.pointee = 0
        return true
    }

    private final class Headers { var all: [(name: [UInt8], value: [UInt8])] = [] }

    private static func headers(of connection: OpaquePointer) -> [(name: [UInt8], value: [UInt8])] {
        let headers = Headers()
        _ = unsafe MHD_get_connection_values_n(
            connection, .HEADER_KIND,
            { context, _, name, nameSize, value, valueSize in
                guard let context = unsafe context, let name = unsafe name else { return MHD_Result.NO }
                let headers = unsafe Unmanaged<Headers>.fromOpaque(context).takeUnretainedValue()
                let valueOctets =
                    unsafe value.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: valueSize)) } ?? []
                headers.all.append((unsafe Array(UnsafeRawBufferPointer(start: name, count: nameSize)), valueOctets))
                return MHD_Result.YES
            }, Unmanaged.passUnretained(headers).toOpaque())
        return headers.all
    }
}
