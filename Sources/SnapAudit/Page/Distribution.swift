/// Reactions of one player, how many in which stretch of time.
struct Distribution {
    let player: AuditedPlayer

    private static let width = 460
    private static let height = 108
    private static let left = 12
    private static let binMicros: Int64 = 25_000
    /// Later ones stand in the last stretch.
    private static let topMicros: Int64 = 1_000_000

    var markup: String {
        let numbers = player.statistics
        let figures = [
            numbers.medianReactionMicros.map { "median \(Figures.millis($0))" },
            numbers.bestReactionMicros.map { "best \(Figures.millis($0))" },
            numbers.medianReactionMicros == nil
                ? nil : numbers.deviationMicros.map { "deviation \(Figures.millis($0))" },
        ].compactMap(\.self).joined(separator: ", ")
        let caption =
            "<figcaption><strong>\(Markup.name(player.name))</strong> "
            + "\(Figures.count(numbers.reactionsMicros.count, "call"))\(figures.isEmpty ? "" : ": " + figures)</figcaption>"
        return "<figure>\(caption)\(numbers.reactionsMicros.isEmpty ? "" : picture)</figure>"
    }

    private var picture: String {
        let numbers = player.statistics
        let bins = Int(Distribution.topMicros / Distribution.binMicros)
        var counts = Array(repeating: 0, count: bins)
        for micros in numbers.reactionsMicros {
            counts[Int(min(max(micros, 0) / Distribution.binMicros, Int64(bins - 1)))] += 1
        }
        let most = max(counts.max() ?? 1, 1)
        var drawing = Drawing(
            width: Distribution.width, height: Distribution.height,
            title: "Reactions of \(player.name): how many in each 25 ms")
        let floor = Distribution.height - 18
        let span = Distribution.width - 2 * Distribution.left
        func x(_ micros: Int64) -> Int {
            Distribution.left + Int(min(max(micros, 0), Distribution.topMicros) * Int64(span) / Distribution.topMicros)
        }
        for tick in stride(from: Int64(0), through: Distribution.topMicros, by: 200_000) {
            drawing.line(x(tick), 4, x(tick), floor, "grid")
            let last = tick == Distribution.topMicros
            drawing.text(x(tick), Distribution.height - 4, last ? "1 s +" : "\(tick / 1_000)", "small middle")
        }
        for (place, count) in counts.enumerated() where count > 0 {
            let from = x(Int64(place) * Distribution.binMicros)
            let height = count * (floor - 8) / most
            drawing.titled("\(place * 25) to \(place * 25 + 25) ms: \(count)") { drawing in
                drawing.rectangle(from, floor - height, 9, height, "bar seat\(player.seat % 4)")
            }
        }
        if let median = numbers.medianReactionMicros {
            drawing.line(x(median), 2, x(median), floor, "median")
        }
        return drawing.markup
    }
}
