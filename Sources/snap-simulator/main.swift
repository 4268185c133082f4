import Glibc
import SnapSimulator
import Synchronization

@Sendable func complain(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
}

/// Whether it could be written; says so if not.
@Sendable func write(_ bytes: [UInt8], to path: String) -> Bool {
    let file = unsafe fopen(path, "wb")
    let written = unsafe file.map { unsafe fwrite(bytes, 1, bytes.count, $0) }
    let closed = unsafe file.map { unsafe fclose($0) }
    if closed == 0, written == bytes.count { return true }
    complain("snap-simulator: cannot write \(path)")
    return false
}

/// Writes transcripts into a directory that is there; says which could not be.
@Sendable func keep(_ transcripts: [SimulatedTranscript], in directory: String) {
    for transcript in transcripts { _ = write(transcript.bytes, to: "\(directory)/\(transcript.name)") }
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
case .corpus(let directory):
    let items: [CorpusItem]
    do throws(Corpus.Missing) {
        items = try Corpus.make()
    } catch {
        complain("snap-simulator: no seed gives the transcript \(error.name)")
        exit(1)
    }
    let lines = items.map { $0.line + "\n" }.joined()
    var isWritten = write(Array(lines.utf8), to: "\(directory)/verdicts.txt")
    let figures = items.flatMap(\.figures).map { $0 + "\n" }.joined()
    if !write(Array(figures.utf8), to: "\(directory)/figures.txt") { isWritten = false }
    for item in items where !write(item.bytes, to: "\(directory)/\(item.file)") { isWritten = false }
    if !isWritten { exit(74) }
    print("\(items.count) transcripts")
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
