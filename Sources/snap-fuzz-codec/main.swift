// Feeds arbitrary octets to every decoder. What one takes must have exactly one encoding: the octets it took.
// Run by tools/fuzz; with the one argument "seeds" it prints inputs to begin with, in hexadecimal, one a line.

/// libFuzzer's own entry (https://llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library").
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ argumentCount: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<Int8>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

if CommandLine.arguments.dropFirst() == ["seeds"] {
    for seed in seeds() { print(seed) }
} else {
    var argumentCount = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    let status = unsafe runDriver(&argumentCount, &arguments) { start, count in
        unsafe check(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    }
    precondition(status == 0, "libFuzzer gave up")
}
