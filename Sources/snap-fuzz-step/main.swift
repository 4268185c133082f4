import SnapSimulator

// Lets a guest with a seat and all its keys say what arbitrary octets make it say to two honest peers, and stops where one of
// these traps, outgrows a bound, loses a card or disagrees with the other. Run by tools/fuzz.

/// libFuzzer's own entry (https://llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library").
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ argumentCount: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<Int8>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

func check(_ bytes: [UInt8]) {
    do throws(Violation) {
        try HostileTable.play(bytes)
    } catch {
        preconditionFailure("\(error.invariant.rawValue), seat \(error.seat ?? -1): \(error.what)")
    }
}

var argumentCount = CommandLine.argc
var arguments = unsafe CommandLine.unsafeArgv
let status = unsafe runDriver(&argumentCount, &arguments) { start, count in
    unsafe check(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
precondition(status == 0, "libFuzzer gave up")
