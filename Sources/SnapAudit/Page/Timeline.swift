internal import SnapProtocol
internal import SnapRules

/// Turns and races along the time of the game, a lane a player.
struct Timeline {
    let players: [AuditedPlayer]
    let game: AuditedGame

    private static let width = 1_000
    private static let left = 120
    private static let laneHeight = 44

    var markup: String {
        let lanes = players.count
        let height = lanes * Timeline.laneHeight + 26
        var drawing = Drawing(
            width: Timeline.width, height: height,
            title: "\(Figures.count(game.turns, "turn")) and \(Figures.count(game.races, "race")) in "
                + Figures.duration(millis: game.durationMillis),
            style: "timeline")
        let total = max(game.durationMillis, 1)
        let span = UInt64(Timeline.width - Timeline.left - 20)
        func x(_ millis: UInt64) -> Int {
            Timeline.left + Int(clamping: min(millis, total) &* span / total)
        }
        for seat in players.indices {
            let middle = seat * Timeline.laneHeight + Timeline.laneHeight / 2
            let name = players[seat].name
            drawing.text(4, middle + 5, name.count > 12 ? name.prefix(11) + "…" : name)
            drawing.line(Timeline.left, middle, Timeline.width - 20, middle, "grid")
        }
        let step = Timeline.tick(total)
        for millis in stride(from: 0, through: total, by: UInt64.Stride(step)) {
            drawing.line(x(millis), 2, x(millis), height - 22, "grid")
            drawing.text(x(millis), height - 6, Timeline.words(millis), "small middle")
        }
        for moment in moments { draw(moment, at: x(moment.clockMillis), &drawing) }
        return "<div class=\"wide\">\(drawing.markup)</div>"
    }

    /// Who was dropped is not told to have left as well.
    private var moments: [AuditedMoment] {
        let dropped = game.moments.compactMap { if case .dropped(let seat) = $0.kind { seat } else { nil } }
        return game.moments.filter { if case .left(let seat, _) = $0.kind { !dropped.contains(seat) } else { true } }
    }

    private func draw(_ moment: AuditedMoment, at x: Int, _ drawing: inout Drawing) {
        func middle(_ seat: Int) -> Int { seat * Timeline.laneHeight + Timeline.laneHeight / 2 }
        switch moment.kind {
        case .turned(let seat, _): drawing.line(x, middle(seat) - 6, x, middle(seat) + 6, "turn seat\(seat % 4)")
        case .race(let race):
            switch race.verdict {
            case .match(let seat, _): drawing.circle(x, middle(seat), 7, "won seat\(seat % 4)")
            case .wrong(let seat): drawing.cross(x, middle(seat), 6, "wrong")
            case .pooled, .nothing:
                for call in race.calls where players.indices.contains(call.seat) {
                    drawing.circle(x, middle(call.seat), 6, "void")
                }
            }
        case .out(let seat): drawing.text(x, middle(seat) - 10, "out", "small middle")
        case .left(let seat, _): drawing.text(x, middle(seat) - 10, "left", "small middle")
        case .dropped(let seat): drawing.text(x, middle(seat) - 10, "dropped", "small middle")
        case .won, .pooled, .paid, .recycled: break
        }
    }

    /// A round step of which not many fit, milliseconds.
    private static func tick(_ total: UInt64) -> UInt64 {
        let steps: [UInt64] = [
            1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
        ]
        return steps.first { total / $0 <= 10 } ?? total / 10
    }

    private static func words(_ millis: UInt64) -> String {
        let seconds = millis / 1_000
        return "\(seconds / 60):\(WallTime.padded(seconds % 60, 2))"
    }

    // MARK: In words

    /// So many lines are told.
    static let limit = 2_000

    /// The same as a list, for who cannot see the picture.
    var list: String {
        let lines = moments.prefix(Timeline.limit).map { moment in
            "<tr><td>\(Timeline.words(moment.clockMillis))</td><td>\(words(moment.kind))</td></tr>"
        }
        let rest = moments.count - lines.count
        return "<details><summary>All of it, in words</summary><div class=\"wide\"><table class=\"moments\"><tbody>\n"
            + lines.joined(separator: "\n")
            + "\n</tbody></table></div>\(rest > 0 ? "<p>And \(rest) more.</p>" : "")</details>"
    }

    private func name(_ seat: Int) -> String {
        players.indices.contains(seat) ? Markup.name(players[seat].name) : "seat \(seat + 1)"
    }

    private func words(_ kind: AuditedMoment.Kind) -> String {
        switch kind {
        case .turned(let seat, let card): return "\(name(seat)) turns \(card.name)"
        case .race(let race):
            let link = "<a href=\"#race\(race.index)\">race of card \(race.index)</a>"
            switch race.verdict {
            case .match(let seat, _): return "\(link): \(name(seat)) wins"
            case .wrong(let seat): return "\(link): \(name(seat)) called without a match"
            case .pooled: return "\(link): a dead heat, into the pool"
            case .nothing: return "\(link): nobody wins"
            }
        case .won(let seat, let cards): return "\(name(seat)) receives \(Figures.count(cards, "card"))"
        case .pooled(let cards): return "\(Figures.count(cards, "card")) into the pool"
        case .paid(let seat, let to): return "\(name(seat)) pays \(Figures.count(to.count, "card"))"
        case .recycled(let seat, let cards): return "\(name(seat)) turns its pile over, \(Figures.count(cards, "card"))"
        case .out(let seat): return "\(name(seat)) is out of cards"
        case .left(let seat, _): return "\(name(seat)) leaves"
        case .dropped(let seat): return "\(name(seat)) is dropped by the others' vote"
        }
    }
}
