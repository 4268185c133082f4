import Foundation
import SnapCrypto

enum Environment {
    static func value(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}

/// Public test vectors, which lie beside the package and are not part of it.
enum Vectors {
    static var directory: URL {
        if let path = Environment.value("SNAP_VECTORS") { return URL(fileURLWithPath: path) }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.deletingLastPathComponent().appendingPathComponent("shared/vectors")
    }

    /// Nil, saying how many cases are skipped, where the file is absent.
    static func data(_ path: String, cases: Int) -> Data? {
        guard let data = try? Data(contentsOf: directory.appendingPathComponent(path)) else {
            print("SKIPPED \(cases) cases: no vectors/\(path)")
            return nil
        }
        return data
    }

    static func object(_ path: String, cases: Int = 1) throws -> [String: Any]? {
        guard let data = data(path, cases: cases) else { return nil }
        return try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }

    /// The rows of malformed.tsv, written out.
    struct Row: CustomStringConvertible {
        var hex: String
        var kind: String
        var wanted: String
        var bytes: [UInt8]
        var description: String { "\(hex.prefix(60)) (\(kind))" }
    }

    static func malformed() -> [Row]? {
        guard let data = data("cbor/malformed.tsv", cases: 118) else { return nil }
        var rows: [Row] = []
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count >= 3, let bytes = written(columns[0]) else { continue }
            rows.append(Row(hex: columns[0], kind: columns[1], wanted: columns[2], bytes: bytes))
        }
        return rows
    }

    /// Hexadecimal, or "REPEAT unit times rest".
    private static func written(_ text: String) -> [UInt8]? {
        guard text.hasPrefix("REPEAT ") else { return Hex.decode(text) }
        let words = text.split(separator: " ")
        guard words.count == 4, let unit = Hex.decode(words[1]), let times = Int(words[2]),
            let rest = Hex.decode(words[3])
        else { return nil }
        return Array(repeatElement(unit, count: times).joined()) + rest
    }
}
