import Glibc
import SnapSimulator
import Synchronization

@Sendable func complain(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
}

/// Writes transcripts into a directory that is there; says which could not be.
@Sendable func keep(_ transcripts: [SimulatedTranscript], in directory: String) {
    for transcript in transcripts {
        let path = "\(directory)/\(transcript.name)"
        guard let file = unsafe fopen(path, "wb") else {
            complain("snap-simulator: cannot write \(path)")
            continue
        }
        let written = unsafe fwrite(transcript.bytes, 1, transcript.bytes.count, file)
        if unsafe fclose(file) != 0 || written != transcript.bytes.count {
            complain("snap-simulator: cannot write \(path)")
        }
    }
}

let arguments: Arguments
do throws(Arguments.Fault) {
    arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
} catch {
    complain("snap-simulator: \(error.what)")
    exit(64)
}

switch arguments.task {
case .help: print(Arguments.help)
case .attack(let draws):
    var attack = Attack(draws: draws, seed: arguments.options.seed)
    guard let report = try? attack.run() else {
        complain("snap-simulator: libsodium does not work")
        exit(70)
    }
    print(arguments.json ? report.json : report.text)
    if !report.holds { exit(1) }
case .uniformity(let draws, let choice):
    var uniformity = Uniformity(draws: draws, choice: choice, seed: arguments.options.seed)
    guard let report = try? uniformity.run() else {
        complain("snap-simulator: libsodium does not work")
        exit(70)
    }
    print(arguments.json ? report.json : report.text)
    if !report.holds { exit(1) }
case .hostile(let courses):
    let report = HostileTable.play(courses: courses)
    if let failed = report.failed, let violation = report.violation {
        complain(
            "VIOLATION of \(violation.invariant.rawValue), course \(failed), \(violation.atMicros) us, "
                + "seat \(violation.seat ?? -1): \(violation.what)  "
                + "[swift run -c release snap-simulator hostile --seeds \(failed)]")
        exit(1)
    }
    print("\(report.courses) courses of a cheating guest, \(report.eventsTaken) of its events taken, nothing gave way")
case .fairness(let options):
    let tally = await Fairness.measure(options, jobs: arguments.jobs)
    print(arguments.json ? tally.json(options) : tally.text(options))
    if tally.stalls > 0, options.cheat == nil {
        complain("snap-simulator: \(tally.stalls) games came to a stop  [\(options.command)]")
        exit(1)
    }
    if tally.honestMarks.markedSeats > 0, options.cheat == nil {
        complain("snap-simulator: \(tally.honestMarks.markedSeats) honest seats were marked  [\(options.command)]")
        exit(1)
    }
case .seeds(let seeds):
    let total = Mutex(Tally())
    let options = arguments.options
    let json = arguments.json
    var keeper: (@Sendable ([SimulatedTranscript]) -> Void)?
    if let directory = arguments.keep { keeper = { keep($0, in: directory) } }
    await Fleet.run(
        seeds: seeds, like: options, jobs: arguments.trace ? 1 : arguments.jobs,
        tell: arguments.trace ? complain : nil, keep: keeper
    ) { report in
        total.withLock { $0.add(report) }
        if json { print(report.json(options)) }
        if let complaint = report.complaint(options) { complain(complaint) }
    }
    let tally = total.withLock { $0 }
    if !json, let faults = tally.faultText { print(faults) }
    print(json ? tally.json : tally.line)
    if tally.violations > 0 { exit(1) }
}
