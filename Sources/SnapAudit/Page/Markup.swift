internal import SnapCrypto

/// HTML as text. What a file says goes in by `text` and `name` only, so nothing of it is markup.
enum Markup {
    /// Safe as content and as the value of an attribute in double quotes.
    static func text(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// What a player calls itself: whatever way it is written, what stands beside it stays where it is.
    static func name(_ name: String) -> String { "<bdi>\(text(name))</bdi>" }

    /// Words with the names that stand in them set apart, where they may be written the other way.
    static func sentence(_ words: String, names: [String]) -> String {
        let foreign = names.filter { name in name.unicodeScalars.contains { !$0.isASCII } }
        // The longest first, as one name may be part of another.
        for name in foreign.sorted(by: { ($0.utf8.count, $0) > ($1.utf8.count, $1) }) {
            let parts = words.split(separator: name, omittingEmptySubsequences: false)
            guard parts.count > 1 else { continue }
            let rest = names.filter { $0 != name }
            return parts.map { sentence(String($0), names: rest) }.joined(separator: Markup.name(name))
        }
        return text(words)
    }

    static func element(_ tag: String, _ attributes: String = "", _ content: String) -> String {
        "<\(tag)\(attributes.isEmpty ? "" : " " + attributes)>\(content)</\(tag)>"
    }

    /// Rows of cells; the first of each row is its heading.
    static func table(_ heads: [String], _ rows: [[String]]) -> String {
        let head = heads.map { element("th", "scope=\"col\"", $0) }.joined()
        let body = rows.map { row in
            element(
                "tr", "",
                row.enumerated().map { place, cell in
                    place == 0 ? element("th", "scope=\"row\"", cell) : element("td", "", cell)
                }.joined())
        }
        return "<div class=\"wide\"><table><thead><tr>\(head)</tr></thead><tbody>\n\(body.joined(separator: "\n"))\n"
            + "</tbody></table></div>"
    }

    static func list(_ lines: [String]) -> String {
        "<ul>\n" + lines.map { element("li", "", $0) }.joined(separator: "\n") + "\n</ul>"
    }
}

/// A picture within the page. All is in whole units of a view box, so it scales and prints.
struct Drawing {
    let width: Int
    let height: Int
    /// For who cannot see it.
    let title: String
    private let style: String
    private var parts: [String] = []

    init(width: Int, height: Int, title: String, style: String = "") {
        self.style = style
        self.width = width
        self.height = height
        self.title = title
    }

    mutating func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ style: String) {
        parts.append(
            "<rect class=\"\(style)\" x=\"\(x)\" y=\"\(y)\" width=\"\(max(1, width))\" height=\"\(height)\"/>")
    }

    mutating func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, _ style: String) {
        parts.append("<line class=\"\(style)\" x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\"/>")
    }

    mutating func circle(_ x: Int, _ y: Int, _ radius: Int, _ style: String) {
        parts.append("<circle class=\"\(style)\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"/>")
    }

    mutating func cross(_ x: Int, _ y: Int, _ radius: Int, _ style: String) {
        let (left, right, top, bottom) = (x - radius, x + radius, y - radius, y + radius)
        parts.append(
            "<path class=\"\(style)\" d=\"M\(left) \(top)L\(right) \(bottom)M\(right) \(top)L\(left) \(bottom)\"/>")
    }

    /// `style`: `end` and `middle` say where `x` is.
    mutating func text(_ x: Int, _ y: Int, _ text: String, _ style: String = "") {
        parts.append("<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(Markup.text(text))</text>")
    }

    /// What is said where the pointer rests, around what is drawn by `body`.
    mutating func titled(_ title: String, _ body: (inout Drawing) -> Void) {
        parts.append("<g><title>\(Markup.text(title))</title>")
        body(&self)
        parts.append("</g>")
    }

    var markup: String {
        "<svg class=\"\(style)\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(Markup.text(title))\">\(parts.joined())</svg>"
    }
}
