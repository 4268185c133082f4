/// What a person may have meant who mistyped the name of a rule, a setting, a command or a flag.
public enum Spelling {
    /// The names within two edits of `word`, letter case apart, the nearest first; then those that begin with it.
    /// A word far longer than any name is near none; this also bounds the work.
    public static func near(_ word: String, in names: [String]) -> [String] {
        guard word.utf8.count <= 32 else { return [] }
        let wanted = Array(word.lowercased().utf8)
        let distances = names.map { (name: $0, edits: edits(wanted, Array($0.lowercased().utf8))) }
        // Two edits turn half the letters of a short word into others: it must fit better.
        let furthest = wanted.count < 5 ? min(1, wanted.count / 2) : 2
        let close = (0...furthest).flatMap { near in distances.filter { $0.edits == near }.map(\.name) }
        guard close.isEmpty, wanted.count >= 3 else { return close }
        return names.filter { $0.lowercased().utf8.starts(with: wanted) }
    }

    /// Optimal string alignment: insertions, deletions, substitutions, and exchanges of two neighbours.
    private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before = [Int](repeating: 0, count: b.count + 1)
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var next = [i + 1]
            for (j, y) in b.enumerated() {
                var least = min(row[j] + (x == y ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0, j > 0, x == b[j - 1], y == a[i - 1] { least = min(least, before[j - 1] + 1) }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[b.count]
    }
}
