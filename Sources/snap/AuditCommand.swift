/// `snap audit`: at least one path; `-` is standard input. `console.manner.isJSON` asks for JSON.
func runAudit(paths: [String], _ console: Console) -> ExitCode {
    console.complain("`snap audit` is not available in this build.")
    return .internalFault
}
