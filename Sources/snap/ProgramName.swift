internal import SnapNode

/// How the program was called, for lines that people copy.
enum ProgramName {
    /// `tools/snap` says how it was called itself; that is one word which a shell takes as it is, or else not used.
    static let shown: String = {
        guard let given = StandardStreams.variable("SNAP_PROGRAM"), !given.isEmpty,
            given.unicodeScalars.allSatisfy({
                ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
                    || "./_-+".unicodeScalars.contains($0)
            })
        else { return "snap" }
        return given
    }()
}
