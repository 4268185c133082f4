/// The commands that play: options in, exit code out.

func runSolo(_ options: SoloOptions, _ console: Console) -> ExitCode { unavailable("solo", console) }

func runNew(_ options: NewOptions, _ console: Console) -> ExitCode { unavailable("new", console) }

func runJoin(_ options: JoinOptions, _ console: Console) -> ExitCode { unavailable("join", console) }

func runList(_ options: ListOptions, _ console: Console) -> ExitCode { unavailable("list", console) }

private func unavailable(_ command: String, _ console: Console) -> ExitCode {
    console.complain("`snap \(command)` is not available in this build.")
    return .internalFault
}
