internal import CSystem

/// Why the network could not be opened at all. A failing interface is never such an error: it is a problem that
/// `NetworkPort.drainProblems` tells once, while the others go on.
public enum NetworkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not a multicast group of 224.0.0.0/4.
    case notAGroup(UInt32)
    case portZero
    /// Another program holds the port for itself.
    case portTaken(UInt16)
    case portForbidden(UInt16)
    case noIPv4
    /// The process or the host has no descriptors left.
    case noDescriptors(doing: String)
    /// Any other refusal of the kernel.
    case system(doing: String, errno: Int32)

    static func from(_ result: Int32, doing: String, port: UInt16 = 0) -> NetworkError {
        switch Errno(-result) {
        case .addressInUse: .portTaken(port)
        case .notPermitted, .accessDenied: port == 0 ? .system(doing: doing, errno: -result) : .portForbidden(port)
        case .familyUnsupported: .noIPv4
        case .processFilesFull, .systemFilesFull: .noDescriptors(doing: doing)
        default: .system(doing: doing, errno: -result)
        }
    }

    public var description: String {
        switch self {
        case .notAGroup(let address):
            "\(IPv4.text(address)) is not a multicast group: take one of 239.192.0.0 to 239.195.255.255."
        case .portZero:
            "Port 0 cannot be shared with other players: choose one from 1024 to 32767, the same for all."
        case .portTaken(let port):
            "UDP port \(port) is held by another program that does not share it. See which with "
                + "`ss -lunp sport = :\(port)` and stop it, or have all players use another with --port."
        case .portForbidden(let port):
            "This user may not open UDP port \(port). Have all players use one from 1024 to 32767 with --port."
        case .noIPv4:
            "This system has no IPv4, which Snap! needs: it may be switched off in the kernel or the container."
        case .noDescriptors(let doing):
            "No file descriptors are left while \(doing): close other programs, or raise the limit with `ulimit -n`."
        case .system(let doing, let errno):
            "The system refused while \(doing): \(Errno(errno).words). `ip -4 address` shows the interfaces of this computer; "
                + "--interface NAME uses one of them alone, --port N another port."
        }
    }
}

/// The error numbers that are told apart here.
struct Errno: Equatable {
    let number: Int32
    init(_ number: Int32) { self.number = number }

    static let notPermitted = Errno(1)
    static let again = Errno(11)
    static let noMemory = Errno(12)
    static let accessDenied = Errno(13)
    static let systemFilesFull = Errno(23)
    static let processFilesFull = Errno(24)
    static let messageTooLong = Errno(90)
    static let familyUnsupported = Errno(97)
    static let addressInUse = Errno(98)
    static let noBuffers = Errno(105)

    var words: String { unsafe String(cString: snap_error_words(number)) }
}
