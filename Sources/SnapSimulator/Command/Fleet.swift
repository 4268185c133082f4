internal import Synchronization

/// Runs many seeds over several threads. Each seed is a run of its own; only the order in which they end depends on the threads.
public enum Fleet {
    /// `ended` is called for each run in the order of the seeds. `jobs`: runs at a time, at least 1. `tell` takes the lines of
    /// a trace, `keep` the transcripts of each run.
    public static func run(
        seeds: ClosedRange<UInt64>, like options: SimulationOptions, jobs: Int,
        tell: (@Sendable (String) -> Void)? = nil, keep: (@Sendable ([SimulatedTranscript]) -> Void)? = nil,
        ended: @escaping @Sendable (SimulationReport) -> Void
    ) async {
        await each(seeds, jobs: jobs) { seed in
            var options = options
            options.seed = seed
            return simulate(options, tell, keep)
        } ended: {
            ended($0)
        }
    }

    /// Makes one report a number, several at a time; `ended` is called in the order of the numbers.
    static func each<Report: Sendable>(
        _ numbers: ClosedRange<UInt64>, jobs: Int, make: @escaping @Sendable (UInt64) -> Report,
        ended: @escaping @Sendable (Report) -> Void
    ) async {
        let board = Board(numbers, ended)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, jobs) {
                group.addTask {
                    while let number = board.take() { board.put(make(number), number) }
                }
            }
        }
    }

    private static func simulate(
        _ options: SimulationOptions, _ tell: (@Sendable (String) -> Void)?,
        _ keep: (@Sendable ([SimulatedTranscript]) -> Void)?
    ) -> SimulationReport {
        guard var simulation = try? Simulation(options) else {
            preconditionFailure("libsodium takes seeds of 32 octets")
        }
        simulation.tell = tell
        let report = simulation.run()
        keep?(simulation.transcripts)
        return report
    }

    /// Which numbers are taken, and the reports that wait for those before them.
    private final class Board<Report: Sendable>: Sendable {
        private struct State {
            var next: UInt64?
            /// The one whose report is due next.
            var due: UInt64
            var reports: [UInt64: Report] = [:]
        }

        private let last: UInt64
        private let ended: @Sendable (Report) -> Void
        private let state: Mutex<State>

        init(_ numbers: ClosedRange<UInt64>, _ ended: @escaping @Sendable (Report) -> Void) {
            last = numbers.upperBound
            self.ended = ended
            state = Mutex(State(next: numbers.lowerBound, due: numbers.lowerBound))
        }

        func take() -> UInt64? {
            state.withLock { state in
                guard let number = state.next else { return nil }
                state.next = number < last ? number + 1 : nil
                return number
            }
        }

        func put(_ report: Report, _ number: UInt64) {
            state.withLock { state in
                state.reports[number] = report
                while let next = state.reports.removeValue(forKey: state.due) {
                    ended(next)
                    state.due &+= 1
                }
            }
        }
    }
}
