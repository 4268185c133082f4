internal import SnapWire

/// Untrusted text made harmless for terminals, logs and pages.
public enum Printable {
    /// The text with each scalar that no name may have written as `<U+202E>`.
    public static func text(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            if NameRules.isValid(String(scalar)) {
                out.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                out += "<U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + ">"
            }
        }
        return out
    }
}
