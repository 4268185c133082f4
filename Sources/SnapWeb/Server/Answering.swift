internal import CMicrohttpd

/// Answers as libmicrohttpd takes them.
enum Answering {
    /// Hands an answer over; false where there is no memory for it, which closes the connection.
    static func send(_ response: WebResponse, on connection: OpaquePointer) -> Bool {
        let made = unsafe response.body.withUnsafeBytes { body in
            // The octets are copied before the call returns, so it may have them as its own for so long.
            unsafe MHD_create_response_from_buffer(
                body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let made = unsafe made else { return false }
        defer { unsafe MHD_destroy_response(made) }
        unsafe add(response.allHeaders, to: made)
        return unsafe MHD_queue_response(connection, response.status, made) == MHD_Result.YES
    }

    /// Begins a stream, which lasts until one of its ends.
    static func stream(_ stream: EventStream, on connection: OpaquePointer) -> Bool {
        let source = unsafe Unmanaged.passRetained(stream)
        let made = unsafe MHD_create_response_from_callback(
            snap_web_unknown_size(), 16_384,
            { context, _, room, size in
                guard let context = unsafe context, let room = unsafe room else {
                    return Int(snap_web_end_with_error())
                }
                let stream = unsafe Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
                return unsafe stream.fill(UnsafeMutableRawBufferPointer(start: room, count: size))
            }, source.toOpaque(),
            { context in if let context = unsafe context { unsafe Unmanaged<EventStream>.fromOpaque(context).release() }
            })
        guard let made = unsafe made else {
            unsafe source.release()
            return false
        }
        defer { unsafe MHD_destroy_response(made) }
        unsafe add(WebResponse(type: "text/event-stream", body: []).allHeaders, to: made)
        return unsafe MHD_queue_response(connection, 200, made) == MHD_Result.YES
    }

    private static func add(_ headers: [(name: String, value: String)], to response: OpaquePointer) {
        for header in headers { _ = unsafe MHD_add_response_header(response, header.name, header.value) }
    }
}
