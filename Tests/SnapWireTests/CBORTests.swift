import SnapCrypto
import Testing

@testable import SnapWire

@Suite struct CBORTests {
    /// RFC 8949 Appendix A, a few by hand so that they are checked everywhere.
    @Test(arguments: [
        ("00", CBORValue.unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("18ff", .unsigned(255)),
        ("190100", .unsigned(256)), ("19ffff", .unsigned(65535)), ("1a00010000", .unsigned(65536)),
        ("1affffffff", .unsigned(4_294_967_295)), ("1b0000000100000000", .unsigned(4_294_967_296)),
        ("1bffffffffffffffff", .unsigned(.max)), ("20", .integer(-1)), ("3863", .integer(-100)),
        ("3b7fffffffffffffff", .integer(.min)), ("3bffffffffffffffff", .negative(.max)),
        ("4401020304", .bytes([1, 2, 3, 4])),
        ("62c3bc", .text("ü")), ("63e6b0b4", .text("水")),
        ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
        ("a201020304", .map([.init(.unsigned(1), .unsigned(2)), .init(.unsigned(3), .unsigned(4))])),
        ("c074", .text("never")), ("d818456449455446", .tag(24, .bytes([0x64, 0x49, 0x45, 0x54, 0x46]))),
        ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null), ("f7", .undefined), ("f0", .simple(16)),
        ("f8ff", .simple(255)),
    ])
    func appendixA(hex: String, value: CBORValue) throws {
        let bytes = try #require(Hex.decode(hex))
        if hex == "c074" {
            #expect(throws: WireError(.truncated, at: 1, in: "item")) { try CBORValue.decode(bytes) }
            return
        }
        #expect(try CBORValue.decode(bytes) == value)
        #expect(value.encoded == bytes)
    }

    @Test(arguments: [
        ("", WireError.Reason.truncated, 0), ("1817", .notShortest, 0), ("1900ff", .notShortest, 0),
        ("1a0000ffff", .notShortest, 0), ("1b00000000ffffffff", .notShortest, 0), ("5800", .notShortest, 0),
        ("1c", .reserved, 0), ("fe", .reserved, 0), ("1f", .indefinite, 0), ("9f01ff", .indefinite, 0),
        ("ff", .indefinite, 0), ("f90000", .float, 0), ("fb0000000000000000", .float, 0), ("f81f", .badSimple, 0),
        ("0000", .trailing, 1), ("61ff", .badUTF8, 0), ("63eda080", .badUTF8, 0), ("a200010002", .duplicate, 3),
        ("a201000002", .misordered, 3), ("9bffffffffffffffff", .truncated, 0), ("bbffffffffffffffff", .truncated, 0),
        ("5bffffffffffffffff", .truncated, 0), ("7b7fffffffffffffff", .truncated, 0), ("a101", .truncated, 0),
        ("c24102", .notShortest, 0), ("c249000000000000000001", .notShortest, 0), ("81818181818181818100", .tooDeep, 8),
        ("8101ff", .trailing, 2), ("8200ff", .indefinite, 2),
    ])
    func refused(hex: String, reason: WireError.Reason, offset: Int) throws {
        let bytes = try #require(Hex.decode(hex))
        #expect(throws: WireError(reason, at: offset, in: "item")) { try CBORValue.decode(bytes) }
    }

    @Test func depthAtTheBound() throws {
        let bytes = [UInt8](repeating: 0x81, count: Limits.depth) + [0x00]
        #expect(try CBORValue.decode(bytes).encoded == bytes)
        let tags = [UInt8](repeating: 0xc6, count: Limits.depth + 1) + [0x00]
        #expect(throws: WireError(.tooDeep, at: Limits.depth, in: "item")) { try CBORValue.decode(tags) }
    }

    @Test func mapsAreWrittenInOrder() {
        let value = CBORValue.map([
            .init(.text("b"), .unsigned(1)), .init(.integer(-1), .unsigned(2)), .init(.unsigned(10), .unsigned(3)),
            .init(.text("aa"), .unsigned(4)),
        ])
        #expect(Hex.encode(value.encoded) == "a40a0320026162016261610" + "4")
        #expect(value[.integer(-1)] == .unsigned(2))
        #expect(value[.null] == nil)
    }

    @Test func cursorKeepsItsBounds() throws {
        func read<Value>(_ hex: String, _ body: (inout CBORReader) throws -> Value) throws -> Value {
            var reader = CBORReader(Hex.decode(hex)!)
            return try body(&reader)
        }
        #expect(try read("1863") { try $0.unsigned(in: 1...99, "n") } == 99)
        #expect(throws: WireError(.outOfRange, at: 0, in: "n")) {
            try read("1864") { try $0.unsigned(in: 1...99, "n") }
        }
        #expect(throws: WireError(.wrongType(expected: "unsigned integer"), at: 0, in: "n")) {
            try read("20") { try $0.unsigned(in: 1...99, "n") }
        }
        #expect(try read("3863") { try $0.integer(in: -100...100, "n") } == -100)
        #expect(throws: WireError(.outOfRange, at: 0, in: "n")) {
            try read("3864") { try $0.integer(in: -100...100, "n") }
        }
        #expect(try read("3b7fffffffffffffff") { try $0.integer(in: .min ... .max, "n") } == .min)
        for extreme in ["1bffffffffffffffff", "3bffffffffffffffff", "1b8000000000000000", "3b8000000000000000"] {
            #expect(throws: WireError(.outOfRange, at: 0, in: "n")) {
                try read(extreme) { try $0.integer(in: .min ... .max, "n") }
            }
        }
        #expect(throws: WireError(.badLength(expected: 2), at: 0, in: "b")) {
            try read("43010203") { try $0.byteString(exactly: 2, "b") }
        }
        #expect(throws: WireError(.tooLong(limit: 2), at: 0, in: "b")) {
            try read("43010203") { try $0.byteString(limit: 2, "b") }
        }
        #expect(throws: WireError(.badLength(expected: 32), at: 0, in: "k")) {
            try read("4101") { try $0.octets("k", as: Digest.self) }
        }
        #expect(throws: WireError(.wrongType(expected: "true or false"), at: 0, in: "f")) {
            try read("f6") { try $0.bool("f") }
        }
        #expect(throws: WireError(.outOfRange, at: 0, in: "a")) { try read("80") { try $0.array(1...3, "a") } }
        #expect(throws: WireError(.truncated, at: 0, in: "a")) { try read("830101") { try $0.array(1...3, "a") } }
        #expect(throws: WireError(.tooLong(limit: 1), at: 0, in: "t")) {
            try read("626161") { try $0.text(limit: 1, "t") }
        }
    }

    /// A reader's window holds even where the bytes go on.
    @Test func windowHidesWhatFollows() throws {
        var reader = CBORReader([0x42, 1, 2], from: 0, to: 2)
        #expect(throws: WireError(.truncated, at: 0, in: "b")) { try reader.byteString(limit: 9, "b") }
        var outside = CBORReader([1], from: 5, to: 9)
        #expect(throws: WireError(.truncated, at: 1, in: "n")) { try outside.unsigned(in: 0...9, "n") }
    }

    @Test func integersOfEveryWidthRoundTrip() throws {
        for shift in 0..<64 {
            for value in [UInt64(1) << shift, (UInt64(1) << shift) - 1, UInt64.max >> shift] {
                for item in [CBORValue.unsigned(value), .negative(value)] {
                    #expect(try CBORValue.decode(item.encoded) == item)
                }
            }
        }
    }
}
