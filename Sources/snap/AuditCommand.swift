internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapWire

/// `snap audit`: at least one path; `-` is standard input. `console.manner.isJSON` asks for JSON.
///
/// The worst finding decides how it ends: proof first, then what could not be read, what is no transcript, what is not whole.
func runAudit(paths: [String], _ console: Console) -> ExitCode {
    var endings: [ExitCode] = []
    var tally: [(word: String, count: Int)] = []
    var kept: [(path: String, bytes: [UInt8])] = []
    var keptBytes = 0
    let verified = VerifiedSet()
    for path in paths {
        let bytes: [UInt8]
        do throws(AuditInput.Refusal) {
            bytes = try AuditInput.bytes(of: path, limit: Limits.transcriptBytes)
        } catch {
            console.complain(error.words)
            endings.append(error.exitCode)
            continue
        }
        let report = audit(bytes, verified: verified)
        endings.append(ExitCode(report.verdict))
        if let index = tally.firstIndex(where: { $0.word == report.verdict.word }) {
            tally[index].count += 1
        } else {
            tally.append((report.verdict.word, 1))
        }
        if console.manner.isJSON {
            console.json(report.json(path: path))
        } else {
            if paths.count > 1 { console.result("\(path):") }
            show(report, console)
        }
        // What is compared is held at once, so no more of it than one transcript may have.
        if paths.count > 1, keptBytes + bytes.count <= Limits.transcriptBytes {
            kept.append((path, bytes))
            keptBytes += bytes.count
        }
    }
    if paths.count > 1 {
        if compare(kept, of: paths.count, verified, console) { endings.append(.invalid) }
        let counts = tally.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
        if !console.manner.isJSON { console.result("\(paths.count) files: \(counts.isEmpty ? "none read" : counts)") }
    }
    let gravest: [ExitCode] = [.invalid, .noSuchFile, .inputOutput, .malformedInput, .inconclusive]
    return gravest.first(where: endings.contains) ?? .ok
}

private func show(_ report: AuditReport, _ console: Console) {
    let style: Console.Style =
        switch report.verdict {
        case .verified: .good
        case .invalid, .malformed: .bad
        case .inconclusive: .strong
        }
    console.result(report.verdict.word, style)
    console.result(
        report.text(isVerbose: console.manner.isVerbose).split(separator: "\n", omittingEmptySubsequences: false)
            .dropFirst().joined(separator: "\n"))
}

/// Looks for forks between transcripts; true if there are any.
private func compare(
    _ kept: [(path: String, bytes: [UInt8])], of count: Int, _ verified: VerifiedSet, _ console: Console
) -> Bool {
    if kept.count < count { console.say("\(count - kept.count) of the files were not compared with the others.") }
    guard kept.count > 1 else { return false }
    let found = forks(among: kept.map(\.bytes), verified: verified)
    if console.manner.isJSON {
        console.json(forksJSON(found, paths: kept.map(\.path)))
    } else if found.isEmpty {
        console.result("Compared: nobody signed two events of one number.")
    } else {
        console.result("INVALID", .bad)
        for fork in found {
            console.result(fork.words)
            for (place, index) in fork.transcripts.enumerated() {
                console.result("  transcript \(index + 1), byte \(fork.offsets[place]): \(kept[index].path)")
            }
        }
    }
    return !found.isEmpty
}

extension ExitCode {
    fileprivate init(_ verdict: Verdict) {
        switch verdict {
        case .verified: self = .ok
        case .invalid: self = .invalid
        case .inconclusive: self = .inconclusive
        case .malformed: self = .malformedInput
        }
    }
}
