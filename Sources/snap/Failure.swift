internal import SnapCrypto
internal import SnapNetwork
internal import SnapNode

/// An error that ended a command, as it is told and as the program ends.
struct Failure: Hashable {
    let words: String
    let code: ExitCode

    init(_ error: any Error) {
        switch error {
        case let error as UsageError: self.init(words: error.description, code: .usage)
        case let error as FileError: self.init(words: error.description, code: error.exitCode)
        case let error as NetworkError: self.init(words: error.description, code: error.exitCode)
        case let error as AuditInput.Refusal: self.init(words: error.words, code: error.exitCode)
        case CryptoError.outOfMemory(let needed):
            self.init(
                words: "a table's key takes \(needed >> 20) MiB of memory for a moment, and they could not be had. "
                    + "Close other programs, or raise the limit with `ulimit -v`.",
                code: .unavailable)
        default: self.init(words: "something went wrong that should not have: \(error)", code: .internalFault)
        }
    }

    private init(words: String, code: ExitCode) {
        self.words = words
        self.code = code
    }
}

extension FileError {
    var exitCode: ExitCode {
        switch kind {
        case .missing: .noSuchFile
        case .busy: .unavailable
        case .homeless, .broken: .configuration
        case .system: .inputOutput
        }
    }
}

extension NetworkError {
    var exitCode: ExitCode {
        switch self {
        case .notAGroup, .portZero: .usage
        case .portTaken, .portForbidden, .noIPv4, .noDescriptors: .unavailable
        case .system: .inputOutput
        }
    }
}
