internal import Glibc
public import SnapNode

/// Shows a script: paced by the clocks of its events, or step by step by a person's orders.
public final class ReplayStage {
    public enum End: Hashable, Sendable {
        /// All was shown, or as much as was asked for.
        case shown
        case quit
        case interrupted
        /// Nobody reads it any more.
        case readerGone
        case lost(String)
    }

    /// No pause is longer, whatever the clocks say: they are their authors' word.
    public static let longestPauseMillis: Double = 10_000

    private let script: ReplayScript
    private let output: Int32
    private let input: Int32?
    /// Clock milliseconds for each millisecond; nil: all at once.
    private let speed: Double?
    private let signals: SignalWatch?
    private let mode: KeyMode?
    private var keys: ReplayKeys
    private var end: End?
    /// Of the step shown last; -1: none yet. `steps.count`: the ending.
    private var place = -1
    private var isHeld: Bool

    /// `input`: where orders come from, nil: nowhere. `isStepping`: nothing is shown but by an order. `signals` nil: they end the
    /// process as they always do, which is right where nothing waits.
    public init(
        _ script: ReplayScript, output: Int32, input: Int32?, speed: Double?, isStepping: Bool, signals: SignalWatch?
    ) {
        self.script = script
        self.output = output
        self.input = input
        self.speed = speed
        self.signals = signals
        isHeld = isStepping
        let isTerminal = input.map { StandardStream.isTerminal($0) } ?? false
        keys = ReplayKeys(isKeys: isTerminal)
        mode = isTerminal ? input.map { KeyMode($0) } : nil
    }

    /// `race`: begins with that one's card and photo finish; where nobody gives orders, it ends there too.
    public func run(from race: UInt64?) -> End {
        for line in script.heading { say(line) }
        if input != nil { help() }
        if let race, let target = script.place(ofRace: race) {
            jump(to: target)
            isHeld = true
            if input == nil { return end ?? .shown }
        }
        while end == nil {
            if let input {
                attend(input)
            } else if place >= script.steps.count {
                end = .shown
            } else {
                pause()
                if end == nil { forward() }
            }
        }
        mode?.restore()
        return end ?? .shown
    }

    // MARK: Time

    private var isAtEnd: Bool { place >= script.steps.count }

    /// How long until the next step, milliseconds.
    private var pauseMillis: Double {
        guard let speed, place >= 0, script.steps.indices.contains(place + 1) else { return 0 }
        let clocks = (script.steps[place].clockMillis, script.steps[place + 1].clockMillis)
        let apart = clocks.1 > clocks.0 ? Double(clocks.1 - clocks.0) : 0
        return min(apart / speed, ReplayStage.longestPauseMillis)
    }

    /// Without a person: only a signal ends it before its time.
    private func pause() {
        let until = Clock.millis() + pauseMillis
        while end == nil {
            let left = until - Clock.millis()
            guard left > 0 else { return }
            _ = wait(nil, millis: left)
        }
    }

    /// Waits for an order, or until the next step is due.
    private func attend(_ input: Int32) {
        if isHeld || isAtEnd {
            if wait(input, millis: -1) { take(input) }
            return
        }
        let until = Clock.millis() + pauseMillis
        while end == nil, !isHeld {
            let left = until - Clock.millis()
            guard left > 0 else { return forward() }
            if wait(input, millis: left) {
                take(input)
                return
            }
        }
    }

    /// Until something can be read, a signal comes or the time is up (-1: never); true where there is something to read.
    private func wait(_ input: Int32?, millis: Double) -> Bool {
        var waits = [pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0)]
        waits.append(pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        let count = unsafe poll(&waits, 2, millis < 0 ? -1 : Int32(min(millis, 60_000).rounded(.up)))
        guard count > 0 else { return false }
        if waits[1].revents != 0 { takeSignal() }
        return waits[0].revents != 0
    }

    private func takeSignal() {
        switch signals?.take() {
        case .end?: end = .interrupted
        case .stop?:
            mode?.restore()
            signals?.stop()
            mode?.apply()
        case .goOn?: mode?.apply()
        case nil: break
        }
    }

    // MARK: Orders

    private func take(_ input: Int32) {
        guard let bytes = StandardStream.read(input) else {
            end = end ?? .quit
            return
        }
        for order in keys.take(bytes) where end == nil { perform(order) }
    }

    private func perform(_ order: ReplayOrder) {
        switch order {
        case .forward:
            isHeld = true
            guard isAtEnd else { return forward() }
            end = .shown
        case .back:
            isHeld = true
            guard place > 0 else { return say("This is the beginning.") }
            place -= 1
            show(script.steps[place], withTops: true)
        case .nextRace: toRace(script.steps.indices.dropFirst(max(0, place + 1)).first { script.steps[$0].race != nil })
        case .lastRace: toRace(script.steps.indices.prefix(max(0, place)).last { script.steps[$0].race != nil })
        case .goOn: isHeld = false
        case .quit: end = .quit
        case .help: help()
        case .unknown(let text): say("\"\(Printable(text, limit: 40))\" means nothing here. ? shows what does.")
        }
    }

    private func toRace(_ target: Int?) {
        isHeld = true
        if let target { jump(to: target) } else { say("There is no race that way.") }
    }

    private func help() {
        say("Enter, Space or n = on   p = back   r, R = next, last race   c = play on   q = quit")
    }

    // MARK: Showing

    private func forward() {
        place += 1
        if script.steps.indices.contains(place) {
            show(script.steps[place], withTops: false)
        } else {
            for line in script.ending { say(line) }
            place = script.steps.count
            if input != nil, end == nil { say("The end. p goes back, q quits.") }
        }
    }

    /// To the photo finish of a race, with the card that it was about.
    private func jump(to target: Int) {
        say("Race \(script.steps[target].race ?? 0)")
        if let turning = script.turning(target), turning != target { show(script.steps[turning], withTops: false) }
        place = target
        show(script.steps[target], withTops: true)
    }

    private func show(_ step: ReplayScript.Step, withTops: Bool) {
        let seconds = step.clockMillis / 1_000
        let rest = seconds % 60
        let clock = "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest).\(step.clockMillis % 1_000 / 100)"
        let margin = String(repeating: " ", count: max(0, 7 - clock.count)) + clock + "  "
        for (number, line) in step.lines.enumerated() {
            say((number == 0 ? margin : String(repeating: " ", count: margin.count)) + line)
        }
        if withTops, let tops = step.tops, !step.lines.contains(where: { $0.hasSuffix(tops) }) {
            say(String(repeating: " ", count: margin.count) + "On the table: " + tops)
        }
    }

    private func say(_ line: String) {
        guard end == nil else { return }
        switch StandardStream.write(line + "\n", to: output) {
        case .readerGone?: end = .readerGone
        case .lost(let why)?: end = .lost(why)
        case nil: break
        }
    }
}

private enum Clock {
    /// Monotonic.
    static func millis() -> Double {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) * 1_000 + Double(now.tv_nsec) / 1_000_000
    }
}
