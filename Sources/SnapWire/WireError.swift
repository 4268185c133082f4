/// Why bytes were refused: what was being read, where, and what is wrong with it.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        case truncated
        case trailing
        case notShortest
        case indefinite
        case float
        /// A value that RFC 8949 keeps for the future.
        case reserved
        case badSimple
        case tooDeep
        case badUTF8
        case wrongType(expected: String)
        case outOfRange
        case tooLong(limit: Int)
        case misordered
        case duplicate
        case badTag
        case badAlgorithm
        case badHeader
        case badLength(expected: Int)
        case badSignature
        case badSeal
        case badVersion(got: UInt64)
        case unknownKind(UInt64)
        case refusedName
        case tooManyBytes(limit: Int)
    }
    public var reason: Reason
    /// Offset in the given bytes.
    public var offset: Int
    /// The part being read, in the field's words: "event.lamport".
    public var field: String
    public init(_ reason: Reason, at offset: Int, in field: String) {
        self.reason = reason
        self.offset = offset
        self.field = field
    }
    public var description: String { "\(field) at byte \(offset): \(reason)" }
}
