internal import CSystem

/// A file descriptor that is closed with its owner.
struct Descriptor: ~Copyable {
    let number: Int32

    /// `result`: a descriptor, or minus the errno.
    init(_ result: Int32, doing: String, port: UInt16 = 0) throws(NetworkError) {
        guard result >= 0 else { throw NetworkError.from(result, doing: doing, port: port) }
        number = result
    }

    deinit { _ = snap_close(number) }
}
