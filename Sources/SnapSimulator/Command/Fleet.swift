internal import Synchronization

/// Runs many seeds over several threads. Each seed is a run of its own; only the order in which they end depends on the threads.
public enum Fleet {
    /// `ended` is called for each run in the order of the seeds. `jobs`: runs at a time, at least 1. `tell` takes the lines of
    /// a trace.
    public static func run(
        seeds: ClosedRange<UInt64>, like options: SimulationOptions, jobs: Int,
        tell: (@Sendable (String) -> Void)? = nil, ended: @escaping @Sendable (SimulationReport) -> Void
    ) async {
        let board = Board(seeds, ended)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, jobs) {
                group.addTask {
                    while let seed = board.take() {
                        var options = options
                        options.seed = seed
                        board.put(simulate(options, tell))
                    }
                }
            }
        }
    }

    private static func simulate(
        _ options: SimulationOptions, _ tell: (@Sendable (String) -> Void)?
    ) -> SimulationReport {
        guard var simulation = try? Simulation(options) else {
            preconditionFailure("libsodium takes seeds of 32 octets")
        }
        simulation.tell = tell
        return simulation.run()
    }

    /// Which seeds are taken, and the reports that wait for those before them.
    private final class Board: Sendable {
        private struct State {
            var next: UInt64?
            /// The seed whose report is due next.
            var due: UInt64
            var reports: [UInt64: SimulationReport] = [:]
        }

        private let last: UInt64
        private let ended: @Sendable (SimulationReport) -> Void
        private let state: Mutex<State>

        init(_ seeds: ClosedRange<UInt64>, _ ended: @escaping @Sendable (SimulationReport) -> Void) {
            last = seeds.upperBound
            self.ended = ended
            state = Mutex(State(next: seeds.lowerBound, due: seeds.lowerBound))
        }

        func take() -> UInt64? {
            state.withLock { state in
                guard let seed = state.next else { return nil }
                state.next = seed < last ? seed + 1 : nil
                return seed
            }
        }

        func put(_ report: SimulationReport) {
            state.withLock { state in
                state.reports[report.seed] = report
                while let next = state.reports.removeValue(forKey: state.due) {
                    ended(next)
                    state.due &+= 1
                }
            }
        }
    }
}
