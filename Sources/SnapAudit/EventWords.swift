public import SnapWire

extension Body {
    /// The name of the kind, as Protocol.md writes it: "FLIP".
    public var kindName: String { word }
}

extension TranscriptReader.Fault {
    /// The record that cannot be read, and the octet of the file at which that shows.
    public var place: (record: Int, offset: Int) {
        switch self {
        case .torn(let record, let offset): (record, offset)
        case .malformed(let record, let error): (record, error.offset)
        }
    }

    /// What is wrong there, for people; without the place.
    public var words: String {
        switch self {
        case .torn: "the record is cut off by the end of the file"
        case .malformed(let record, let error):
            record == 0 && error.offset == 0
                ? "this is no transcript of a game of Snap!: it \(error.reason.words)"
                : "\(error.field) \(error.reason.words)"
        }
    }
}
