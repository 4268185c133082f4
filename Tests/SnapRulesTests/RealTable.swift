@testable import SnapRules

/// Snap! as it is played with paper cards: every face-down card is a certain card from the start. Written apart from the
/// reducer, to be held against it. A block is what onlookers know: its cards lie somewhere among its places.
struct RealTable {
    struct Hidden {
        var card: Card
        var block: Int
    }
    enum Flight {
        case lifted(Int, Hidden)
        case pile(Int)
    }
    let inOrder: Bool
    /// Top first.
    var down: [[Hidden]]
    /// Top last.
    var up: [[Card]]
    var middle: [Card] = []
    var gone: Set<Int> = []
    var mover: Int?
    var flight: Flight?
    var quiet = 0
    var winners: [Int]?
    private var blocks = 1
    private var size: Int { down.count }

    init(order: [Card], seats: Int, starter: Int, inOrder: Bool) {
        self.inOrder = inOrder
        down = Array(repeating: [], count: seats)
        up = Array(repeating: [], count: seats)
        var seat = starter
        for card in order {
            down[seat].append(Hidden(card: card, block: 0))
            seat = (seat + 1) % seats
        }
        mover = starter
    }

    /// What everybody at the table sees.
    var seen: [Int] {
        var numbers = [mover ?? -1, quiet]
        for seat in 0..<size {
            numbers += [-2, down[seat].count, holds(seat)] + up[seat].map { Int($0.number) }
        }
        return numbers + [-3] + middle.map { Int($0.number) } + [-4] + (winners ?? [])
    }

    func holds(_ seat: Int) -> Int {
        var count = down[seat].count + up[seat].count
        if case .lifted(seat, _) = flight { count += 1 }
        return count
    }
    private func around(_ seat: Int) -> [Int] { (0..<size).map { (seat + $0) % size } }
    private func canTurn(_ seat: Int) -> Bool { !gone.contains(seat) && (!down[seat].isEmpty || up[seat].count > 1) }
    private func next(_ seat: Int) -> Int? { around(seat + 1).first(where: canTurn) }

    /// Pairs of equal top cards, each named once: seats, and `size` for the middle.
    var pairs: [(Int, Int)] {
        var tops: [(Int, Card)] = []
        for seat in 0..<size { if let top = up[seat].last { tops.append((seat, top)) } }
        if let top = middle.last { tops.append((size, top)) }
        var found: [(Int, Int)] = []
        for (i, a) in tops.enumerated() {
            for b in tops[(i + 1)...] where a.1.rank == b.1.rank { found.append((a.0, b.0)) }
        }
        return found
    }

    // MARK: moves

    mutating func lift() {
        guard winners == nil, flight == nil, let seat = mover else { return }
        flight = down[seat].isEmpty ? .pile(seat) : .lifted(seat, down[seat].removeFirst())
    }

    /// `shuffle` puts a block in an order of its own.
    mutating func show(_ shuffle: ([Card]) -> [Card]) -> Card? {
        guard winners == nil, let flight else { return nil }
        if case .pile(let seat) = flight { turnOver(seat, shuffle) }
        guard case .lifted(let seat, let hidden) = self.flight else { return nil }
        self.flight = nil
        up[seat].append(hidden.card)
        quiet += 1
        mover = next(seat)
        checkEnd(raceOver: false)
        return hidden.card
    }

    /// `caller` nil: a dead heat, the piles go to the middle.
    mutating func match(caller: Int?, foul: Int?, turner: Int, _ shuffle: ([Card]) -> [Card]) {
        guard winners == nil, !pairs.isEmpty else { return }
        let flipper = flipperNow
        let equal = Set(pairs.flatMap { [$0.0, $0.1] })
        var heap: [Card] = []
        for seat in around(caller ?? turner) where equal.contains(seat) {
            heap += up[seat]
            up[seat] = []
            if case .pile(seat) = flight { flight = nil }
        }
        if let caller {
            if equal.contains(size) {
                heap += middle
                middle = []
            }
            down[caller] += hide(heap, shuffle)
        } else {
            middle += heap
        }
        quiet = 0
        checkAll()
        if let foul, winners == nil { hand(from: foul, shuffle) }
        afterRace(flipper: flipper, turner: turner)
    }

    mutating func wrong(_ payer: Int, turner: Int, _ shuffle: ([Card]) -> [Card]) {
        guard winners == nil else { return }
        let flipper = flipperNow
        hand(from: payer, shuffle)
        afterRace(flipper: flipper, turner: turner)
    }

