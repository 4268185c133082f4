internal import SnapProtocol
internal import SnapRules

/// The races of a game as pictures: of each call when it was made, how sure that is, and why the winner won.
struct PhotoFinishes {
    let players: [AuditedPlayer]
    let bounds: RaceBounds

    /// So many races are drawn; of more only the number is told.
    static let limit = 400

    private static let width = 460
    private static let left = 118
    private static let right = 74
    private static let rowHeight = 34

    func markup(_ races: [GameFold.RaceResult]) -> String {
        guard !races.isEmpty else { return "<p>Nobody called.</p>" }
        var out = "<div class=\"races\">\n"
        out += races.prefix(PhotoFinishes.limit).map(figure).joined(separator: "\n")
        out += "\n</div>"
        if races.count > PhotoFinishes.limit {
            out += "<p>And \(races.count - PhotoFinishes.limit) more, which are not drawn.</p>"
        }
        return out
    }

    private func figure(_ race: GameFold.RaceResult) -> String {
        let calls = race.calls.sorted { ($0.reactionMicros, $0.seat) < ($1.reactionMicros, $1.seat) }
        let caption = "<strong>Card \(race.index)</strong> \(words(race))"
        return "<figure id=\"race\(race.index)\"><figcaption>\(caption)</figcaption>\(picture(race, calls))</figure>"
    }

    private func picture(_ race: GameFold.RaceResult, _ calls: [GameFold.RaceResult.Call]) -> String {
        let height = 22 + calls.count * PhotoFinishes.rowHeight
        let plain = calls.map { "\(name($0.seat)) \(Figures.millis($0.reactionMicros))" }.joined(separator: ", ")
        var drawing = Drawing(width: PhotoFinishes.width, height: height, title: "Card \(race.index): \(plain)")
        let scale = Scale(
            calls.flatMap { [$0.reactionMicros, $0.loMicros, $0.hiMicros, $0.claimedMicros] },
            from: PhotoFinishes.left, to: PhotoFinishes.width - PhotoFinishes.right)
        let floor = height - 18
        for tick in scale.ticks {
            drawing.line(scale.x(tick), 4, scale.x(tick), floor, "grid")
            drawing.text(scale.x(tick), height - 4, "\(tick / 1_000)", "small middle")
        }
        drawing.text(PhotoFinishes.width - 2, height - 4, "ms", "small end")
        if let first = calls.first(where: { $0.timely }), race.matched {
            let from = scale.x(first.reactionMicros)
            let to = scale.x(first.reactionMicros + race.uncertaintyMicros)
            drawing.rectangle(from, 4, to - from, floor - 4, "heat")
        }
        for (place, call) in calls.enumerated() {
            row(call, race, top: 6 + place * PhotoFinishes.rowHeight, scale, &drawing)
        }
        return drawing.markup
    }

    private func row(
        _ call: GameFold.RaceResult.Call, _ race: GameFold.RaceResult, top: Int, _ scale: Scale,
        _ drawing: inout Drawing
    ) {
        let middle = top + 13
        let wins = if case .match(let winner, _) = race.verdict { winner == call.seat } else { false }
        drawing.text(4, middle + 4, shortened(name(call.seat)), wins ? "strong" : "")
        let end = scale.x(call.reactionMicros)
        let told =
            "\(name(call.seat)): \(Figures.millis(call.reactionMicros)) counts; its own word \(Figures.millis(call.claimedMicros)), "
            + "measured between \(Figures.millis(call.loMicros)) and \(Figures.millis(call.hiMicros))"
        drawing.titled(told) { drawing in
            drawing.rectangle(PhotoFinishes.left, middle - 7, end - PhotoFinishes.left, 14, "bar seat\(call.seat % 4)")
            // How far the measurements disagree.
            let (lo, hi) = (scale.x(call.loMicros), scale.x(call.hiMicros))
            drawing.line(lo, middle, hi, middle, "spread")
            drawing.line(lo, middle - 5, lo, middle + 5, "spread")
            drawing.line(hi, middle - 5, hi, middle + 5, "spread")
            drawing.circle(scale.x(call.claimedMicros), middle, 3, "claim")
        }
        drawing.text(
            PhotoFinishes.width - 2, middle + 4, Figures.millis(call.reactionMicros), wins ? "strong end" : "end")
        let remarks = remarks(of: call, wins: wins)
        if !remarks.isEmpty { drawing.text(PhotoFinishes.left + 2, middle + 19, remarks, "small") }
    }

    private func remarks(of call: GameFold.RaceResult.Call, wins: Bool) -> String {
        var words: [String] = []
        if wins { words.append("wins") }
        if call.disputed { words.append("disputed") }
        if call.foul { words.append("false start") }
        if call.weight > 0 { words.append("in the dead heat") }
        return words.joined(separator: ", ")
    }

    /// Why it ended so.
    private func words(_ race: GameFold.RaceResult) -> String {
        var winner = "Nobody"
        if case .match(let seat, _) = race.verdict { winner = Markup.name(name(seat)) }
        let near = "a dead heat, nearer than \(Figures.millis(race.uncertaintyMicros))"
        switch race.reason {
        case .alone: return "\(winner) wins, the only call in time."
        case .quickest(let margin): return "\(winner) wins by \(Figures.millis(margin))."
        case .lot: return "\(winner) wins by lot: \(near)."
        case .lotLeft: return "\(winner) wins: \(near), and somebody left before the lot."
        case .pooled: return "Into the pool: \(near)."
        case .disputed: return "Nobody wins: it is disputed who was first."
        case .late: return "Nobody wins: all calls were too late for the card before."
        case .falseStart: return "Nobody wins: sooner than anybody can see a card."
        case .noMatch:
            if case .wrong(let payer) = race.verdict { return "No match: \(Markup.name(name(payer))) pays." }
            return "No match."
        case .gone: return "Nobody wins: who could have won has left."
        }
    }

    private func name(_ seat: Int) -> String {
        players.indices.contains(seat) ? players[seat].name : "seat \(seat + 1)"
    }

    /// A long name has its end cut off in a picture; the tables have it whole.
    private func shortened(_ name: String) -> String { name.count > 14 ? name.prefix(13) + "…" : name }
}

/// Times along a picture: the stretch in which the finish lies, with room on both sides.
struct Scale {
    private let low: Int64
    private let high: Int64
    private let step: Int64
    private let from: Int
    private let to: Int

    /// Later times are drawn at the edge.
    private static let most: Int64 = 600_000_000
    private static let marginMicros: Int64 = 40_000

    init(_ times: [Int64], from: Int, to: Int) {
        let first = min(max(times.min() ?? 0, 0), Scale.most)
        let last = min(max(times.max() ?? 0, first), Scale.most)
        let margin = max(Scale.marginMicros, (last - first) / 6)
        let span = last - first + 2 * margin
        let steps: [Int64] = [20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 60_000].map { $0 * 1_000 }
        step = steps.first { span / $0 < 7 } ?? Scale.most / 5
        low = max(0, first - margin)
        high = last + margin
        (self.from, self.to) = (from, to)
    }

    func x(_ micros: Int64) -> Int {
        let inside = min(max(micros, low), high) - low
        return from + Int(inside * Int64(to - from) / (high - low))
    }

    /// Round times within.
    var ticks: [Int64] {
        Array(stride(from: (low + step - 1) / step * step, through: high, by: Int64.Stride(step)))
    }
}
