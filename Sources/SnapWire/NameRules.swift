/// Which names a player may bear: rules.md 3 and Protocol.md, *Names*.
public enum NameRules {
    /// Scalars that hide, reorder or break what is shown. A fixed list, so that every peer refuses the same names,
    /// whichever Unicode version its libraries know.
    static let refused: [ClosedRange<UInt32>] = [
        0x0000...0x001f, 0x007f...0x009f,  // controls
        0x00ad...0x00ad, 0x034f...0x034f,  // soft hyphen, grapheme joiner
        0x061c...0x061c,  // Arabic letter mark
        0x115f...0x1160, 0x3164...0x3164, 0xffa0...0xffa0,  // blank Hangul fillers
        0x17b4...0x17b5, 0x180b...0x180f,  // invisible Khmer vowels, Mongolian selectors and separator
        0x200b...0x200f,  // zero-width space, non-joiner, joiner; direction marks
        0x2028...0x202e,  // line and paragraph separators; direction embeddings and overrides
        0x2060...0x206f,  // word joiner, invisible operators, direction isolates, deprecated formatting
        0xfdd0...0xfdef, 0xfeff...0xfeff, 0xfff0...0xfffb,  // noncharacters, zero-width no-break space, specials
        0x1bca0...0x1bca3, 0x1d173...0x1d17a,  // shorthand and musical formatting
        0xe0000...0xe0fff,  // tags and selectors
    ]

    static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        // The last two of each plane are noncharacters.
        if value & 0xfffe == 0xfffe { return true }
        return refused.contains { $0.contains(value) }
    }

    /// What the protocol asks of a name: 1...`Limits.nameBytes` octets of UTF-8 and no refused scalar.
    public static func isValid(_ name: String) -> Bool {
        let octets = name.utf8.count
        return octets >= 1 && octets <= Limits.nameBytes && !name.unicodeScalars.contains(where: isRefused)
    }

    /// Why a typed name cannot be borne.
    public enum Fault: Error, Hashable, Sendable {
        /// Nothing is left once it is trimmed.
        case empty
        /// More than `Limits.nameCharacters` seen characters.
        case tooManyCharacters(Int)
        /// More than `Limits.nameBytes` octets.
        case tooManyBytes(Int)
        /// A scalar that is refused, such as "U+200B".
        case refused(scalar: UInt32)
    }

    /// The name that a person meant: white space around it is dropped, then it must hold; a local matter.
    public static func clean(_ typed: String) throws(Fault) -> String {
        let scalars = typed.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { throw .empty }
        let name = String(scalars[first...last])
        // Octets first, so that what follows is short work.
        guard name.utf8.count <= Limits.nameBytes else { throw .tooManyBytes(name.utf8.count) }
        if let bad = name.unicodeScalars.first(where: isRefused) { throw .refused(scalar: bad.value) }
        guard name.count <= Limits.nameCharacters else { throw .tooManyCharacters(name.count) }
        return name
    }
}
