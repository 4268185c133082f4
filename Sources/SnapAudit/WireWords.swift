internal import SnapWire

extension WireError.Reason {
    /// What is wrong, to stand behind what was being read: "event does not begin as it must".
    var words: String {
        switch self {
        case .truncated: "ends too soon"
        case .trailing: "goes on after its end"
        case .notShortest, .indefinite, .reserved, .badSimple, .tooDeep: "is not in the one encoding that is allowed"
        case .float: "is a fraction"
        case .badUTF8: "is no text"
        case .wrongType(let expected): "is no \(expected)"
        case .outOfRange: "is out of its bounds"
        case .tooLong(let limit): "is longer than \(limit)"
        case .misordered: "is out of order"
        case .duplicate: "is there twice"
        case .badTag, .badHeader: "does not begin as it must"
        case .badAlgorithm: "names another kind of signature"
        case .badLength(let expected): "has not its \(expected) items or bytes"
        case .badSignature: "is not signed by its author"
        case .badSeal: "is not sealed by the table's key"
        case .badVersion(let got): "is of version \(got), which this program does not know"
        case .unknownKind(let kind): "is of kind \(kind), which this program does not know"
        case .refusedName: "is a name that is refused"
        case .tooManyBytes(let limit): "has more than \(limit) bytes"
        }
    }
}
