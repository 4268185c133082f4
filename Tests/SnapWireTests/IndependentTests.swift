import Foundation
import SnapCrypto
import Testing

@testable import SnapWire

/// Our encoding through the eyes of Python's cbor2.
@Suite struct IndependentTests {
    private static let script = """
        import sys, cbor2
        for line in sys.stdin:
            raw = bytes.fromhex(line)
            item = cbor2.loads(raw)
            assert item.tag == 18 and len(item.value) == 4, item
            protected, unprotected, payload, signature = item.value
            header = cbor2.loads(protected)
            assert header[1] == -8 and len(header[4]) == 32 and header.keys() == {1, 4}, header
            assert unprotected == {} and len(signature) == 64
            table, seq, previous, lamport, heads, body = cbor2.loads(payload)
            # Canonical encoding of what was read gives the same bytes again.
            assert cbor2.dumps(cbor2.loads(payload), canonical=True) == payload
            assert cbor2.dumps(item, canonical=True) == raw
            print(seq, lamport, len(heads), body[0])
        """

    private func python(_ arguments: [String], input: String) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        let input = (pipe: Pipe(), text: input)
        let output = Pipe()
        process.standardInput = input.pipe
        process.standardOutput = output
        process.standardError = output
        try process.run()
        // The script answers line by line, and its answers are far shorter than a pipe holds.
        input.pipe.fileHandleForWriting.write(Data(input.text.utf8))
        try input.pipe.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    @Test func eventsReadAsMeant() throws {
        guard let probe = try? python(["-c", "import cbor2"], input: ""), probe.status == 0 else {
            print("SKIPPED 56 events: python3 has no cbor2")
            return
        }
        let seed = Samples.seed()
        print("SNAP_SEED=\(seed)")
        var samples = Samples(seed: seed)
        let events = samples.list(56) { $0.event(1 + $0.random.below(14), by: Samples.key(1)) }
        let lines = events.map { Hex.encode($0.bytes) }.joined(separator: "\n")
        let result = try python(["-c", Self.script], input: lines)
        let wanted = events.map { "\($0.seq) \($0.lamport) \($0.heads.count) \($0.body.kind)" }
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.split(separator: "\n").map(String.init) == wanted, "seed \(seed)")
    }
}
