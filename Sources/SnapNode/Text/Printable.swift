/// Text from others (names, file contents, arguments) made safe to show on a terminal or in a log.
///
/// Control, format, bidirectional, zero-width, private and unassigned scalars are shown by their number, as `\u{1B}`,
/// so that no escape code acts and no two different texts look alike because of a scalar that cannot be seen.
public struct Printable: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// `asciiOnly`: for the C locale; what is not ASCII becomes `?`. `limit`: at most that many characters are kept.
    public init(_ text: String, asciiOnly: Bool = false, limit: Int = 4096) {
        var shown = ""
        var count = 0
        for character in text {
            guard count < limit else {
                shown += asciiOnly ? "..." : "…"
                break
            }
            count += 1
            for scalar in character.unicodeScalars.prefix(Printable.scalarsPerCharacter) {
                if Printable.isInert(scalar) {
                    shown += asciiOnly && !scalar.isASCII ? "?" : String(scalar)
                } else {
                    shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
                }
            }
        }
        description = shown
    }

    /// A base and its marks; more marks on one character are left out, since they only pile up over other lines.
    private static let scalarsPerCharacter = 8

    /// Whether showing `scalar` can do nothing but put a mark on the screen.
    public static func isInert(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        // Variation selector 16 asks for the coloured form of the symbol before it.
        if scalar.value == 0xFE0F { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
        default: return !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