    mutating func goes(_ seat: Int, _ shuffle: ([Card]) -> [Card]) {
        guard winners == nil, !gone.contains(seat) else { return }
        if flipperNow == seat {
            if case .lifted(_, let hidden) = flight { down[seat] = [hidden] + down[seat] }
            flight = nil
        }
        let all = down[seat] + hide(up[seat], shuffle)
        down[seat] = []
        up[seat] = []
        gone.insert(seat)
        let rest = around(seat).filter { !gone.contains($0) }
        var takers = rest.filter { holds($0) > 0 }
        if takers.isEmpty { takers = rest }
        var turn = 0
        for hidden in all {
            down[takers[turn]].append(hidden)
            turn = (turn + 1) % takers.count
            quiet = 0
        }
        if rest.count == 1 {
            end(rest)
            return
        }
        checkAll()
        if winners != nil { return }
        if flight == nil, mover.map(canTurn) != true { mover = next(mover ?? seat) }
        checkEnd(raceOver: false)
    }

    // MARK: cards moving

    private var flipperNow: Int? {
        switch flight {
        case nil: nil
        case .lifted(let seat, _), .pile(let seat): seat
        }
    }

    private mutating func hide(_ cards: [Card], _ shuffle: ([Card]) -> [Card]) -> [Hidden] {
        if inOrder {
            return cards.map { card in
                blocks += 1
                return Hidden(card: card, block: blocks)
            }
        }
        blocks += 1
        return shuffle(cards).map { Hidden(card: $0, block: blocks) }
    }

    private mutating func turnOver(_ seat: Int, _ shuffle: ([Card]) -> [Card]) {
        var pile = hide(up[seat], shuffle)
        up[seat] = []
        if case .pile(seat) = flight {
            flight = .lifted(seat, pile.removeFirst())
            down[seat] = pile + down[seat]
        } else {
            down[seat] += pile
        }
    }

    private mutating func hand(from payer: Int, _ shuffle: ([Card]) -> [Card]) {
        let others = around(payer).dropFirst().filter { holds($0) > 0 }
        if down[payer].count < others.count { turnOver(payer, shuffle) }
        for other in others where !down[payer].isEmpty {
            down[other].append(down[payer].removeFirst())
            quiet = 0
        }
        checkAll()
    }

    private mutating func afterRace(flipper: Int?, turner: Int) {
        if winners != nil { return }
        if flight == nil {
            if let flipper {
                mover = next(flipper)
            } else if mover.map(canTurn) != true {
                mover = next(mover ?? turner)
            }
        }
        checkEnd(raceOver: true)
    }

    // MARK: the end

    private mutating func end(_ seats: [Int]) {
        if case .lifted(let seat, let hidden) = flight { down[seat] = [hidden] + down[seat] }
        flight = nil
        mover = nil
        winners = seats
    }

    private mutating func checkAll() {
        let holders = (0..<size).filter { holds($0) > 0 }
        if middle.isEmpty, holders.count == 1 { end(holders) }
    }

    private mutating func checkEnd(raceOver: Bool) {
        checkAll()
        if winners != nil { return }
        let stuck = flight == nil && mover == nil
        if quiet >= 200 || (stuck && (raceOver || pairs.isEmpty)) || (pairs.isEmpty && hopeless) {
            let rest = (0..<size).filter { !gone.contains($0) }
            let most = rest.map { holds($0) }.max()
            end(rest.filter { holds($0) == most })
        }
    }

    /// No two seats, and no seat and the middle, can come to show one rank.
    private var hopeless: Bool {
        var places: [(seat: Int, hidden: Hidden)] = (0..<size).flatMap { seat in down[seat].map { (seat, $0) } }
        if case .lifted(let seat, let hidden) = flight { places.append((seat, hidden)) }
        func canShow(_ seat: Int, _ rank: Int) -> Bool {
            if up[seat].contains(where: { $0.rank == rank }) { return true }
            let own = Set(places.filter { $0.seat == seat }.map(\.hidden.block))
            return places.contains { own.contains($0.hidden.block) && $0.hidden.card.rank == rank }
        }
        return (0..<13).allSatisfy { rank in
            let showers = (0..<size).filter { canShow($0, rank) }.count
            return showers + (middle.last?.rank == rank ? 1 : 0) < 2
        }
    }
}

extension Game {
    /// What everybody at the table sees, as `RealTable.seen`.
    var seen: [Int] {
        var numbers = [active ?? -1, quietTurns]
        for seat in seats.indices {
            numbers += [-2, seats[seat].faceDown.count, cards(of: seat)] + seats[seat].faceUp.map { Int($0.number) }
        }
        return numbers + [-3] + snapPool.map { Int($0.number) } + [-4] + (outcome?.winners ?? [])
    }
}
